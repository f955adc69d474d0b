"""`|g|` of a vector, which some read as its length and others entry by entry."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace

from quizbank.answers.echo import display
from quizbank.answers.notation.functions import REDUCE
from quizbank.answers.notation.vocabulary import Vocabulary
from quizbank.answers.tree import Definition, Function, Name, Node, Reduction, Unary
from quizbank.answers.unreadable import Unreadable
from quizbank.answers.walk import rebuilt, walk

_CALLED = frozenset({len("abs("), len("absolute(")})
"""So far in front of its argument a call starts; bars stand nearer, or have a longer name."""


def normed(definitions: Sequence[Definition], vocabulary: Vocabulary) -> Sequence[Definition] | None:
    """The lines with the length of each vector that stands between bars; None where none does."""
    found = {node.column for line in definitions for node, _ in _barred(line.body, vocabulary)}
    if not found:
        return None
    return [replace(line, body=rebuilt(line.body, lambda node: _normed(node, found))) for line in definitions]


def require_bars(definitions: Sequence[Definition], vocabulary: Vocabulary) -> None:
    """Raise Unreadable at the first vector between single bars."""
    for line in definitions:
        for node, name in _barred(line.body, vocabulary):
            _, entry = vocabulary.translate, vocabulary.by_name(name.name)
            symbol = display(entry.display) if entry else name.text
            message = _("|{symbol}| is read in two ways: write ‖{symbol}‖ for the length, abs({symbol}) for each entry")
            raise Unreadable(node.column, message.format(symbol=symbol), line.line)


def _barred(body: Node, vocabulary: Vocabulary) -> Iterator[tuple[Unary, Name]]:
    """The vectors between bars; under a sum or a maximum, its entries are meant."""
    sums = [node for node in walk(body) if isinstance(node, Reduction) or is_reduced(node)]
    within = {id(part) for node in sums for part in walk(node)}
    for node in walk(body):
        if isinstance(node, Unary) and node.sign == "abs" and isinstance(node.operand, Name) and id(node) not in within:
            entry = vocabulary.by_name(node.operand.name)
            is_vector = entry is not None and entry.role == "argument" and len(entry.axes or ()) == 1
            distance = node.operand.column - node.column
            if is_vector and distance > 0 and distance not in _CALLED:
                yield node, node.operand


def is_reduced(node: Node) -> bool:
    """Whether this is a call of a sum, mean or the like."""
    return isinstance(node, Function) and node.name in REDUCE


def _normed(node: Node, columns: Collection[int]) -> Node:
    if isinstance(node, Unary) and node.sign == "abs" and node.column in columns:
        return Function(node.column, "norm", (node.operand,))
    return node
