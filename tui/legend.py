"""The topic's symbols, each with the shortest way to type it; on demand with what they mean."""

from collections.abc import Sequence

from rich.cells import cell_len
from textual.content import Content

from quizbank.answers.echo import display
from quizbank.language import Language
from quizbank.question import Symbol
from tui.columns import GAP, flowing, labelled, pad


def names(legend: Sequence[Symbol], width: int) -> Content:
    """Symbols and how they are typed, side by side."""
    widest = max((cell_len(display(symbol.symbol)) for symbol in legend), default=0)
    return flowing([_entry(symbol, widest) for symbol in legend], width)


def meanings(legend: Sequence[Symbol], width: int, language: Language) -> Content:
    """One symbol a line, with its meaning."""
    typed = max((cell_len(symbol.type_as) for symbol in legend), default=0)
    rows = [
        (
            display(symbol.symbol),
            Content.assemble(pad(Content.styled(symbol.type_as, "$accent"), typed + GAP), symbol.meaning[language]),
        )
        for symbol in legend
    ]
    return labelled(rows, width)


def _entry(symbol: Symbol, widest: int) -> Content:
    shown = display(symbol.symbol)
    if shown == symbol.type_as:
        return Content.styled(shown, "$accent")
    return Content.assemble(pad(Content(shown), widest), " ", (symbol.type_as, "$accent"))
