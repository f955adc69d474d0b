"""The symbols to type an answer with, each with the shortest way to type it; on demand the topic's with what they mean."""

import re
from collections.abc import Iterator, Sequence

from rich.cells import cell_len
from textual.content import Content

from quizbank import axes, bank
from quizbank.answers.echo import display
from quizbank.answers.notation.characters import atoms
from quizbank.answers.notation.spelling import spelled
from quizbank.answers.notation.tokens import tokens
from quizbank.answers.notation.vocabulary import key
from quizbank.answers.readable import readable
from quizbank.answers.unreadable import Unreadable
from quizbank.language import Language
from quizbank.outline import FormulaOutline
from quizbank.question import Question, Symbol
from tui.columns import GAP, flowing, labelled, pad

WORDS = ("a", "A", "I")
"""What in a sentence is no symbol."""


def needed(question: Question) -> list[Symbol]:
    """The symbols with which an answer to this question may be typed.

    Those of a formula are its own, those in its prompt, and those that are often taken for one of them: what belongs
    into the answer is still to be known.
    """
    if question.kind in ("formula", "system", "fix") and question.formula:
        outline = bank.formulas()[question.formula]
        own, told = {*_names(outline)}, {*_told(question)}
        taken = {key(one.symbol) for one in question.legend if one.name in own} - {
            None
        }  # h is no state where it counts heads
        keys = {*_keys(outline.latex or ""), *_keys(question.shown or "")}

        def is_near(one: Symbol) -> bool:
            its = key(one.symbol)
            return its not in taken and (one.name in told or bool(one.misuse) or its in keys)

        return [one for one in question.legend if one.name in own or is_near(one)]
    return [one for one in question.legend if one.name in question.symbols]


def _names(outline: FormulaOutline) -> Iterator[str]:
    """The names of what the formula takes and gives, with their sizes."""
    for shape in (*outline.arguments, *outline.outputs):
        yield shape.name
        yield from (name for axis in shape.axes or () for name in axes.names(axis))
    yield from (*outline.extra, *outline.symbols, *outline.sizes)


def _told(question: Question) -> Iterator[str]:
    """The names of the symbols that stand in the prompt."""
    for one in question.legend:
        spellings = {one.symbol, one.type_as, display(one.symbol)} - {*WORDS}
        if any(re.search(rf"(?<!\w){re.escape(text)}(?!\w)", question.prompt["en"]) for text in spellings):
            yield one.name


def _keys(latex: str) -> set[str]:
    """The keys of all symbols in this LaTeX."""
    try:
        read = tokens(atoms(latex, str), str)
    except Unreadable:
        return set()
    found = (spelled(read, place) for place in range(len(read) - 1))
    return {text for one in found if one for text in (one.key, one.full_key)}


def names(legend: Sequence[Symbol], width: int) -> Content:
    """The symbols that are typed as they are printed, and below them the others with how they are typed."""
    plain = [symbol for symbol in legend if _is_plain(symbol)]
    other = [symbol for symbol in legend if not _is_plain(symbol)]
    first = Content("  ").join(Content.styled(symbol.type_as, "$accent") for symbol in plain)
    widest = max((cell_len(shown(symbol)) for symbol in other), default=0)
    rest = flowing([_entry(symbol, widest) for symbol in other], width)
    return Content("\n").join(part for part in (first, rest) if part)


def meanings(question: Question, width: int, language: Language) -> Content:
    """One symbol a line, with its meaning: first those that are needed, then the topic's others."""
    first = needed(question)
    legend = [*first, *(one for one in question.legend if one not in first)]
    typed = max((cell_len(symbol.type_as) for symbol in legend), default=0)
    rows = [
        (
            shown(symbol),
            Content.assemble(pad(Content.styled(symbol.type_as, "$accent"), typed + GAP), symbol.meaning[language]),
        )
        for symbol in legend
    ]
    return labelled(rows, width)


def shown(symbol: Symbol) -> str:
    """The symbol as people read it."""
    return readable(display(symbol.symbol))


def _is_plain(symbol: Symbol) -> bool:
    """Whether it is typed as it is shown."""
    return shown(symbol) == symbol.type_as


def _entry(symbol: Symbol, widest: int) -> Content:
    return Content.assemble(pad(Content(shown(symbol)), widest), " ", (symbol.type_as, "$accent"))
