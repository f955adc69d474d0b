"""Laws of reasons, over single edits of every formula and of every mistake: a sentence says nothing false."""

import itertools
import re

import pytest
import torch

from quizbank import bank
from quizbank.answers.budget import Budget
from quizbank.answers.echo import echo
from quizbank.answers.meaning.candidate import Candidate
from quizbank.answers.meaning.derived import with_symbols
from quizbank.answers.meaning.goal import goal_of
from quizbank.answers.meaning.interpretations import candidates
from quizbank.answers.meaning.problem import problem
from quizbank.answers.reasons.diagnosis import reason
from quizbank.answers.reasons.edits import edits
from quizbank.answers.unreadable import Unreadable
from quizbank.answers.uses import ordered_lines
from quizbank.formulas import reference
from quizbank.mistake import mistakes_of
from tests.answers.mutants import mutants, rebracketed

CPU = torch.device("cpu")
TYPED = sorted(formula.id for formula in bank.formulas().values() if formula.latex)
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
    asked = problem(reference(name), bank.legend(name.partition(".")[0]), CPU, "en")
    every = list(mutants(asked, latex, make))
    for mutant in every[:: max(1, len(every) // most)]:
        lines = with_symbols(asked, mutant.lines)
        lines = ordered_lines(lines) if asked.is_system else lines
        tried = list(candidates(goal_of(asked), lines))
        if not any(isinstance(c, Candidate) and c.agrees(Budget()) for c in tried):
            try:
                yield echo(mutant.lines, asked.vocabulary), reason(goal_of(asked), tried, lines, Budget())
            except Unreadable:
                continue


@pytest.mark.parametrize("name", TYPED)
def test_a_reason_is_true_of_what_was_typed(name):
    """The named edits make the answer right; what is said to be missing was not typed, nor is it to be taken away."""
    texts = [None, *(mistake.latex for mistake in mistakes_of(reference(name)) if mistake.latex)]
    found = itertools.chain.from_iterable(reasons(name, latex) for latex in texts)
    for typed, told in itertools.chain(found, reasons(name, None, rebracketed, FEW)):
        if told.mended is not None and told.mistake is None:
            assert told.mended.agrees(Budget()), (typed, told.hint)
        require_truth(typed, told)


def require_truth(typed, told):
    """What the sentences of a reason say of the typed line is so."""
    shown = (
        echo([line for line in told.reading.lines if line.line], told.reading.goal.problem.vocabulary)
        if (told.reading)
        else typed
    )
    for missing in MISSING.finditer(told.hint):
        assert not stands(missing["symbol"], typed), (typed, told.hint)
    said = {surplus["symbol"] for surplus in NOT_THERE.finditer(told.hint)}
    first = told.hint.partition(" missing")[0] if " missing" in told.hint else ""
    assert not any(stands(symbol, first) for symbol in said), (typed, told.hint)
    if told.faults == 1 and told.mistake is None:
        for pair in BELONGS.finditer(told.hint):
            assert pair["old"] != pair["new"], (typed, told.hint)
            assert plain(pair["old"]) in plain(shown), (typed, told.hint)
            assert not IDLE.search(pair["new"]) or IDLE.search(pair["old"]), (typed, told.hint)
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
