"""Sums of powers in closed form: Σ_{i=1}^{n} i, or 1 + 2 + … + n, is n(n + 1)/2."""

import functools
from collections.abc import Callable, Mapping
from dataclasses import replace

from quizbank.answers.tree import Binary, Function, Name, Node, Number, Reduction, Unary
from quizbank.answers.walk import walk

Polynomial = Mapping[int, Node]
"""Coefficients by the power of the index."""


class NoSeries(ValueError):
    """A sum that is none of low powers of its index; `column` says where."""

    def __init__(self, column: int) -> None:
        super().__init__(column)
        self.column = column


def closed(node: Node) -> Node:
    """The tree with every sum in closed form. Raises NoSeries."""
    match node:
        case Unary(operand=operand):
            return replace(node, operand=closed(operand))
        case Binary(left=left, right=right):
            return replace(node, left=closed(left), right=closed(right))
        case Function(arguments=arguments):
            return replace(node, arguments=tuple(map(closed, arguments)))
        case Reduction(kind="sum", index=str(index), first=Node() as first, last=Node() as last, body=body):
            parts = _polynomial(closed(body), index).items()
            terms = (_times(factor, _total(power, closed(first), closed(last))) for power, factor in parts)
            return functools.reduce(_plus, terms)
        case Reduction():
            raise NoSeries(node.column)
    return node


def _total(power: int, first: Node, last: Node) -> Node:
    """Σ i^power from first to last."""
    if power >= len(_TOTALS):
        raise NoSeries(first.column)
    whole = _TOTALS[power](last)
    if isinstance(first, Number) and first.value == 1:
        return whole
    return _minus(whole, _TOTALS[power](_minus(first, _number(1))))


def _polynomial(node: Node, index: str) -> Polynomial:
    if not any(isinstance(part, Name) and part.name == index for part in walk(node)):
        return {0: node}
    match node:
        case Name():
            return {1: _number(1)}
        case Unary(sign="-", operand=operand):
            return {power: _times(_number(-1), part) for power, part in _polynomial(operand, index).items()}
        case Binary(sign="+" | "-" as sign, left=left, right=right):
            negated = Unary(right.column, "-", right) if sign == "-" else right
            return _added(_polynomial(left, index), _polynomial(negated, index))
        case Binary(sign="^", left=left, right=Number(value=exponent)) if exponent in (2, 3):
            return functools.reduce(_multiplied, [_polynomial(left, index)] * int(exponent))
        case Binary(sign="/", left=left, right=right) if set(_polynomial(right, index)) == {0}:
            return {power: _over(part, right) for power, part in _polynomial(left, index).items()}
        case Binary(left=left, right=right, product=str()):
            return _multiplied(_polynomial(left, index), _polynomial(right, index))
    raise NoSeries(node.column)


def _added(a: Polynomial, b: Polynomial) -> Polynomial:
    return {**a, **{power: _plus(a[power], part) if power in a else part for power, part in b.items()}}


def _multiplied(a: Polynomial, b: Polynomial) -> Polynomial:
    pairs = [{p + q: _times(one, other)} for p, one in a.items() for q, other in b.items()]
    return functools.reduce(_added, pairs)


def _number(value: int) -> Number:
    return Number(1, float(value), str(value))


def _plus(a: Node, b: Node) -> Node:
    return Binary(a.column, "+", a, b)


def _minus(a: Node, b: Node) -> Node:
    return Binary(a.column, "-", a, b)


def _times(a: Node, b: Node) -> Node:
    if isinstance(a, Number) and a.value == 1:
        return b
    return Binary(a.column, "·", a, b, "free")


def _over(a: Node, b: Node) -> Node:
    return Binary(a.column, "/", a, b)


def _triangle(n: Node) -> Node:
    return _over(_times(n, _plus(n, _number(1))), _number(2))


def _pyramid(n: Node) -> Node:
    odd = _plus(_times(_number(2), n), _number(1))
    return _over(_times(_times(n, _plus(n, _number(1))), odd), _number(6))


_TOTALS: tuple[Callable[[Node], Node], ...] = (
    lambda n: n,
    _triangle,
    _pyramid,
    lambda n: _times(_triangle(n), _triangle(n)),
)
"""Σ_{i=1}^{n} i^k for k from 0, by Faulhaber's formula."""
