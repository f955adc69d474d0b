"""Draws that tell right from wrong: every input matters in them, and every own mistake shows."""

import functools
from collections.abc import Iterator
from typing import Any

import torch
from torch import Tensor

from quizbank.compare import Difference, agree, compare
from quizbank.draw import Draw, draw
from quizbank.mistake import Mistake, mistakes_of
from quizbank.observe import Outcome, observe
from reference.formula import FORMULAS, Formula

MARGIN = 100.0
"""What must differ differs by more than MARGIN times the tolerance."""

COUNT = 5
SETS = 16
EXEMPT = {"mask", "index", "label", "ignored", "sign", "tree", "keep"}
"""Domains of numbers that are no measurements: a little more of them means nothing."""


class Uncertified(Exception):
    """No set of draws tells the formula from its mistakes: an authoring error, named in the message."""


def certified(formula: Formula[..., Any], count: int = COUNT) -> tuple[Draw, ...]:
    """The first certified set of `count` draws of the formula, the same in every run."""
    return _certified(formula.id, count)


@functools.cache
def _certified(formula_id: str, count: int) -> tuple[Draw, ...]:
    formula, missing = FORMULAS[formula_id], [""]
    for start in range(0, SETS * count, count):
        draws = tuple(draw(formula, seed) for seed in range(start, start + count))
        missing = list(uncertified(formula, draws))
        if not missing:
            return draws
    raise Uncertified(f"{formula_id}: in {SETS} sets of draws, nothing shows {', '.join(missing)}")


def uncertified(formula: Formula[..., Any], draws: tuple[Draw, ...]) -> Iterator[str]:
    """What these draws fail to show: an input that does not matter, or a mistake that hides."""
    outcomes = [observe(formula, d.arguments, upstream=d.seed) for d in draws]
    if any(not _is_finite(outcome) for outcome in outcomes):
        yield "a reference without NaN"
        return
    for argument in formula.arguments if _is_continuous(outcomes[0]) else ():
        if _matters_by_right(formula, argument.name, argument.kind, draws[0]):
            yield from _still_inputs(formula, argument.name, draws, outcomes)
    for own in mistakes_of(formula):
        if not any(shows(own, d, outcome) for d, outcome in zip(draws, outcomes, strict=True)):
            yield f"the mistake {own.name}"


def shows(own: Mistake, d: Draw, outcome: Outcome) -> bool:
    """Whether the mistake differs from the formula on this draw, in the channel that it declares."""
    found = difference(own, d, outcome)
    return found is not None and found.times > MARGIN


def difference(own: Mistake, d: Draw, outcome: Outcome) -> Difference | None:
    """The mistake's difference from the formula's outcome on this draw, in its channel."""
    extra = {name: d.extra[name] for name in own.extra}
    if own.channel == "extreme":
        arguments = extreme(own.formula, d)
        right = observe(own.formula, arguments)
        return compare(right, observe(own.function, arguments, extra=extra))
    got = observe(own.function, d.arguments, extra=extra, upstream=d.seed)
    if own.channel == "value":
        return compare(Outcome(outcome.values, {}, outcome.error), Outcome(got.values, {}, got.error))
    return compare(outcome, got)


def extreme(formula: Formula[..., Any], d: Draw) -> dict[str, Any]:
    """The draw's arguments with the formula's declared factors on them."""
    return {
        name: value * formula.extreme.get(name, 1.0) if name in formula.extreme else value
        for name, value in d.arguments.items()
    }


def _is_finite(outcome: Outcome) -> bool:
    return outcome.error is None and not any(isinstance(v, Tensor) and bool(v.isnan().any()) for v in outcome.values)


def _is_continuous(outcome: Outcome) -> bool:
    """Whether a nudge must move the outcome: ids and lists of them stay until it is large enough."""
    return any(isinstance(value, Tensor) and value.is_floating_point() for value in outcome.values)


def _matters_by_right(formula: Formula[..., Any], name: str, kind: str, d: Draw) -> bool:
    domain = formula.domains.get(name, "").partition(" ")[0]
    return kind in ("float", "real") and name in d.arguments and name not in formula.unmoved and domain not in EXEMPT


def _still_inputs(
    formula: Formula[..., Any], name: str, draws: tuple[Draw, ...], outcomes: list[Outcome]
) -> Iterator[str]:
    moved = (_nudged(formula, d, name) for d in draws)
    if all(compare(Outcome(o.values), Outcome(m.values)) is None for o, m in zip(outcomes, moved, strict=True)):
        yield f"that {name} matters"
    gradients = [outcome.gradients.get(name) for outcome in outcomes if name in outcome.gradients]
    if gradients and all(g is None or agree(torch.zeros_like(g), g, times=MARGIN) for g in gradients):
        yield f"a gradient of {name}"


def _nudged(formula: Formula[..., Any], d: Draw, name: str) -> Outcome:
    value = d.arguments[name]
    nudge = torch.rand(value.shape, generator=torch.Generator().manual_seed(d.seed)) if isinstance(value, Tensor) else 1
    return observe(formula, {**d.arguments, name: value + 0.1 * nudge})
