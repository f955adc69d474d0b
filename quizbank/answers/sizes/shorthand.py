"""Names that an answer may use because of how the question is put: k where it says V = 2^k, d for its only width."""

import re

from quizbank.answers.sizes.tied import Nodes
from quizbank.answers.tree import Function, Name, Node
from quizbank.question import Exercise

_POWER = re.compile(r"\b([A-Za-z]) = 2\^([A-Za-z])\b")
_WIDTHS = {"d": "d_model"}


def shorthands(exercise: Exercise) -> Nodes:
    """Each such name as an expression in the question's own."""
    question = exercise.question
    found: dict[str, Node] = {}
    for size, exponent in _POWER.findall(exercise.prompt.en):
        if size in question.powers_of_two and exponent not in question.symbols:
            found[exponent] = Function(1, "log2", (Name(1, size, size),))
    for short, width in _WIDTHS.items():
        if width in question.symbols and short not in (*question.symbols, *exercise.given):
            found[short] = Name(1, width, width)
    return found
