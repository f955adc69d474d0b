"""What the learner has answered, and what is due: one SQLite file, one transaction an answer."""

import sqlite3
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import astuple, dataclass, fields
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, Self

from quizbank import schedule
from quizbank.database import NAME, BusyProgress, DamagedProgress, NewerProgress, ProgressProblem, opened, told
from quizbank.day import day_start, next_day_start
from quizbank.schedule import MEMORY_FIELDS, Memory

__all__ = [
    "BusyProgress",
    "Counts",
    "DamagedProgress",
    "Draft",
    "NewerProgress",
    "Progress",
    "ProgressProblem",
    "Review",
]


@dataclass(frozen=True)
class Review:
    """One answer: `seconds` is what judging took, `duration` what the learner took, `at` when it was rated."""

    question: str
    seed: int
    rating: int
    verdict: str
    answer: str
    mistake: str | None
    device: str | None
    seconds: float | None
    duration: float | None
    at: datetime


@dataclass(frozen=True)
class Draft:
    """Text typed for a question and not yet judged."""

    question: str
    seed: int
    text: str


@dataclass(frozen=True)
class Counts:
    """What the home screen says: due now, ever answered, and answers of this local day."""

    due: int
    seen: int
    today: int
    right_today: int


class Progress:
    """The open progress file; safe to use from several threads and beside other processes."""

    def __init__(self, connection: sqlite3.Connection, path: Path) -> None:
        self.path = path
        self._connection = connection
        self._lock = threading.RLock()

    @classmethod
    def open(cls, folder: Path, now: datetime | None = None) -> "Progress":
        """Open, and where needed create or migrate, the file in this folder; raises `ProgressProblem`."""
        connection = opened(folder, now or datetime.now(UTC))
        return cls(connection, folder / NAME)

    def close(self) -> None:
        """Let go of the file; everything is in it already."""
        self._connection.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def record(self, review: Review) -> int:
        """Store an answer and the new date of its question, together or not at all; returns the answer's number."""
        settings = schedule.settings()  # loads the scheduler before the file is locked
        with self._transaction():
            before = self._memory(review.question)
            after = schedule.reviewed(before, review.rating, review.at)
            self._remember(review.question, after)
            self._do("DELETE FROM drafts WHERE question = ?", review.question)
            self._do("INSERT OR IGNORE INTO schedulers (settings) VALUES (?)", settings)
            row = (*_row(review), settings, *_columns(before), *_columns(after))
            number = self._do(_INSERT_REVIEW, *row).lastrowid
        assert number is not None
        return number

    def undo(self, number: int | None = None) -> Review | None:
        """Take back this answer, or the last one, and put its question back where it was.

        Returns the answer, or nothing where there is none, or where its question has been answered since.
        """
        with self._transaction():
            found = self._do(
                f"SELECT number, question, {_BEFORE} FROM reviews AS r"
                " WHERE number = coalesce(?, (SELECT max(number) FROM reviews))"
                " AND number = (SELECT max(number) FROM reviews WHERE question = r.question)",
                number,
            ).fetchone()
            if found is None:
                return None
            review = next(self._reviews("WHERE number = ?", found[0]))
            self._do("DELETE FROM reviews WHERE number = ?", found[0])
            self._do("DELETE FROM cards WHERE question = ?", review.question)
            if found[2] is not None:
                self._remember(review.question, _memory(found[2:]))
            return review

    def due(self, now: datetime, limit: int = -1) -> list[str]:
        """The questions due: unfinished learning steps first, then what is most nearly forgotten."""
        found = self._do(
            f"SELECT question FROM cards WHERE {_DUE} ORDER BY {_DUE_ORDER} LIMIT :limit", **_day(now, limit)
        )
        return [question for (question,) in found]

    def seen(self) -> set[str]:
        """The questions that were answered at least once."""
        return {question for (question,) in self._do("SELECT question FROM cards")}

    def memory(self, question: str) -> Memory | None:
        """What the scheduler knows of a question."""
        with self._lock:
            return self._memory(question)

    def intervals(self, question: str, now: datetime) -> dict[int, timedelta]:
        """For each rating, how long until the question would come back."""
        return schedule.intervals(self.memory(question), now)

    def counts(self, now: datetime) -> Counts:
        """What is due, what was ever seen, and the answers of this local day."""
        due, seen, today, right = self._do(
            f"SELECT (SELECT count(*) FROM cards WHERE {_DUE}), (SELECT count(*) FROM cards),"
            " count(*), coalesce(sum(verdict = 'right'), 0) FROM reviews WHERE at >= :today",
            **_day(now),
        ).fetchone()
        return Counts(due, seen, today, right)

    def last(self) -> Review | None:
        """The last answer."""
        return next(self._reviews("ORDER BY number DESC LIMIT 1"), None)

    def reviews(self, question: str | None = None) -> list[Review]:
        """All answers, or those to one question, the oldest first."""
        return list(self._reviews("WHERE coalesce(question = ?, TRUE) ORDER BY number", question))

    def tally(self) -> dict[str, tuple[int, int]]:
        """For each question, how often it was answered and how often rightly."""
        found = self._do("SELECT question, count(*), sum(verdict = 'right') FROM reviews GROUP BY question")
        return {question: (answers, right) for question, answers, right in found}

    def mistakes(self) -> dict[tuple[str, str], int]:
        """How often each named mistake was made, by question and mistake."""
        found = self._do(
            "SELECT question, mistake, count(*) FROM reviews WHERE mistake IS NOT NULL GROUP BY question, mistake"
        )
        return {(question, mistake): times for question, mistake, times in found}

    def missed(self) -> set[str]:
        """The questions whose last answer was not right."""
        found = self._do(
            "SELECT question FROM (SELECT question, verdict, max(number) FROM reviews GROUP BY question)"
            " WHERE verdict <> 'right'"
        )
        return {question for (question,) in found}

    def save_draft(self, question: str, seed: int, text: str) -> None:
        """Keep text that is not judged yet; an empty one is forgotten."""
        with self._transaction():
            self._do("DELETE FROM drafts WHERE question = ?", question)
            if text.strip():
                at = _number(datetime.now(UTC))
                self._do("INSERT INTO drafts VALUES (?, ?, ?, ?)", question, seed, _storable(text), at)

    def draft(self, question: str | None = None) -> Draft | None:
        """The last draft, or the one of this question."""
        found = self._do(
            "SELECT question, seed, text FROM drafts WHERE coalesce(question = ?, TRUE) ORDER BY at DESC LIMIT 1",
            question,
        ).fetchone()
        return None if found is None else Draft(*found)

    def modified(self, contents: Mapping[str, str], now: datetime) -> dict[str, datetime]:
        """When each flashcard's present content was first exported, which is now for one that changed.

        A card that did not change so keeps its date, and an import does not undo the user's own edits of it.
        """
        with self._transaction():
            found = {card: (content, at) for card, content, at in self._do("SELECT * FROM exported")}
            for card, content in contents.items():
                if found.get(card, ("",))[0] != content:
                    found[card] = (content, _number(now))
                    self._do("INSERT OR REPLACE INTO exported VALUES (?, ?, ?)", card, *found[card])
            return {card: _time(found[card][1]) for card in contents}

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        with self._lock:
            self._do("BEGIN IMMEDIATE")
            try:
                yield
                self._do("COMMIT")
            except BaseException:
                if self._connection.in_transaction:
                    self._connection.execute("ROLLBACK")
                raise

    def _do(self, statement: str, *values: Any, **named: Any) -> sqlite3.Cursor:
        with self._lock, told(self.path):
            return self._connection.execute(statement, named or values)

    def _memory(self, question: str) -> Memory | None:
        row = self._do(f"SELECT {_STATE} FROM cards WHERE question = ?", question).fetchone()
        return None if row is None else _memory(row)

    def _remember(self, question: str, memory: Memory) -> None:
        self._do("INSERT OR REPLACE INTO cards VALUES (?, ?, ?, ?, ?, ?, ?)", question, *_columns(memory))

    def _reviews(self, which: str, *values: Any) -> Iterator[Review]:
        for row in self._do(f"SELECT {', '.join(_FIELDS)} FROM reviews {which}", *values):
            named = dict(zip(_FIELDS, row, strict=True))
            yield Review(**named | {"at": _time(named["at"])})


