"""The smallest input on which an answer and the reference differ, as short text."""

import functools
from collections.abc import Iterator
from typing import Any

import torch
from torch import Tensor

from quizbank import axes
from quizbank.answers.budget import Budget, Spent
from quizbank.answers.echo import display
from quizbank.answers.meaning.borders import border
from quizbank.answers.meaning.candidate import Candidate
from quizbank.compare import agree
from quizbank.draw import Draw, draw
from quizbank.verdict import Counterexample
from reference.formula import Formula

_DIGITS = 4
_MOST = 12


def counterexample(candidate: Candidate, budget: Budget) -> Counterexample | None:
    """The first small draw on which their numbers differ, or else their shapes; None where none is found."""
    first = None
    try:
        for small in _draws(candidate, budget):
            seen = _seen(candidate, small, budget)
            first = first or seen
            if seen is not None and _numbers(seen.yours) != _numbers(seen.reference):
                return seen
    except Spent:
        pass
    return first


def _numbers(shown: str) -> str:
    return shown.replace("[", "").replace("]", "")


def _seen(candidate: Candidate, small: Draw, budget: Budget) -> Counterexample | None:
    try:
        return _difference(candidate, small, budget)
    except Spent:
        raise
    except Exception:  # sizes that the formula does not allow
        return None


def _draws(candidate: Candidate, budget: Budget) -> Iterator[Draw]:
    """Small ones, those that judged the answer, and the one beyond a threshold of its own."""
    yield from _small(candidate)
    yield from candidate.goal.problem.draws
    beyond = border(candidate, budget)
    if beyond is not None:
        yield beyond


def _small(candidate: Candidate) -> Iterator[Draw]:
    """Draws with all sizes as small as can be, and numbers of one decimal."""
    problem = candidate.goal.problem
    sample = problem.draws[0]
    free = [name for name in sample.sizes if problem.formula.sizes.get(name, "2**") == "2**"]
    for length in (1, 2, 3):
        for seed in range(3):
            found = _drawn(problem.formula, seed, tuple(free), length)
            if found is None:
                break
            yield found.to(problem.device)


@functools.cache
def _drawn(formula: Formula[..., Any], seed: int, free: tuple[str, ...], length: int) -> Draw | None:
    """A draw with this length of all free sizes; None where a domain needs longer axes."""
    try:
        return _rounded(draw(formula, seed, sizes=_tied(formula.sizes, dict.fromkeys(free, length))))
    except Exception:  # whatever a domain or an axis refuses
        return None


def _tied(ties: Any, sizes: dict[str, int]) -> dict[str, int]:
    found = dict(sizes)
    for name, text in ties.items():
        if text != "2**":
            found.update({part: 2 for part in axes.names(text) if part not in found})
            found[name] = axes.size(text, found)
    return found


def _rounded(found: Draw) -> Draw:
    from dataclasses import replace

    rounded = {
        name: value.round(decimals=1) if isinstance(value, Tensor) and value.is_floating_point() else value
        for name, value in found.arguments.items()
    }
    return replace(found, arguments={n: round(v, 1) if isinstance(v, float) else v for n, v in rounded.items()})


def _difference(candidate: Candidate, small: Draw, budget: Budget) -> Counterexample | None:
    problem = candidate.goal.problem
    with torch.no_grad():
        names = candidate.variant.names(small)
        expected = candidate.goal.at(candidate.variant.redrawn(small))
    got = candidate.value(small, budget)
    if got is None or len(got) != len(expected):
        return None
    for right, mine in zip(expected, got, strict=True):
        if not bool(right.isfinite().all()):
            return None
        right = candidate.variant.rewritten(right)
        if not agree(right, mine):
            shown = _inputs(candidate, names, problem)
            return Counterexample(shown, text(mine), text(right))
    return None


def _inputs(candidate: Candidate, names: dict[str, Any], problem: Any) -> dict[str, str]:
    """The arguments of the formula, and what else the answer names."""
    from quizbank.answers.tree import Name
    from quizbank.answers.walk import walk

    used = {n.name for line in candidate.lines for n in walk(line.body) if isinstance(n, Name)}
    order = [a.name for a in problem.formula.arguments if a.name in names]
    order += [name for name in names if name in used and name not in order]
    found = {}
    for name in order:
        entry = problem.vocabulary.by_name(name)
        if name in used or name in {a.name for a in problem.formula.arguments}:
            found[display(entry.display) if entry else name] = text(names[name])
    return found


def text(value: Any) -> str:
    """A number or tensor in few digits; a long one is cut short."""
    if not isinstance(value, Tensor):
        value = getattr(value, "tensor", value)
    if not isinstance(value, Tensor):
        return f"{value:.{_DIGITS}g}" if isinstance(value, float) else str(value)
    if value.ndim == 0:
        return _number(float(value))
    if value.numel() > _MOST * _MOST:
        return f"({' × '.join(map(str, value.shape))})"
    return f"[{', '.join(text(part) for part in value)}]"


def _number(value: float) -> str:
    return f"{value or 0.0:.{_DIGITS}g}".replace("-", "−").replace("inf", "∞")
