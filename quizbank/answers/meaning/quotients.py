"""`a/2b`, which some read as (a/2)·b and others as a/(2b)."""

from collections.abc import Sequence
from dataclasses import replace

from quizbank.answers.notation.signs import summed
from quizbank.answers.tree import Binary, Definition, Name, Node, Number, Unary
from quizbank.answers.walk import rebuilt, walk


def regrouped(definitions: Sequence[Definition]) -> Sequence[Definition] | None:
    """The lines with everything beside a divisor in the divisor; None where nothing stands beside one."""
    found = [replace(line, body=rebuilt(line.body, _regrouped)) for line in definitions]
    return found if any(new.body != old.body for new, old in zip(found, definitions, strict=True)) else None


def place_of(definitions: Sequence[Definition]) -> tuple[int, int]:
    """The column and the line of the first such quotient."""
    places = [(node.column, line.line) for line in definitions for node in walk(line.body) if _is_open(node)]
    return places[0] if places else (1, 1)


def _is_open(node: Node) -> bool:
    """Whether something stands beside a number or a symbol behind a slash; a fraction stands before its parts."""
    if not (isinstance(node, Binary) and node.sign == " " and isinstance(node.left, Binary) and node.left.sign == "/"):
        return False
    quotient = node.left
    divisor = quotient.right.operand if isinstance(quotient.right, Unary) else quotient.right
    return isinstance(divisor, Number | Name) and quotient.left.column <= quotient.column


def _regrouped(node: Node) -> Node:
    if isinstance(node, Binary) and isinstance(node.left, Binary) and _is_open(node):
        return replace(node.left, right=summed(replace(node, left=node.left.right)))
    return node
