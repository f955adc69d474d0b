"""Edits that are made wherever the same thing was typed: a function, a number, a base, a sign."""

import itertools
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace

from quizbank.answers.reasons.edit import Edit, Shapes, exchanged
from quizbank.answers.reasons.numbers import is_number
from quizbank.answers.tree import Binary, Concat, Function, Name, Node, Number, Product
from quizbank.answers.walk import rebuilt, walk

_MOST_SIGNS = 5
"""So many signs are turned in pairs at most."""


def everywhere(body: Node, arguments: Shapes, values: Sequence[Node], functions: Sequence[str]) -> Iterator[Edit]:
    """The edits of all parts that are alike; `functions` are the formula's own, `values` its numbers."""
    yield from _functions(body, functions)
    yield from _numbers(body, arguments, values)
    yield from _bases(body, values)
    yield from _products(body)
    yield from _signs(body)


def _functions(body: Node, own: Sequence[str]) -> Iterator[Edit]:
    """All calls of a function as calls of another, within another, or two functions exchanged."""
    calls = [
        part for part in walk(body) if isinstance(part, Function) and len(part.arguments) == 1 and part.name != "exp"
    ]
    times = Counter(call.name for call in calls)
    for name, count in times.items():
        alike = [call for call in calls if call.name == name]
        one = alike[0]
        for other in own if count > 1 else ():
            if other != name:
                yield Edit("function", one, replace(one, name=other, keywords=()), _renamed(body, {name: other}))
                whole = Function(one.column, name, (Name(one.column, "…", "…"),))
                tree = _within(body, name, other)
                yield Edit("function missing", whole, Function(one.column, other, (whole,)), tree)
    for name, other in itertools.combinations(times, 2):
        one, two = (next(call for call in calls if call.name == found) for found in (name, other))
        yield Edit("functions exchanged", one, two, _renamed(body, {name: other, other: name}))


def _renamed(body: Node, names: Mapping[str, str]) -> Node:
    def change(part: Node) -> Node:
        is_one = isinstance(part, Function) and part.name in names
        return replace(part, name=names[part.name], keywords=()) if is_one and isinstance(part, Function) else part

    return rebuilt(body, change)


def _within(body: Node, name: str, other: str) -> Node:
    def change(part: Node) -> Node:
        is_one = isinstance(part, Function) and part.name == name
        return Function(part.column, other, (part,)) if is_one else part

    return rebuilt(body, change)


def _numbers(body: Node, arguments: Shapes, values: Sequence[Node]) -> Iterator[Edit]:
    """A number that stands in several places as another one, or as a symbol."""
    found = [part for part in walk(body) if is_number(part)]
    for text, count in Counter(map(_text, found)).items():
        alike = [part for part in found if _text(part) == text]
        first = alike[0]
        named = [Name(first.column, name, name) for name, shape in arguments.items() if not shape.axes]
        others: list[tuple[str, Node]] = [("constant", name) for name in named]
        others += [("number", value) for value in values if _text(value) != text]
        for kind, new in others if count > 1 else ():
            yield Edit(kind, first, new, exchanged(body, dict.fromkeys(alike, new)))


def _text(node: Node) -> str:
    match node:
        case Number(value=value):
            return f"{value:g}"
        case Binary(left=left, right=right):
            return f"{_text(left)}/{_text(right)}"
    return ""


def _bases(body: Node, values: Sequence[Node]) -> Iterator[Edit]:
    """Powers of a number as powers of e, and the other way round."""
    powers = [part for part in walk(body) if isinstance(part, Binary) and part.sign == "^" and is_number(part.left)]
    for text in dict.fromkeys(_text(power.left) for power in powers):
        alike: dict[Node, Node] = {p: Function(p.column, "exp", (p.right,)) for p in powers if _text(p.left) == text}
        first = next(power for power in powers if power in alike)
        yield Edit("base", first.left, Name(first.column, "e", "e"), exchanged(body, alike))
    calls = [part for part in walk(body) if isinstance(part, Function) and part.name == "exp"]
    for value in values if calls else ():
        others: dict[Node, Node] = {call: Binary(call.column, "^", value, call.arguments[0]) for call in calls}
        yield Edit("base", Name(calls[0].column, "e", "e"), value, exchanged(body, others))


def _products(body: Node) -> Iterator[Edit]:
    """`⊙` for each `@`, and the other way round."""
    kinds: tuple[tuple[str, str, Product], ...] = (("@", "⊙", "elementwise"), ("⊙", "@", "matrix"))
    for sign, other, kind in kinds:
        found = [part for part in walk(body) if isinstance(part, Binary) and part.sign == sign]
        if len(found) > 1:
            yield Edit("other sign", found[0], replace(found[0], sign=other), _resigned(body, sign, other, kind))


def _resigned(body: Node, sign: str, other: str, kind: Product) -> Node:
    def change(part: Node) -> Node:
        is_one = isinstance(part, Binary) and part.sign == sign
        return replace(part, sign=other, product=kind) if is_one and isinstance(part, Binary) else part

    return rebuilt(body, change)


def _signs(body: Node) -> Iterator[Edit]:
    """Two signs turned."""
    found = [part for part in walk(body) if isinstance(part, Binary) and part.sign in "+-"]
    for one, two in itertools.combinations(found[:_MOST_SIGNS], 2):
        terms = Concat(one.column, tuple(sorted((one.right, two.right), key=lambda part: part.column)))
        yield Edit("signs", terms, terms, _turned(body, {one.column, two.column}))


def _turned(body: Node, columns: Collection[int]) -> Node:
    def change(part: Node) -> Node:
        if isinstance(part, Binary) and part.sign in "+-" and part.column in columns:
            return replace(part, sign="-" if part.sign == "+" else "+")
        return part

    return rebuilt(body, change)
