"""`|g|` of a vector, which some read as its length and others entry by entry."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from quizbank.answers.echo import display
from quizbank.answers.notation.vocabulary import Vocabulary
from quizbank.answers.tree import Definition, Function, Name, Node, Unary
from quizbank.answers.unreadable import Unreadable
from quizbank.answers.walk import walk


def normed(definitions: Sequence[Definition], vocabulary: Vocabulary) -> Sequence[Definition] | None:
    """The lines with the length of each vector that stands between bars; None where none does."""
    if _barred(definitions, vocabulary) is None:
        return None
    return [replace(line, body=_normed(line.body, vocabulary)) for line in definitions]


def require_bars(definitions: Sequence[Definition], vocabulary: Vocabulary) -> None:
    """Raise Unreadable at the first vector between single bars."""
    found = _barred(definitions, vocabulary)
    if found is not None:
        _, (name, line) = vocabulary.translate, found
        entry = vocabulary.by_name(name.name)
        symbol = display(entry.display) if entry else name.text
        message = _("|{symbol}| is read in two ways: write ‖{symbol}‖ for the length, abs({symbol}) for each entry")
        raise Unreadable(name.column, message.format(symbol=symbol), line)


def _barred(definitions: Sequence[Definition], vocabulary: Vocabulary) -> tuple[Name, int] | None:
    """The first vector between bars, and its line."""
    for line in definitions:
        for node in walk(line.body):
            if _is_barred(node, vocabulary) and isinstance(node, Unary) and isinstance(node.operand, Name):
                return node.operand, line.line
    return None


def _is_barred(node: Node, vocabulary: Vocabulary) -> bool:
    if not (isinstance(node, Unary) and node.sign == "abs" and isinstance(node.operand, Name)):
        return False
    entry = vocabulary.by_name(node.operand.name)
    return entry is not None and entry.role == "argument" and len(entry.axes or ()) == 1


def _normed(node: Any, vocabulary: Vocabulary) -> Any:
    if isinstance(node, tuple):
        return tuple(_normed(part, vocabulary) for part in node)
    if not isinstance(node, Node):
        return node
    if _is_barred(node, vocabulary) and isinstance(node, Unary):
        return Function(node.column, "norm", (node.operand,))
    return replace(node, **{name: _normed(part, vocabulary) for name, part in vars(node).items()})
