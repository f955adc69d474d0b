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
from quizbank.answers.unreadable import Unreadable
from quizbank.answers.uses import ordered_lines
from quizbank.formulas import reference
from quizbank.mistake import mistakes_of
from tests.answers.mutants import mutants

CPU = torch.device("cpu")
TYPED = sorted(formula.id for formula in bank.formulas().values() if formula.latex)
MOST = 12
"""So many edits of one text are tried, from all kinds alike."""

MISSING = re.compile(r"(?:^|(?<=[.。] ))(?:[+−/] )?(?P<symbol>[^\s\d√()]+) (?:is|are) missing")
NOT_THERE = re.compile(r"(?P<symbol>\S+) does not belong there\.")


def reasons(name, latex=None):
    """The typed line, the reason and the goal of edits of this text, or of the formula's own, that are wrong."""
    asked = problem(reference(name), bank.legend(name.partition(".")[0]), CPU, "en")
    every = list(mutants(asked, latex))
    for mutant in every[:: max(1, len(every) // MOST)]:
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
    for typed, found in itertools.chain.from_iterable(reasons(name, latex) for latex in texts):
        if found.mended is not None and found.mistake is None:
            assert found.mended.agrees(Budget()), (typed, found.hint)
        for missing in MISSING.finditer(found.hint):
            assert not stands(missing["symbol"], typed), (typed, found.hint)
        said = {surplus["symbol"] for surplus in NOT_THERE.finditer(found.hint)}
        first = found.hint.partition(" missing")[0] if " missing" in found.hint else ""
        assert not any(stands(symbol, first) for symbol in said), (typed, found.hint)


def stands(symbol, text):
    """Whether a symbol occurs in a text as a whole."""
    return re.search(rf"(?<![\w{{]){re.escape(symbol)}(?![\w{{^])", text) is not None
