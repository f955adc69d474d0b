"""How the answer in the field is read, while it is typed: pure Python, well within a keystroke.

Nothing is shown for what cannot be read: an answer is unfinished most of the time, and only judging says what is wrong.
"""

from quizbank.answers.asked import sizes_of, vocabulary_of
from quizbank.answers.echo import echo
from quizbank.answers.parse import parse
from quizbank.answers.reading import asked_shape, first_fit
from quizbank.answers.shapes import shown as shown_shape
from quizbank.answers.sizes.arithmetic import evaluate
from quizbank.answers.sizes.scalar import read, resolved, shown, sides
from quizbank.answers.unreadable import Unreadable
from quizbank.language import Language, words
from quizbank.question import Exercise

FORMULAS = ("formula", "system", "fix")
SCALARS = ("count", "growth", "value")


def reading(text: str, exercise: Exercise, language: Language) -> str:
    """The reading, one line for each of the answer's; a number with its value."""
    kind = exercise.question.kind
    if not text.strip():
        return ""
    try:
        if kind in FORMULAS and exercise.question.formula:
            return _formula(text, exercise, language)
        return _scalar(text, exercise, language) if kind in SCALARS else ""
    except Unreadable:
        return ""
    except Exception:  # a fault of the parser must not end a session; the judge reports it when it is asked
        return ""


def _formula(text: str, exercise: Exercise, language: Language) -> str:
    question = exercise.question
    vocabulary = vocabulary_of(question.formula or "", language, question.legend)
    definitions = parse(text.splitlines(), vocabulary)
    found = first_fit(definitions, vocabulary, asked_shape(question.formula or "", vocabulary))
    lines, shape = found or (definitions, None)
    spelled = "\n".join(echo((line,), vocabulary) for line in lines)
    if shape is None:
        return spelled
    axes = [axis for entry in vocabulary.entries.values() for axis in entry.axes or ()]
    size = shown_shape(shape, sizes_of(vocabulary), axes)
    _ = words(language)
    return f"{spelled}    {_('shape {shape}').format(shape=size)}"


def _scalar(text: str, exercise: Exercise, language: Language) -> str:
    typed = read(exercise, sides(text, language)[-1], language)
    spelled = shown(exercise, typed)
    try:
        value = f"{evaluate(resolved(exercise, typed), {}):,.10g}"
    except (Unreadable, ValueError):
        return spelled  # made of sizes, or without a value
    return spelled if value.replace(",", "") == spelled else f"{spelled} = {value}"
