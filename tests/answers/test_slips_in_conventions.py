"""One slip in an answer that is right in a convention is told as in the usual layout."""

import itertools
from pathlib import Path

import pytest

from quizbank.answers.budget import Budget
from quizbank.answers.meaning.candidate import Candidate
from quizbank.answers.meaning.derived import with_symbols
from quizbank.answers.meaning.goal import goal_of
from quizbank.answers.meaning.interpretations import candidates
from quizbank.answers.reasons.diagnosis import reason
from quizbank.answers.reasons.edit import Edit, places
from quizbank.answers.reasons.layout import meant
from quizbank.answers.reasons.replacements import signs
from quizbank.answers.unreadable import Unreadable
from tests.answers.asked import TYPED, judged, problem_of
from tests.answers.mutants import mutants

CASES = Path(__file__).parents[1] / "cases"
LINES = [line for name in ("people.tsv", "typed.tsv") for line in (CASES / name).read_text("utf-8").splitlines()[1:]]
ROWS = sorted({tuple(line.split("\t")[:2]) for line in LINES if not line.partition("\t")[2].count("\twrong\t")})
ANSWERS = {name: [answer for _, answer in rows] for name, rows in itertools.groupby(ROWS, lambda row: row[0])}
FEW = 3
"""So many answers of a formula in each convention, and so many of their signs."""


def flipped(body, _arguments):
    """The line with each + and − in turn the other way round."""
    for node, rebuild in places(body):
        for kind, new in signs(node, {}, body):
            if kind == "sign":
                yield Edit(kind, node, new, rebuild(new))


def in_conventions(name):
    """The formula's answers of one line that are right with a note, a few for each note."""
    found = {}
    for answer in ANSWERS.get(name, ()):
        if "⏎" not in answer and ";" not in answer:
            verdict = judged(name, [answer])
            if verdict.result == "right" and verdict.note:
                found.setdefault(verdict.note, []).append(answer)
    return [answer for answers in found.values() for answer in answers[:FEW]]


@pytest.mark.parametrize("name", [name for name in TYPED if name in ANSWERS])
def test_a_sign_that_slips_in_a_convention_is_told(name):
    asked = problem_of(name)
    if asked.is_system:
        return
    for answer in in_conventions(name):
        for mutant in itertools.islice(mutants(asked, answer, flipped), FEW):
            lines = with_symbols(asked, mutant.lines)
            tried = list(candidates(goal_of(asked), lines))
            if any(isinstance(found, Candidate) and found.agrees(Budget()) for found in tried):
                continue
            try:
                told = reason(goal_of(asked), meant(tried), lines, Budget())
            except Unreadable:
                continue
            assert told.hint != "The values differ.", (answer, mutant.text)
            assert told.mended is None or told.mistake or told.mended.agrees(Budget()), (answer, mutant.text, told.hint)
