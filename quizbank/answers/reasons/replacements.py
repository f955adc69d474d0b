"""Edits that put one thing in the place of another: a function, a sign, a product; or that take one away."""

from dataclasses import replace
from typing import Literal

from quizbank.answers.notation.functions import ELEMENTWISE
from quizbank.answers.notation.signs import FLIPPED
from quizbank.answers.reasons.edit import Found, Shapes
from quizbank.answers.tree import (
    Binary,
    Compare,
    Concat,
    Function,
    Node,
    Number,
    Product,
    Reduction,
    Unary,
    is_transposed,
)

_FUNCTIONS = ("tanh", "sigmoid", "relu", "softmax", "exp", "log", "sqrt", "sin", "cos")
_TWINS = {
    "sum": ("mean",),
    "mean": ("sum",),
    "max": ("sum", "mean", "min"),
    "min": ("max",),
    "maximum": ("minimum",),
    "minimum": ("maximum",),
    "log2": ("log",),
    "log10": ("log",),
    "log": ("log2",),
    "log_softmax": ("softmax",),
}


def functions(node: Node, _arguments: Shapes, _body: Node) -> Found:
    """Another function in the place of this one, another axis, or none."""
    if not isinstance(node, Function):
        return
    if node.name in _FUNCTIONS:
        yield "function not needed", node.arguments[0]
        for other in _FUNCTIONS if node.name != "sqrt" else ("log", "exp"):
            if other != node.name:
                yield "function", replace(node, name=other, keywords=())
    for other in _TWINS.get(node.name, ()):
        yield "function", replace(node, name=other)
    if node.name in ("softmax", "log_softmax"):
        for axis in (0, -1):
            dim: Node = Number(node.column, float(axis), str(axis))
            yield "axis", replace(node, keywords=(("dim", dim),))
    if node.name in ("var", "std"):
        for flag in (0.0, 1.0):
            yield "bias of the variance", replace(node, keywords=_unbiased(node, flag))


def bars(node: Node, _arguments: Shapes, _body: Node) -> Found:
    """Bars or a rarer function too much: |g|, sign(g)."""
    if isinstance(node, Unary) and node.sign == "abs":
        yield "bars not needed", node.operand
    if isinstance(node, Function) and node.name in ELEMENTWISE and node.name not in _FUNCTIONS:
        yield "function not needed", node.arguments[0]
        yield from (("function", replace(node, name=other, keywords=())) for other in ("relu", "tanh", "sigmoid"))


def reductions(node: Node, _arguments: Shapes, _body: Node) -> Found:
    """A sum for a product or a maximum."""
    if isinstance(node, Reduction) and node.kind in _KINDS:
        yield from (("function", replace(node, kind=kind)) for kind in _KINDS if kind != node.kind)


_KINDS: tuple[Literal["sum", "product", "max"], ...] = ("sum", "product", "max")


def _unbiased(node: Function, flag: float) -> tuple[tuple[str, Node], ...]:
    kept = tuple(pair for pair in node.keywords if pair[0] not in ("unbiased", "correction"))
    return (*kept, ("unbiased", Number(node.column, flag, str(bool(flag)))))


def signs(node: Node, _arguments: Shapes, _body: Node) -> Found:
    """+ for −, a sum for a concatenation, a minus or a transpose too much, parts in another order."""
    if isinstance(node, Binary) and node.sign in "+-":
        yield "sign", replace(node, sign="-" if node.sign == "+" else "+")
        yield "concatenation", Concat(node.column, (node.left, node.right))
    if isinstance(node, Binary) and node.product is not None and node.sign != "@":
        yield "quotient for product", replace(node, sign="/", product=None)
    if isinstance(node, Unary) and node.sign == "-":
        yield "minus not needed", node.operand
    if is_transposed(node):
        yield "transpose not needed", node.operand
    if isinstance(node, Compare) and node.sign in FLIPPED:
        yield "comparison", replace(node, sign=FLIPPED[node.sign])
    if isinstance(node, Concat):
        for place in range(len(node.parts) - 1):
            first, second = node.parts[place : place + 2]
            yield "order of parts", replace(node, parts=(*node.parts[:place], second, first, *node.parts[place + 2 :]))


def untransposed(node: Node, _arguments: Shapes, _body: Node) -> Found:
    """`aᵀ b` for a ⊙ b."""
    if isinstance(node, Binary) and node.product == "free" and is_transposed(node.left) != is_transposed(node.right):
        left, right = (side.operand if is_transposed(side) else side for side in (node.left, node.right))
        yield "factors turned", replace(node, left=left, right=right, sign="⊙", product="elementwise")


def products(node: Node, _arguments: Shapes, _body: Node) -> Found:
    """A sum for a product, one kind of product for another, factors in another order."""
    if not isinstance(node, Binary) or node.sign == "^":
        return
    if node.sign in "+-":
        yield "product", replace(node, sign="⊙", product="elementwise")
        return
    yield "order of factors", replace(node, left=node.right, right=node.left)
    if node.sign == "/":
        yield "product for quotient", replace(node, sign="⊙", product="elementwise")
        return
    yield "sum", replace(node, sign="+", product=None)
    kinds: tuple[tuple[Product, str], ...] = (("elementwise", "⊙"), ("matrix", "@"))
    for product, sign in kinds:
        if node.product != product:
            yield "kind of product", replace(node, product=product, sign=sign)
    if node.product != "matrix" and any(map(is_transposed, (node.left, node.right))):
        yield "order of factors", replace(node, left=node.right, right=node.left, product="matrix", sign="@")


def dropped(node: Node, _arguments: Shapes, _body: Node) -> Found:
    """A term or factor less."""
    if isinstance(node, Binary) and node.sign != "^":
        kind = "term not needed" if node.sign in "+-" else "factor not needed"
        yield kind, node.left
        if node.sign not in "-/":
            yield kind, node.right
        if node.product is not None and isinstance(node.left, Unary) and node.left.sign == "-":
            yield kind, replace(node.left, operand=node.right)
    if isinstance(node, Binary) and node.sign == "^":
        yield "exponent not needed", node.left
    if isinstance(node, Concat) and len(node.parts) > 1:
        for part in node.parts:
            yield "part not needed", part
