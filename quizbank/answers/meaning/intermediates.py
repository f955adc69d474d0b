"""The reference's own lines: what each of them gives, and the mistakes known for it."""

import dataclasses
import functools
from collections.abc import Iterator, Sequence
from typing import Any

import torch
from torch import Tensor

from quizbank.answers.budget import Budget, Spent
from quizbank.answers.meaning.candidate import Candidate
from quizbank.answers.meaning.derived import with_symbols
from quizbank.answers.meaning.goal import Goal, Known, goal_of, inner_calls, remembered
from quizbank.answers.meaning.interpretations import candidates
from quizbank.answers.meaning.problem import Problem
from quizbank.answers.meaning.variant import Variant
from quizbank.answers.parse import parse
from quizbank.answers.tree import Definition
from quizbank.answers.uses import ordered_lines
from quizbank.convention import Convention, conventions_of
from quizbank.draw import Draw
from quizbank.mistake import Mistake, mistakes_of
from reference.formula import Call


class Lines:
    """The reference's own lines, and what each of them gives for a draw."""

    def __init__(self, asked: Problem) -> None:
        self._asked = asked
        definitions = with_symbols(asked, parse(asked.formula.latex or "", asked.vocabulary))
        self.lines = ordered_lines(definitions)
        self.names = [line.name for line in self.lines if line.name and line.line]
        goal = dataclasses.replace(goal_of(asked), names=tuple(self.names))
        self.candidate = _plain(goal, self.lines)
        self._values: dict[int, dict[str | None, Tensor]] = {}
        self._named: dict[str, Sequence[Known]] = {}
        self._goals: dict[str, Goal] = {}

    def values(self, draw: Draw) -> dict[str | None, Tensor]:
        """Every line's value, remembered for the certified draws."""
        if not self._asked.keeps(draw):
            return self.candidate.values(draw, Budget()) or {}
        if id(draw) not in self._values:
            self._values[id(draw)] = self.candidate.values(draw, Budget()) or {}
        return self._values[id(draw)]

    def goal(self, name: str) -> Goal:
        """One line as a goal of its own, made once: the other lines' values are given."""
        if name not in self._goals:
            self._goals[name] = self._goal(name)
        return self._goals[name]

    def _goal(self, name: str) -> Goal:
        problem = self._asked
        others = {line.definition.name: line.shape for line in self.candidate.every}

        def variant(base: Variant) -> Variant:
            def names(draw: Draw) -> dict[str, Any]:
                given = {n: v for n, v in self.values(base.redrawn(draw)).items() if n and n != name}
                return {**base.names_for(draw, problem.keeps(draw)), **given}

            shapes = {**base.shapes, **{n: s for n, s in others.items() if n and n != name}}
            return dataclasses.replace(base, names=names, shapes=shapes, _named={}, _lengths={})

        return Goal(
            problem,
            tuple(variant(base) for base in problem.variants if not base.is_in_columns),
            lambda draw: (self.values(draw)[name],),
            lambda: self._mistakes(name),
            shape=others[name].axes,
        )

    def turned(self, goal: Goal, name: str) -> Goal:
        """The same line in the declared conventions of the inner formula whose result it is."""
        base = goal.variants[0]
        found = [
            _packed(base, convention)
            for call in self._calls(name)
            for convention in conventions_of(call.formula)
            if convention.pack is not None and all(_is_row(a.name, base) for a in convention.arguments)
        ]
        return dataclasses.replace(goal, variants=tuple(found))

    def is_right(self, goal: Goal, name: str, lines: Sequence[Definition], budget: Budget, *, unjudged: bool) -> bool:
        """Whether a line is right, also in a convention of the formula inside whose result it is.

        `unjudged` is the answer where the budget is used up.
        """

        def agrees(goal: Goal) -> bool:
            try:
                return any(isinstance(c, Candidate) and c.agrees(budget) for c in candidates(goal, lines))
            except Spent:
                return unjudged

        return agrees(goal) or agrees(self.turned(goal, name))

    def _calls(self, name: str) -> list[Call]:
        sample = self._asked.draws[0]
        values = self.values(sample).get(name)
        calls = inner_calls(self._asked, sample)
        return [call for call in calls if isinstance(call.result, Tensor) and _equal(call.result, values)]

    def _mistakes(self, name: str) -> Sequence[Known]:
        if name not in self._named:
            self._named[name] = tuple(self._known(name))
        return self._named[name]

    def _known(self, name: str) -> Iterator[Known]:
        """The mistakes of the inner formula whose result is this line."""
        sample = self._asked.draws[0]
        for place, call in enumerate(inner_calls(self._asked, sample)):
            if not isinstance(call.result, Tensor) or not _equal(call.result, self.values(sample).get(name)):
                continue
            for mistake in mistakes_of(call.formula):
                if not mistake.extra:
                    run = functools.partial(of_call, self._asked, mistake, place)
                    yield Known(mistake.name, mistake.hint, remembered(self._asked, run))
            return


def of_call(asked: Problem, mistake: Mistake, place: int, draw: Draw) -> Any:
    """What the mistake makes of the call at this place."""
    return mistake.function(*inner_calls(asked, draw)[place].arguments.values())


def _is_row(name: str, base: Variant) -> bool:
    """Whether this is known here and no weight: how weights are laid out is the same for all lines."""
    return name in base.shapes and base.shapes[name].rank < 2


def _packed(base: Variant, convention: Convention) -> Variant:
    """The names of `base` with a convention's arguments among them."""

    def names(draw: Draw) -> dict[str, Any]:
        known = base.names(draw)
        return {**known, **convention.packed({a.name: known[a.name] for a in convention.arguments})}

    return dataclasses.replace(base, note=convention.note, names=names, _named={}, _lengths={})


def _equal(a: Tensor, b: Tensor | None) -> bool:
    return b is not None and a.shape == b.shape and torch.allclose(a, b, rtol=1e-9, atol=1e-12)


def _plain(goal: Goal, lines: Sequence[Definition]) -> Candidate:
    """The reference's own reading of its own lines."""
    for candidate in candidates(goal, lines):
        if isinstance(candidate, Candidate):
            return candidate
        raise candidate
    raise LookupError(goal.problem.formula.id)


def lines_of(asked: Problem) -> Lines:
    """The reference's lines, made once for a problem."""
    if asked.lines is None:
        asked.lines = Lines(asked)
    found: Lines = asked.lines
    return found
