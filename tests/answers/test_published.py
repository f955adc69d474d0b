"""Equations as papers, courses and libraries print them: every verdict was decided before the judge saw them."""

import itertools

import pytest

from quizbank import bank, judge
from quizbank.question import Exercise
from tests.answers.asked import CPU
from tests.answers.decided import published


def _rows():
    split = sorted(published(), key=lambda row: row[1])
    return {name: list(found) for name, found in itertools.groupby(split, lambda row: row[1])}


PUBLISHED = _rows()


@pytest.mark.parametrize("name", PUBLISHED)
def test_a_published_equation_is_judged_as_decided(name):
    """In the symbols of its source: right, unless that source means another formula or nobody could know the symbols."""
    failed = []
    for source, _name, result, answer in PUBLISHED[name]:
        verdict = judge.judged(Exercise(bank.questions()[name], 0), answer.split("⏎"), "en", CPU)
        if verdict.result != result:
            failed.append(f"{answer}  [{source}]  {verdict.result}: {verdict.hint}")
    assert not failed, "\n".join(failed)


def test_every_formula_is_published_somewhere():
    asked = {q.id for q in bank.questions().values() if q.kind in ("formula", "system") and q.tier == 1}
    assert set(PUBLISHED) >= asked
