"""A sympy expression in its neat form, as a tree that the echo prints and the parser reads again."""

import functools
import math
from collections.abc import Sequence

import sympy

from quizbank.answers.sizes.algebra import Expression, symbol
from quizbank.answers.tree import Binary, Function, Name, Node, Number, Unary


def neat(expression: Expression, symbols: Sequence[str]) -> Node:
    """The terms by falling degree, symbols in the question's order, logarithms to base 2."""
    terms = sorted(sympy.Add.make_args(expression), key=lambda term: _rank(term, symbols))
    total: Node | None = None
    for term in terms:
        negative = term.could_extract_minus_sign()
        node = _term(-term if negative else term, symbols)
        if total is None:
            total = Unary(1, "-", node) if negative else node
        else:
            total = Binary(1, "-" if negative else "+", total, node)
    return total or _number(0)


def _rank(term: Expression, symbols: Sequence[str]) -> tuple[float, list[float], str]:
    powers = term.as_powers_dict()
    exponents = [powers.get(symbol(name), sympy.Integer(0)) for name in symbols]
    degrees = [float(exponent) if exponent.is_number else math.inf for exponent in exponents]
    return -sum(degrees), [-degree for degree in degrees], str(term)


def _term(term: Expression, symbols: Sequence[str]) -> Node:
    coefficient, rest = term.as_independent(*term.free_symbols, as_Add=False) if term.free_symbols else (term, 1)
    factors = list(sympy.Mul.make_args(rest)) if rest != 1 else []
    if (binary := coefficient * sympy.log(2) ** sum(map(_log_degree, factors))).is_Rational:
        coefficient, log = binary, "log2"
    else:
        log = "log"
    above = [_power(factor, log) for factor in _ordered(factors, symbols) if not _is_below(factor)]
    below = [_power(1 / factor, log) for factor in _ordered(factors, symbols) if _is_below(factor)]
    if coefficient.is_Rational:
        above = [_number(coefficient.p), *above] if coefficient.p != 1 or not above else above
        below = [_number(coefficient.q), *below] if coefficient.q != 1 else below
    else:
        above = [_power(factor, "log") for factor in sympy.Mul.make_args(coefficient)] + above
    numerator = functools.reduce(_product, above)
    return Binary(1, "/", numerator, functools.reduce(_product, below)) if below else numerator


def _ordered(factors: Sequence[Expression], symbols: Sequence[str]) -> list[Expression]:
    places = {name: place for place, name in enumerate(symbols)}
    return sorted(factors, key=lambda factor: (places.get(str(factor.as_base_exp()[0]), len(places)), str(factor)))


def _is_below(factor: Expression) -> bool:
    return bool(factor.as_base_exp()[1].is_negative)


def _log_degree(factor: Expression) -> Expression:
    base, exponent = factor.as_base_exp()
    return exponent if base.func is sympy.log else 0


def _power(factor: Expression, log: str) -> Node:
    base, exponent = factor.as_base_exp()
    if base.func is sympy.log:
        node: Node = Function(1, log, (_atom(base.args[0]),))
    elif exponent == sympy.Rational(1, 2):
        return Function(1, "sqrt", (_atom(base),))
    else:
        node = _atom(base)
    return node if exponent == 1 else Binary(1, "^", node, _atom(exponent))


def _atom(part: Expression) -> Node:
    if part.is_Integer:
        return _number(int(part))
    if part.is_Symbol:
        return Name(1, part.name, part.name)
    if part.is_Rational:
        return Binary(1, "/", _number(part.p), _number(part.q))
    if part.is_Add or part.is_Mul:
        return neat(part, ())
    if part.is_Pow:
        return _power(part, "log")
    return Name(1, str(part), str(part))


def _number(value: int) -> Node:
    number = Number(1, float(str(abs(value))), str(abs(value)))
    return Unary(1, "-", number) if value < 0 else number


def _product(left: Node, right: Node) -> Node:
    return Binary(1, "·", left, right, "free")
