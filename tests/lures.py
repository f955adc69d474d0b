"""The answers that questions know to be right and to be wrong, as they can be typed."""

import itertools
import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import sympy
import torch

from quizbank import bank, judge
from quizbank.answers.choice import letter
from quizbank.answers.cost import told
from quizbank.answers.lure import lures_of
from quizbank.answers.number import Nested, agree, flat, nested
from quizbank.answers.number import told as printed
from quizbank.answers.reasons.slip import slips
from quizbank.answers.sizes import algebra
from quizbank.answers.sizes.fit import fit
from quizbank.answers.sizes.rate import leading
from quizbank.question import Exercise, Question

EXACT = 1e-12
DIGITS = 17


def exercises(question: Question) -> Iterator[Exercise]:
    """One for each combination of the numbers that may be drawn, so that no seed need be tried."""
    names = list(question.given)
    lists = [value if isinstance(value, list) else [value] for value in question.given.values()]
    for numbers in itertools.product(*lists):
        given = {name: [number] for name, number in zip(names, numbers, strict=True)}
        yield Exercise(replace(question, given=given), 0)


@dataclass(frozen=True)
class Answer:
    """An answer, its verdict, and the names by which its mistake may be called, if it must be named."""

    text: str
    verdict: str = "wrong"
    mistakes: frozenset[str] = frozenset()

    def is_judged(self, found: Mapping[str, Any]) -> bool:
        """Whether the judge found what it should."""
        if self.verdict == "right":
            return found["verdict"] == "right" and found["hint"] is None
        return found["verdict"] == "wrong" and (not self.mistakes or found["mistake"] in self.mistakes)


def answers(exercise: Exercise) -> Iterator[Answer]:
    """The computed answer, then every wrong one that the question knows."""
    computed = judge.judged(exercise, [""], "en", torch.device("cpu")).answer
    assert computed, exercise.question.id
    yield Answer(computed, "right")
    yield from wrong_answers(exercise, computed)


def wrong_answers(exercise: Exercise, right: str) -> Iterator[Answer]:
    """Lures, declared mistakes, the error that a `fix` question shows, other options."""
    asked = exercise.question
    if asked.kind in ("formula", "system") and not asked.is_in_lines:
        for mistake in bank.formulas()[asked.formula].mistakes:
            if latex := mistake.facts.get("latex"):
                yield Answer(latex, mistakes=frozenset({mistake.name}))
    elif asked.kind == "fix":
        yield Answer(asked.shown, mistakes=frozenset({asked.mistake} if asked.mistake else ()))
    elif asked.kind in ("choice", "order"):
        yield from map(Answer, _other_options(exercise, right))
    elif asked.symbols:
        yield from _lures_in_symbols(exercise)
    elif asked.is_own:
        yield from _wrong_values(exercise)


def _other_options(exercise: Exercise, right: str) -> Iterator[str]:
    """Every other letter, or as many other orders as there are letters."""
    letters = [letter(place) for place in range(len(exercise.options))]
    if exercise.question.kind == "choice":
        yield from (other for other in letters if not right.startswith(f"{other})"))
    else:
        orders = (" ".join(order) for order in itertools.permutations(letters))
        yield from itertools.islice((order for order in orders if order != right), len(letters))


def _lures_in_symbols(exercise: Exercise) -> Iterator[Answer]:
    asked = exercise.question
    for lure in lures_of(judge.compute(asked)):
        axes = [algebra.fitted(axis) for axis in fit(lure.function, asked.symbols, asked.powers_of_two)]
        if asked.kind == "growth":
            axes = [sympy.Add(*leading(axes[0], asked.symbols))]
        text = ", ".join(told(exercise, axis) for axis in axes)
        yield Answer(f"({text},)" if asked.kind == "shape" else text, mistakes=frozenset({lure.name}))


def _wrong_values(exercise: Exercise) -> Iterator[Answer]:
    """Each value that can be typed once, with the names of all that lead to it."""
    values, found = Values(exercise), list[tuple[Nested, list[str]]]()
    for name, value in values.wrong:
        known = next((names for other, names in found if values.agree(value, other)), None)
        if known is not None:
            known.append(name)
        elif all(map(math.isfinite, flat(value))):
            found.append((value, [name]))
    yield from (Answer(printed(value, DIGITS), mistakes=frozenset(names)) for value, names in found)


@dataclass(frozen=True)
class Values:
    """What an exercise's function returns, and what it returns with each lure and each mistake in its place."""

    exercise: Exercise

    @cached_property
    def compute(self) -> Callable[..., Any]:
        return judge.compute(self.exercise.question)

    @cached_property
    def right(self) -> Nested:
        return nested(self.compute(**self.exercise.given))

    @cached_property
    def lures(self) -> dict[str, Nested]:
        return {lure.name: nested(lure.function(**self.exercise.given)) for lure in lures_of(self.compute)}

    @cached_property
    def slips(self) -> dict[str, Nested]:
        """By formula and name: two formulas may have mistakes of one name."""
        return {f"{slip.formula.id} {slip.name}": nested(value) for slip, value in slips(self.exercise, self.compute)}

    @property
    def wrong(self) -> Iterator[tuple[str, Nested]]:
        """Lures first, as the judge looks for them."""
        for name, value in (*self.lures.items(), *self.slips.items()):
            if not self.agree(value, self.right):
                yield name.split()[-1], value

    def agree(self, typed: Nested, right: Nested) -> bool:
        """Whether the judge would take one for the other."""
        return agree(typed, right, self.exercise.question.tolerance or EXACT)
