"""Cards written to a file, whole or not at all, and never over another file unasked."""

import os
import tempfile
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path

from quizbank.flashcards import anki, markdown, table
from quizbank.flashcards.card import Card
from quizbank.language import Language, words
from quizbank.progress import Progress

ENDINGS = (".apkg", ".txt", ".csv", ".md")


class NotExported(Exception):
    """Nothing was written; `message` says why in the user's language."""

    def __init__(self, sentence: str, path: Path, **facts: str) -> None:
        super().__init__(sentence, path)
        self.sentence = sentence
        self.path = path
        self.facts = facts

    def message(self, language: Language) -> str:
        """One plain sentence."""
        return words(language)(self.sentence).format(path=self.path, **self.facts)

    def __str__(self) -> str:
        return self.message("en")


def export(
    path: Path, cards: Sequence[Card], language: Language, progress: Progress, now: datetime, *, force: bool = False
) -> int:
    """Write the cards in the format that the file's ending names; returns how many there are."""
    if path.suffix.lower() not in ENDINGS:
        raise NotExported(_("The ending of {path} says no format: choose {endings}."), path, endings=", ".join(ENDINGS))
    if not cards:
        raise NotExported(_("No card is as you asked, so {path} was not written."), path)
    if path.exists() and not force:
        raise NotExported(_EXISTS, path)
    _write(path, _content(path.suffix.lower(), cards, language, progress, now), force=force)
    return len(cards)


def _(sentence: str) -> str:
    """Marks a sentence for translation when it is shown."""
    return sentence


_EXISTS = _("{path} exists already; --force writes over it.")


def _content(ending: str, cards: Sequence[Card], language: Language, progress: Progress, now: datetime) -> bytes:
    match ending:
        case ".apkg":
            modified = progress.modified({card.id: anki.content(card, language) for card in cards}, now)
            return anki.package(cards, modified, language)
        case ".txt":
            return table.anki_text(cards, language).encode()
        case ".csv":
            return table.comma_separated(cards).encode()
        case _:
            return markdown.document(cards, language).encode()


def _write(path: Path, content: bytes, *, force: bool) -> None:
    """By way of a finished file beside it, so that a full disk or a kill leaves the old one intact."""
    try:
        handle, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    except OSError as error:
        raise NotExported(_UNWRITTEN, path, reason=error.strerror or str(error)) from error
    unfinished = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        unfinished.chmod(0o666 & ~_umask())
        if force:
            unfinished.replace(path)
        else:
            _move(unfinished, path)
    except FileExistsError as error:
        raise NotExported(_EXISTS, path) from error
    except OSError as error:
        raise NotExported(_UNWRITTEN, path, reason=error.strerror or str(error)) from error
    finally:
        unfinished.unlink(missing_ok=True)


def _move(unfinished: Path, path: Path) -> None:
    """Give the file its name, and fail where another one has appeared meanwhile; a rename alone would not."""
    try:
        path.hardlink_to(unfinished)
    except FileExistsError:
        raise
    except OSError:  # a file system without links
        if path.exists():
            raise FileExistsError(path) from None
        unfinished.replace(path)


_UNWRITTEN = _("{path} could not be written: {reason}.")


def _umask() -> int:
    current = os.umask(0o077)
    os.umask(current)
    return current
