"""The inputs of each check, with what the reference makes of them."""

import functools
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import torch
from torch import Tensor

from quizbank import axes
from quizbank.certificate import certified, extreme
from quizbank.draw import Draw, draw
from quizbank.grading import trees
from quizbank.grading.reading import Reading, mapped, reading
from quizbank.mistake import Mistake
from quizbank.observe import Outcome, observe, upstream_of
from reference.formula import FORMULAS, Formula

_BATCHES = range(3, 100)
_LENGTHS = ("T", "S", "n", "m")
_LONG = 12
_OWN = 100_000
"""Draws of the user's seed come after any certified one."""


@dataclass(frozen=True)
class Case:
    """One input, the reference's outcome on it in float64, and its own error where it runs in `dtype`."""

    reading: Reading
    draw: Draw
    arguments: dict[str, Any]
    expected: Outcome
    upstream: int | None = None
    dtype: torch.dtype = torch.float64
    noise: tuple[float, ...] = ()
    contiguous: bool = True
    batch: int | None = None
    mistaken: dict[tuple[Mistake, ...], Outcome] = field(default_factory=dict, compare=False)

    @property
    def sent(self) -> list[Tensor]:
        """The upstream vector of each float output."""
        return [] if self.upstream is None else upstream_of(self.expected.values, self.upstream)


def cases(formula: Formula[..., Any], convention: str | None, check: str, seed: int, shape: str) -> tuple[Case, ...]:
    """The inputs of a check; `shape` is plain, batch or both, as far as the submission takes a batch axis."""
    return _cases(formula.id, convention, check, seed, shape)


@functools.lru_cache(maxsize=512)
def _cases(name: str, convention: str | None, check: str, seed: int, shape: str) -> tuple[Case, ...]:
    one = reading(FORMULAS[name], convention)
    return tuple(_MAKERS[check](one, seed, shape))


def _values(one: Reading, seed: int, shape: str) -> Iterator[Case]:
    for d in draws(one.formula, seed, shape):
        yield case(one, d)


def draws(formula: Formula[..., Any], seed: int, shape: str) -> Iterator[Draw]:
    """The certified draws and two of the user's seed, with a batch axis where `shape` is batch."""
    plain = [*certified(formula), *(draw(formula, _OWN + 2 * seed + place) for place in (0, 1))]
    yield from (batched(formula, d) for d in plain) if shape == "batch" else plain


def batched(formula: Formula[..., Any], d: Draw) -> Draw:
    """The draw of the same seed with a batch axis unlike every other size."""
    return draw(formula, d.seed, batch=(batch_size(d),))


def batch_size(d: Draw) -> int:
    """A size that no axis of the draw has."""
    return next(size for size in _BATCHES if size not in d.sizes.values())


def case(one: Reading, d: Draw, *, upstream: int | None = None, **facts: Any) -> Case:
    """The reference's outcome on a draw, in the reading's own arguments."""
    arguments = one.given(d)
    return Case(one, d, arguments, _expected(one, arguments, upstream), upstream, **facts)


def _expected(one: Reading, arguments: dict[str, Any], upstream: int | None) -> Outcome:
    """What the reference gives; a tree stays whole, since it is judged by its form."""
    if one.formula.outputs == (trees.NAME,):
        return Outcome((one(**arguments),))
    return observe(one, arguments, upstream=upstream)


def _batch(one: Reading, seed: int, shape: str) -> Iterator[Case]:
    for d in list(draws(one.formula, seed, "plain"))[:3]:
        yield case(one, batched(one.formula, d) if shape == "batch" else d)


def _gradient(one: Reading, seed: int, shape: str) -> Iterator[Case]:
    plain = list(draws(one.formula, seed, "plain"))
    if shape != "batch":
        yield from (case(one, d, upstream=d.seed) for d in plain[:5])
    if shape != "plain" and one.is_batched:
        for d in plain[: 2 if shape == "both" else 5]:
            yield case(one, batched(one.formula, d), upstream=d.seed, batch=batch_size(d))


def lengths(formula: Formula[..., Any]) -> list[str]:
    """The axes along which a sequence may be short or long."""
    tied = {name for text in formula.sizes.values() for name in axes.names(text)} | set(formula.sizes)
    found = {axis for argument in formula.arguments for axis in argument.axes or () if axis in _LENGTHS}
    return [axis for axis in _LENGTHS if axis in found and axis not in tied]


def _lengths(one: Reading, seed: int, shape: str) -> Iterator[Case]:
    first = certified(one.formula)[0]
    batch = (batch_size(first),) if shape == "batch" else ()
    for length in (1, _LONG):
        for axis in lengths(one.formula):
            yield from _possible(one, first.seed, {**first.sizes, axis: length}, batch)


def _noncontiguous(one: Reading, seed: int, shape: str) -> Iterator[Case]:
    for d in list(draws(one.formula, seed, shape))[:2]:
        yield case(one, d, contiguous=False)


def _float32(one: Reading, seed: int, shape: str) -> Iterator[Case]:
    for d in list(draws(one.formula, seed, shape))[:3]:
        given = mapped(one.given(d), torch.float32)
        narrow = {name: mapped(value, torch.float32) for name, value in given.items()}
        wide = {name: mapped(value, torch.float64) for name, value in narrow.items()}
        expected, noisy = observe(one, wide), observe(one, narrow)
        yield Case(one, d, narrow, expected, dtype=torch.float32, noise=tuple(_noise(expected, noisy)))


def _noise(expected: Outcome, noisy: Outcome) -> Iterator[float]:
    """How far the reference itself is off at the narrow dtype, per output."""
    for a, b in zip(expected.values, noisy.values, strict=False):
        is_float = isinstance(a, Tensor) and a.is_floating_point() and a.numel() and a.shape == b.shape
        yield float((a - b.to(a.dtype)).abs().nan_to_num(0.0, 0.0, 0.0).max()) if is_float else 0.0


def _extreme(one: Reading, seed: int, shape: str) -> Iterator[Case]:
    for d in list(draws(one.formula, seed, shape))[:3]:
        arguments = one.given(Draw(d.formula, d.seed, d.sizes, extreme(one.formula, d), d.extra))
        yield Case(one, d, arguments, observe(one, arguments))


def small(one: Reading, seed: int, shape: str) -> Iterator[Case]:
    """Ever larger inputs, the smallest first: the first that fails is the counterexample."""
    first = certified(one.formula)[0]
    free = [name for name in first.sizes if name not in one.formula.sizes]
    tried = [dict.fromkeys(free, 1), *({**dict.fromkeys(free, 1), name: 2} for name in free), dict.fromkeys(free, 2)]
    for sizes in tried:
        yield from _possible(one, first.seed, sizes, (2,) if shape == "batch" else ())


def _possible(one: Reading, seed: int, sizes: dict[str, int], batch: tuple[int, ...]) -> Iterator[Case]:
    """The case of these sizes where the formula has one: a label that is not the maximum needs two classes."""
    try:
        found = case(one, draw(one.formula, seed, sizes=sizes, batch=batch))
    except (ValueError, RuntimeError, IndexError, KeyError):
        return
    if found.expected.error is None:
        yield found


_MAKERS = {
    "values": _values,
    "batch": _batch,
    "gradient": _gradient,
    "lengths": _lengths,
    "non-contiguous": _noncontiguous,
    "float32": _float32,
    "extreme": _extreme,
    "purity": _batch,
    "device": _batch,
    "small": small,
}
