"""What one line, or all outputs of a formula, must compute: expected values, and the mistakes known for them."""

import functools
import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import torch
from torch import Tensor

from quizbank.answers.meaning.problem import Problem
from quizbank.answers.meaning.variant import Variant
from quizbank.draw import Draw
from quizbank.language import Text
from quizbank.mistake import Mistake, mistakes_of
from quizbank.observe import flattened
from reference.formula import Call, Formula, recording

Values = tuple[Tensor, ...]
Fingerprint = tuple[tuple[tuple[int, ...], float], ...]


@dataclass(frozen=True, eq=False)
class Known:
    """A mistake, and what it makes of a draw; None where it fails."""

    name: str
    hint: Text
    value: Callable[[Draw], Values | None]
    _seen: dict[int, Fingerprint | None] = field(default_factory=dict)

    def fingerprint(self, draw: Draw) -> Fingerprint | None:
        """What its values on a kept draw can be told by quickly."""
        if id(draw) not in self._seen:
            self._seen[id(draw)] = fingerprint(self.value(draw))
        return self._seen[id(draw)]


@dataclass
class Goal:
    """`at` gives the expected values for a draw of the catalogue's arguments.

    `names` are the outputs that are compared, if several; `shape` is the symbolic shape of a single one.
    """

    problem: Problem
    variants: tuple[Variant, ...]
    at: Callable[[Draw], Values]
    known: Callable[[], Sequence[Known]]
    names: tuple[str, ...] = ()
    shape: tuple[int, ...] | None = None


def goal_of(problem: Problem) -> Goal:
    """The whole formula: its one result, or all its results by name."""
    names = problem.formula.outputs if len(problem.formula.outputs) > 1 else ()
    shape = None if names else problem.shape
    return Goal(problem, problem.variants, problem.expected, lambda: known_mistakes(problem), names, shape)


def fingerprint(values: Values | None) -> Fingerprint | None:
    """The lengths of all axes, and the sum of the sizes of all entries."""
    if values is None:
        return None
    return tuple((tuple(sorted(v.shape)), _size(v)) for v in values)


def _size(value: Tensor) -> float:
    """The sum of the sizes of all entries, without those that are no numbers."""
    total = float(value.abs().sum()) if value.ndim else abs(float(value))
    return total if math.isfinite(total) else float(value.nan_to_num().abs().sum())


def alike(a: Fingerprint | None, b: Fingerprint | None) -> bool:
    """Whether two fingerprints may belong to equal values."""
    if a is None or b is None or len(a) != len(b):
        return False
    return all(s == t and abs(x - y) <= 1e-5 * max(1e-3, abs(x), abs(y)) for (s, x), (t, y) in zip(a, b, strict=True))


def known_mistakes(problem: Problem) -> Sequence[Known]:
    """The formula's own mistakes, then those of the formulas inside it, the outermost first; made once for a problem.

    An inner formula's mistake may be told in words of its own question: `asked are the raw scores`.
    """
    if problem.known is None:
        problem.known = tuple(_known(problem))
    found: Sequence[Known] = problem.known
    return found


def _known(problem: Problem) -> Iterator[Known]:
    for own in mistakes_of(problem.formula):
        yield Known(own.name, own.hint, remembered(problem, functools.partial(_called, own)))
    for inner in reversed(inner_formulas(problem)):
        for mistake in mistakes_of(inner):
            swapped = _swapped(problem, mistake)
            if swapped is not None:
                yield Known(mistake.name, mistake.hint, remembered(problem, swapped))


def _called(mistake: Mistake, draw: Draw) -> Any:
    """By position, since a mistake shared between formulas names its arguments otherwise."""
    return mistake.function(*draw.arguments.values(), **{name: draw.extra[name] for name in mistake.extra})


def _swapped(problem: Problem, mistake: Mistake) -> Callable[[Draw], Any] | None:
    if not set(mistake.extra) <= set(problem.formula.extra):
        return None

    def run(draw: Draw) -> Any:
        extra = {name: draw.extra[name] for name in mistake.extra}
        with mistake.formula.swapped_for(lambda *args, **kwargs: mistake.function(*args, **kwargs, **extra)):
            return problem.formula(**draw.arguments)

    return run


def inner_formulas(problem: Problem) -> tuple[Formula[..., Any], ...]:
    """The formulas that the formula calls, in the order of their first call."""
    found = {call.formula.id: call.formula for call in inner_calls(problem, problem.draws[0])}
    return tuple(found.values())


def inner_calls(problem: Problem, draw: Draw) -> tuple[Call, ...]:
    """The calls of other formulas that the formula makes for a draw."""
    with recording() as calls, torch.no_grad():
        problem.formula(**draw.arguments)
    return tuple(call for call in calls if call.formula is not problem.formula)


def remembered(problem: Problem, function: Callable[[Draw], Any]) -> Callable[[Draw], Values | None]:
    """The function's results, each computed once for the draws that are kept; None where it raises."""
    found: dict[int, Values | None] = {}

    def value(draw: Draw) -> Values | None:
        if id(draw) in found and problem.keeps(draw):
            return found[id(draw)]
        try:
            with torch.no_grad():
                results = tuple(v for v in flattened(function(draw)) if isinstance(v, Tensor))
        except Exception:  # a wrong function may raise anything; then it names nothing
            results = None
        if problem.keeps(draw):
            found[id(draw)] = results
        return results

    return value
