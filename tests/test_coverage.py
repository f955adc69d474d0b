"""Every system of the notes runs: as a formula, as a question whose answer is computed, or as a training run."""

import tomllib
from pathlib import Path

import pytest

from quizbank import bank
from quizbank.training import RUNS

SYSTEMS = tomllib.loads((Path(__file__).parent / "coverage.toml").read_text("utf-8"))
THERE = {"formulas": bank.formulas(), "questions": bank.questions(), "runs": RUNS}


def test_the_table_holds_every_system_once():
    assert list(SYSTEMS) == [f"A{number:02}" for number in range(1, 80)]


@pytest.mark.parametrize("system", SYSTEMS)
def test_something_runs(system):
    assert any(SYSTEMS[system].get(kind) for kind in THERE)


@pytest.mark.parametrize("system", SYSTEMS)
def test_what_is_named_exists(system):
    for kind, known in THERE.items():
        assert set(SYSTEMS[system].get(kind, ())) <= known.keys()
    assert SYSTEMS[system].keys() <= {"name", *THERE}


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_question_that_counts_computes_its_answer(system):
    questions = (bank.questions()[name] for name in SYSTEMS[system].get("questions", ()))
    assert all(question.kind != "explain" for question in questions)
