"""The progress file itself: opened, checked, migrated, backed up and, when damaged, set aside."""

import os
import shlex
import sqlite3
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from datetime import datetime
from pathlib import Path

from quizbank.language import Language, words
from quizbank.paths import make_private, make_private_file

NAME = "progress.sqlite3"
APPLICATION = 0x5155495A  # "QUIZ", SQLite's application_id: what tells our file from another program's
PATIENCE_S = 5.0  # how long one process waits for another's transaction
KEPT_BACKUPS = 3

_MEMORY = (
    "state{0} INTEGER, step{0} INTEGER, stability{0} REAL, difficulty{0} REAL, due{0} INTEGER, last_review{0} INTEGER"
)

MIGRATIONS: tuple[tuple[str, ...], ...] = (
    (
        f"PRAGMA application_id = {APPLICATION}",
        """CREATE TABLE cards (
            question TEXT PRIMARY KEY,
            state INTEGER NOT NULL, step INTEGER, stability REAL NOT NULL, difficulty REAL NOT NULL,
            due INTEGER NOT NULL, last_review INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID""",
        "CREATE TABLE schedulers (number INTEGER PRIMARY KEY, settings TEXT NOT NULL UNIQUE) STRICT",
        f"""CREATE TABLE reviews (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            question TEXT NOT NULL, seed INTEGER NOT NULL,
            rating INTEGER NOT NULL CHECK (rating BETWEEN 1 AND 4),
            verdict TEXT NOT NULL, answer TEXT NOT NULL, mistake TEXT, device TEXT,
            seconds REAL, duration REAL, at INTEGER NOT NULL,
            scheduler INTEGER NOT NULL REFERENCES schedulers (number),
            {_MEMORY.format("_before")},
            {_MEMORY.format("_after")}
        ) STRICT""",
        "CREATE INDEX reviews_by_question ON reviews (question, number)",
        "CREATE INDEX reviews_by_time ON reviews (at)",
        "CREATE TABLE drafts (question TEXT PRIMARY KEY, seed INTEGER NOT NULL, text TEXT NOT NULL, at INTEGER NOT NULL) STRICT",
        "CREATE TABLE exported (card TEXT PRIMARY KEY, content TEXT NOT NULL, modified INTEGER NOT NULL) STRICT",
    ),
)
"""Step n leads from schema n to n + 1. Times are microseconds since 1970, UTC. A published step never changes."""


class ProgressProblem(Exception):
    """The progress file cannot be used; `message` says why, and what to do, in the user's language."""

    def __init__(self, path: Path, reason: str = "") -> None:
        super().__init__(path, reason)
        self.path = path
        self.reason = reason

    def message(self, language: Language) -> str:
        """One or more plain sentences."""
        _ = words(language)
        return _("The progress file {path} cannot be used: {reason}.").format(path=self.path, reason=self.reason)

    def __str__(self) -> str:
        return self.message("en")


class BusyProgress(ProgressProblem):
    """Another process kept the file locked for longer than we wait."""

    def message(self, language: Language) -> str:
        """That another program writes, and that trying again is safe."""
        _ = words(language)
        return _("Another program is writing to {path}. Nothing was changed; try again.").format(path=self.path)


class NewerProgress(ProgressProblem):
    """The file was written by a newer quizbank; it is left untouched."""

    def message(self, language: Language) -> str:
        """That a newer quizbank is needed, or another folder."""
        _ = words(language)
        return _(
            "{path} was written by a newer quizbank ({reason}). It was left as it is: "
            "update quizbank, or choose another folder with --data."
        ).format(path=self.path, reason=self.reason)


class DamagedProgress(ProgressProblem):
    """The file was damaged and is now kept, unchanged, as `kept_as`; `backup` is the last good copy."""

    def __init__(self, path: Path, reason: str, kept_as: Path, backup: Path | None) -> None:
        super().__init__(path, reason)
        self.kept_as = kept_as
        self.backup = backup

    def message(self, language: Language) -> str:
        """Where the damaged file is kept, and the command that brings back what it and the last copy hold."""
        _ = words(language)
        files = [file for file in (self.backup, self.kept_as) if file is not None]
        told = _("The progress file {path} is damaged ({reason}). It is kept, unchanged, as {kept}.")
        way = _("To get back every answer that can still be read: {command}").format(
            command=way_back(self.path.parent, files)
        )
        last = _("Without that, quizbank goes on with an empty progress file.")
        return "\n".join((told.format(path=self.path, reason=self.reason, kept=self.kept_as), way, last))


def way_back(folder: Path, files: list[Path]) -> str:
    """The command that adds what can be read of these files to the folder's progress file."""
    return shlex.join([sys.executable, "-P", "-m", "quizbank.salvage", str(folder), *map(str, files)])


class _Broken(ProgressProblem):
    """The file's content is damaged; when it is being opened, it is set aside."""


