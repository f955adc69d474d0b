"""Single edits of what was typed: if one of them makes it right, that is what was wrong."""

import functools
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import TypeGuard

from quizbank.answers.notation.functions import ELEMENTWISE
from quizbank.answers.reasons.edit import NONE, Edit, Found, Maker, Places, Shapes, places
from quizbank.answers.reasons.moves import moved
from quizbank.answers.reasons.numbers import constants, numbers
from quizbank.answers.tree import (
    Binary,
    Compare,
    Concat,
    Function,
    Index,
    Name,
    Node,
    Number,
    Product,
    Reduction,
    Unary,
    is_letter,
)
from quizbank.answers.walk import free_letters, renamed, walk

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
}
_OUTER = 6
"""So many parts from the outside may lack something; deeper ones are looked at last."""

_INSERTED = ("tanh", "sigmoid", "softmax", "sqrt", "log", "exp", "relu")


def edits(
    body: Node,
    arguments: Shapes,
    *,
    sizes: Shapes = NONE,
    others: Shapes = NONE,
) -> Iterator[Edit]:
    """Every edit of one place in the tree, the likeliest kinds first.

    `arguments` are the names that may stand in it, `sizes` those that only scale, `others` may only be replaced.
    """
    every = list(places(body))
    plain = [place for place in every if id(place[0]) not in _picked(body)]
    known = {**arguments, **sizes, **others}
    for make in (_functions, _bars, _signs, _letters, _surplus):
        yield from _each(make, every, arguments, body)
    yield from _each(functools.partial(_names, known=known, sizes=sizes), plain, arguments, body)
    yield from _exchanges(body, arguments)
    used = {part.name for part in walk(body) if isinstance(part, Name)}
    unused = {name: s for name, s in arguments.items() if name not in used}
    scales = {name: s for name, s in sizes.items() if name not in used}
    yield from _each(constants, plain, {**unused, **scales}, body)
    yield from _each(_added, plain[:_OUTER], unused, body)
    for make in (_dropped, moved):
        yield from _each(make, every, arguments, body)
    for make in (_products, numbers, _wrapped):
        yield from _each(make, plain, arguments, body)
    yield from _each(_added, plain[_OUTER:], unused, body)
    yield from _each(_scaled, plain, scales, body)
    yield from _each(_turned, every, arguments, body)


def known_numbers(body: Node, arguments: Shapes, sizes: Shapes) -> Iterator[Edit]:
    """The edits that put a symbol in the place of a number."""
    plain = [place for place in places(body) if id(place[0]) not in _picked(body)]
    used = {part.name for part in walk(body) if isinstance(part, Name)}
    unused = {name: s for name, s in {**arguments, **sizes}.items() if name not in used}
    yield from _each(constants, plain, unused, body)


def _picked(body: Node) -> set[int]:
    """Labels, indices and conditions: in their place no other symbol may stand."""
    return {id(part) for node in walk(body) for picking in _picking(node) for part in walk(picking)}


def _picking(node: Node) -> tuple[Node, ...]:
    if isinstance(node, Index):
        return node.indices
    return (node,) if isinstance(node, Compare) else ()


def _each(make: Maker, found: Places, arguments: Shapes, body: Node) -> Iterator[Edit]:
    for node, rebuild in found:
        for kind, new in make(node, arguments, body):
            yield Edit(kind, node, new, rebuild(new))


def _functions(node: Node, _arguments: Shapes, _body: Node) -> Found:
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


def _bars(node: Node, _arguments: Shapes, _body: Node) -> Found:
    """Bars or a rarer function too much: |g|, sign(g)."""
    if isinstance(node, Unary) and node.sign == "abs":
        yield "bars not needed", node.operand
    if isinstance(node, Function) and node.name in ELEMENTWISE and node.name not in _FUNCTIONS:
        yield "function not needed", node.arguments[0]


def _unbiased(node: Function, flag: float) -> tuple[tuple[str, Node], ...]:
    kept = tuple(pair for pair in node.keywords if pair[0] not in ("unbiased", "correction"))
    return (*kept, ("unbiased", Number(node.column, flag, str(bool(flag)))))


def _surplus(node: Node, _arguments: Shapes, _body: Node) -> Found:
    """A number as a factor too much, before anything is put in to make up for it."""
    if isinstance(node, Binary) and node.product is not None:
        for number, other in ((node.left, node.right), (node.right, node.left)):
            if isinstance(number, Number):
                yield "factor not needed", other


def _signs(node: Node, _arguments: Shapes, _body: Node) -> Found:
    """+ for −, a sum for a concatenation, a minus or a transpose too much, parts in another order."""
    if isinstance(node, Binary) and node.sign in "+-":
        yield "sign", replace(node, sign="-" if node.sign == "+" else "+")
        yield "concatenation", Concat(node.column, (node.left, node.right))
    if isinstance(node, Binary) and node.product is not None and node.sign != "@":
        yield "quotient for product", replace(node, sign="/", product=None)
    if isinstance(node, Unary) and node.sign == "-":
        yield "minus not needed", node.operand
    if isinstance(node, Unary) and node.sign == "T":
        yield "transpose not needed", node.operand
    if isinstance(node, Compare) and node.sign in _FLIPPED:
        yield "comparison", replace(node, sign=_FLIPPED[node.sign])
    if isinstance(node, Concat) and len(node.parts) == 2:
        yield "order of parts", replace(node, parts=node.parts[::-1])


