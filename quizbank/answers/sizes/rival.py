"""Rivals of a right answer: lures, counts in other conventions, and the answers to other questions like this one."""

import functools
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from quizbank import bank, measure, packs
from quizbank.answers.lure import Lure, lures_of
from quizbank.answers.sizes.fit import measured
from quizbank.convention import Convention, conventions_of
from quizbank.draw import draw
from quizbank.language import Language, words
from quizbank.question import Exercise, Question
from reference.formula import FORMULAS, Formula

Compute = Callable[..., Any]
Sizes = Mapping[str, int]

_POINTS = 4
"""So many sizes tell whether two questions have the same answer."""

_REFUSED = 3
"""Sizes at which a rival may not run."""


@dataclass(frozen=True)
class Rival:
    """A function whose value may have been given instead; `mistake` is the name of a declared lure.

    That another question asks for it says little about the error alone.
    """

    compute: Compute
    hint: str
    mistake: str | None = None
    is_asked_elsewhere: bool = False


def rivals(exercise: Exercise, compute: Compute, language: Language) -> Iterator[Rival]:
    """Lures first, then the conventions, then the questions of the same topic, then those of others."""
    _ = words(language)
    for lure in (*lures_of(compute), *_of_the_same(exercise, compute)):
        yield Rival(lure.function, lure.hint[language], lure.name)
    yield from _packings(exercise.question, compute, language)
    for question in _akin(exercise.question):
        module = packs.module(f"quizbank.questions.{question.topic}")
        hint = _("That is the answer to another question: {title}.").format(title=question.title[language])
        yield Rival(getattr(module, question.name), hint, is_asked_elsewhere=True)


def _of_the_same(exercise: Exercise, compute: Compute) -> Iterator[Lure]:
    """The lures of the topic's other questions that have the same answer."""
    points = [sizes for sizes, _value in measured(exercise, compute)[0].samples[:_POINTS]]
    for question in _akin(exercise.question):
        if question.topic != exercise.question.topic or question.given or exercise.question.given:
            continue
        other = getattr(packs.module(f"quizbank.questions.{question.topic}"), question.name)
        lures = lures_of(other)
        if lures and gives(Rival(other, ""), points, lambda value, sizes: bool(value == compute(**sizes))):
            yield from lures


def gives(rival: Rival, points: Iterable[Sizes], is_typed: Callable[[Any, Sizes], bool]) -> bool:
    """Whether a rival's value is what was typed at all these sizes; its model may refuse a few of them.

    Sizes that differ from one another come first: where two are equal, two formulas may agree by chance.
    """
    ran = refused = 0
    for sizes in sorted(points, key=_different, reverse=True):
        try:
            value = rival.compute(**sizes)
        except Exception:
            refused += 1
            if refused > _REFUSED:
                return False
            continue
        if not is_typed(value, sizes):
            return False
        ran += 1
    return ran > 0


def _different(sizes: Sizes) -> int:
    return len({size for size in sizes.values() if isinstance(size, int)})


def _packings(question: Question, compute: Compute, language: Language) -> Iterator[Rival]:
    """Where a formula's parameters are counted, the count in each of its conventions: torch has two biases."""
    _ = words(language)
    if question.kind != "count" or question.formula is None:
        return
    topic = question.formula.partition(".")[0]
    packs.module(f"reference.{topic}")
    formula = FORMULAS[question.formula]
    for convention in conventions_of(formula):
        hint = _("That is the count in another convention ({name}). {note}").format(
            name=convention.name, note=convention.note[language]
        )
        yield Rival(functools.partial(_packed, formula, convention, compute), hint)


def _packed(formula: Formula[..., Any], convention: Convention, compute: Compute, **sizes: int) -> int:
    """The numbers in the packed weights. Raises ValueError where the question counts something else."""
    if compute(**sizes) != measure.parameters(formula, **sizes):
        raise ValueError(f"{formula.id} is not asked for its parameters")
    packed = convention.packed(draw(formula, 0, sizes=sizes).arguments)
    return sum(packed[argument.name].numel() for argument in convention.arguments if argument.is_weight)


def _akin(question: Question) -> list[Question]:
    found = [
        other
        for other in bank.questions().values()
        if other.is_own
        and other.id != question.id
        and other.kind == question.kind
        and set(other.symbols) == set(question.symbols)
        and not other.given
    ]
    return sorted(found, key=lambda other: other.topic != question.topic)