_FIELDS = tuple(field.name for field in fields(Review))
_STATE = ", ".join(MEMORY_FIELDS)
_BEFORE = ", ".join(f"{name}_before" for name in MEMORY_FIELDS)
_AFTER = ", ".join(f"{name}_after" for name in MEMORY_FIELDS)
_INSERT_REVIEW = (
    f"INSERT INTO reviews ({', '.join(_FIELDS)}, scheduler, {_BEFORE}, {_AFTER})"
    f" VALUES ({', '.join('?' * len(_FIELDS))}, (SELECT number FROM schedulers WHERE settings = ?),"
    f" {', '.join('?' * 2 * len(MEMORY_FIELDS))})"
)
# A question beyond its learning steps is due all through its day, whatever the hour of its last answer.
_DUE = f"(due <= :now OR (state = {schedule.REVIEW} AND due < :tomorrow AND last_review < :today))"
# With one forgetting curve for all, the order of elapsed / stability is that of retrievability, without its powers.
_DUE_ORDER = f"state = {schedule.REVIEW}, (:now - last_review) / stability DESC, due, question"

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)


def _day(now: datetime, limit: int = -1) -> dict[str, int]:
    instants = {"now": now, "today": day_start(now), "tomorrow": next_day_start(now)}
    return {"limit": limit, **{name: _number(instant) for name, instant in instants.items()}}


def _number(instant: datetime) -> int:
    return (instant - _EPOCH) // _MICROSECOND


def _time(number: int) -> datetime:
    return _EPOCH + number * _MICROSECOND


def _storable(text: str) -> str:
    """Without the halves of characters that a broken paste can hold, which SQLite refuses."""
    return text.encode("utf-8", "backslashreplace").decode("utf-8")


def _row(review: Review) -> tuple[Any, ...]:
    values = vars(review) | {"answer": _storable(review.answer), "at": _number(review.at)}
    return tuple(values[name] for name in _FIELDS)


def _columns(memory: Memory | None) -> tuple[Any, ...]:
    if memory is None:
        return (None,) * len(MEMORY_FIELDS)
    *rest, due, last_review = astuple(memory)
    return (*rest, _number(due), _number(last_review))


def _memory(row: tuple[Any, ...]) -> Memory:
    state, step, stability, difficulty, due, last_review = row
    return Memory(state, step, stability, difficulty, _time(due), _time(last_review))
