"""A LaTeX formula of ours as lines of text, for a screen that draws no LaTeX."""

import functools

from quizbank.answers.asked import vocabulary_of
from quizbank.answers.echo import echo
from quizbank.answers.parse import parse
from quizbank.answers.unreadable import Unreadable


@functools.cache
def printed(latex: str, formula: str) -> tuple[str, ...]:
    """The lines of a formula's or a mistake's LaTeX, in the symbols of that formula's topic.

    What our own parser cannot read comes back as it is, a line for each of its lines.
    """
    vocabulary = vocabulary_of(formula, "en")
    try:
        return tuple(echo([line], vocabulary) for line in parse(latex, vocabulary))
    except Unreadable:
        return tuple(line.strip() for line in latex.split(r"\\"))
