"""Cases that leave something out: they are right wherever one of them holds."""

from collections.abc import Sequence

import torch

from quizbank.answers.budget import Budget
from quizbank.answers.meaning.candidate import Candidate
from quizbank.answers.meaning.goal import Goal
from quizbank.answers.notation.signs import is_nothing
from quizbank.answers.walk import walk
from quizbank.compare import agree


def with_a_gap(goal: Goal, tried: Sequence[Candidate], budget: Budget) -> Candidate | None:
    """The first reading that is right but for inputs for which none of its cases holds. Raises Spent."""
    open_ended = (found for found in tried if any(is_nothing(node) for line in found.lines for node in walk(line.body)))
    return next((candidate for candidate in open_ended if _is_right_elsewhere(goal, candidate, budget)), None)


def _is_right_elsewhere(goal: Goal, candidate: Candidate, budget: Budget) -> bool:
    missing = False
    for draw in goal.problem.draws:
        got, expected = candidate.value(draw, budget), goal.at(candidate.variant.redrawn(draw))
        for mine, right in zip(got or (), map(candidate.variant.rewritten, expected), strict=False):
            if mine.shape != right.shape:
                return False
            gap = mine.isnan() & ~right.isnan()
            missing |= bool(gap.any())
            if not agree(right, torch.where(gap, right, mine)):
                return False
    return missing
