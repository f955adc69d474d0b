"""Calls that are a sign or brackets in disguise, as `matmul`, `gather` and `masked_fill`."""

import math

from quizbank.answers.notation import functions
from quizbank.answers.tree import Binary, Concat, Function, Index, Node, Number, Unary, is_transposed

Keywords = tuple[tuple[str, Node], ...]

FLIPPED = {"<": ">", ">": "<", "<=": ">=", ">=": "<="}
"""Each comparison with its sides the other way round; the others are the same."""


def along(column: int, axis: int) -> Keywords:
    """The keyword that names an axis."""
    return (("dim", Number(column, float(axis), str(axis))),)


def as_sign(column: int, name: str, arguments: tuple[Node, ...]) -> Node | None:
    """`matmul(a, b)` is a @ b, `linear(x, W, b)` is x @ Wᵀ + b, and so on."""
    match name, arguments:
        case (("matmul" | "dot"), (a, b)):
            return Binary(column, "@", a, b, "matrix")
        case "linear", (x, weight, *rest):
            product = Binary(column, "@", x, Unary(column, "T", weight), "matrix")
            return Binary(column, "+", product, rest[0]) if rest else product
        case (("addmm" | "addmv"), (a, b, c)):
            return Binary(column, "+", a, Binary(column, "@", b, c, "matrix"))
        case "lerp", (a, b, weight):
            step = Binary(column, "⊙", weight, Binary(column, "-", b, a), "elementwise")
            return Binary(column, "+", a, step)
        case "diagflat", (a,):
            return Function(column, "diag", (Function(column, "flatten", (a,)),))
        case "abs", (a,):
            return Unary(column, "abs", a)
        case "pow", (a, b):
            return Binary(column, "^", a, b)
        case _, (a, b) if name in functions.ARITHMETIC:
            sign = functions.ARITHMETIC[name]
            return Binary(column, sign, a, b, "elementwise" if sign == ".*" else None)
    return _as_choice(column, name, arguments)


def nothing(column: int) -> Node:
    """What cases are where none of them holds."""
    zero = Number(column, 0.0, "0")
    return Binary(column, "/", zero, zero)


def is_nothing(node: Node) -> bool:
    """Whether this is what cases are where none of them holds."""
    return isinstance(node, Binary) and node.sign == "/" and node == nothing(node.column)


def without_idle(name: str, arguments: tuple[Node, ...], keywords: Keywords) -> tuple[tuple[Node, ...], Keywords]:
    """Without what changes nothing: the order 2 of a norm, and bounds of `clamp` that are None or infinite."""
    if name == "norm":
        return arguments[:1] + arguments[2:], keywords
    if name != "clamp":
        return arguments, keywords
    named = (*zip(("min", "max"), arguments[1:], strict=False), *keywords)
    kept = tuple(pair for pair in named if not _is_idle(*pair))
    return (arguments, keywords) if len(kept) == len(named) else (arguments[:1], kept)


def _is_idle(key: str, bound: Node) -> bool:
    """Whether a bound bounds nothing: no number, −∞ from below, ∞ from above."""
    number = bound.operand if isinstance(bound, Unary) else bound
    is_right_side = (number is not bound) == (key == "min")
    return isinstance(number, Number) and (number.text == "None" or (math.isinf(number.value) and is_right_side))


def _as_choice(column: int, name: str, arguments: tuple[Node, ...]) -> Node | None:
    """`gather(a, 1, y[:, None])` is one entry of each row, `masked_fill` a condition, `embedding` an index."""
    match name, arguments:
        case "gather", (a, axis, Function(name="unsqueeze", arguments=(places,))) if whole_number(axis, 0) in (1, -1):
            return from_rows(a, Function(column, "one_hot", (places,)))
        case ("index_select", (a, axis, indices)) | ("take", (a, indices, axis)):
            return _selected(column, a, axis, indices)
        case name, (a, *_, indices) if name in functions.PICKED:
            return Index(column, a, (indices,), 0)
        case "index_add", (a, axis, rows, added) if whole_number(axis, -1) == 0:
            picked = Function(column, "one_hot", (rows, Function(column, "size", (a, axis))))
            return Binary(column, "+", a, Binary(column, "@", Unary(column, "T", picked), added, "matrix"))
        case "rowsum", (a,):
            return Function(column, "sum", (a,), (*along(column, -1), ("keepdim", Number(column, 1.0, "True"))))
        case "embedding", (indices, table):
            return Index(column, table, (indices,), 0)
        case "masked_fill", (a, mask, value):
            return Function(column, "where", (mask, value, a))
        case "addcmul", (a, b, c):
            return Binary(column, "+", a, Binary(column, "⊙", b, c, "elementwise"))
        case "addcdiv", (a, b, c):
            return Binary(column, "+", a, Binary(column, "/", b, c))
    return None


