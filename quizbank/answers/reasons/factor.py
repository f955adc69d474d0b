"""The factor by which an answer is too large."""

from collections.abc import Callable, Sequence

from quizbank.answers.budget import Budget
from quizbank.answers.echo import display
from quizbank.answers.meaning.candidate import Candidate
from quizbank.answers.meaning.goal import Goal
from quizbank.compare import agree

_MOST = 4
"""So many readings are tried."""


def factor(goal: Goal, tried: Sequence[Candidate], budget: Budget) -> str | None:
    """The number or the size by which the right answer is multiplied; None where it is none."""
    for candidate in tried[:_MOST]:
        ratios = [_ratio(candidate, place, budget) for place in range(len(goal.problem.draws))]
        if any(ratio is None for ratio in ratios):
            continue
        name = _factor([float(r) for r in ratios if r is not None], goal)
        if name is not None:
            return name
    return None


def _ratio(candidate: Candidate, place: int, budget: Budget) -> float | None:
    """The factor between answer and reference on one draw, if it is one."""
    goal = candidate.goal
    draw = goal.problem.draws[place]
    got, wanted = candidate.value(draw, budget), goal.at(candidate.variant.redrawn(draw))
    if got is None or len(got) != 1 or len(wanted) != 1:
        return None
    mine, right = got[0], candidate.variant.rewritten(wanted[0])
    if mine.shape != right.shape or not bool(mine.isfinite().all() & right.isfinite().all()):
        return None
    norm = float((right * right).sum())
    if norm == 0:
        return None
    ratio = float((mine * right).sum()) / norm
    return ratio if ratio and agree(right * ratio, mine) else None


def _factor(ratios: Sequence[float], goal: Goal) -> str | None:
    """The factor as a number, or as a size of the formula or its root."""
    first = ratios[0]
    if all(abs(ratio - first) <= 1e-9 * abs(first) for ratio in ratios):
        return f"{first:.6g}".replace("-", "−")
    sizes = [draw.sizes for draw in goal.problem.draws]
    forms: Sequence[tuple[str, Callable[[float], float]]] = (
        ("{n}", lambda n: n),
        ("1/{n}", lambda n: 1 / n),
        ("√{n}", lambda n: n**0.5),
        ("1/√{n}", lambda n: n**-0.5),
    )
    for name in sizes[0]:
        entry = goal.problem.vocabulary.by_name(name)
        symbol = display(entry.display) if entry else name
        for text, function in forms:
            if all(abs(r - function(s[name])) <= 1e-9 * abs(r) for r, s in zip(ratios, sizes, strict=True)):
                return text.format(n=symbol)
    return None
