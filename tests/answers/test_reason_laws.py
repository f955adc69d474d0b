"""Laws of reasons, over single edits of every formula and of every mistake: a sentence says nothing false."""

import itertools
import re

import pytest

from quizbank.answers.budget import Budget
from quizbank.answers.echo import echo
from quizbank.answers.meaning.candidate import Candidate
from quizbank.answers.meaning.derived import with_symbols
from quizbank.answers.meaning.goal import goal_of
from quizbank.answers.meaning.interpretations import candidates
from quizbank.answers.reasons.diagnosis import reason
from quizbank.answers.reasons.edits import edits
from quizbank.answers.unreadable import Unreadable
from quizbank.answers.uses import ordered_lines
from quizbank.formulas import reference
from quizbank.mistake import mistakes_of
from tests.answers.asked import TYPED, problem_of
from tests.answers.mutants import mutants, rebracketed

MOST = 12
"""So many edits of one text are tried, from all kinds alike."""

FEW = 8
"""So many of those in other brackets."""

MISSING = re.compile(r"(?:^|(?<=[.。] ))(?:[+−/] )?(?P<symbol>[^\s\d√()]+) (?:is|are) missing")
NOT_THERE = re.compile(r"(?P<symbol>\S+) does not belong there\.")
BELONGS = re.compile(r"(?:^|(?<=[.。] ))(?P<old>[^.。]*(?:\.\d[^.。]*)*) where (?P<new>.+?) belongs?\.(?= |$)")
IDLE = re.compile(r"(?<![\w.)])1 ⊙ |(?<![\w.])0 \+ |/1(?![\w.])|(?<![\w/^])(?P<one>\w+)/(?P=one)(?![\w(])")
RAISED = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻", "0123456789−")
AXIS_MISSING = re.compile(r"(?P<calls>.+): the axis is missing")
AXIS_LOST = re.compile(r"(?P<calls>.+) loses its axis")


def reasons(name, latex=None, make=edits, most=MOST):
    """The typed line, the reason and the goal of edits of this text, or of the formula's own, that are wrong."""
    asked = problem_of(name)
    every = list(mutants(asked, latex, make))
    for mutant in every[:: max(1, len(every) // most)]:
        lines = with_symbols(asked, mutant.lines)
        lines = ordered_lines(lines) if asked.is_system else lines
        tried = list(candidates(goal_of(asked), lines))
        fitting = [candidate for candidate in tried if isinstance(candidate, Candidate)]
        if not any(candidate.agrees(Budget()) for candidate in fitting):
            try:
                found = reason(goal_of(asked), tried, lines, Budget())
            except Unreadable:
                continue
            readings = [*fitting, *([found.reading] if found.reading else [])]
            shown = [echo(mutant.lines, asked.vocabulary), *(echo(c.lines, asked.vocabulary) for c in readings)]
            yield shown, found


@pytest.mark.parametrize("name", TYPED)
def test_a_reason_is_true_of_what_was_typed(name):
    """The named edits make the answer right; what is said to be missing was not typed, nor is it to be taken away."""
    texts = [None, *(mistake.latex for mistake in mistakes_of(reference(name)) if mistake.latex)]
    found = itertools.chain.from_iterable(reasons(name, latex) for latex in texts)
    for shown, told in itertools.chain(found, reasons(name, None, rebracketed, FEW)):
        if told.mended is not None and told.mistake is None:
            assert told.mended.agrees(Budget()), (shown[0], told.hint)
        require_unsaid(shown[0], told)
        if told.faults == 1 and told.mistake is None:
            require_place(shown, told)
        require_axes(shown[0], told)


def require_unsaid(typed, told):
    """What is called missing was not typed, and nothing is both missing and too much."""
    for missing in MISSING.finditer(told.hint):
        assert not stands(missing["symbol"], typed), (typed, told.hint)
    said = {surplus["symbol"] for surplus in NOT_THERE.finditer(told.hint)}
    first = told.hint.partition(" missing")[0] if " missing" in told.hint else ""
    assert not any(stands(symbol, first) for symbol in said), (typed, told.hint)


def require_place(shown, told):
    """What stands where something else belongs stands in a reading, is something else, and is told without idle signs."""
    for pair in BELONGS.finditer(told.hint):
        assert pair["old"] != pair["new"], (shown[0], told.hint)
        assert any(plain(pair["old"]) in plain(text) for text in shown), (shown[0], told.hint)
        assert not IDLE.search(pair["new"]) or IDLE.search(pair["old"]), (shown[0], told.hint)


def require_axes(typed, told):
    """An axis is missing only where none was written, and lost only where one was written and not kept."""
    for calls in (found["calls"] for found in AXIS_MISSING.finditer(told.hint)):
        assert "dim=" not in calls, (typed, told.hint)
    for calls in (found["calls"] for found in AXIS_LOST.finditer(told.hint)):
        assert "dim=" in calls, (typed, told.hint)
        assert "keepdim=True" not in calls, (typed, told.hint)


def plain(text):
    """A text without what the signs and brackets of a reading may add to what was typed."""
    return re.sub(r"[\s·⊙@*(){}^]|,dim=[-−]1", "", text.replace(" ", "").translate(RAISED))


def stands(symbol, text):
    """Whether a symbol occurs in a text as a whole."""
    return re.search(rf"(?<![\w{{]){re.escape(symbol)}(?![\w{{^])", text) is not None
