"""Right answers as different people type them: mathematics, LaTeX, code with steps of its own, Chinese signs and words."""

import itertools
from pathlib import Path

import pytest

from quizbank import judge

LINES = (Path(__file__).parents[1] / "cases" / "people.tsv").read_text("utf-8").splitlines()[1:]
ROWS = sorted((line.split("\t") for line in LINES), key=lambda row: row[0])
ANSWERS = {name: [answer for _, answer in rows] for name, rows in itertools.groupby(ROWS, key=lambda row: row[0])}


@pytest.mark.parametrize("name", ANSWERS)
def test_nothing_right_is_refused(name):
    found = [(answer, judge.check(name, 0, [answer])) for answer in ANSWERS[name]]
    assert not [(answer, verdict["hint"]) for answer, verdict in found if verdict["verdict"] != "right"]


def test_there_are_many():
    assert len(ROWS) > 500