def _selected(column: int, node: Node, axis: Node, indices: Node) -> Node:
    """Rows along the first axis; along another one, those of the transpose."""
    if whole_number(axis, 0) == 0:
        return Index(column, node, (indices,), 0)
    return Unary(column, "T", Index(column, Unary(column, "T", node), (indices,), 0))


def summed(product: Binary) -> Node:
    """`1ᵀ x` and `xᵀ 1` are the sum of x."""
    left, right = product.left, product.right
    if isinstance(right, Number) and right.value == 1 and is_transposed(left):
        return Function(product.column, "sum", (left.operand,), along(product.column, 0))
    if is_transposed(left) and isinstance(left.operand, Number) and left.operand.value == 1:
        return Function(product.column, "sum", (right,), along(product.column, 0))
    return product


_NO_AXIS = 99


def from_rows(rows: Node, chosen: Node) -> Node:
    """One entry of each row: the rows times the vectors that are 1 there, summed."""
    column = rows.column
    return Function(column, "sum", (Binary(column, "⊙", rows, chosen, "elementwise"),), along(column, -1))


def turned(column: int, name: str, arguments: tuple[Node, ...], keywords: Keywords) -> tuple[Node, ...]:
    """The arguments with what some keywords say: `matmul(a, b, transpose_b=True)`, `add(a, b, alpha=c)`."""
    told = dict(keywords)
    match name, arguments:
        case (("add" | "sub"), (a, b)) if "alpha" in told:
            return a, Binary(column, "⊙", told["alpha"], b, "elementwise")
        case (("addmm" | "addmv"), (a, b, c)) if "alpha" in told:
            return a, Binary(column, "⊙", told["alpha"], b, "elementwise"), c
        case (("addcmul" | "addcdiv"), (a, b, c)) if "value" in told:
            return a, Binary(column, "⊙", told["value"], b, "elementwise"), c
        case "masked_fill", (a, mask) if "value" in told:
            return a, mask, told["value"]
        case "take", (a, indices) if "dim" in told:
            return a, indices, told["dim"]
        case "gather", (a, places) if "batch_dims" in told:
            return a, Number(column, 1.0, "1"), Function(column, "unsqueeze", (places,))
        case "one_hot", (places,) if "num_classes" in told:
            return places, told["num_classes"]
        case "matmul", (a, b):
            return tuple(
                Unary(column, "T", node) if _flag(told.get(key)) else node
                for key, node in (("transpose_a", a), ("transpose_b", b))
            )
    return arguments


def _flag(value: Node | None) -> bool:
    return isinstance(value, Number) and bool(value.value)


def whole_number(node: Node | None, otherwise: int) -> int:
    """The value of `-1` or `0` as an axis is given; a number too large is one that no array has."""
    match node:
        case Number(value=value):
            return int(min(value, _NO_AXIS))
        case Unary(sign="-", operand=Number(value=value)):
            return -int(min(value, _NO_AXIS))
    return otherwise


def is_literal(node: Node) -> bool:
    """Whether it is a number with or without a sign, True, False, or several of them."""
    if isinstance(node, Concat):
        return all(map(is_literal, node.parts))
    return isinstance(node.operand if isinstance(node, Unary) else node, Number)


def in_base(column: int, argument: Node, base: Node) -> Node:
    """A logarithm in a base: `log_4(V)` and `math.log(V, 4)` are log V/log 4."""
    if isinstance(base, Number) and base.value in _LOGARITHMS:
        return Function(column, _LOGARITHMS[base.value], (argument,))
    above, below = (Function(column, "log", (part,)) for part in (argument, base))
    return above if isinstance(base, Number) and base.text == "e" else Binary(column, "/", above, below)


_LOGARITHMS = {2.0: "log2", 10.0: "log10"}
