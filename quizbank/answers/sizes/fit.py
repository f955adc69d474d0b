"""The exact expression of a measured function: sizes go in, whole numbers come out, rational algebra does the rest."""

import contextlib
import functools
import itertools
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from quizbank.question import Exercise

Power = tuple[int, int]
"""The powers of a symbol and of its logarithm to base 2 in one term."""

Term = tuple[Power, ...]
"""One power a symbol, in the order of the question's symbols."""

Sizes = tuple[int, ...]

_PLAIN: tuple[tuple[Power, ...], ...] = (
    ((0, 0),),
    ((0, 0), (1, 0)),
    ((0, 0), (-1, 0)),
    ((0, 0), (1, 0), (2, 0)),
    ((0, 0), (-1, 0), (1, 0)),
    ((0, 0), (1, 0), (2, 0), (3, 0)),
    ((0, 0), (1, 0), (2, 0), (3, 0), (4, 0)),
)
_POWER_OF_TWO: tuple[tuple[Power, ...], ...] = (
    ((0, 0),),
    ((0, 0), (0, 1)),
    ((0, 0), (1, 0)),
    ((0, 0), (0, 1), (1, 0)),
    ((0, 0), (0, 1), (1, 0), (1, 1)),
    ((0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (2, 0)),
)
_STRIDES = (1, 2, 12, 60)
"""A size may have to be a multiple of another one: 60 is one of all sizes up to 6."""

_SPARE = 2
"""Points of a line that no candidate may use for its own fit."""

_PROBED = 4
"""Points of each line that must run before a stride is taken."""


class Unfitted(ValueError):
    """No basis describes the measured function: an authoring error."""


@dataclass(frozen=True)
class Fit:
    """One measured number as a polynomial in the symbols and their logarithms, with the points that prove it."""

    symbols: tuple[str, ...]
    terms: Mapping[Term, Fraction]
    samples: tuple[tuple[Mapping[str, int], Fraction], ...]


def fit(compute: Callable[..., Any], symbols: Sequence[str], powers_of_two: Sequence[str] = ()) -> tuple[Fit, ...]:
    """One fit for each number that `compute` returns; one that returns a plain number gives one fit.

    Points off the grid that was solved must agree exactly. Raises Unfitted.
    """
    measured = _Measured(compute, tuple(symbols), frozenset(powers_of_two))
    try:
        return _fitted(measured, corners=(0, 1))
    except Unfitted:  # a term may vanish at both corners, as (n − 2)(n − 3)·d does, but not at three of them
        return _fitted(measured, corners=(0, 1, 2))


def _fitted(measured: "_Measured", corners: Sequence[int]) -> tuple[Fit, ...]:
    symbols = measured.symbols
    bases = tuple(measured.basis(axis, corners) for axis in range(len(symbols)))
    grid = itertools.product(*(range(len(basis)) for basis in bases))
    values = {place: measured.at(place) for place in grid}
    fits = tuple(
        {term: c for term, c in _solved({p: v[output] for p, v in values.items()}, measured, bases).items() if c}
        for output in range(len(measured.at((0,) * len(symbols))))
    )
    measured.check(bases, fits)
    return tuple(Fit(measured.symbols, terms, measured.samples(output)) for output, terms in enumerate(fits))


class _Measured:
    """The function on a grid of sizes, each point measured once."""

    def __init__(self, compute: Callable[..., Any], symbols: tuple[str, ...], powers_of_two: frozenset[str]) -> None:
        self.symbols = symbols
        self._compute = compute
        self._is_power = tuple(name in powers_of_two for name in symbols)
        self._known: dict[Sizes, tuple[Fraction, ...]] = {}
        self._strides = self._running_strides()

    def at(self, place: Sizes) -> tuple[Fraction, ...]:
        """The numbers measured at a place of the grid."""
        return self._at(tuple(self.size(axis, index) for axis, index in enumerate(place)))

    def _at(self, sizes: Sizes) -> tuple[Fraction, ...]:
        if sizes not in self._known:
            self._known[sizes] = _numbers(self._compute(**dict(zip(self.symbols, sizes, strict=True))))
        return self._known[sizes]

    def size(self, axis: int, index: int) -> int:
        """The size at this index of an axis; 1 is left out, since it broadcasts."""
        return 2 ** (index + 1) if self._is_power[axis] else self._strides[axis] * (2 + index)

    def basis(self, axis: int, corners: Sequence[int]) -> tuple[Power, ...]:
        """The smallest basis that describes the function along an axis, seen from these corners."""
        for basis in _POWER_OF_TWO if self._is_power[axis] else _PLAIN:
            if all(self._describes(basis, axis, corner) for corner in corners):
                return basis
        raise Unfitted(f"no basis describes the measured function in {self.symbols[axis]}")

    def check(self, bases: Sequence[Sequence[Power]], fits: Sequence[Mapping[Term, Fraction]]) -> None:
        """Compare the fits with points beyond the grid: multiples of its corners, and mixtures that run."""
        for sizes in (*self._multiples(), *self._mixtures(bases)):
            if self._at(sizes) != tuple(_value(terms, sizes) for terms in fits):
                raise Unfitted(f"the fit fails at {dict(zip(self.symbols, sizes, strict=True))}")

    def _multiples(self) -> Iterator[Sizes]:
        """Where sizes divide one another, their multiples do."""
        for corner, factor in itertools.product((0, 1), (1, 2)):
            corners = [self.size(axis, corner) for axis in range(len(self.symbols))]
            yield tuple(
                size << factor if is_power else size * (factor + 1)
                for size, is_power in zip(corners, self._is_power, strict=True)
            )

    def _mixtures(self, bases: Sequence[Sequence[Power]]) -> Iterator[Sizes]:
        for further in (0, 1, 2):
            place = (len(basis) + (axis % 2 == further) for axis, basis in enumerate(bases))
            sizes = tuple(self.size(axis, index) for axis, index in enumerate(place))
            with contextlib.suppress(Exception):  # such sizes need not fit together
                self._at(sizes)
                yield sizes

    def samples(self, output: int) -> tuple[tuple[Mapping[str, int], Fraction], ...]:
        """Every point measured, with one of its numbers."""
        return tuple((dict(zip(self.symbols, sizes, strict=True)), v[output]) for sizes, v in self._known.items())

    def _describes(self, basis: Sequence[Power], axis: int, corner: int) -> bool:
        line = [self._along(axis, index, corner) for index in range(len(basis) + _SPARE)]
        sizes = [self.size(axis, index) for index in range(len(line))]
        rows = [[_power(size, power) for power in basis] for size in sizes]
        inverse = _inverse(rows[: len(basis)])
        for output in range(len(line[0])):
            wanted = [values[output] for values in line]
            found = [sum(a * b for a, b in zip(row, wanted, strict=False)) for row in inverse]
            if any(
                sum(a * b for a, b in zip(row, found, strict=True)) != w for row, w in zip(rows, wanted, strict=True)
            ):
                return False
        return True

    def _along(self, axis: int, index: int, corner: int) -> tuple[Fraction, ...]:
        return self.at(tuple(index if other == axis else corner for other in range(len(self.symbols))))

    def _running_strides(self) -> Sizes:
        error: Exception | None = None
        choices = itertools.product(*((1,) if power else _STRIDES for power in self._is_power))
        for strides in sorted(choices, key=sum):
            self._strides, self._known = strides, {}
            try:
                for corner in (0, 1):
                    for axis, index in itertools.product(range(len(strides)), range(_PROBED)):
                        self._along(axis, index, corner)
            except Exception as refused:  # whatever the model says of sizes that do not fit together
                error = refused
            else:
                return strides
        raise Unfitted(f"no sizes run: {error}") from error


def _solved(
    values: Mapping[Sizes, Fraction], measured: _Measured, bases: Sequence[Sequence[Power]]
) -> dict[Term, Fraction]:
    """Solve along one axis after another: places become powers."""
    table: dict[tuple[Any, ...], Fraction] = dict(values)
    for axis, basis in enumerate(bases):
        inverse = _inverse([[_power(measured.size(axis, i), power) for power in basis] for i in range(len(basis))])
        solved: dict[tuple[Any, ...], Fraction] = {}
        for place, value in table.items():
            for power, row in zip(basis, inverse, strict=True):
                key = (*place[:axis], power, *place[axis + 1 :])
                solved[key] = solved.get(key, Fraction(0)) + row[place[axis]] * value
        table = solved
    return table


def _inverse(rows: Sequence[Sequence[Fraction]]) -> list[list[Fraction]]:
    """The inverse of a square rational matrix by Gauss and Jordan."""
    size = len(rows)
    table = [[*row, *(Fraction(int(i == j)) for j in range(size))] for i, row in enumerate(rows)]
    for column in range(size):
        pivot = next(row for row in range(column, size) if table[row][column])
        table[column], table[pivot] = table[pivot], table[column]
        table[column] = [entry / table[column][column] for entry in table[column]]
        for row in range(size):
            if row != column:
                factor = table[row][column]
                table[row] = [a - factor * b for a, b in zip(table[row], table[column], strict=True)]
    return [row[size:] for row in table]


def _value(terms: Mapping[Term, Fraction], sizes: Sizes) -> Fraction:
    total = Fraction(0)
    for term, coefficient in terms.items():
        for size, power in zip(sizes, term, strict=True):
            coefficient *= _power(size, power)
        total += coefficient
    return total


def _power(size: int, power: Power) -> Fraction:
    """A logarithm is only asked of powers of two, where it is a whole number."""
    return Fraction(size) ** power[0] * Fraction(size.bit_length() - 1) ** power[1]


def _numbers(result: Any) -> tuple[Fraction, ...]:
    return tuple(_flat(result))


def _flat(result: Any) -> Iterator[Fraction]:
    if isinstance(result, tuple | list):
        for part in result:
            yield from _flat(part)
    else:
        yield Fraction(result.item() if hasattr(result, "item") else result)


_FITS: dict[tuple[str, str], tuple[Fit, ...]] = {}


def measured(exercise: Exercise, compute: Callable[..., Any]) -> tuple[Fit, ...]:
    """The fits of a question's own function with this exercise's numbers, made once."""
    question, given = exercise.question, exercise.given
    key = (question.id, repr(sorted(given.items())))
    if key not in _FITS:
        free = {name: value for name, value in given.items() if name not in question.symbols}
        _FITS[key] = fit(functools.partial(compute, **free), question.symbols, question.powers_of_two)
    return _FITS[key]
