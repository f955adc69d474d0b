"""In which layout a wrong answer is meant: that of the prompt, unless it has the asked shape in another one only."""

from collections.abc import Sequence

from quizbank.answers.meaning.candidate import Candidate
from quizbank.answers.reasons.misshapen import has_shape
from quizbank.answers.shapes import Misfit
from quizbank.language import sentences

Tried = Sequence[Candidate | Misfit]


def meant(tried: Tried) -> list[Candidate | Misfit]:
    """The readings that a reason may speak of, and what does not fit in the others.

    None of another layout where the prompt's own gives what is asked, or where the other one does not give it either.
    """
    fitting = fits(tried)
    if not fitting or fitting[0].goal.variants[0].is_turned:
        return list(tried)  # a line of an answer that is in this layout as a whole
    here = [candidate for candidate in fitting if not candidate.variant.is_turned]
    there = [candidate for candidate in fitting if candidate.variant.is_turned and has_shape(candidate)]
    kept = here if any(map(has_shape, here)) else there or here
    return [found for found in tried if isinstance(found, Misfit) or any(found is candidate for candidate in kept)]


def fits(tried: Tried) -> list[Candidate]:
    """The readings whose shapes fit."""
    return [candidate for candidate in tried if isinstance(candidate, Candidate)]


def told(hint: str, reading: Candidate | None) -> str:
    """The reason, and in which convention the answer was read, where that is not the prompt's."""
    note = reading.variant.note if reading else None
    if reading is None or note is None:
        return hint
    language = reading.goal.problem.vocabulary.language
    return sentences((hint, note[language]), language)
