"""Edits of numbers: another number, a factor, or the symbol whose value was written."""

from collections.abc import Sequence
from dataclasses import replace

from quizbank.answers.reasons.edit import Found, Shapes
from quizbank.answers.tree import Binary, Function, Name, Node, Number, Reduction


def numbers(node: Node, _arguments: Shapes, _body: Node, *, own: Sequence[Node] = ()) -> Found:
    """Another number, one of the formula's own first; a factor 2 or ½, a 1 beside an exponential."""
    if is_number(node):
        yield from (("number", replace(value, column=node.column)) for value in own if not _equal(value, node))
    if isinstance(node, Number):
        for value in (0.0, 1.0, 2.0, 3.0, 0.5, 4.0, node.value / 2, node.value * 2, node.value + 1, node.value - 1):
            if value != node.value:
                yield "number", Number(node.column, value, f"{value:g}".replace("-", "−"))
    elif isinstance(node, Name | Function | Reduction):
        for value in (2.0, 0.5):
            factor = Number(node.column, value, f"{value:g}")
            yield "number missing", Binary(node.column, "⊙", factor, node, "elementwise")
    if isinstance(node, Function) and node.name == "exp":
        yield "term missing", Binary(node.column, "+", Number(node.column, 1.0, "1"), node)


def more_numbers(node: Node, _arguments: Shapes, _body: Node, *, own: Sequence[Node]) -> Found:
    """A number in the place of a symbol, and a 1 that is added to something else than an exponential."""
    if isinstance(node, Name):
        yield from (("number", replace(value, column=node.column)) for value in (*own, _ONE))
    if not is_number(node):
        yield "one missing", Binary(node.column, "+", replace(_ONE, column=node.column), node)


_ONE = Number(0, 1.0, "1")


def is_number(node: Node) -> bool:
    """Whether this is a number or a quotient of two."""
    parts = (node.left, node.right) if isinstance(node, Binary) and node.sign == "/" else (node,)
    return all(isinstance(part, Number) for part in parts)


def _equal(one: Node, other: Node) -> bool:
    return isinstance(one, Number) and isinstance(other, Number) and one.value == other.value


def constants(node: Node, arguments: Shapes, _body: Node) -> Found:
    """A symbol in the place of a number: 0.75 or 3/4 for α."""
    if is_number(node):
        for name, shape in arguments.items():
            if not shape.axes:
                yield "constant", Name(node.column, name, name)
