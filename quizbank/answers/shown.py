"""The lines that a `fix` question shows: which of them is wrong, and the names that its correction may use."""

import functools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from quizbank import bank
from quizbank.answers.asked import vocabulary_of
from quizbank.answers.notation.lines import lines
from quizbank.answers.notation.vocabulary import Vocabulary
from quizbank.answers.parse import parse
from quizbank.answers.tree import Definition
from quizbank.answers.uses import ordered_lines, used
from quizbank.answers.walk import is_same
from quizbank.language import Language
from quizbank.question import Symbol


@dataclass(frozen=True, eq=False)
class Shown:
    """The lines as they should be; `name` is that of the one shown wrong, `later` are the names of what is made of it.

    `vocabulary` knows the names of all lines: one that was right already may be typed too.
    """

    name: str
    lines: tuple[Definition, ...]
    later: frozenset[str | None]
    vocabulary: Vocabulary


@functools.cache
def shown_lines(formula: str, language: Language, legend: tuple[Symbol, ...], wrong: str) -> Shown | None:
    """What a question that shows this wrong LaTeX of a formula lends to its answer; None where it is one line."""
    vocabulary = vocabulary_of(formula, language, legend)
    right = bank.formulas()[formula].latex
    shown = parse(wrong, vocabulary)
    if right is None or len(shown) == 1:
        return None
    own = parse(right, vocabulary)
    bodies = {line.name: line.body for line in own}
    others = (line.name for line in shown if line.name not in bodies or not is_same(line.body, bodies[line.name]))
    name = next(others, None) or vocabulary.asked[0]
    later = frozenset(_after(name, own))
    numbered = tuple(replace(line, line=0) for line in ordered_lines(own))
    letters = {line.name: line.indices for line in own if line.name}
    keys = {key: name for line in lines([right], vocabulary) for key, name in line.keys.items()}
    known = replace(vocabulary, lent=keys, lent_letters=letters, corrected=name)
    return Shown(name, numbered, later, known)


def _after(name: str, own: Sequence[Definition]) -> Iterator[str | None]:
    """The lines that are made of this one."""
    before: set[str | None] = {name}
    for line in ordered_lines(own):
        if used(line) & before:
            before.add(line.name)
            yield line.name
