"""Indicators whose letter stands nowhere else: `p - 1_{i=y}` is a vector, and 1 at the label y."""

from collections.abc import Collection
from dataclasses import replace
from typing import Any

from quizbank.answers.notation.vocabulary import Vocabulary
from quizbank.answers.tree import Compare, Function, Name, Node, Reduction, is_letter
from quizbank.answers.walk import free_letters, walk


def with_one_hot(body: Node, left: Collection[str], vocabulary: Vocabulary) -> Node:
    """The right side with a one-hot vector for `[i = y]`, where i is no index of anything; where the line has indices, i must be one."""
    if left or not any(isinstance(node, Compare) for node in walk(body)):
        return body
    found: Node = _replaced(body, {*free_letters(body)}, vocabulary)
    return found


def _replaced(part: Any, known: set[str], vocabulary: Vocabulary) -> Any:
    if isinstance(part, tuple):
        return tuple(_replaced(child, known, vocabulary) for child in part)
    if not isinstance(part, Node):
        return part
    label = _label(part, known, vocabulary) if isinstance(part, Compare) else None
    if label is not None:
        return Function(part.column, "one_hot", (label,))
    inner = known | {part.index} if isinstance(part, Reduction) and part.index else known
    changes = {name: _replaced(value, inner, vocabulary) for name, value in vars(part).items()}
    return replace(part, **changes)


def _label(node: Compare, known: set[str], vocabulary: Vocabulary) -> Name | None:
    """The label with which a letter of no other use is compared."""
    for letter, label in ((node.left, node.right), (node.right, node.left)):
        if node.sign == "=" and isinstance(letter, Name) and is_letter(letter.name) and letter.name not in known:
            entry = vocabulary.by_name(label.name) if isinstance(label, Name) else None
            if isinstance(label, Name) and entry is not None and entry.is_whole and not entry.axes:
                return label
    return None
