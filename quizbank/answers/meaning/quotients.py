"""`a/2b`, which some read as (a/2)·b and others as a/(2b), and `vᵀ a/b`, where no number is divided by a vector."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from quizbank.answers.notation.signs import summed
from quizbank.answers.tree import Binary, Definition, Name, Node, Number, Unary, is_transposed
from quizbank.answers.walk import rebuilt, walk


def regrouped(definitions: Sequence[Definition]) -> Sequence[Definition] | None:
    """The lines with everything beside a divisor in the divisor; None where nothing stands beside one."""
    return _changed(definitions, _regrouped)


def of_vectors(definitions: Sequence[Definition]) -> Sequence[Definition] | None:
    """The lines with `vᵀ a/b` as vᵀ (a/b), which the shapes decide; None where nothing like it stands."""
    return _changed(definitions, _of_vectors)


def _changed(definitions: Sequence[Definition], change: Callable[[Node], Node]) -> Sequence[Definition] | None:
    found = [replace(line, body=rebuilt(line.body, change)) for line in definitions]
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


def _of_vectors(node: Node) -> Node:
    if not (isinstance(node, Binary) and node.sign == "/"):
        return node
    product = node.left
    if not (isinstance(product, Binary) and product.sign == " " and _ends_transposed(product.left)):
        return node
    return replace(product, right=replace(node, left=product.right))


def _ends_transposed(node: Node) -> bool:
    return is_transposed(node.right if isinstance(node, Binary) and node.sign == " " else node)
