"""Signs and calls whose meaning the shapes decide alone: ⊕, ⊗ and numpy's `inner`."""

from quizbank.answers.shapes import Shape
from quizbank.answers.tree import Binary, Concat, Function, Node, Unary


def circled(policy: str | None, node: Binary, left: Node, a: Shape, right: Node, b: Shape) -> Node:
    """`h ⊕ x` is a sum where the shapes are equal, else one beside the other; `a ⊗ b` is elementwise or outer."""
    if node.sign == "⊕":
        is_sum = a.axes == b.axes
        return Binary(node.column, "+", left, right) if is_sum else Concat(node.column, (left, right))
    if policy == "outer" and a.rank == b.rank == 1:
        return Function(node.column, "outer", (left, right))
    return Binary(node.column, "⊙", left, right, "elementwise")


def inner(node: Function, arguments: tuple[Node, ...], shapes: tuple[Shape, ...]) -> Node:
    """numpy's `inner`: the last axes meet, which for two vectors is the dot product."""
    left, right = arguments
    if shapes[1].rank == 2:
        right = Unary(node.column, "T", right)
    return Binary(node.column, "@", left, right, "matrix")
