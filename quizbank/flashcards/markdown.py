"""Cards as Markdown, to be read, printed or searched."""

import re
from collections.abc import Iterator, Sequence
from itertools import groupby

from quizbank.flashcards.card import Card
from quizbank.flashcards.html import stacked
from quizbank.language import Language, words

_SPECIAL = re.compile(r"([\\`*<>\[\]$#]|(?<!\w)_|_(?!\w))")


def document(cards: Sequence[Card], language: Language) -> str:
    """One document: a chapter a topic, a section a card."""
    _ = words(language)
    lines = [f"# {_('Formulas')}"]
    for title, group in groupby(cards, key=lambda card: card.topic_title):
        lines += ["", f"## {plain(title)}"]
        for card in group:
            lines += ["", *_section(card, language)]
    return "\n".join(lines) + "\n"


def plain(text: str) -> str:
    """Text that Markdown shows as it is."""
    return _SPECIAL.sub(r"\\\1", text).replace("\n", "  \n")


def _section(card: Card, language: Language) -> Iterator[str]:
    _ = words(language)
    yield from (f"### {plain(card.title)} (`{card.id}`)", "", plain(card.front), "")
    if card.latex:
        yield from ("$$", stacked(card.latex), "$$", "")
    if card.code:
        yield from ("```python", card.code, "```", "")
    for meaning in card.legend:
        symbol = f"`{meaning.name}`" if meaning.latex is None else f"${meaning.latex}$"
        yield f"- {symbol}: {plain(meaning.text)}"
    if card.legend:
        yield ""
    if card.note:
        yield from (plain(card.note), "")
    if card.watch_out:
        yield from (f"**{_('Watch out')}**", "", *(f"- {plain(hint)}" for hint in card.watch_out), "")
    yield f"{_('Source')}: {plain(card.source)}"
