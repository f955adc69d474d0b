"""How the answer in the field is read, while it is typed: pure Python, well within a keystroke.

An answer is unfinished most of the time: what can be read of it is shown, and where that is nothing, why; quietly, for
only judging says what is wrong.
"""

from textual.content import Content

from quizbank.answers.readable import readable
from quizbank.answers.reading import GOES_ON, Reading
from quizbank.answers.reading import reading as formula
from quizbank.answers.sizes.arithmetic import evaluate
from quizbank.answers.sizes.scalar import read, resolved, shown, sides
from quizbank.answers.unreadable import Unreadable
from quizbank.language import Language, words
from quizbank.question import Exercise
from tui.columns import labelled

FORMULAS = ("formula", "system", "fix")
SCALARS = ("count", "growth", "value")


def reading(text: str, exercise: Exercise, language: Language) -> Reading:
    """The reading, one line for each of the answer's equations; a number with its value."""
    kind = exercise.question.kind
    if not text.strip():
        return Reading()
    try:
        if kind in FORMULAS and exercise.question.formula:
            return formula(text, exercise.question, language)
        return Reading((_scalar(text, exercise, language),)) if kind in SCALARS else Reading()
    except Unreadable as error:
        return Reading(reason=error.message)
    except Exception:  # a fault of the parser must not end a session; the judge reports it when it is asked
        return Reading()


def drawn(read: Reading, language: Language, width: int) -> Content:
    """The reading beside its label; why nothing can be read yet stands where the reading will stand."""
    _ = words(language)
    lines = Content("\n").join(Content(readable(line)) for line in read.lines if line)
    if read.shape:
        lines = Content.assemble(lines, "    ", _("shape {shape}").format(shape=read.shape))
    if any(line != GOES_ON for line in read.lines):
        return labelled([(_("read as"), lines)], width)
    return labelled([(GOES_ON, Content(readable(read.reason)))] if read.reason else [], width)


def _scalar(text: str, exercise: Exercise, language: Language) -> str:
    typed = read(exercise, sides(text, language)[-1], language)
    spelled = shown(exercise, typed)
    try:
        value = f"{evaluate(resolved(exercise, typed), {}):,.10g}"
    except (Unreadable, ValueError):
        return spelled  # made of sizes, or without a value
    return spelled if value.replace(",", "") == spelled else f"{spelled} = {value}"
