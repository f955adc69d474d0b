"""What the screen shows while an answer is typed: the first reading whose shapes fit, and its shape."""

import dataclasses
import functools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from quizbank import bank
from quizbank.answers.asked import shapes_of, sizes_of, vocabulary_of
from quizbank.answers.echo import echo
from quizbank.answers.meaning.elaborate import Elaborator
from quizbank.answers.meaning.orders import Policy
from quizbank.answers.meaning.readings import readings
from quizbank.answers.notation.vocabulary import Vocabulary
from quizbank.answers.parse import parse
from quizbank.answers.shapes import Misfit, Shape, shown
from quizbank.answers.shown import Shown, shown_lines
from quizbank.answers.tree import Definition
from quizbank.answers.unfinished import SoFar, equations, read_so_far
from quizbank.answers.unreadable import Unreadable
from quizbank.axes import size
from quizbank.language import Language, words
from quizbank.question import Question

GOES_ON = "…"


@dataclass(frozen=True)
class Reading:
    """What is read of a text, a line for each of its equations: one that goes on ends with `…`.

    `shape` is what the whole answer gives, where that is known; `reason` says why it is no answer yet.
    """

    lines: tuple[str, ...] = ()
    shape: str = ""
    reason: str = ""


def read_as(text: str, question: Question, language: Language) -> str:
    """`read as: σ(W_f·[h_{t−1}; x_t] + b_f), shape (H)`, or as much as can be read yet; nothing for no text."""
    found, _ = reading(text, question, language), words(language)
    formula = "; ".join(line for line in found.lines if line != GOES_ON)
    if not formula:
        return found.reason
    if not found.shape:
        return _("read as: {formula}").format(formula=formula)
    return _("read as: {formula}, shape {shape}").format(formula=formula, shape=found.shape)


def reading(text: str, question: Question, language: Language) -> Reading:
    """How a formula or a system is read so far."""
    typed = equations(text)
    if question.formula is None or not typed:
        return Reading()
    notes = shown_lines(question.formula, language, question.legend, question.shown) if question.shown else None
    vocabulary = notes.vocabulary if notes else vocabulary_of(question.formula, language, question.legend)
    lent = lent_shapes(notes) if notes else {}
    asked = lent[notes.name].axes if notes else asked_shape(question.formula, vocabulary)
    try:
        definitions = parse(text.splitlines(), vocabulary)
    except Unreadable as error:
        return _so_far(read_so_far(typed, error, vocabulary), len(typed), vocabulary, asked, lent)
    lines, shape = first_fit(definitions, vocabulary, asked, lent) or (definitions, None)
    lines = tuple(sorted(lines, key=lambda line: line.line))
    axes = [axis for entry in vocabulary.entries.values() for axis in entry.axes or ()]
    length = shown(shape, sizes_of(vocabulary), axes) if shape else ""
    return Reading(tuple(echo((line,), vocabulary) for line in lines), length)


def _so_far(
    found: SoFar, count: int, vocabulary: Vocabulary, asked: tuple[int, ...] | None, lent: Mapping[str, Shape]
) -> Reading:
    """What goes on is echoed as it is typed: which product is meant, its end may still say."""
    every = [line for _, line in found.equations]
    finished = [line for place, line in found.equations if place not in found.unfinished]
    fits = (first_fit(lines, vocabulary, asked, lent) for lines in (every, finished) if lines)
    lines, _ = next(filter(None, fits), (every, None))
    read = {line.line: line for line in lines}
    told = dict.fromkeys(range(count), GOES_ON)
    for place, typed in found.equations:
        goes_on = place in found.unfinished
        text = echo((typed if goes_on else read.get(typed.line, typed),), vocabulary)
        told[place] = f"{text} {GOES_ON}" if goes_on else text
    return Reading(tuple(told.values()), reason=found.reason)


def asked_shape(formula: str, vocabulary: Vocabulary) -> tuple[int, ...] | None:
    """The symbolic shape of what is asked; None where it does not follow from the arguments' sizes."""
    axes = bank.formulas()[formula].outputs[0].axes
    try:
        return tuple(size(axis, sizes_of(vocabulary)) for axis in axes or ())
    except KeyError:
        return None


@functools.cache
def lent_shapes(notes: Shown) -> Mapping[str, Shape]:
    """The symbolic shape of each line that a question shows."""
    found = dict[str, Shape]()
    for line in notes.lines:
        fit = first_fit([line], notes.vocabulary, None, found)
        if fit is not None and line.name is not None:
            found[line.name] = fit[1]
    return found


def first_fit(
    definitions: Sequence[Definition],
    vocabulary: Vocabulary,
    asked: tuple[int, ...] | None,
    lent: Mapping[str, Shape],
) -> tuple[tuple[Definition, ...], Shape] | None:
    """The lines in the first reading whose shapes fit and give what is asked, else in the first that fits at all."""
    found = None
    for policies in readings(definitions):
        try:
            fit = _elaborated(definitions, vocabulary, policies, lent)
        except Misfit:
            continue
        if fit[1].axes == asked:
            return fit
        found = found or fit
    return found


def _elaborated(
    definitions: Sequence[Definition],
    vocabulary: Vocabulary,
    policies: Mapping[str, Policy],
    lent: Mapping[str, Shape],
) -> tuple[tuple[Definition, ...], Shape]:
    shapes, lengths = {**shapes_of(vocabulary), **lent}, sizes_of(vocabulary)
    lines, shape = [], Shape()
    for line in definitions:
        elaborator = Elaborator(shapes, policies, vocabulary.calls, lengths)
        body, shape = elaborator.line(line.body)
        over = tuple(x for x in line.indices if x in shape.over) or tuple(sorted(shape.over))
        shape = Shape((*(elaborator.ranges.get(x, 0) for x in over), *shape.axes), (), shape.is_row)
        shapes[line.name or ""] = shape
        lines.append(dataclasses.replace(line, body=body))
    return tuple(lines), shape
