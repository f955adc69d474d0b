"""Walking over trees."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields, replace
from typing import Any

from quizbank.answers.tree import Function, Index, Name, Node, Reduction, is_letter

_KINDS: list[type[Node]] = [Node, *Node.__subclasses__()]
_PARTS = {kind: tuple(field.name for field in fields(kind) if field.type not in (int, float, str)) for kind in _KINDS}
"""The fields that may hold nodes."""

_KEEPING = ("softmax", "log_softmax")
"""Functions over an index that still run over it when they are done."""


def walk(node: Node) -> Iterator[Node]:
    """The node and everything below it, each node before its parts."""
    waiting = [node]
    while waiting:
        node = waiting.pop()
        yield node
        waiting += children(node)[::-1]


def depth(node: Node) -> int:
    """How many nodes stand above the deepest one, itself included."""
    deepest, waiting = 0, [(node, 1)]
    while waiting:
        part, level = waiting.pop()
        deepest = max(deepest, level)
        waiting += [(child, level + 1) for child in children(part)]
    return deepest


def is_same(node: Node, other: Node) -> bool:
    """Whether the two are the same formula, wherever they stand and however their symbols are spelled."""
    if type(node) is not type(other):
        return False
    facts = [field.name for field in fields(node) if field.name not in ("column", "text", *_PARTS[type(node)])]
    parts, others = children(node), children(other)
    if len(parts) != len(others) or any(getattr(node, name) != getattr(other, name) for name in facts):
        return False
    return all(map(is_same, parts, others))


def children(node: Node) -> list[Node]:
    """The nodes directly below, keywords included."""
    found: list[Node] = []
    for name in _PARTS[type(node)]:
        value = getattr(node, name)
        if isinstance(value, Node):
            found.append(value)
        elif isinstance(value, tuple):
            for part in value:
                if isinstance(part, Node):
                    found.append(part)
                elif isinstance(part, tuple) and len(part) == 2 and isinstance(part[1], Node):
                    found.append(part[1])
    return found


def free_letters(node: Node) -> tuple[str, ...]:
    """The index letters that no sum binds, sorted."""
    return tuple(sorted(_free(node)))


def _free(node: Node) -> set[str]:
    found: set[str] = set()
    for part in children(node):
        found |= _free(part)
    if isinstance(node, Index) or (isinstance(node, Function) and node.name == "block"):
        indices = node.indices if isinstance(node, Index) else node.arguments[1:]
        found |= {i.name for i in indices if isinstance(i, Name) and is_letter(i.name)}
    if isinstance(node, Reduction):
        found.discard(node.index or "")
    if isinstance(node, Function) and node.name not in _KEEPING:
        found -= {index.name for key, index in node.keywords if key == "index" and isinstance(index, Name)}
    return found


def rebuilt(node: Node, change: Callable[[Node], Node]) -> Node:
    """The tree with each node changed, its parts and keywords first."""
    parts: dict[str, Any] = {name: _rebuilt(getattr(node, name), change) for name in _PARTS[type(node)]}
    return change(replace(node, **parts))


def _rebuilt(part: Any, change: Callable[[Node], Node]) -> Any:
    if isinstance(part, tuple):
        return tuple(_rebuilt(child, change) for child in part)
    return rebuilt(part, change) if isinstance(part, Node) else part


def substituted(node: Node, name: str, new: Node) -> Node:
    """The tree with another part in the place of a name."""
    if isinstance(node, Name):
        return new if node.name == name else node
    return _with_parts(node, lambda part: substituted(part, name, new))


def renamed(node: Node, names: Mapping[str, str]) -> Node:
    """The tree with names replaced."""
    return _with_names(node, lambda found: names.get(found.name, found.name))


def named_as_typed(node: Node, names: Mapping[str, str]) -> Node:
    """The tree with the names of what is typed so."""
    return _with_names(node, lambda found: names.get(found.text, found.name))


def _with_names(node: Node, name_of: Callable[[Name], str]) -> Node:
    if isinstance(node, Name):
        return replace(node, name=name_of(node))
    return _with_parts(node, lambda part: _with_names(part, name_of))


def _with_parts(node: Node, change: Callable[[Node], Node]) -> Node:
    """The node with the nodes directly below changed; its keywords stay."""
    changes: dict[str, Any] = {}
    for name in _PARTS[type(node)]:
        part = getattr(node, name)
        if isinstance(part, Node):
            changes[name] = change(part)
        elif isinstance(part, tuple) and any(isinstance(child, Node) for child in part):
            changes[name] = tuple(map(change, part))
    return replace(node, **changes) if changes else node
