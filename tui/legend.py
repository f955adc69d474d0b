"""The topic's symbols, each with the shortest way to type it; on demand with what they mean."""

from collections.abc import Sequence

from rich.cells import cell_len
from textual.content import Content

from quizbank.answers.echo import display
from quizbank.language import Language
from quizbank.question import Symbol
from tui.columns import GAP, flowing, labelled, pad


def names(legend: Sequence[Symbol], width: int) -> Content:
    """The symbols that are typed as they are printed, and below them the others with how they are typed."""
    plain = [symbol for symbol in legend if _is_plain(symbol)]
    other = [symbol for symbol in legend if not _is_plain(symbol)]
    first = Content("  ").join(Content.styled(symbol.type_as, "$accent") for symbol in plain)
    widest = max((cell_len(display(symbol.symbol)) for symbol in other), default=0)
    rest = flowing([_entry(symbol, widest) for symbol in other], width)
    return Content("\n").join(part for part in (first, rest) if part)


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


def _is_plain(symbol: Symbol) -> bool:
    """Whether it is typed as it is printed, but for braces."""
    return display(symbol.symbol).replace("{", "").replace("}", "") == symbol.type_as


def _entry(symbol: Symbol, widest: int) -> Content:
    return Content.assemble(pad(Content(display(symbol.symbol)), widest), " ", (symbol.type_as, "$accent"))
