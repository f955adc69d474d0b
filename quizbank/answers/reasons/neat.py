"""A part that an edit put in, without the ones and zeros that say nothing."""

from typing import Any

from quizbank.answers.tree import Binary, Node, Number, Unary
from quizbank.answers.walk import rebuilt


def neat(node: Node) -> Any:
    """The same value in fewer signs: x for 1 ⊙ x, x/1 and 0 + x, 1 for x/x, b/a for 1/(a/b), x/2 for 0.5 ⊙ x."""
    return rebuilt(node, _plainer)


def _plainer(node: Node) -> Node:
    match node:
        case Binary(sign="+", left=Number(value=0), right=x) | Binary(sign="+" | "-", left=x, right=Number(value=0)):
            return x
        case Binary(sign="/" | "^", left=x, right=Number(value=1)):
            return x
        case Binary(sign="/", left=a, right=b) if a == b:
            return Number(node.column, 1.0, "1")
        case Binary(sign="/", left=Number(value=1), right=Binary(sign="/", left=a, right=b)):
            return Binary(node.column, "/", b, a)
        case Binary(left=a, right=b) if node.product is not None:
            return _factor(node, a, b) or _factor(node, b, a) or node
    return node


def _factor(node: Node, number: Node, other: Node) -> Node | None:
    """What a product with this number is, where it is told in fewer signs."""
    match number:
        case Number(value=1):
            return other
        case Number(value=0.5, text="0.5"):
            return Binary(node.column, "/", other, Number(node.column, 2.0, "2"))
        case Unary(sign="-", operand=Number(value=1)):
            return Unary(node.column, "-", other)
    return None
