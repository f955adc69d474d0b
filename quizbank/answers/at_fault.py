"""The user's own line that spoils several others, as a weight without its cap in front of four gradients."""

import dataclasses
import functools
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from torch import Tensor

from quizbank.answers.budget import Budget, Spent
from quizbank.answers.meaning.candidate import Candidate
from quizbank.answers.meaning.goal import Goal, Known, Values, inner_calls, remembered
from quizbank.answers.meaning.intermediates import of_call
from quizbank.answers.meaning.interpretations import candidates
from quizbank.answers.meaning.problem import Problem
from quizbank.answers.meaning.variant import Variant
from quizbank.answers.shapes import Shape
from quizbank.answers.tree import Definition
from quizbank.answers.uses import helpers
from quizbank.draw import Draw
from quizbank.mistake import mistakes_of
from reference.formula import Call

Wrong = Mapping[int, tuple[Goal, Sequence[Definition]]]


def at_fault(
    asked: Problem, own: Sequence[str | None], definitions: Sequence[Definition], wrong: Wrong, budget: Budget
) -> Wrong:
    """The one line of which all wrong ones are made, and with which set right they are; else the wrong ones."""
    for place, line in enumerate(definitions if len(wrong) > 1 else ()):
        if line.name is None or line.name in own or not all(line in lines for _goal, lines in wrong.values()):
            continue
        lines = [*helpers(own, definitions[:place], line), line]
        try:
            for goal in _goals(asked, next(iter(wrong.values()))[0], lines):
                if all(_is_right(tried, one, line, goal, budget) for tried, one in wrong.values()):
                    return {place: (goal, lines)}
        except Spent:
            return wrong
    return wrong


def _goals(asked: Problem, base: Goal, lines: Sequence[Definition]) -> Iterator[Goal]:
    """What each formula inside gives, as a goal for these lines."""
    shape = next((c.shape for c in candidates(base, lines) if isinstance(c, Candidate)), None)
    if shape is None:
        return
    for place, call in enumerate(inner_calls(asked, asked.draws[0])):
        if isinstance(call.result, Tensor) and call.result.ndim == shape.rank:
            known = functools.cache(functools.partial(_known, asked, call, place))
            yield Goal(asked, base.variants, _results(asked, place), known, shape=shape.axes)


def _results(asked: Problem, place: int) -> Callable[[Draw], Values]:
    """What the call at this place gives: to have it, the whole formula is run."""
    found = remembered(asked, lambda draw: inner_calls(asked, draw)[place].result)
    return lambda draw: found(draw) or ()


def _known(asked: Problem, call: Call, place: int) -> Sequence[Known]:
    plain = (mistake for mistake in mistakes_of(call.formula) if not mistake.extra)
    runs = ((mistake, functools.partial(of_call, asked, mistake, place)) for mistake in plain)
    return tuple(Known(mistake.name, mistake.hint, remembered(asked, run)) for mistake, run in runs)


def _is_right(tried: Goal, lines: Sequence[Definition], line: Definition, goal: Goal, budget: Budget) -> bool:
    """Whether these lines are right with the goal's value under the name of the line."""
    given = tuple(_with(variant, line.name or "", goal) for variant in tried.variants)
    only = dataclasses.replace(tried, variants=given)
    rest = [other for other in lines if other is not line]
    return any(isinstance(c, Candidate) and c.agrees(budget) for c in candidates(only, rest))


def _with(variant: Variant, name: str, goal: Goal) -> Variant:
    def names(draw: Draw) -> dict[str, Any]:
        (value,) = goal.at(variant.redrawn(draw))
        return {**variant.names(draw), name: value}

    shapes = {**variant.shapes, name: Shape(goal.shape or ())}
    return dataclasses.replace(variant, names=names, shapes=shapes, _named={}, _lengths={})
