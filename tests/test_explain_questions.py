"""Explain questions: not judged, key points to tick that suggest the rating, an experiment that runs."""

import math

import pytest

from quizbank import bank, judge
from quizbank.attempt import AGAIN, GOOD, HARD, Attempt
from quizbank.experiment import reading, told
from quizbank.language import LANGUAGES
from quizbank.question import Exercise

EXPLAIN = [pytest.param(q, id=q.id) for q in bank.questions().values() if q.kind == "explain"]
EVERY_EXPLANATION = pytest.mark.parametrize("question", EXPLAIN)


@EVERY_EXPLANATION
def test_has_three_to_five_points_and_a_follow_up(question):
    assert 3 <= len(question.points) <= 5
    assert question.follow_up is not None


@EVERY_EXPLANATION
def test_its_experiment_runs_and_shows_finite_numbers(question):
    for language in LANGUAGES:
        found = judge.readings(question, language)
        assert found, "an explanation is backed by something that runs"
        for shown in found:
            assert shown["label"].strip()
            assert all(math.isfinite(value) for value in shown["values"])
        assert list(told(found, "en", width=60))


@EVERY_EXPLANATION
def test_is_not_judged(question):
    found = judge.check(question.id, 0, ["anything"])
    assert (found["verdict"], bool(found["hint"])) == ("unreadable", True)


@EVERY_EXPLANATION
def test_more_points_never_suggest_a_lower_rating(question):
    attempt = Attempt(Exercise(question, 0), 0.0)
    suggested = [attempt.suggestion]
    for place in range(len(question.points)):
        attempt.tick(place)
        suggested.append(attempt.suggestion)
    assert suggested == sorted(suggested)
    assert (suggested[0], suggested[-1]) == (AGAIN, GOOD)
    assert HARD in suggested
    attempt.tick(0)
    assert attempt.suggestion != GOOD


def test_few_values_are_numbers_and_many_are_a_curve():
    few, many = reading("few", "少", 1.0, 2.0), reading("many", "多", *range(40))
    assert list(told([few.as_json("en")], "en")) == ["few: 1, 2"]
    assert len(list(told([many.as_json("zh")], "zh"))) == 5
