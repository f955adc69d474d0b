"""Rows of matrices beside a column of vectors: `[W U] [x; a]` is W x + U a."""

import functools
from collections.abc import Sequence

from quizbank.answers.notation.statements import outside
from quizbank.answers.notation.tokens import Token
from quizbank.answers.notation.vocabulary import Entry, Vocabulary
from quizbank.answers.tree import Binary, Concat, Node, Number

_FRAME = len((r"\begin", "{", "bmatrix", "}"))


def column_in(tokens: Sequence[Token], place: int, end: int) -> Sequence[Token]:
    """The inside of the square bracket that stands at `place` and is closed at `end`, or of the matrix there."""
    if tokens[place].text == "[":
        return tokens[place + 1 : end]
    if (tokens[place].kind, tokens[place].text) != ("command", "begin"):
        return ()
    return tokens[
        place + _FRAME : next((i for i, token in enumerate(tokens) if i > place and token.text == "end"), place)
    ]


def row_of(parts: Sequence[Node], behind: Sequence[Token], vocabulary: Vocabulary) -> Sequence[Node]:
    """The blocks of a row in square brackets, where `behind`, a column's inside, has a part for each; else none.

    They stand beside each other, or with commas where the column has a 1 for a bias.
    """
    cuts = [place for place in outside(behind) if behind[place].text in (";", ",") or behind[place].kind == "break"]
    row = _beside(parts[0]) if len(parts) == 1 else parts
    if len(row) < 2 or len(cuts) != len(row) - 1 or any(isinstance(part, Number) for part in row):
        return ()
    if not 0 < cuts[0] <= cuts[-1] < len(behind) - 1:
        return ()  # a bracket that is not finished yet
    entries = (vocabulary.find(token.text) for token in behind if token.kind == "word")
    has_tensor = any(isinstance(entry, Entry) and entry.axes and not entry.is_whole for entry in entries)
    has_one = behind[cuts[-1] + 1].text == "1" or behind[cuts[0] - 1].text == "1"
    return row if has_one or (len(parts) == 1 and (has_tensor or behind[cuts[0]].text != ",")) else ()


def _beside(node: Node) -> list[Node]:
    """The factors of a product without signs."""
    is_product = isinstance(node, Binary) and node.sign == " " and node.product == "free"
    return [*_beside(node.left), node.right] if is_product and isinstance(node, Binary) else [node]


def times(column: int, row: Sequence[Node], stacked: Node) -> Node | None:
    """The sum of each block times its part."""
    if not isinstance(stacked, Concat) or len(stacked.parts) != len(row):
        return None
    products = [Binary(column, " ", *pair, "free") for pair in zip(row, stacked.parts, strict=True)]
    return functools.reduce(lambda one, other: Binary(column, "+", one, other), products)
