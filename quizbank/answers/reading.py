"""What the screen shows while an answer is typed: the first reading whose shapes fit, and its shape."""

import dataclasses
from collections.abc import Mapping, Sequence

from quizbank import bank
from quizbank.answers.asked import shapes_of, sizes_of, vocabulary_of
from quizbank.answers.echo import echo
from quizbank.answers.meaning.elaborate import Elaborator
from quizbank.answers.meaning.orders import Policy
from quizbank.answers.meaning.readings import readings
from quizbank.answers.notation.vocabulary import Vocabulary
from quizbank.answers.parse import parse
from quizbank.answers.shapes import Misfit, Shape, shown
from quizbank.answers.tree import Definition
from quizbank.answers.unreadable import Unreadable
from quizbank.axes import size
from quizbank.language import Language
from quizbank.question import Question


def read_as(text: str, question: Question, language: Language) -> str:
    """`read as: σ(W_f·[h_{t−1}; x_t] + b_f), shape (H)`, or why the text cannot be read; nothing for no text."""
    if question.formula is None or not text.strip():
        return ""
    vocabulary = vocabulary_of(question.formula, language, question.legend)
    _ = vocabulary.translate
    try:
        definitions = parse(text.splitlines(), vocabulary)
    except Unreadable as error:
        return _("column {column}: {message}").format(column=error.column, message=error.message)
    found = first_fit(definitions, vocabulary, asked_shape(question.formula, vocabulary))
    if found is None:
        return _("read as: {formula}").format(formula=echo(definitions, vocabulary))
    lines, shape = found
    axes = [axis for entry in vocabulary.entries.values() for axis in entry.axes or ()]
    length = shown(shape, sizes_of(vocabulary), axes)
    return _("read as: {formula}, shape {shape}").format(formula=echo(lines, vocabulary), shape=length)


def asked_shape(formula: str, vocabulary: Vocabulary) -> tuple[int, ...] | None:
    """The symbolic shape of what is asked; None where it does not follow from the arguments' sizes."""
    axes = bank.formulas()[formula].outputs[0].axes
    try:
        return tuple(size(axis, sizes_of(vocabulary)) for axis in axes or ())
    except KeyError:
        return None


def first_fit(
    definitions: Sequence[Definition], vocabulary: Vocabulary, asked: tuple[int, ...] | None
) -> tuple[tuple[Definition, ...], Shape] | None:
    """The lines in the first reading whose shapes fit and give what is asked, else in the first that fits at all."""
    found = None
    for policies in readings(definitions):
        try:
            fit = _elaborated(definitions, vocabulary, policies)
        except Misfit:
            continue
        if fit[1].axes == asked:
            return fit
        found = found or fit
    return found


def _elaborated(
    definitions: Sequence[Definition], vocabulary: Vocabulary, policies: Mapping[str, Policy]
) -> tuple[tuple[Definition, ...], Shape]:
    shapes, lengths = dict(shapes_of(vocabulary)), sizes_of(vocabulary)
    lines, shape = [], Shape()
    for line in definitions:
        elaborator = Elaborator(shapes, policies, vocabulary.calls, lengths)
        body, shape = elaborator.line(line.body)
        over = tuple(x for x in line.indices if x in shape.over) or tuple(sorted(shape.over))
        shape = Shape((*(elaborator.ranges.get(x, 0) for x in over), *shape.axes), (), shape.is_row)
        shapes[line.name or ""] = shape
        lines.append(dataclasses.replace(line, body=body))
    return tuple(lines), shape
