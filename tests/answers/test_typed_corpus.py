"""Typed answers as people type them: every verdict was decided before the judge saw the answer."""

import itertools
import re
from pathlib import Path

import pytest

from quizbank import bank, judge
from quizbank.question import Exercise
from tests.answers.asked import CPU
from tests.answers.values import agrees, spellings

CASES = Path(__file__).parents[1] / "cases"


def rows(name):
    """The rows of a file of cases, by question."""
    lines = (CASES / name).read_text("utf-8").splitlines()[1:]
    split = sorted((line.split("\t") for line in lines), key=lambda row: row[0])
    return {question: [row[1:] for row in found] for question, found in itertools.groupby(split, lambda row: row[0])}


TYPED = rows("typed.tsv")
VALUES = rows("typed_values.tsv")
NAMELESS = "- "
"""Before a symbol that the formula does not have: an answer with it has no value."""


@pytest.mark.parametrize("name", TYPED)
def test_every_answer_is_judged_as_decided(name):
    """Nothing right is refused, nothing wrong accepted, and a declared mistake has its name."""
    question = bank.questions()[name]
    failed = []
    for answer, result, mistake, why in TYPED[name]:
        verdict = judge.judged(Exercise(question, 0), answer.split("⏎"), "en", CPU)
        if verdict.result != result or (mistake and verdict.mistake != mistake):
            failed.append(f"{answer}  [{why}]  {verdict.result}, {verdict.mistake}: {verdict.hint}")
        if result != "right" and not verdict.hint:
            failed.append(f"{answer}: no reason")
    assert not failed, "\n".join(failed)


def test_the_corpus_is_large_and_of_every_topic():
    asked = {q.topic for q in bank.questions().values() if q.kind in ("formula", "system")}
    assert {name.partition(".")[0] for name in TYPED} >= asked
    answers = [tuple(row) for found in TYPED.values() for row in found]
    assert sum(result == "right" for _, result, _, _ in answers) >= 350
    assert sum(result == "wrong" for _, result, _, _ in answers) >= 300


@pytest.mark.parametrize("name", VALUES)
def test_what_is_called_right_or_wrong_is_so_in_numpy(name):
    """Each right answer, written a second time in numpy, equals the reference; each wrong one does not."""
    question, results = bank.questions()[name], {why: result for _, result, _, why in TYPED[name]}
    for why, lines in VALUES[name]:
        if not lines.startswith(NAMELESS):
            assert agrees(question, lines) == (results[why] == "right"), why


@pytest.mark.parametrize("name", VALUES)
def test_what_has_no_value_names_a_symbol_that_is_not_the_formulas(name):
    question = bank.questions()[name]
    for why, lines in VALUES[name]:
        if lines.startswith(NAMELESS):
            symbol = lines.removeprefix(NAMELESS)
            named = re.compile(rf"(?<![\w\\]){re.escape(symbol)}(?![\w}}])")
            assert symbol not in spellings(question), why
            assert all(named.search(answer) for answer, *_, reason in TYPED[name] if reason == why), why


def test_no_answer_is_right_or_wrong_without_a_second_value():
    """What one `why` calls right or wrong is one formula, and each is in the file of values."""
    decided = {(name, why, result) for name, found in TYPED.items() for _, result, _, why in found}
    judged = {(name, why, result) for name, why, result in decided if result != "unreadable"}
    assert len({(name, why) for name, why, _ in judged}) == len(judged)
    assert {(name, why) for name, why, _ in judged} == {
        (name, why) for name, found in VALUES.items() for why, _ in found
    }
