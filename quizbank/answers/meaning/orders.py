"""The kinds of product as which a sign may be read, in the order in which they are tried."""

from collections.abc import Mapping

from quizbank.answers.shapes import Shape
from quizbank.answers.tree import Binary, Product

Policy = str
"""How a sign with several readings is read: "matrix", "vectors" (elementwise between vectors), "elementwise",
and for ⊗ between vectors "outer"."""

_ORDERS: Mapping[Policy, tuple[Product, ...]] = {
    "matrix": ("matrix", "dot", "elementwise"),
    "vectors": ("matrix", "dot", "elementwise"),
    "elementwise": ("elementwise", "matrix", "dot"),
    "outer": ("elementwise",),
}


def order_of(node: Binary, a: Shape, b: Shape, policies: Mapping[str, Policy]) -> tuple[Product, ...]:
    """The kinds to try for this product of two shapes, where each sign is read by its policy."""
    if a.is_row and b.is_row and node.sign == " ":
        return ("elementwise",)  # no product of matrices: uᵀ vᵀ
    if node.product in ("outer", "dot", "elementwise"):
        return ("matrix", "dot") if node.product == "outer" else (node.product,)
    if node.product == "matrix":
        return ("matrix",)
    policy = policies.get(node.sign, "elementwise" if node.sign == "*" else "matrix")
    if policy == "vectors" and a.rank == b.rank == 1 and not (a.is_row or b.is_row):
        return ("elementwise", "dot")
    return _ORDERS[policy]
