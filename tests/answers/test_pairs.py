"""Two mistakes at once: always wrong, and one of the two is called by its name."""

import itertools
from pathlib import Path

import pytest
import torch

from quizbank import bank, judge
from quizbank.mistake import mistakes_of
from quizbank.question import Exercise
from reference.formula import FORMULAS
from tests.formulas import EVERY_FORMULA  # noqa: F401  # imports every formula

CASES = Path(__file__).parents[1] / "cases" / "pairs.tsv"
ROWS = sorted(line.split("\t") for line in CASES.read_text("utf-8").splitlines()[1:])
TOPICS = {topic: list(rows) for topic, rows in itertools.groupby(ROWS, lambda row: row[0].partition(".")[0])}
SHARE = 0.8


@pytest.mark.parametrize("topic", TOPICS)
def test_a_declared_mistake_is_named_in_four_of_five_pairs(topic):
    """Beside it stands another declared one, a convention, or a slip such as a sign or a symbol of another formula."""
    unnamed = []
    for name, answer, declared in TOPICS[topic]:
        verdict = judge.judged(Exercise(bank.questions()[name], 0), [answer], "en", torch.device("cpu"))
        assert verdict.result == "wrong", (name, answer, verdict)
        if verdict.mistake not in declared.split():
            unnamed.append(f"{name}: {answer}  [{declared}]  {verdict.mistake}: {verdict.hint}")
    assert len(unnamed) <= (1 - SHARE) * len(TOPICS[topic]), "\n".join(unnamed)


def test_the_pairs_are_many_and_of_declared_mistakes():
    assert set(TOPICS) == {"lstm", "gru", "attention", "transformer"}
    assert sum(len(declared.split()) > 1 for *_, declared in ROWS) >= 60
    for name, _, declared in ROWS:
        assert set(declared.split()) <= {mistake.name for mistake in mistakes_of(FORMULAS[name])}, (name, declared)
