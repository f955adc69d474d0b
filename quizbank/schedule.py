"""When a question comes back: FSRS, through the `fsrs` package, over plain records of our own."""

import functools
import json
from dataclasses import dataclass, fields
from datetime import UTC, datetime, timedelta
from importlib.metadata import version
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import fsrs

RATINGS = (1, 2, 3, 4)
"""Again, hard, good, easy."""

REVIEW = 2
"""The state of a question that has left its learning steps; 1 is learning, 3 relearning."""


@dataclass(frozen=True)
class Memory:
    """What the scheduler knows of one question; kept in columns, since its own JSON changed between versions."""

    state: int
    step: int | None
    stability: float
    difficulty: float
    due: datetime
    last_review: datetime


MEMORY_FIELDS = tuple(field.name for field in fields(Memory))


@functools.cache
def scheduler() -> "fsrs.Scheduler":
    """The scheduler, without fuzz, so that the same answers always give the same dates."""
    import fsrs  # 40 ms that counting what is due need not cost

    return fsrs.Scheduler(enable_fuzzing=False)


@functools.cache
def settings() -> str:
    """The scheduler's version and parameters, kept with each review."""
    return json.dumps({"fsrs": version("fsrs"), **scheduler().to_dict()}, sort_keys=True)


def reviewed(memory: Memory | None, rating: int, at: datetime) -> Memory:
    """The memory after a rating; `None` is a question never asked before."""
    import fsrs

    at = at.astimezone(UTC)
    card, _ = scheduler().review_card(_card(memory, at), fsrs.Rating(rating), at)
    assert card.stability is not None
    assert card.difficulty is not None
    return Memory(int(card.state), card.step, card.stability, card.difficulty, card.due, at)


def intervals(memory: Memory | None, at: datetime) -> dict[int, timedelta]:
    """For each rating, how long until the question would come back."""
    at = at.astimezone(UTC)
    return {rating: reviewed(memory, rating, at).due - at for rating in RATINGS}


def retrievability(memory: Memory, now: datetime) -> float:
    """The probability that the answer is still known."""
    now = now.astimezone(UTC)
    return float(scheduler().get_card_retrievability(_card(memory, now), now))


def _card(memory: Memory | None, now: datetime) -> "fsrs.Card":
    import fsrs

    if memory is None:
        return fsrs.Card(card_id=1, due=now)  # without an id, fsrs sleeps to find a fresh one
    return fsrs.Card(
        card_id=1,
        state=fsrs.State(memory.state),
        step=memory.step,
        stability=memory.stability,
        difficulty=memory.difficulty,
        due=memory.due,
        last_review=memory.last_review,
    )
