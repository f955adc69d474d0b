"""How fast expressions grow: big-O in several sizes, compared along every direction in which they can go to infinity."""

import functools
import itertools
import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import sympy

from quizbank.answers.sizes.algebra import Expression

Direction = Mapping[str, int]
"""A size with weight w goes to infinity as t^w; one with weight 0 stays as it is."""

Speed = tuple[float, float]
"""Powers of t and of log t."""

_FINEST = {1: 1, 2: 6, 3: 4}
"""The largest weight by the number of sizes; beyond three sizes 3."""


class NoRate(ValueError):
    """A function whose growth is not known."""


@dataclass(frozen=True, order=True)
class Rate:
    """Growth along one direction, larger is faster.

    `exponents` holds the parts of a power whose exponent grows, fastest first, each with its factor.
    """

    exponents: tuple[tuple[Speed, float], ...] = ()
    power: float = 0.0
    log: float = 0.0
    log_log: float = 0.0

    def times(self, other: "Rate") -> "Rate":
        """The rate of a product."""
        merged: dict[Speed, float] = dict(self.exponents)
        for speed, factor in other.exponents:
            merged[speed] = merged.get(speed, 0.0) + factor
        return Rate(_sorted(merged), self.power + other.power, self.log + other.log, self.log_log + other.log_log)

    def to_the(self, power: float) -> "Rate":
        """The rate of a power."""
        exponents = {speed: factor * power for speed, factor in self.exponents}
        return Rate(_sorted(exponents), self.power * power, self.log * power, self.log_log * power)


@dataclass(frozen=True)
class Growth:
    """An expression's rates along every direction: its class. Classes are partly ordered."""

    symbols: tuple[str, ...]
    rates: tuple[Rate, ...] = field(repr=False)

    def __le__(self, other: "Growth") -> bool:
        """Whether this is O(other)."""
        return all(mine <= theirs for mine, theirs in zip(self.rates, other.rates, strict=True))

    def alone(self, symbol: str) -> Rate:
        """The rate when only one size grows."""
        return self.rates[directions(self.symbols).index({name: int(name == symbol) for name in self.symbols})]


def growth(expression: Expression, symbols: Sequence[str]) -> Growth:
    """The class of an expanded expression. Raises NoRate."""
    names = tuple(symbols)
    return Growth(names, tuple(_rate(expression, direction) for direction in directions(names)))


def leading(expression: Expression, symbols: Sequence[str]) -> tuple[Expression, ...]:
    """The terms that no sum of the others outgrows, without their coefficients."""
    terms = [_without_coefficient(term) for term in sympy.Add.make_args(expression)]
    kept = list(dict.fromkeys(terms))
    for term in list(kept):
        rest = [other for other in kept if other is not term]
        if rest and growth(term, symbols) <= growth(sympy.Add(*rest), symbols):
            kept = rest
    return tuple(kept)


def _without_coefficient(term: Expression) -> Expression:
    return term.as_independent(*term.free_symbols, as_Add=False)[1] if term.free_symbols else sympy.Integer(1)


@functools.cache
def directions(symbols: tuple[str, ...]) -> tuple[Direction, ...]:
    """Every direction of small whole weights, each once."""
    finest = _FINEST.get(len(symbols), 3)
    weights = itertools.product(range(finest + 1), repeat=len(symbols))
    return tuple(dict(zip(symbols, w, strict=True)) for w in weights if math.gcd(*w) == 1)


def _rate(part: Expression, direction: Direction) -> Rate:
    if not part.free_symbols:
        return Rate()
    if part.is_Symbol:
        return Rate(power=float(direction.get(part.name, 0)))
    if part.is_Pow or part.func is sympy.exp:
        return _power(part, direction)
    if part.func is sympy.factorial:
        return _factorial(part.args[0], direction)
    for functions, combined in _COMBINED.items():
        if part.func in functions:
            return combined([_rate(argument, direction) for argument in part.args])
    raise NoRate(str(part.func))


def _log(inner: Rate) -> Rate:
    if inner.exponents:
        power, log = inner.exponents[0][0]
        return Rate(power=power, log=log)
    if inner.power:
        return Rate(log=1.0)
    return Rate(log_log=1.0) if inner.log else Rate()


def _power(part: Expression, direction: Direction) -> Rate:
    base, exponent = part.as_base_exp()
    if exponent.is_number:
        return _rate(base, direction).to_the(float(exponent))
    inner = _rate(base, direction)
    if inner.exponents:
        raise NoRate("a tower")
    found: dict[Speed, float] = {}
    for (power, log), factor in _parts(exponent, direction):
        if inner.power:  # n^d is e^(d log n)
            speed, scale = (power, log + 1), factor * inner.power
        else:  # a base that stays as it is in this direction counts as e
            speed, scale = (power, log), factor * (float(sympy.log(base)) if base.is_number else 1.0)
        found[speed] = found.get(speed, 0.0) + scale
    return _told_apart(found)


def _factorial(argument: Expression, direction: Direction) -> Rate:
    """By Stirling e^(n log n − n); the lower part of the exponent is left out."""
    found: dict[Speed, float] = {}
    for (power, log), factor in _parts(argument, direction):
        if power:
            found[power, log + 1] = found.get((power, log + 1), 0.0) + factor * power
    return _told_apart(found)


def _parts(exponent: Expression, direction: Direction) -> Iterator[tuple[Speed, float]]:
    for term in sympy.Add.make_args(exponent):
        coefficient, rest = term.as_independent(*term.free_symbols, as_Add=False)
        rate = _rate(rest, direction)
        if rate.exponents or rate.log_log:
            raise NoRate("a tower")
        if rate > Rate():
            yield (rate.power, rate.log), float(coefficient)


def _told_apart(found: Mapping[Speed, float]) -> Rate:
    """An exponent like log t is a power of t; a faster one stays an exponent."""
    if found and found[max(found)] < 0:
        raise NoRate("a cost that vanishes")
    power = sum(factor for speed, factor in found.items() if speed == (0.0, 1.0))
    return Rate(_sorted({speed: factor for speed, factor in found.items() if speed != (0.0, 1.0)}), power=power)


def _sorted(exponents: Mapping[Speed, float]) -> tuple[tuple[Speed, float], ...]:
    return tuple(sorted(((s, f) for s, f in exponents.items() if f), reverse=True))


def _product(rates: Sequence[Rate]) -> Rate:
    return functools.reduce(Rate.times, rates)


_COMBINED: Mapping[tuple[Any, ...], Callable[[Sequence[Rate]], Rate]] = {
    (sympy.Add, sympy.Max): max,
    (sympy.Min,): min,
    (sympy.Mul,): _product,
    (sympy.floor, sympy.ceiling, sympy.Abs): lambda rates: rates[0],
    (sympy.log,): lambda rates: _log(rates[0]),
}
