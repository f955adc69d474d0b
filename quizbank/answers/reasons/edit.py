"""An edit of one place in a tree, and the places where one can be made."""

import functools
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any

from quizbank.answers.notation.signs import is_nothing
from quizbank.answers.shapes import Shape
from quizbank.answers.tree import Binary, Node, Number


@dataclass(frozen=True)
class Edit:
    """`kind` says what was wrong, `old` and `new` are the nodes before and after; `tree` is the edited line.

    `line` counts from 1; 0 where it is not known.
    """

    kind: str
    old: Node
    new: Node
    tree: Node
    line: int = 0


Shapes = Mapping[str, Shape]
NONE: Shapes = MappingProxyType({})
Rebuild = Callable[[Node], Node]
Found = Iterator[tuple[str, Node]]
Maker = Callable[[Node, Shapes, Node], Found]
Places = list[tuple[Node, Rebuild]]

_SEVERAL = ("arguments", "parts", "indices")


def places(node: Node, rebuild: Rebuild = lambda new: new) -> Iterator[tuple[Node, Rebuild]]:
    """Every node below that was typed, with the function that puts another in its place."""
    if is_nothing(node):
        return
    yield node, rebuild
    for name, part in vars(node).items():
        if isinstance(part, Node):
            yield from places(part, functools.partial(_put, node, rebuild, name, None))
        elif isinstance(part, tuple) and name in _SEVERAL:
            for place, child in enumerate(part):
                yield from places(child, functools.partial(_put, node, rebuild, name, place))
        elif name == "keywords" and isinstance(part, tuple):
            for place, (key, child) in enumerate(part):
                yield from places(child, functools.partial(_put_keyword, node, rebuild, place, key))


def _put(node: Node, rebuild: Rebuild, name: str, place: int | None, new: Node) -> Node:
    """The whole tree with `new` in the node's field of this name, or at a place of it."""
    part: Any = new
    if place is not None:
        old = getattr(node, name)
        part = (*old[:place], new, *old[place + 1 :])
    changes: Any = {name: part}
    return rebuild(replace(node, **changes))


def _put_keyword(node: Node, rebuild: Rebuild, place: int, key: str, new: Node) -> Node:
    keywords: Any = getattr(node, "keywords", ())
    changes: Any = {"keywords": (*keywords[:place], (key, new), *keywords[place + 1 :])}
    return rebuild(replace(node, **changes))


def exchanged(node: Any, others: Mapping[Node, Node]) -> Any:
    """The tree with other parts in the places of equal ones, the outer ones first."""
    if isinstance(node, tuple):
        return tuple(exchanged(part, others) for part in node)
    if not isinstance(node, Node):
        return node
    if node in others:
        return others[node]
    return replace(node, **{name: exchanged(part, others) for name, part in vars(node).items()})


def is_inverse(node: Node) -> bool:
    """Whether this is 1/x, of which all is told by its being upside down."""
    return isinstance(node, Binary) and isinstance(node.left, Number) and node.left.value == 1
