"""Cards as tables: CSV for spreadsheets, and the text file that Anki imports.

Every cell is quoted: Anki drops a row whose first cell begins with a bare `#`.
"""

import csv
import io
from collections.abc import Iterable, Sequence

from quizbank.flashcards import html
from quizbank.flashcards.anki import deck_name
from quizbank.flashcards.card import Card
from quizbank.language import Language

COLUMNS = ("id", "topic", "tier", "title", "front", "latex", "code", "legend", "note", "watch_out", "source")


def comma_separated(cards: Sequence[Card]) -> str:
    """A table with a head; cells are plain text and may have several lines."""
    return _written([COLUMNS, *map(_row, cards)], ",")


def anki_text(cards: Sequence[Card], language: Language) -> str:
    """Front, back, deck and tags, with the head lines by which Anki knows them.

    The stock note type has another name in each language of Anki; asked for by this line, it is found all the same.
    """
    head = ["separator:tab", "html:true", "notetype:Basic", "deck column:3", "tags column:4"]
    rows = ((_front(card), html.back(card, language), deck_name(card), f"quizbank {card.topic}") for card in cards)
    return "".join(f"#{line}\n" for line in head) + _written(rows, "\t")


def _front(card: Card) -> str:
    """The front, with the id: Anki tells notes apart by their first field."""
    return f"{html.text(card.front)}<br><small>{html.text(card.id)}</small>"


def _row(card: Card) -> tuple[str, ...]:
    legend = "\n".join(f"{meaning.latex or meaning.name}: {meaning.text}" for meaning in card.legend)
    formula, mistakes = "\n".join(card.latex), "\n".join(card.watch_out)
    head = (card.id, card.topic_title, str(card.tier), card.title, card.front)
    return (*head, formula, card.code or "", legend, card.note or "", mistakes, card.source)


def _written(rows: Iterable[Sequence[str]], delimiter: str) -> str:
    buffer = io.StringIO(newline="")
    csv.writer(buffer, delimiter=delimiter, quoting=csv.QUOTE_ALL, lineterminator="\n").writerows(rows)
    return buffer.getvalue()
