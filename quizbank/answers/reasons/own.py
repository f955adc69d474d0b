"""Edits with the formula's own parts: one that is missing, one in the place of a symbol, a call or a power around."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from quizbank.answers.meaning.bars import is_reduced
from quizbank.answers.notation.functions import ELEMENTWISE
from quizbank.answers.reasons.edit import Found, Shapes
from quizbank.answers.tree import Binary, Function, Index, Name, Node, Number, Reduction, Unary
from quizbank.answers.walk import walk


def with_parts(node: Node, _arguments: Shapes, body: Node, *, own: Sequence[Node]) -> Found:
    """A term, a factor or a divisor of the formula that was not typed."""
    typed = {text(part) for part in walk(body)}
    for kind, part in _parts(own):
        if text(part) not in typed and not isinstance(part, Name | Number):
            yield from _joined(node, kind, part)
        elif kind == "*" and isinstance(part, Name) and node is body:
            yield "factor again", Binary(node.column, " ", part, node, "free")


def _joined(node: Node, kind: str, part: Node) -> Found:
    if kind in "+-":
        yield "own term missing", Binary(node.column, kind, node, part)
    elif kind == "/":
        yield "own divisor missing", Binary(node.column, "/", node, part)
    else:
        yield "own factor missing", Binary(node.column, " ", node, part, "free")
        yield "part in front missing", Binary(node.column, " ", part, node, "free")


def _parts(own: Sequence[Node]) -> Iterator[tuple[str, Node]]:
    """Each term, factor and divisor of the formula, with its sign."""
    for node in (part for line in own for part in walk(line)):
        match node:
            case Binary(sign="+", left=a, right=b):
                yield from (("+", a), ("+", b))
            case Binary(sign="-" | "/" as sign, left=a, right=b):
                yield from (("+" if sign == "-" else "*", a), (sign, b))
            case Binary(left=a, right=b) if node.product:
                yield from (("*", a), ("*", b))


def in_place(node: Node, _arguments: Shapes, body: Node, *, own: Sequence[Node]) -> Found:
    """A part of the formula in the place of a symbol or a number: a sum, or one entry of a symbol."""
    for part in dict.fromkeys(part for line in own for part in walk(line)):
        if isinstance(node, Name | Number | Index) and (isinstance(part, Reduction) or _is_picked_from(part, node)):
            yield "own part", part
        if (
            isinstance(node, Name)
            and node is not body
            and isinstance(part, Index)
            and _bare(part) not in ("", node.name)
        ):
            yield "own part", part
        if is_reduced(node) and is_reduced(part):
            yield "own part", part


def _is_picked_from(part: Node, node: Node) -> bool:
    return isinstance(part, Index) and _bare(part) == _bare(node)


def _bare(node: Node) -> str:
    while isinstance(node, Index):
        node = node.operand
    return node.name if isinstance(node, Name) else ""


def around(node: Node, _arguments: Shapes, _body: Node, *, own: Sequence[Node]) -> Found:
    """A call of the formula, or one of its powers, around this."""
    for part in (part for line in own for part in walk(line)):
        match part:
            case Function(arguments=(_, _, *_)) if part.name[:1].isupper() or _is_bounded(part):
                place = _open(part)
                arguments = (*part.arguments[:place], node, *part.arguments[place + 1 :])
                yield "call missing", replace(part, arguments=arguments)
            case Function(name=name, arguments=(_,)) if name in ELEMENTWISE:
                yield "function missing", Function(node.column, name, (node,))
            case Binary(sign="^", right=Number() | Unary(operand=Number()) as power):
                yield "power missing", Binary(node.column, "^", node, power)


def bounded(node: Node, _arguments: Shapes, _body: Node, *, own: Sequence[Node]) -> Found:
    """`max(0, x)` for max(x)."""
    if isinstance(node, Function) and node.name in ("max", "min"):
        yield from (found for found in around(node.arguments[0], {}, node, own=own) if _is_bounded(found[1]))


def _is_bounded(node: Node) -> bool:
    """Whether this is the larger or the smaller of something and a number."""
    return (
        isinstance(node, Function)
        and node.name in ("maximum", "minimum")
        and any(isinstance(part, Number) for part in node.arguments)
    )


def _open(node: Function) -> int:
    """The place of the argument that is not the bound."""
    return next((place for place, part in enumerate(node.arguments) if not isinstance(part, Number)), 0)


def text(node: Node) -> str:
    """The node whatever its place and its spelling."""
    return re.sub(r"(?:column|text|product)=(?:'[^']*'|\w+)", "", repr(node))
