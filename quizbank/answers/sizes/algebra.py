"""A typed expression as a sympy expression, built node by node; nothing is ever parsed or evaluated by sympy."""

import itertools
import math
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

import sympy

from quizbank.answers.sizes.arithmetic import NoNumber, evaluate, is_known
from quizbank.answers.sizes.fit import Fit
from quizbank.answers.tree import Binary, Function, Name, Node, Number, Unary

Expression = Any  # sympy ships few types
Names = Mapping[str, Expression]

_TERMS = 400
"""How many terms an answer may have once it is multiplied out."""

_EXPONENT = 64
_BITS = 1024
_DIGITS = 40


class TooLong(Exception):
    """The answer is over the budget: its equality is not decided."""


def symbol(name: str) -> Expression:
    """The sympy symbol of a size: positive, so that roots and logarithms come apart."""
    return sympy.Symbol(name, positive=True)


def fitted(fit: Fit) -> Expression:
    """The measured expression; a logarithm to base 2 is the natural one over ln 2."""
    total = []
    for term, coefficient in fit.terms.items():
        factors = [_rational(coefficient)]
        for name, (power, log_power) in zip(fit.symbols, term, strict=True):
            factors += [symbol(name) ** power, (sympy.log(symbol(name)) / sympy.log(2)) ** log_power]
        total.append(sympy.Mul(*factors))
    return sympy.Add(*total)


def expression(node: Node, names: Names) -> Expression:
    """The tree multiplied out, logarithms of products split. Raises NoNumber and TooLong."""
    if _terms(node) > _TERMS:
        raise TooLong
    return expanded(_built(node, names))


def expanded(built: Expression) -> Expression:
    """Products over sums and logarithms of products, both split."""
    return sympy.expand(sympy.expand_log(built))


def coefficients(built: Expression) -> dict[Expression, Expression]:
    """Each monomial in the symbols and their logarithms, with its constant coefficient."""
    found: dict[Expression, Expression] = {}
    for term in sympy.Add.make_args(built):
        coefficient, rest = term.as_independent(*term.free_symbols, as_Add=False)
        found[rest] = found.get(rest, sympy.Integer(0)) + coefficient
    return {rest: coefficient for rest, coefficient in found.items() if coefficient != 0}


def is_zero(built: Expression) -> bool:
    """Whether an expanded expression is identically zero; quotients are brought together first."""
    if built == 0:
        return True
    if is_polynomial(built) or len(sympy.Add.make_args(built)) > _DIGITS:
        return False
    numerator, _ = sympy.fraction(sympy.together(built))
    return bool(expanded(numerator) == 0)


def is_polynomial(built: Expression) -> bool:
    """Whether an expanded expression has one form only: a polynomial in symbols and their logarithms."""
    logs = {log: sympy.Dummy() for log in built.atoms(sympy.log) if log.args[0].is_Symbol}
    plain = built.subs(logs)
    return bool(plain.is_polynomial(*plain.free_symbols))


def _terms(node: Node) -> int:
    """An upper bound of the number of terms once multiplied out."""
    match node:
        case Unary(operand=operand):
            return _terms(operand)
        case Binary(sign="+" | "-", left=left, right=right):
            return _terms(left) + _terms(right)
        case Binary(sign="^", left=left, right=Number(value=power)) if power == int(power) and 1 < power <= _EXPONENT:
            base = _terms(left)
            return math.comb(base + int(power) - 1, int(power)) if base > 1 else 1
        case Binary(left=left, right=right):
            return _terms(left) * _terms(right)
        case Function(arguments=arguments):
            return max((_terms(argument) for argument in arguments), default=1)
    return 1


def _built(node: Node, names: Names) -> Expression:
    _require_moderate(node)
    match node:
        case Number(value=value, text=text):
            return _number(value, text)
        case Name(name=name) if name in names:
            return names[name]
        case Unary(sign=sign, operand=operand) if sign in _UNARY:
            return _UNARY[sign](_built(operand, names))
        case Binary(sign="^", left=left, right=right):
            return _power(_built(left, names), _built(right, names))
        case Binary(sign=sign, left=left, right=right, product=product):
            return _bounded(_BINARY["*" if product else sign](_built(left, names), _built(right, names)))
        case Function(name=name, arguments=arguments) if is_known(node) and name in _FUNCTIONS:
            return _FUNCTIONS[name](*(_built(part, names) for part in arguments))
    raise NoNumber(node.column)


