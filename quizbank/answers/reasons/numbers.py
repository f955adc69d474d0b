"""Edits of numbers: another number, a factor, or the symbol whose value was written."""

from quizbank.answers.reasons.edit import Found, Shapes
from quizbank.answers.tree import Binary, Function, Name, Node, Number, Reduction


def numbers(node: Node, _arguments: Shapes, _body: Node) -> Found:
    """Another number, a factor 2 or ½, a 1 beside an exponential."""
    if isinstance(node, Number):
        for value in (0.0, 1.0, 2.0, 3.0, 0.5, 4.0, node.value / 2, node.value * 2, node.value + 1, node.value - 1):
            if value != node.value:
                yield "number", Number(node.column, value, f"{value:g}")
    elif isinstance(node, Name | Function | Reduction):
        for value in (2.0, 0.5):
            factor = Number(node.column, value, f"{value:g}")
            yield "factor missing", Binary(node.column, "⊙", factor, node, "elementwise")
    if isinstance(node, Function) and node.name == "exp":
        yield "term missing", Binary(node.column, "+", Number(node.column, 1.0, "1"), node)


def constants(node: Node, arguments: Shapes, _body: Node) -> Found:
    """A symbol in the place of a number: 0.75 or 3/4 for α."""
    if isinstance(node, Number) or (
        isinstance(node, Binary) and isinstance(node.left, Number) and isinstance(node.right, Number)
    ):
        for name, shape in arguments.items():
            if not shape.axes:
                yield "constant", Name(node.column, name, name)
