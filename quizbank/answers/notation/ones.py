"""Vectors of ones, `X 1 1ᵀ`, and matrices that are zero but for their diagonal, whose inverse is that of each entry."""

from collections.abc import Sequence
from dataclasses import replace

from quizbank.answers.notation.signs import along, summed
from quizbank.answers.notation.vocabulary import Vocabulary
from quizbank.answers.tree import Binary, Definition, Function, Index, Name, Node, Number, Unary, is_transposed
from quizbank.answers.walk import rebuilt, walk

ONES = "ones"
"""The keyword of a sum that was typed as a product with 1: of what is no matrix, it is that itself."""


def with_ones(product: Binary) -> Node:
    """`X 1` is the sum of each row of the matrix X, and `X 1 1ᵀ` that sum in each of its places."""
    left, right, column = product.left, product.right, product.column
    if _is_one(right) and not isinstance(left, Number):
        return Function(column, "sum", (left,), (*along(column, -1), (ONES, Number(column, 1.0, "1"))))
    is_row = is_transposed(right) and _is_one(right.operand)
    if is_row and isinstance(left, Function) and dict(left.keywords).get(ONES) is not None:
        return replace(left, keywords=(*left.keywords, ("keepdim", Number(column, 1.0, "True"))))
    return summed(product)


def summed_behind(product: Binary, vocabulary: Vocabulary) -> Node:
    """`1ᵀ y` as the sum of y, and `a 1ᵀ y` as the number a times that."""
    match product.left:
        case Unary(sign="T", operand=one) if _is_one(one):
            return summed(product)
        case Binary(sign=" ", left=factor, right=Unary(sign="T", operand=one) as row) as before if _is_one(one):
            entries = [vocabulary.by_name(node.name) for node in walk(factor) if isinstance(node, Name)]
            if all(entry and entry.role in ("argument", "size") and not entry.axes for entry in entries):
                return replace(before, right=summed(replace(product, left=row)))
    return product


def idle_row(body: Node) -> Unary | None:
    """A `1ᵀ` that was not read as a sum; of `a/1ᵀ b` it is asked what is divided by."""
    nodes = list(walk(body))
    divisors = [node.right for node in nodes if isinstance(node, Binary) and node.sign == "/"]
    rows = (node for node in nodes if is_transposed(node) and _is_one(node.operand))
    return next((row for row in rows if not any(row is divisor for divisor in divisors)), None)


def _is_one(node: Node) -> bool:
    base = node.operand if isinstance(node, Index) else node  # `1_m`
    return isinstance(base, Number) and base.text == "1"


def as_vector(node: Node) -> Node:
    """The rows' sums that `rowsum` keeps in a column, as a vector: what `diag(…)` is made of."""
    match node:
        case Function(name="sum", keywords=(("dim", Number(column=column) as axis), ("keepdim", _))):
            return replace(node, keywords=(("dim", axis),)) if column == node.column else node
    return node


def raised(column: int, node: Node, exponent: Node) -> Node:
    """A power; `diag(d)^{-1}` is diag(d⁻¹)."""
    if isinstance(node, Function) and node.name == "diag" and isinstance(exponent, Unary) and exponent.sign == "-":
        return replace(node, arguments=(Binary(column, "^", node.arguments[0], exponent),))
    return Binary(column, "^", node, exponent)


def with_inverses(definitions: Sequence[Definition]) -> Sequence[Definition]:
    """`D^{-1}`, where a line says `D = diag(…)`, as the matrix with the inverse of each entry of the diagonal."""
    names = {line.name for line in definitions if isinstance(line.body, Function) and line.body.name == "diag"}
    if not names:
        return definitions

    def inverse(node: Node) -> Node:
        match node:
            case Binary(sign="^", left=Name(name=name) as matrix, right=Unary(sign="-")) if name in names:
                entries = Function(node.column, "diag", (matrix,))
                return Function(node.column, "diag", (replace(node, left=entries),))
        return node

    return [replace(line, body=rebuilt(line.body, inverse)) for line in definitions]