def _require_moderate(node: Node) -> None:
    """Refuse a constant that is no number or too large: sympy would build it, or compare it digit by digit."""
    try:
        value = evaluate(node, {})
    except NoNumber:
        return
    if not abs(value) < 10.0**_DIGITS:
        raise TooLong


def _number(value: float, text: str) -> Expression:
    if text in _CONSTANTS:
        return _CONSTANTS[text]
    if value < 10.0**-_DIGITS:
        if set(text.lower().partition("e")[0]) & set("123456789"):
            raise TooLong
        return sympy.Integer(0)
    try:
        return _rational(Fraction(text))
    except ValueError:
        return _rational(Fraction(value))


def _rational(value: Fraction) -> Expression:
    return sympy.Rational(value.numerator, value.denominator)


def _power(base: Expression, exponent: Expression) -> Expression:
    exponent = sympy.expand(exponent)
    if abs(exponent.as_coeff_Add()[0]) > _EXPONENT:  # sympy would build the integer
        raise TooLong
    return _bounded(sympy.Pow(base, exponent))


def _bounded(built: Expression) -> Expression:
    coefficient = built.as_coeff_Mul()[0]
    if not coefficient.is_finite:
        raise TooLong
    if coefficient.is_Rational and max(abs(coefficient.p), coefficient.q).bit_length() > _BITS:
        raise TooLong
    return built


def _factorial(argument: Expression) -> Expression:
    if argument.is_number and (not argument.is_Integer or not 0 <= argument <= _EXPONENT):
        raise TooLong
    return sympy.factorial(argument)


def _whole(rounding: Callable[[Expression], Expression]) -> Callable[[Expression], Expression]:
    """A rounding of what is not whole at all sizes, as log2 of a power of two and n(n + 1)/2 are."""

    def rounded(argument: Expression) -> Expression:
        plain = expanded(argument)
        unlogged = sympy.expand(plain.replace(_is_log, lambda part: sympy.log(2) * _exponent(part)))
        if not unlogged.is_polynomial(*unlogged.free_symbols):
            return rounding(argument)
        constant = unlogged.subs(dict.fromkeys(unlogged.free_symbols, 0))
        if not constant.is_Rational or not _is_whole(unlogged - constant):
            return rounding(argument)
        return plain - constant + rounding(constant)

    return rounded


def _is_log(part: Expression) -> bool:
    return part.func is sympy.log and part.args[0].is_Symbol


def _exponent(log: Expression) -> Expression:
    """The whole number that log2 of a power of two is, whatever the power."""
    return symbol(f"log2 {log.args[0].name}")


def _is_whole(polynomial: Expression) -> bool:
    """Whether a polynomial is whole at all whole numbers: it is where it is so from 0 to its degree in each of them."""
    symbols = sorted(polynomial.free_symbols, key=str)
    degrees = [sympy.degree(polynomial, one) for one in symbols]
    if math.prod(degree + 1 for degree in degrees) > _TERMS:
        return False
    points = itertools.product(*(range(degree + 1) for degree in degrees))
    return all(polynomial.subs(dict(zip(symbols, point, strict=True))).is_Integer for point in points)


_CONSTANTS: Names = {"e": sympy.E, "pi": sympy.pi}
_UNARY: Mapping[str, Callable[[Expression], Expression]] = {
    "-": lambda x: -x,
    "+": lambda x: x,
    "abs": sympy.Abs,
    "!": _factorial,
    "%": lambda x: x / 100,
}
_BINARY: Mapping[str, Callable[[Expression, Expression], Expression]] = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
    "/": lambda a, b: a / b,
}
_FUNCTIONS: Mapping[str, Callable[..., Expression]] = {
    "log": sympy.log,
    "log2": lambda x: sympy.log(x) / sympy.log(2),
    "log10": lambda x: sympy.log(x) / sympy.log(10),
    "exp": lambda x: _power(sympy.E, x),
    "sqrt": sympy.sqrt,
    "abs": sympy.Abs,
    "maximum": sympy.Max,
    "minimum": sympy.Min,
    "square": lambda x: x**2,
    "floor": _whole(sympy.floor),
    "ceil": _whole(sympy.ceiling),
    "round": _whole(lambda x: sympy.floor(x + sympy.Rational(1, 2))),
}