_FLIPPED = {"<": ">", ">": "<", "<=": ">=", ">=": "<="}


def _letters(node: Node, _arguments: Shapes, body: Node) -> Found:
    """A sum over an index that nothing under it has: `Σ_i e^{z_j}`; another index below a symbol."""
    if isinstance(node, Reduction) and node.index is not None and node.index not in (free := free_letters(node.body)):
        for other in free:
            yield "index", replace(node, body=renamed(node.body, {other: node.index}))
    if isinstance(node, Index):
        letters = sorted({part.name for part in walk(body) if _is_letter(part)})
        yield from (("index", new) for name in letters for new in _with_letter(node, name))


def _with_letter(node: Index, name: str) -> Iterator[Index]:
    """The symbol with this letter in the place of one of its own."""
    other = Name(node.column, name, name[1:])
    for place, index in enumerate(node.indices):
        if _is_letter(index) and index.name != name:
            yield replace(node, indices=(*node.indices[:place], other, *node.indices[place + 1 :]))


def _is_letter(node: Node) -> TypeGuard[Name]:
    return isinstance(node, Name) and is_letter(node.name)


def _products(node: Node, _arguments: Shapes, _body: Node) -> Found:
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
    if node.product != "matrix" and any(
        isinstance(part, Unary) and part.sign == "T" for part in (node.left, node.right)
    ):
        yield "order of factors", replace(node, left=node.right, right=node.left, product="matrix", sign="@")


def _names(node: Node, arguments: Shapes, _body: Node, *, known: Shapes, sizes: Shapes) -> Found:
    """Another symbol of the same shape."""
    if isinstance(node, Name) and node.name in known:
        targets = arguments if node.name in arguments else {**sizes, **arguments}
        for other, shape in targets.items():
            if other != node.name and shape.axes == known[node.name].axes:
                yield "name", Name(node.column, other, other)
        yield "complement", Binary(node.column, "-", Number(node.column, 1.0, "1"), node)
    if isinstance(node, Binary) and node.sign == "-" and isinstance(node.left, Number) and node.left.value == 1:
        yield "complement not needed", node.right


def _dropped(node: Node, _arguments: Shapes, _body: Node) -> Found:
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


def _wrapped(node: Node, _arguments: Shapes, _body: Node) -> Found:
    """A function, a transpose, a minus or a square around this."""
    if isinstance(node, Number):
        return
    for name in _INSERTED:
        if not (isinstance(node, Function) and node.name == name):
            yield "function missing", Function(node.column, name, (node,))
    yield "transpose missing", Unary(node.column, "T", node)
    yield "minus missing", Unary(node.column, "-", node)
    yield "square missing", Binary(node.column, "^", node, Number(node.column, 2.0, "2"))


def _added(node: Node, arguments: Shapes, _body: Node) -> Found:
    """A term, factor or exponent that does not occur in the answer yet."""
    for name, shape in arguments.items():
        other = Name(node.column, name, name)
        yield "term missing", Binary(node.column, "+", node, other)
        yield "term missing", Binary(node.column, "-", node, other)
        yield "factor missing", Binary(node.column, "⊙", node, other, "elementwise")
        yield "divisor missing", Binary(node.column, "/", node, other)
        root = Function(node.column, "sqrt", (other,))
        yield "divisor missing", Binary(node.column, "/", node, root)
        if not shape.axes and isinstance(node, Name):
            yield "exponent missing", Binary(node.column, "^", node, other)


def _scaled(node: Node, sizes: Shapes, _body: Node) -> Found:
    """A size as a factor, or its root, that does not occur in the answer yet."""
    for name in sizes:
        size = Name(node.column, name, name)
        root = Function(node.column, "sqrt", (size,))
        yield "factor missing", Binary(node.column, "⊙", node, size, "elementwise")
        yield "divisor missing", Binary(node.column, "/", node, size)
        yield "divisor missing", Binary(node.column, "/", node, root)
        yield "factor missing", Binary(node.column, "⊙", node, root, "elementwise")


def _turned(node: Node, arguments: Shapes, _body: Node) -> Found:
    """Two symbols of one product exchanged."""
    if isinstance(node, Binary) and node.product is not None and not all(map(_is_name, (node.left, node.right))):
        used = list(dict.fromkeys(p.name for p in walk(node) if isinstance(p, Name) and p.name in arguments))
        if len(used) == 2 and arguments[used[0]].axes == arguments[used[1]].axes:
            yield "symbols exchanged", renamed(node, {used[0]: used[1], used[1]: used[0]})


def _is_name(node: Node) -> bool:
    return isinstance(node.operand if isinstance(node, Unary) else node, Name)


def _exchanges(body: Node, arguments: Shapes) -> Iterator[Edit]:
    """Two symbols exchanged everywhere; one everywhere in the place of another."""
    used = list(dict.fromkeys(p.name for p in walk(body) if isinstance(p, Name) and p.name in arguments))
    for place, one in enumerate(used):
        for other in used[place + 1 :]:
            if arguments[one].axes == arguments[other].axes:
                tree = renamed(body, {one: other, other: one})
                column = body.column
                yield Edit("names exchanged", Name(column, one, one), Name(column, other, other), tree)
    times = Counter(part.name for part in walk(body) if isinstance(part, Name))
    for one in used:
        for other, shape in arguments.items():
            if times[one] > 1 and other != one and arguments[one].axes == shape.axes:
                tree = renamed(body, {one: other})
                yield Edit("name", Name(body.column, one, one), Name(body.column, other, other), tree)
