"""Symbols of the notes that stand where they do not belong: a future state, a peephole."""

from collections.abc import Mapping, Sequence

from quizbank.answers.diagnosis import Reason
from quizbank.answers.echo import display
from quizbank.answers.problem import Problem
from quizbank.answers.shapes import Shape
from quizbank.answers.tree import Definition, Name
from quizbank.answers.walk import walk


def misplaced(problem: Problem, known: Mapping[str, Shape], definitions: Sequence[Definition]) -> Reason | None:
    """The first legend symbol that the formula does not take and no line defines, with what it means there."""
    vocabulary = problem.vocabulary
    _ = vocabulary.translate
    defined = {line.name for line in definitions}
    for line in definitions:
        for node in walk(line.body):
            if not isinstance(node, Name) or node.name in defined or node.name in known:
                continue
            entry = vocabulary.by_name(node.name)
            if entry is None or entry.role != "stray":
                continue
            symbol = next((s for s in problem.legend if s.name == node.name), None)
            if symbol is not None and symbol.misuse is not None:
                return Reason(symbol.misuse[vocabulary.language], column=node.column)
            meaning = symbol.meaning[vocabulary.language] if symbol else ""
            text = _("{symbol} does not belong here: {meaning}.").format(symbol=display(entry.display), meaning=meaning)
            return Reason(text, column=node.column)
    return None