def opened(folder: Path, now: datetime) -> sqlite3.Connection:
    """A connection to the checked and migrated progress file of this folder, which is created if need be."""
    path = folder / NAME
    try:
        make_private(folder)
        was_there = path.exists()
        make_private_file(path)
        inode = path.stat().st_ino
    except OSError as error:
        raise ProgressProblem(path, error.strerror or str(error)) from error
    try:
        with told(path), ExitStack() as whenever_it_fails:
            connection = sqlite3.connect(path, timeout=PATIENCE_S, isolation_level=None, check_same_thread=False)
            whenever_it_fails.callback(connection.close)
            _set_up(connection)
            _check(connection, path, was_there=was_there)
            _migrate(connection, path, now)
            _back_up_daily(connection, path, now)
            whenever_it_fails.pop_all()
            return connection
    except _Broken as broken:
        raise _set_aside(path, inode, broken.reason, now) from broken


@contextmanager
def told(path: Path) -> Iterator[None]:
    """Turn SQLite's errors into ours."""
    try:
        yield
    except sqlite3.Error as error:
        code = getattr(error, "sqlite_errorcode", 0) & 0xFF
        if code in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB):
            raise _Broken(path, str(error)) from error
        if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
            raise BusyProgress(path) from error
        raise ProgressProblem(path, str(error)) from error


def _set_up(connection: sqlite3.Connection) -> None:
    """How the connection writes; it begins its transactions by hand.

    The journal is SQLite's plain one, not WAL: at one answer every few seconds speed is no matter, while WAL
    fails on network drives and keeps answers in a second file, which a copy of the first one would lack.
    """
    connection.execute("PRAGMA synchronous = FULL")  # an answer that was confirmed survives a power cut
    connection.execute("PRAGMA foreign_keys = ON")


def _check(connection: sqlite3.Connection, path: Path, *, was_there: bool) -> None:
    version = schema_version(connection)
    if path.stat().st_size == 0:
        if was_there and newest_backup(path) is not None:
            raise _Broken(path, "it is empty")
        return
    if connection.execute("PRAGMA application_id").fetchone()[0] != APPLICATION:
        raise _Broken(path, "it is no progress file of quizbank")
    if version > len(MIGRATIONS):
        raise NewerProgress(path, f"schema {version} > {len(MIGRATIONS)}")
    found = connection.execute("PRAGMA quick_check(1)").fetchone()[0]
    if found != "ok":
        raise _Broken(path, found.splitlines()[-1])


def schema_version(connection: sqlite3.Connection) -> int:
    """How many migrations the file has behind it."""
    version: int = connection.execute("PRAGMA user_version").fetchone()[0]
    return version


def _migrate(connection: sqlite3.Connection, path: Path, now: datetime) -> None:
    """Take the missing steps in one transaction; an older file is copied first."""
    version = schema_version(connection)
    if version == len(MIGRATIONS):
        return
    if version > 0:
        _back_up(connection, _backups(path) / f"before-schema-{len(MIGRATIONS)}-{_stamp(now)}.sqlite3")
    connection.execute("BEGIN IMMEDIATE")
    try:
        for step in MIGRATIONS[schema_version(connection) :]:  # read again: another process may have been faster
            for statement in step:
                connection.execute(statement)
        connection.execute(f"PRAGMA user_version = {len(MIGRATIONS)}")
        connection.execute("COMMIT")
    except BaseException:
        connection.execute("ROLLBACK")
        raise


def _back_up_daily(connection: sqlite3.Connection, path: Path, now: datetime) -> None:
    """Copy the file that was just found sound, once a day and only where it holds something new."""
    copy = _backups(path) / f"{now.astimezone():%Y-%m-%d}.sqlite3"
    newest = newest_backup(path)
    unchanged = newest is not None and newest.stat().st_mtime >= path.stat().st_mtime
    if copy.exists() or unchanged or connection.execute("SELECT 1 FROM reviews LIMIT 1").fetchone() is None:
        return
    _back_up(connection, copy)
    if not any(path.parent.glob("progress.damaged-*")):  # then an old copy may be the only good one
        for old in _daily_backups(path)[:-KEPT_BACKUPS]:
            old.unlink(missing_ok=True)


def _back_up(connection: sqlite3.Connection, copy: Path) -> None:
    make_private(copy.parent)
    unfinished = copy.with_name(f".{copy.name}.{os.getpid()}")
    make_private_file(unfinished)
    target = sqlite3.connect(unfinished)
    try:
        connection.backup(target)
        target.close()
        unfinished.replace(copy)
    finally:
        target.close()
        unfinished.unlink(missing_ok=True)


def newest_backup(path: Path) -> Path | None:
    """The latest daily copy of the progress file."""
    return next(reversed(_daily_backups(path)), None)


def _daily_backups(path: Path) -> list[Path]:
    return sorted(_backups(path).glob("[0-9]*.sqlite3"))


def _backups(path: Path) -> Path:
    return path.parent / "backups"


def _set_aside(path: Path, inode: int, reason: str, now: datetime) -> ProgressProblem:
    """Move the damaged file out of the way under a name that is free."""
    if path.stat().st_ino != inode:  # another process has set it aside and begun anew
        return BusyProgress(path)
    stem = f"progress.damaged-{_stamp(now)}"
    names = (path.with_name(f"{stem}{extra}.sqlite3") for extra in ("", *(f"-{n}" for n in range(2, 1000))))
    kept_as = next(name for name in names if not name.exists())
    path.rename(kept_as)
    return DamagedProgress(path, reason, kept_as, newest_backup(path))


def _stamp(now: datetime) -> str:
    return f"{now.astimezone():%Y%m%d-%H%M%S}"
