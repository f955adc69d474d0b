"""A card as HTML with MathJax, as Anki wants its fields: everything that is no tag of ours is escaped."""

from collections.abc import Iterable
from html import escape

from quizbank.flashcards.card import Card, Meaning
from quizbank.language import Language, words


def formula(card: Card) -> str:
    """The formula as displayed mathematics."""
    if not card.latex:
        return ""
    return rf"\[{escape(stacked(card.latex), quote=False)}\]"


def stacked(lines: tuple[str, ...]) -> str:
    """The lines of a system below each other, as one LaTeX formula."""
    return lines[0] if len(lines) == 1 else r"\begin{gathered} " + r" \\ ".join(lines) + r" \end{gathered}"


def code(card: Card) -> str:
    """The code, its lines kept."""
    return "" if card.code is None else f"<pre>{text(card.code)}</pre>"


def legend(card: Card) -> str:
    """The symbols and what they mean."""
    return _list(f"{_symbol(meaning)} {text(meaning.text)}" for meaning in card.legend)


def watch_out(card: Card) -> str:
    """The sentences that set typical mistakes right."""
    return _list(text(hint) for hint in card.watch_out)


def text(plain: str) -> str:
    """Plain text as HTML, on one line of the file."""
    return escape(plain, quote=False).replace("\n", "<br>")


def back(card: Card, language: Language) -> str:
    """All of the card but its front."""
    _ = words(language)
    parts = [formula(card), code(card), legend(card)]
    parts += [f"<div>{text(card.note)}</div>"] if card.note else []
    parts += [f"<div>{_('Watch out')}</div>{watch_out(card)}"] if card.watch_out else []
    parts += [f"<div>{_('Source')}: {text(card.source)}</div>"]
    return "".join(parts)


def _symbol(meaning: Meaning) -> str:
    return text(meaning.name) if meaning.latex is None else rf"\({escape(meaning.latex, quote=False)}\)"


def _list(rows: Iterable[str]) -> str:
    items = "".join(f"<li>{row}</li>" for row in rows)
    return f"<ul>{items}</ul>" if items else ""
