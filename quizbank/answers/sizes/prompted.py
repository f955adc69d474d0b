"""Sizes that a prompt names though the answer is not made of them: `(n, d_k)` is a wrong shape and no slip of the pen."""

import functools
import re
from collections.abc import Sequence

from quizbank import axes, bank
from quizbank.answers.sizes.tied import Nodes
from quizbank.answers.tree import Node, Number
from quizbank.question import Exercise

_WORD = re.compile(r"(?<![\w\\^])[A-Za-z]\w*(?!\w)")
_ARTICLE = re.compile(r"(?:^|(?<=[.:?] ))A(?= [a-z])")
_ANY = 7.1234567
"""The value of the first such size: no size is a fraction, so that no answer is right by it."""


def prompted(exercise: Exercise) -> Nodes:
    """Each such size with a value that no other one has."""
    words = _WORD.findall(_ARTICLE.sub(" ", exercise.sentence.en))
    sizes = _sizes(exercise.question.topic)
    found = [name for word in words if word in sizes for name in (word, *sizes[word])]
    return {name: _any(place) for place, name in enumerate(dict.fromkeys(found))}


def _any(place: int) -> Node:
    value = _ANY + place
    return Number(1, value, repr(value))


@functools.cache
def _sizes(topic: str) -> dict[str, Sequence[str]]:
    """The sizes of the topic's tensors, with those of which some of them are made."""
    found: dict[str, Sequence[str]] = {}
    for formula in bank.formulas().values():
        if formula.topic == topic:
            shapes = [tensor.axes or () for tensor in (*formula.arguments, *formula.outputs)]
            found |= dict.fromkeys((name for shape in shapes for axis in shape for name in axes.names(axis)), ())
            found |= {whole: axes.names(text) for whole, text in formula.sizes.items() if text != "2**"}
    return found
