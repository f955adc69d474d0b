"""Names that shapes show to be meant otherwise: an index over which no sum runs, a size in place of a weight."""

import re
from collections.abc import Sequence

from torch import Tensor

from quizbank.answers.echo import display
from quizbank.answers.meaning.candidate import Candidate
from quizbank.answers.meaning.problem import Problem
from quizbank.answers.notation.vocabulary import Entry, Vocabulary
from quizbank.answers.tree import Binary, Compare, Definition, Name, Node, Reduction, is_letter
from quizbank.answers.unreadable import Unreadable
from quizbank.answers.walk import walk
from quizbank.question import Symbol


def require_bound(candidate: Candidate, value: Tensor | None, expected: Tensor) -> None:
    """Raise Unreadable where a letter runs freely beside the axes that are asked, or runs over nothing."""
    last = candidate.lines[-1]
    is_whole = value is not None and expected.ndim > 0 and value.shape[: expected.ndim] == expected.shape
    if is_whole and value is not None and not {*value.shape[expected.ndim :]} & {*expected.shape}:
        return  # the letters are those that are asked: what is too much has none
    if last.indices and (not expected.ndim if value is None else value.ndim > expected.ndim):
        _ = candidate.goal.problem.vocabulary.translate
        letters = _running(last)
        letter = letters[min(expected.ndim, len(letters) - 1)]  # those before it are the asked axes
        message = _("no sum runs over {letter} here: which one is meant?").format(letter=letter[1:])
        raise Unreadable(last.column, message, last.line)


def _running(line: Definition) -> Sequence[str]:
    """The index letters of a line over which no sum runs, also those that are only compared."""
    compared = [part for node in walk(line.body) if isinstance(node, Compare) for part in (node.left, node.right)]
    bound = {node.index for node in walk(line.body) if isinstance(node, Reduction)}
    names = [part.name for part in compared if isinstance(part, Name) and is_letter(part.name)]
    return list(dict.fromkeys([*line.indices, *(name for name in names if name not in bound)]))


def require_weights(candidate: Candidate) -> None:
    """Raise Unreadable where a size stands in front of a vector, as a weight would."""
    vocabulary = candidate.goal.problem.vocabulary
    for line in candidate.lines:
        for node in walk(line.body):
            if isinstance(node, Binary) and node.product and _is_size(node.left, vocabulary):
                _require_number(node, line, vocabulary)


def require_flattened(definitions: Sequence[Definition], vocabulary: Vocabulary) -> None:
    """Raise Unreadable where vectors one by one stand for their concatenation, which has a name of its own."""
    used = {node.name: line for line in definitions for node in walk(line.body) if isinstance(node, Name) and line.line}
    for entry in vocabulary.entries.values():
        whole = re.fullmatch(r"\\mathrm\{flatten\}\((\w+)\)", entry.of) if entry.role == "symbol" else None
        rows = vocabulary.by_name(whole[1]) if whole else None
        if rows is not None and rows.name in used:
            _ = vocabulary.translate
            message = _("{symbol} has a row for each vector: their concatenation is {whole}")
            names = {"symbol": display(rows.display), "whole": display(entry.display)}
            raise Unreadable(used[rows.name].column, message.format(**names), used[rows.name].line)


def _is_size(node: Node, vocabulary: Vocabulary) -> bool:
    entry = vocabulary.by_name(node.name) if isinstance(node, Name) else None
    return entry is not None and entry.role == "size"


def _require_number(node: Binary, line: Definition, vocabulary: Vocabulary) -> None:
    """Raise where what stands behind the size is a symbol with axes."""
    entry = vocabulary.by_name(node.right.name) if isinstance(node.right, Name) else None
    size = vocabulary.by_name(node.left.name) if isinstance(node.left, Name) else None
    if size is not None and entry is not None and entry.axes and line.line:
        _ = vocabulary.translate
        message = _("{symbol} is a size here: which weight is meant?").format(symbol=display(size.display))
        raise Unreadable(node.left.column, message, line.line)


def require_joined(definitions: Sequence[Definition], vocabulary: Vocabulary) -> None:
    """Raise Unreadable at `xh`, two vectors of other lengths written as one word: no product of theirs is meant."""
    _ = vocabulary.translate
    for line in definitions:
        for node in walk(line.body):
            if isinstance(node, Binary) and node.sign == " ":
                first, second = node.left, node.right
                if _is_one_word(first, second, vocabulary) and line.line:
                    names = [display(entry.display) for entry in _entries((first, second), vocabulary)]
                    message = _("{first} and {second} side by side are [{first}; {second}]: write them so")
                    raise Unreadable(first.column, message.format(first=names[0], second=names[1]), line.line)


def _is_one_word(first: Node, second: Node, vocabulary: Vocabulary) -> bool:
    entries = _entries((first, second), vocabulary)
    axes = [entry.axes for entry in entries if entry.role == "argument" and len(entry.axes or ()) == 1]
    return len(axes) == 2 and axes[0] != axes[1] and second.column == first.column + 1


def _entries(nodes: Sequence[Node], vocabulary: Vocabulary) -> list[Entry]:
    found = (vocabulary.by_name(node.name) for node in nodes if isinstance(node, Name))
    return [entry for entry in found if entry is not None]


def require_known_weights(problem: Problem, definitions: Sequence[Definition]) -> None:
    """Raise Unreadable where a size of the topic that is none of this formula stands in front of a vector, as a weight."""
    sizes = {symbol.name for symbol in problem.legend if _is_size_letter(symbol, problem.vocabulary)}
    sizes -= {line.name for line in definitions if line.name}
    for line in definitions:
        for node in walk(line.body):
            if isinstance(node, Binary) and node.product and isinstance(node.left, Name) and node.left.name in sizes:
                _require_number(node, line, problem.vocabulary)


def _is_size_letter(symbol: Symbol, vocabulary: Vocabulary) -> bool:
    """Whether the topic means a length by this capital, which has no shape of its own."""
    entry = vocabulary.by_name(symbol.name)
    is_stray = entry is not None and entry.role == "stray"
    return is_stray and len(symbol.name) == 1 and symbol.name.isupper() and "(" not in symbol.meaning["en"]
