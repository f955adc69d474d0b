"""The statistics: what was answered, by topic, and which mistakes come back."""

import json
import subprocess
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from quizbank import bank, session, stats
from quizbank.language import LANGUAGES
from quizbank.progress import Progress, Review

NOW = datetime(2026, 11, 29, 12, tzinfo=UTC)
ROOT = Path(__file__).parent.parent


@pytest.fixture
def progress(tmp_path):
    with Progress.open(tmp_path, NOW) as opened:
        yield opened


def answered(progress, question, rating, mistake=None):
    verdict = "right" if rating > 1 else "wrong"
    progress.record(Review(question, 0, rating, verdict, "", mistake, "cpu", 0.1, 1.0, NOW))


def test_topics_sum_up_their_questions(progress):
    first, second, *_ = (question.id for question in bank.questions().values() if question.topic == "lstm")
    answered(progress, first, 1)
    answered(progress, first, 3)
    answered(progress, second, 1)
    summary = stats.summary(progress, bank.questions(), NOW + timedelta(minutes=5))
    by_topic = {topic.topic: topic for topic in summary.topics}
    lstm = by_topic.pop("lstm")
    assert (lstm.seen, lstm.due, lstm.answers, lstm.right) == (2, 1, 3, 1)
    assert all(topic.seen == topic.answers == 0 for topic in by_topic.values())
    assert lstm.questions + sum(topic.questions for topic in by_topic.values()) == len(bank.questions())


def test_a_topic_to_ask_for_has_its_row_but_is_not_in_the_totals(progress):
    name = next(q.id for q in bank.questions().values() if q.is_opt_in)
    answered(progress, name, 1)
    summary = stats.summary(progress, bank.questions(), NOW + timedelta(days=1))
    (row,) = (topic for topic in summary.topics if topic.is_opt_in)
    assert (row.seen, row.due, row.answers) == (1, 1, 1)
    assert (summary.counts.seen, summary.counts.due) == (0, 0)
    assert summary.as_json()["questions"] == len(session.offered(bank.questions()))


def test_the_mistakes_made_most_often_come_first_with_their_sentences(progress):
    formula = next(f for f in bank.formulas().values() if f.mistakes and f.id in bank.questions())
    mistake = formula.mistakes[0]
    for name in ("unknown", mistake.name, mistake.name):
        answered(progress, formula.id, 1, name)
    first, second = stats.summary(progress, bank.questions(), NOW).mistakes
    assert (first.mistake, first.times, first.hint.en) == (mistake.name, 2, mistake.facts["en"])
    assert (second.mistake, second.times, second.hint) == ("unknown", 1, None)


def test_an_answer_to_a_question_that_is_gone_stops_nothing(progress):
    answered(progress, "old.gone", 1, "some_mistake")
    assert stats.summary(progress, bank.questions(), NOW).mistakes[0].hint is None


@pytest.mark.parametrize("language", LANGUAGES)
def test_text_and_json_say_the_same(progress, language):
    answered(progress, next(iter(bank.questions())), 1, "some_mistake")
    summary = stats.summary(progress, bank.questions(), NOW)
    data = json.loads(json.dumps(summary.as_json()))
    assert data["questions"] == len(session.offered(bank.questions()))
    assert data["today"] == data["seen"] == 1
    for topic in data["topics"]:
        assert topic["title"][language] in summary.text(language)
    assert "some_mistake" in summary.text(language)


def test_counting_loads_neither_torch_nor_the_scheduler(tmp_path):
    script = """
import sys
from datetime import UTC, datetime
from pathlib import Path
from quizbank import bank, session, stats
from quizbank.progress import Progress
with Progress.open(Path(sys.argv[1])) as progress:
    stats.summary(progress, bank.questions(), datetime.now(UTC)).text("en")
print({"torch", "numpy", "sympy", "fsrs", "genanki", "textual"} & sys.modules.keys())
"""
    done = subprocess.run(
        [sys.executable, "-c", script, str(tmp_path)], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "set()"
