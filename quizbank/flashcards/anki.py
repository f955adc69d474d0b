"""An Anki package: one note a formula, one deck a topic."""

import hashlib
import io
import itertools
import json
import sqlite3
import zipfile
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from quizbank.flashcards import html
from quizbank.flashcards.card import Card
from quizbank.language import Language, words

MODEL_ID = 1_846_203_957  # with FIELDS: Anki takes a note type of this id and other fields for a conflict
FIELDS = (
    "Id",
    "Front",
    "Formula",
    "Code",
    "Legend",
    "Note",
    "WatchOut",
    "Source",
    "Topic",
    "Extra1",
    "Extra2",
    "Extra3",
)
MODEL_MODIFIED = datetime(2026, 11, 29, tzinfo=UTC)  # to be moved on when the templates or styles change
_ZIP_TIME = (1980, 1, 1, 0, 0, 0)  # the same cards give the same bytes

_QUESTION = '<div class="topic">{{Topic}}</div><div class="front">{{Front}}</div>'
_ANSWER = """{{FrontSide}}<hr id="answer">
{{Formula}}{{Code}}{{Legend}}
{{#Note}}<div class="note">{{Note}}</div>{{/Note}}
{{#WatchOut}}<div class="watch">{{WatchOut}}</div>{{/WatchOut}}
<div class="source">{{Source}}</div>{{Extra1}}"""
_STYLE = """.card { font-family: sans-serif; font-size: 20px; text-align: center; }
.topic, .source { font-size: 14px; opacity: 0.7; }
ul, pre, .note { text-align: left; display: table; margin: 0.6em auto; }
pre { font-size: 15px; white-space: pre-wrap; }
.watch::before { content: "⚠"; }
"""


def package(cards: Sequence[Card], modified: Mapping[str, datetime], language: Language) -> bytes:
    """The `.apkg` file; Anki replaces a note it has where `modified` says that ours is newer."""
    import genanki

    model = _model(genanki)
    decks: dict[str, Any] = {}
    for place, card in enumerate(cards):
        name = deck_name(card)
        deck = decks.setdefault(name, genanki.Deck(_number(f"deck {card.topic}"), name))
        deck.add_note(_note(genanki, model, card, place, modified[card.id], language))
    return _zipped(_database(genanki.Package(list(decks.values()))))


def deck_name(card: Card) -> str:
    """The deck of the card's topic, the same in each language: Anki knows decks by their names."""
    return f"quizbank::{card.topic}"


def fields(card: Card, language: Language) -> dict[str, str]:
    """What each field holds, as HTML."""
    _ = words(language)
    filled = {
        "Id": card.id,
        "Front": html.text(card.front),
        "Formula": html.formula(card),
        "Code": html.code(card),
        "Legend": html.legend(card),
        "Note": html.text(card.note or ""),
        "WatchOut": html.watch_out(card),
        "Source": f"{_('Source')}: {html.text(card.source)}",
        "Topic": html.text(card.topic_title),
    }
    return {name: filled.get(name, "") for name in FIELDS}


def content(card: Card, language: Language) -> str:
    """A digest of what the note shows."""
    return hashlib.sha256(json.dumps(fields(card, language), sort_keys=True).encode()).hexdigest()


def _model(genanki: Any) -> Any:
    templates = [{"name": "Card", "qfmt": _QUESTION, "afmt": _ANSWER}]
    return genanki.Model(MODEL_ID, "quizbank", [{"name": name} for name in FIELDS], templates, _STYLE)


def _note(genanki: Any, model: Any, card: Card, place: int, modified: datetime, language: Language) -> Any:
    class Note(genanki.Note):  # type: ignore[misc]  # genanki has no types
        """A note with a date of its own: genanki gives all the same."""

        def write_to_db(self, cursor: Any, _timestamp: float, deck_id: int, id_gen: Any) -> None:
            super().write_to_db(cursor, modified.timestamp(), deck_id, id_gen)

    guid = genanki.guid_for("quizbank", card.id)
    tags = ["quizbank", card.topic, f"tier-{card.tier}"]
    return Note(model, list(fields(card, language).values()), guid=guid, tags=tags, due=place)


def _database(made: Any) -> bytes:
    connection = sqlite3.connect(":memory:")
    try:
        timestamp = MODEL_MODIFIED.timestamp()
        made.write_to_db(connection.cursor(), timestamp, itertools.count(int(timestamp * 1000)))
        connection.commit()
        return connection.serialize()
    finally:
        connection.close()


def _zipped(database: bytes) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in (("collection.anki2", database), ("media", b"{}")):
            archive.writestr(zipfile.ZipInfo(name, _ZIP_TIME), data, zipfile.ZIP_DEFLATED)
    return buffer.getvalue()


def _number(name: str) -> int:
    """A number for a deck, the same in every package."""
    return int.from_bytes(hashlib.sha256(f"quizbank {name}".encode()).digest()[:4], "big") | 1 << 32
