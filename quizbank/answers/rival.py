"""Rivals of a right answer: declared lures, and the answers to other questions of the same kind in the same symbols."""

import importlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from quizbank import bank
from quizbank.answers.lure import lures_of
from quizbank.language import Language, words
from quizbank.question import Exercise, Question

Compute = Callable[..., Any]


@dataclass(frozen=True)
class Rival:
    """A function whose value may have been given instead; `mistake` is the name of a declared lure."""

    compute: Compute
    hint: str
    mistake: str | None = None


def rivals(exercise: Exercise, compute: Compute, language: Language) -> Iterator[Rival]:
    """Lures first, then the questions of the same topic, then those of others."""
    _ = words(language)
    for lure in lures_of(compute):
        yield Rival(lure.function, lure.hint[language], lure.name)
    for question in _akin(exercise.question):
        module = importlib.import_module(f"quizbank.questions.{question.topic}")
        hint = _("That is the answer to another question: {title}.").format(title=question.title[language])
        yield Rival(getattr(module, question.name), hint)


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
