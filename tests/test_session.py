"""What is asked, and in which order."""

from collections import Counter
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import count, pairwise

import pytest

from quizbank import bank, session
from quizbank.language import Text
from quizbank.progress import Progress, Review
from quizbank.question import Question

NOW = datetime(2026, 11, 29, 12, tzinfo=UTC)
LATER = NOW + timedelta(days=60)
TEXT = Text("text", "文")


def question(name, tier=1, formula=None, kind="count"):
    return Question(name, kind, tier, 30, TEXT, TEXT, (), "notes", formula=formula)


def known(*questions):
    return {q.id: q for q in questions}


@pytest.fixture
def progress(tmp_path):
    with Progress.open(tmp_path, NOW) as opened:
        yield opened


def answered(progress, name, rating=4, at=NOW):
    progress.record(Review(name, 0, rating, "right", "", None, None, None, None, at))


def ids(exercises):
    return [exercise.question.id for exercise in exercises]


def test_what_is_due_comes_first_then_tiers_then_topics_in_turn(progress):
    questions = known(
        question("a.2", 2),
        question("a.old"),
        question("a.1"),
        question("a.1b"),
        question("b.1"),
        question("b.2", 2),
        question("c.3", 3),
    )
    answered(progress, "a.old")
    plan = session.plan(questions, progress, LATER)
    assert ids(plan) == ["a.old", "a.1", "b.1", "a.1b", "a.2", "b.2", "c.3"]


def test_due_questions_keep_the_order_of_the_progress(progress):
    questions = known(*(question(f"a.{n}") for n in range(9)))
    for n in range(9):
        answered(progress, f"a.{n}", 2 + n % 3, NOW - timedelta(hours=n))
    assert ids(session.plan(questions, progress, LATER)) == progress.due(LATER)


def test_only_one_of_the_questions_on_a_formula_is_asked(progress):
    questions = known(
        question("a.f", formula="a.f"),
        question("a.f_shape", 2, "a.f"),
        question("a.f_fix_x", 2, "a.f"),
        question("a.g", 2),
    )
    assert ids(session.plan(questions, progress, LATER)) == ["a.f", "a.g"]
    answered(progress, "a.f_shape")
    assert ids(session.plan(questions, progress, LATER)) == ["a.f_shape", "a.g"]


def test_the_limit_holds_for_new_questions_only(progress):
    questions = known(*(question(f"a.{n}") for n in range(20)))
    for n in range(7):
        answered(progress, f"a.{n}")
    assert len(session.plan(questions, progress, LATER, new=0)) == 7
    assert len(session.plan(questions, progress, LATER, new=5)) == 12
    assert len(session.plan(questions, progress, LATER, new=50)) == 20


def test_a_question_that_is_not_due_is_not_asked(progress):
    answered(progress, "a.1")
    assert session.plan(known(question("a.1")), progress, NOW + timedelta(minutes=1)) == []


def test_filters_hold_together(progress):
    questions = known(
        question("a.1"), question("a.2", 2), question("b.1", kind="shape"), question("b.old", kind="shape")
    )
    answered(progress, "b.old")
    assert ids(session.plan(questions, progress, LATER, topics=["a"], tiers=[2])) == ["a.2"]
    assert ids(session.plan(questions, progress, LATER, kinds={"shape"})) == ["b.old", "b.1"]
    assert session.plan(questions, progress, LATER, topics=["a"], kinds=["shape"]) == []


def test_an_answer_to_a_question_that_is_gone_stops_nothing(progress):
    answered(progress, "old.gone")
    assert ids(session.plan(known(question("a.1")), progress, LATER)) == ["a.1"]


def test_a_topic_to_ask_for_is_asked_only_where_it_is_named(progress):
    aside, ordinary = replace(question("notes.1"), is_opt_in=True), question("a.1")
    questions = known(aside, ordinary)
    assert ids(session.plan(questions, progress, LATER)) == ["a.1"]
    assert ids(session.plan(questions, progress, LATER, topics=["notes"])) == ["notes.1"]
    answered(progress, "notes.1")
    assert ids(session.plan(questions, progress, LATER)) == ["a.1"]
    assert session.offered(questions).keys() == {"a.1"}


def test_seeds_come_from_the_source_and_fresh_ones_are_short(progress):
    questions = known(*(question(f"a.{n}") for n in range(5)))
    plan = session.plan(questions, progress, LATER, seeds=count(40).__next__)
    assert [exercise.seed for exercise in plan] == [40, 41, 42, 43, 44]
    assert all(0 <= exercise.seed < 10**6 for exercise in session.plan(questions, progress, LATER))


def test_the_whole_bank_is_planned_in_order_and_once(progress):
    plan = session.plan(bank.questions(), progress, NOW, new=10**6)
    families = Counter(session.family(exercise.question) for exercise in plan)
    assert set(families.values()) <= {1}
    assert families.keys() == {session.family(q) for q in session.offered(bank.questions()).values()}
    assert all(earlier.question.tier <= later.question.tier for earlier, later in pairwise(plan))


def test_session_after_session_every_question_is_asked(progress):
    questions, day = session.offered(bank.questions()), NOW
    for _ in range(400):
        plan = session.plan(questions, progress, day, new=50)
        for exercise in plan:
            answered(progress, exercise.question.id, 4, day)
        day += timedelta(days=1)
        if progress.seen() == questions.keys():
            return
    raise AssertionError(questions.keys() - progress.seen())
