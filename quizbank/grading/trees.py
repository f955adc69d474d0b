"""Binary trees over words: ties and the numbers of inner nodes are free, prefix property and total length are not."""

import itertools
from collections.abc import Sequence
from typing import Any

from quizbank.grading.sentences import Sentence, later, sentence

Path = list[tuple[int, int]]
"""From the root to a word: an inner node, and the turn taken there, ±1."""

NAME = "tree"
"""How a formula calls an output that is a tree."""


def paths(value: Any) -> list[Path] | None:
    """The path of each word, given as pairs (node, turn) or as nodes beside turns; None where it is neither."""
    if not (isinstance(value, list) and all(isinstance(one, list) for one in value)):
        return None
    for read in (_pairs, _beside):
        found = [read(one) for one in value]
        if all(path is not None and all(turn in (1, -1) for _, turn in path) for path in found):
            return [path for path in found if path is not None]
    return None


def _pairs(one: list[Any]) -> Path | None:
    if not all(isinstance(step, list) and len(step) == 2 and all(map(_is_whole, step)) for step in one):
        return None
    return [(int(node), int(turn)) for node, turn in one]


def _beside(one: list[Any]) -> Path | None:
    if len(one) != 2 or not all(isinstance(part, list) for part in one) or len(one[0]) != len(one[1]):
        return None
    return _pairs([list(step) for step in zip(*one, strict=True)])


def _is_whole(number: Any) -> bool:
    return isinstance(number, int | float) and number == int(number)


def length(tree: Sequence[Path], counts: Sequence[int]) -> int:
    """The total code length: each word as often as it occurs."""
    return sum(count * len(path) for count, path in zip(counts, tree, strict=True))


def fault(tree: Sequence[Path], counts: Sequence[int], least: int) -> Sentence | None:
    """Why this is no tree over the words with the least total code length, or None."""
    found = _nodes(tree, len(counts)) or _prefixes(tree)
    if found is not None:
        return found
    total = length(tree, counts)
    text = later("the total code length is {total}, the least is {least}")
    return None if total == least else sentence(text, total=total, least=least)


def _nodes(tree: Sequence[Path], words: int) -> Sentence | None:
    """Each inner node has one of the numbers 0 to V − 2 and stands at one place."""
    places: dict[tuple[int, ...], int] = {}
    at: dict[int, tuple[int, ...]] = {}
    for word, path in enumerate(tree):
        turns = tuple(turn for _, turn in path)
        for depth, (node, _turn) in enumerate(path):
            if not 0 <= node < words - 1:
                return sentence(
                    later("word {word}: {node} is no inner node, {words} words have the nodes 0 to {last}"),
                    word=word,
                    node=node,
                    words=words,
                    last=words - 2,
                )
            place = turns[:depth]
            if at.setdefault(node, place) != place:
                return sentence(later("word {word}: inner node {node} stands at two places"), word=word, node=node)
            if places.setdefault(place, node) != node:
                return sentence(
                    later("word {word}: the inner nodes {node} and {other} stand at the same place"),
                    word=word,
                    node=node,
                    other=places[place],
                )
    return None


def _prefixes(tree: Sequence[Path]) -> Sentence | None:
    """No word's code begins another's."""
    codes = sorted((tuple(turn for _, turn in path), word) for word, path in enumerate(tree))
    for (code, word), (longer, other) in itertools.pairwise(codes):
        if longer[: len(code)] == code:
            return sentence(later("the code of word {word} begins that of word {other}"), word=word, other=other)
    return None
