"""Answers read back from damaged or older progress files: `python -m quizbank.salvage FOLDER FILE…`."""

import sqlite3
import sys
from collections.abc import Iterable, Iterator
from contextlib import closing, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from quizbank.database import opened
from quizbank.language import default_language, words
from quizbank.schedule import MEMORY_FIELDS

Row = dict[str, Any]

_MOST = 10_000  # answers to look for, where the file no longer tells how many there were
_WHOLE = {
    **dict.fromkeys(("question", "verdict", "answer"), str),
    **dict.fromkeys(("seed", "rating", "at", "state_after", "due_after", "last_review_after"), int),
    **dict.fromkeys(("stability_after", "difficulty_after"), float),
}
_UNKNOWN = "{}"  # the scheduler's settings where their table could not be read


def salvage(folder: Path, files: Iterable[Path], now: datetime) -> int:
    """Add to the folder's progress file every answer that can be read from the files; returns how many were added.

    The files are only read. An answer is known by its question and time; each question gets the date that its last
    answer gave it.
    """
    with closing(opened(folder, now)) as connection:
        connection.execute("BEGIN IMMEDIATE")
        kept = list(_answers(connection))
        answers = {(row["question"], row["at"]): row for row in kept}
        for file in files:
            for row in _read(file):
                answers.setdefault((row["question"], row["at"]), row)
        _replace(connection, sorted(answers.values(), key=lambda row: row["at"]))
        connection.execute("COMMIT")
        return len(answers) - len(kept)


def _read(file: Path) -> list[Row]:
    """The answers of one file, as far as SQLite can read it; it may be no database at all."""
    content = file.read_bytes()
    page = int.from_bytes(content[16:18], "big") or 1
    whole = content[: len(content) - len(content) % page]  # on half a page stand rows that only look whole
    if not whole:
        return []
    with closing(sqlite3.connect(":memory:")) as connection:
        connection.deserialize(whole)
        connection.execute("PRAGMA writable_schema = ON")  # else SQLite refuses a file that is shorter than it says
        return list(_answers(connection))


def _answers(connection: sqlite3.Connection) -> Iterator[Row]:
    """Each answer by its number, so that a damaged page costs only the answers on it."""
    settings = {row["number"]: row["settings"] for row in _rows(connection, "SELECT * FROM schedulers")}
    highest = [row["seq"] for row in _rows(connection, "SELECT seq FROM sqlite_sequence WHERE name = 'reviews'")]
    for number in range(1, 1 + max(highest, default=_MOST)):
        for row in _rows(connection, f"SELECT * FROM reviews WHERE number = {number}"):
            if all(isinstance(row.get(name), kind) for name, kind in _WHOLE.items()):
                yield row | {"scheduler": settings.get(row["scheduler"], _UNKNOWN)}


def _rows(connection: sqlite3.Connection, query: str) -> Iterator[Row]:
    with suppress(sqlite3.DatabaseError):
        cursor = connection.execute(query)
        names = [column[0] for column in cursor.description]
        for values in cursor:
            yield dict(zip(names, values, strict=True))


def _replace(connection: sqlite3.Connection, answers: list[Row]) -> None:
    """Write all answers in the order of their times, and the cards that follow from them."""
    connection.execute("DELETE FROM reviews")
    connection.execute("DELETE FROM cards")
    known = {column[1] for column in connection.execute("PRAGMA table_info(reviews)")}
    for number, answer in enumerate(answers, start=1):
        connection.execute("INSERT OR IGNORE INTO schedulers (settings) VALUES (?)", (answer["scheduler"],))
        find = "SELECT number FROM schedulers WHERE settings = ?"
        scheduler = connection.execute(find, (answer["scheduler"],)).fetchone()[0]
        row = {name: value for name, value in answer.items() if name in known}
        _insert(connection, "reviews", row | {"number": number, "scheduler": scheduler})
        memory = {name: answer[f"{name}_after"] for name in MEMORY_FIELDS}
        _insert(connection, "cards", {"question": answer["question"], **memory})


def _insert(connection: sqlite3.Connection, table: str, row: Row) -> None:
    places = ", ".join("?" * len(row))
    connection.execute(f"INSERT OR REPLACE INTO {table} ({', '.join(row)}) VALUES ({places})", tuple(row.values()))


if __name__ == "__main__":
    _ = words(default_language())
    added = salvage(Path(sys.argv[1]), map(Path, sys.argv[2:]), datetime.now(UTC))
    print(_("{count} answers were added to {path}.").format(count=added, path=sys.argv[1]))
