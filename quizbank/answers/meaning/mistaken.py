"""Layouts in which the line that a `fix` question shows would be right: its own orientation is the mistake."""

import functools
from dataclasses import replace

from quizbank.answers.budget import Budget
from quizbank.answers.meaning.candidate import Candidate
from quizbank.answers.meaning.goal import Goal, goal_of
from quizbank.answers.meaning.interpretations import candidates
from quizbank.answers.meaning.problem import Problem
from quizbank.answers.meaning.variant import Variant
from quizbank.answers.parse import parse
from quizbank.compare import agree


@functools.cache
def without_mistaken(asked: Problem, wrong: str | None) -> Problem:
    """The problem without the layouts that ask for the very result that is shown as wrong."""
    turned = [variant for variant in asked.variants if variant.is_turned]
    shown = _read(goal_of(asked), wrong) if wrong is not None and turned and not asked.is_system else None
    left_out = frozenset(variant.name for variant in turned if shown and _asks_for(variant, shown))
    return replace(asked, left_out=left_out) if left_out else asked


def _read(goal: Goal, wrong: str) -> Candidate | None:
    """The wrong line in the prompt's own layout."""
    plain = replace(goal, variants=goal.variants[:1])
    found = candidates(plain, parse(wrong, goal.problem.vocabulary))
    return next((candidate for candidate in found if isinstance(candidate, Candidate)), None)


def _asks_for(variant: Variant, shown: Candidate) -> bool:
    """Whether the right result, in this layout, is what the wrong line gives in the prompt's."""
    goal, budget = shown.goal, Budget()
    for draw in goal.problem.draws:
        value = shown.value(draw, budget)
        if value is None or not all(map(agree, map(variant.rewritten, goal.at(draw)), value)):
            return False
    return True
