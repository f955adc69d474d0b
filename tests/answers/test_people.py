"""Answers as different people type them: mathematics, LaTeX, code with steps of its own, Chinese signs and words."""

import itertools
from pathlib import Path

import pytest

from quizbank import judge

LINES = (Path(__file__).parents[1] / "cases" / "people.tsv").read_text("utf-8").splitlines()[1:]
ROWS = sorted((line.split("\t") for line in LINES), key=lambda row: row[0])
REFUSED = (Path(__file__).parents[1] / "cases" / "refused.tsv").read_text("utf-8").splitlines()[1:]
ANSWERS = {name: [answer for _, answer in rows] for name, rows in itertools.groupby(ROWS, key=lambda row: row[0])}


@pytest.mark.parametrize("name", ANSWERS)
def test_nothing_right_is_refused(name):
    found = [(answer, judge.check(name, 0, [answer])) for answer in ANSWERS[name]]
    assert not [(answer, verdict["hint"]) for answer, verdict in found if verdict["verdict"] != "right"]


@pytest.mark.parametrize("row", REFUSED)
def test_what_stands_close_to_it_is_refused_with_the_true_reason(row):
    """Neighbours of right answers that are none, and what could mean several things."""
    name, answer, result, words = row.split("\t")
    found = judge.check(name, 0, [answer])
    assert found["verdict"] == result, found
    assert words in found["hint"]


def test_there_are_many():
    assert len(ROWS) > 500
