"""What to ask now, and in which order."""

import random
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from datetime import datetime
from itertools import chain, islice, zip_longest
from typing import TypeVar

from quizbank.progress import Progress
from quizbank.question import Exercise, Question

T = TypeVar("T")

_SYSTEM = random.SystemRandom()


def fresh_seed() -> int:
    """A seed short enough to be typed again."""
    return _SYSTEM.randrange(1_000_000)


def plan(
    questions: Mapping[str, Question],
    progress: Progress,
    now: datetime,
    *,
    topics: Collection[str] = (),
    kinds: Collection[str] = (),
    tiers: Collection[int] = (),
    new: int = 10,
    seeds: Callable[[], int] = fresh_seed,
) -> list[Exercise]:
    """What is due, the most nearly forgotten first, then `new` questions never asked, by tier, topics in turn.

    Of the questions on one formula only one is asked, since each gives away the others. An empty filter admits all
    but the topics that one has to ask for.
    """
    wanted = {
        question.id: question
        for question in questions.values()
        if (question.topic in topics if topics else not question.is_opt_in)
        and (not kinds or question.kind in kinds)
        and (not tiers or question.tier in tiers)
    }
    due = [wanted[question] for question in progress.due(now) if question in wanted]
    seen = progress.seen()
    unseen = in_order(question for question in wanted.values() if question.id not in seen)
    known = _families(due)
    fresh = (question for question in unseen if family(question) not in known)
    chosen = chain(_one_a_family(due), islice(_one_a_family(fresh), new))
    return [Exercise(question, seeds()) for question in chosen]


def offered(questions: Mapping[str, Question]) -> dict[str, Question]:
    """Those that a session without a topic asks: all but the topics that one has to ask for."""
    return {name: question for name, question in questions.items() if not question.is_opt_in}


def family(question: Question) -> str:
    """The formula that the question is about, or the question itself."""
    return question.formula or question.id


def in_order(questions: Iterable[Question]) -> list[Question]:
    """By tier, and within a tier one topic after the other, each in the order of the bank."""
    tiers: dict[int, dict[str, list[Question]]] = {}
    for question in questions:
        tiers.setdefault(question.tier, {}).setdefault(question.topic, []).append(question)
    return [question for _, topics in sorted(tiers.items()) for question in _in_turn(topics.values())]


def _in_turn(rows: Iterable[Iterable[T]]) -> Iterator[T]:
    for column in zip_longest(*rows):
        yield from (entry for entry in column if entry is not None)


def _one_a_family(questions: Iterable[Question]) -> Iterator[Question]:
    asked: set[str] = set()
    for question in questions:
        if family(question) not in asked:
            asked.add(family(question))
            yield question


def _families(questions: Iterable[Question]) -> set[str]:
    return {family(question) for question in questions}
