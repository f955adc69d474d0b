"""Indicators whose letter stands nowhere else, as in `p - 1_{i=y}`, a vector, and 1 at the label y; and those of masks."""

import math
from collections.abc import Collection
from dataclasses import replace
from typing import Any

from quizbank.answers.notation.vocabulary import Vocabulary
from quizbank.answers.tree import Binary, Compare, Function, Name, Node, Number, Reduction, Unary, is_letter
from quizbank.answers.walk import free_letters, rebuilt, walk


def with_one_hot(body: Node, left: Collection[str], vocabulary: Vocabulary) -> Node:
    """The right side with a one-hot vector for `[i = y]`, where i is no index of anything; where the line has indices, i must be one."""
    if left or not any(isinstance(node, Compare) for node in walk(body)):
        return body
    found: Node = _replaced(body, {*free_letters(body)}, vocabulary)
    return found


def with_infinite_masks(body: Node) -> Node:
    """`−∞·[M = −∞]` as the notes mean it: 0 where the condition does not hold; code has nan there."""
    has_infinity = any(isinstance(node, Number) and math.isinf(node.value) for node in walk(body))
    return rebuilt(body, _masked) if has_infinity else body


def _masked(node: Node) -> Node:
    if not (isinstance(node, Binary) and node.product is not None):
        return node
    for factor, condition in ((node.left, node.right), (node.right, node.left)):
        size = factor.operand if isinstance(factor, Unary) and factor.sign == "-" else factor
        if isinstance(condition, Compare) and isinstance(size, Number) and math.isinf(size.value):
            return Function(node.column, "where", (condition, factor, Number(node.column, 0.0, "0")))
    return node


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
