"""The progress file: nothing that was answered is lost, and what is due comes in order."""

import random
import sqlite3
import subprocess
import sys
import threading
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from pathlib import Path

import pytest

from quizbank import bank, schedule
from quizbank.progress import Progress, ProgressProblem, Review

NOW = datetime(2026, 11, 29, 12, tzinfo=UTC)
DAY = timedelta(days=1)
ROOT = Path(__file__).parent.parent

WRITER = """
import sys
from datetime import UTC, datetime
from pathlib import Path
from quizbank.progress import Progress, Review
folder, name, count = Path(sys.argv[1]), sys.argv[2], int(sys.argv[3])
progress = Progress.open(folder)
for n in range(count):
    question = f"topic.{name}_{n}" if n % 2 else "topic.shared"
    progress.record(Review(question, n, 3, "right", f"{name} {n}", None, "cpu", 0.1, 9.0, datetime.now(UTC)))
    print(n, flush=True)
"""


def review(question="lstm.forget_gate", rating=3, at=NOW, **facts):
    verdict = "right" if rating > 1 else "wrong"
    given = {"answer": "a\nb", "mistake": None, "device": "cpu", "seconds": 0.25, "duration": 12.5}
    return Review(**{"question": question, "seed": 7, "rating": rating, "verdict": verdict, "at": at, **given, **facts})


@pytest.fixture
def progress(tmp_path):
    with Progress.open(tmp_path, NOW) as opened:
        yield opened


def writer(folder, name, count):
    command = [sys.executable, "-c", WRITER, str(folder), name, str(count)]
    return subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)


def rows(folder, query):
    connection = sqlite3.connect(folder / "progress.sqlite3")
    try:
        return connection.execute(query).fetchall()
    finally:
        connection.close()


class TestAnswers:
    def test_every_field_comes_back(self, tmp_path):
        told = review(rating=1, answer="σ(W_f·[h; x])\n\t'“漏了偏置”", mistake="no_bias", seed=2**62)
        with Progress.open(tmp_path, NOW) as progress:
            progress.record(told)
        with Progress.open(tmp_path, NOW) as progress:
            assert progress.last() == told
            assert progress.reviews(told.question) == progress.reviews() == [told]
            assert progress.seen() == {told.question}

    def test_times_in_other_zones_are_the_same_instant(self, progress):
        there = NOW.astimezone(datetime.strptime("+0545", "%z").tzinfo)
        progress.record(review(at=there))
        assert progress.last().at == there
        assert progress.memory("lstm.forget_gate") == schedule.reviewed(None, 3, NOW)

    @pytest.mark.parametrize("text", ["", "\ud800", "a\x00b", "[bold]", "'; DROP TABLE reviews; --", "x" * 100_000])
    def test_any_text_can_be_kept(self, progress, text):
        progress.record(review(answer=text))
        progress.save_draft("a.b", 0, text + ".")
        assert progress.last().answer == text.encode("utf-8", "backslashreplace").decode()
        assert progress.draft().text == progress.last().answer + "."

    def test_every_question_can_be_recorded_and_scheduled(self, progress):
        for name in bank.questions():
            progress.record(review(name))
        assert progress.seen() == set(progress.due(NOW + 40 * DAY)) == bank.questions().keys()

    def test_each_row_has_the_memory_before_and_after(self, progress, tmp_path):
        for days in range(3):
            progress.record(review(at=NOW + days * DAY))
        states = rows(tmp_path, "SELECT stability_before, due_before, stability_after, due_after FROM reviews")
        assert states[0][:2] == (None, None)
        assert all(earlier[2:] == later[:2] for earlier, later in pairwise(states))
        assert '"fsrs"' in rows(tmp_path, "SELECT settings FROM schedulers")[0][0]

    def test_a_refused_rating_changes_nothing(self, progress):
        progress.record(review())
        for rating in (0, 5):
            with pytest.raises(ValueError, match="Rating"):
                progress.record(review(rating=rating))
        assert len(progress.reviews()) == 1


class TestUndo:
    def test_the_question_is_back_where_it_was(self, progress):
        progress.record(review())
        before = progress.memory("lstm.forget_gate"), progress.counts(NOW)
        again = review(rating=1, at=NOW + DAY)
        progress.record(again)
        assert progress.undo() == again
        assert (progress.memory("lstm.forget_gate"), progress.counts(NOW)) == before

    def test_a_first_answer_leaves_no_trace(self, progress):
        progress.record(review())
        progress.undo()
        assert progress.seen() == set()
        assert progress.undo() is None

    def test_one_answer_can_be_taken_back_while_another_process_goes_on(self, progress):
        mine = progress.record(review("a.mine"))
        progress.record(review("a.theirs"))
        assert progress.undo(mine) == review("a.mine")
        assert progress.seen() == {"a.theirs"}

    def test_an_answer_that_was_built_upon_stays(self, progress):
        first = progress.record(review())
        progress.record(review(at=NOW + DAY))
        assert progress.undo(first) is None
        assert len(progress.reviews()) == 2

    def test_answers_taken_back_one_by_one_lead_through_every_earlier_state(self, progress):
        draw = random.Random(3)
        states = [(progress.reviews(), progress.seen())]
        memories = [{}]
        for hour in range(40):
            question, rating = f"a.{draw.randrange(4)}", draw.choice(schedule.RATINGS)
            progress.record(review(question, rating, NOW + timedelta(hours=7 * hour)))
            states.append((progress.reviews(), progress.seen()))
            memories.append({name: progress.memory(name) for name in progress.seen()})
        while states.pop() and progress.undo():
            memories.pop()
            assert states[-1] == (progress.reviews(), progress.seen())
            assert memories[-1] == {name: progress.memory(name) for name in progress.seen()}
        assert states == []


class TestSchedule:
    def test_each_rating_waits_no_less_than_the_one_below(self, progress):
        for days in (0, 1, 4, 20):
            at = NOW + days * DAY
            waits = list(progress.intervals("lstm.forget_gate", at).values())
            assert waits == sorted(waits)
            assert waits[0] > timedelta(0)
            progress.record(review(at=at))

    def test_the_interval_shown_is_the_interval_given(self, progress):
        for rating in schedule.RATINGS:
            for at in (NOW, NOW + DAY, NOW + 9 * DAY):
                shown = progress.intervals(f"a.{rating}", at)[rating]
                progress.record(review(f"a.{rating}", rating, at))
                assert progress.memory(f"a.{rating}").due == at + shown

    def test_the_most_nearly_forgotten_comes_first_after_the_learning_steps(self, progress):
        later = NOW + 60 * DAY
        for n in range(12):
            progress.record(review(f"a.{n}", 4, NOW + n * DAY))
            progress.record(review(f"a.{n}", 2 + n % 3, NOW + (n + 3 + n % 5) * DAY))
        progress.record(review("a.failed", 1, later - timedelta(minutes=5)))
        due = progress.due(later)
        known = [schedule.retrievability(progress.memory(question), later) for question in due[1:]]
        assert due[0] == "a.failed"
        assert known == sorted(known)
        assert len(known) > 5
        assert progress.due(later, 3) == due[:3]

    def test_a_question_is_due_through_its_whole_day(self, progress):
        evening = datetime(2026, 6, 1, 22).astimezone()
        progress.record(review(rating=4, at=evening))
        day = progress.memory("lstm.forget_gate").due.astimezone()
        assert progress.due(day.replace(hour=3)) == []
        assert progress.due(day.replace(hour=5)) == ["lstm.forget_gate"]

    def test_a_learning_step_keeps_its_minutes(self, progress):
        progress.record(review(rating=1))
        assert progress.due(NOW + timedelta(seconds=59)) == []
        assert progress.due(NOW + timedelta(seconds=60)) == ["lstm.forget_gate"]

    def test_a_clock_set_back_does_no_harm(self, progress):
        progress.record(review(rating=4))
        progress.record(review(at=NOW - 3 * DAY))
        progress.intervals("lstm.forget_gate", NOW - 9 * DAY)
        assert progress.due(NOW - 9 * DAY) == []

    def test_counts_follow_the_local_day(self, progress):
        night = datetime(2026, 6, 2, 1).astimezone()
        progress.record(review("a.b", 3, night - timedelta(hours=3)))
        progress.record(review("a.c", 1, night))
        counts = progress.counts(night + timedelta(hours=1))
        assert (counts.due, counts.seen, counts.today, counts.right_today) == (2, 2, 2, 1)
        assert progress.counts(night + timedelta(hours=6)).today == 0

    def test_what_was_missed_last_and_which_mistakes_were_made(self, progress):
        progress.record(review("a.b", 1, mistake="no_bias"))
        progress.record(review("a.b", 1, mistake="no_bias"))
        progress.record(review("a.c", 1, mistake="swapped"))
        progress.record(review("a.c", 3))
        assert progress.missed() == {"a.b"}
        assert progress.mistakes() == {("a.b", "no_bias"): 2, ("a.c", "swapped"): 1}
        assert progress.tally() == {"a.b": (2, 0), "a.c": (2, 1)}


class TestDrafts:
    def test_the_last_draft_comes_back_until_it_is_answered(self, progress):
        progress.save_draft("a.b", 5, "first")
        progress.save_draft("a.c", 6, "second")
        assert progress.draft().question == "a.c"
        assert progress.draft("a.b").text == "first"
        progress.record(review("a.c"))
        assert progress.draft().question == "a.b"
        progress.save_draft("a.b", 5, "  \n")
        assert progress.draft() is None

    def test_a_draft_outlives_the_process(self, tmp_path):
        with Progress.open(tmp_path) as progress:
            progress.save_draft("a.b", 5, "half an ans")
        with Progress.open(tmp_path) as progress:
            assert progress.draft().text == "half an ans"


class TestProcesses:
    def test_a_kill_loses_at_most_the_answer_being_written(self, tmp_path):
        child = writer(tmp_path, "only", 50)
        written = [child.stdout.readline() for _ in range(25)]
        child.kill()
        told = len(written) + len(child.stdout.readlines())
        child.wait()
        child.stdout.close()
        with Progress.open(tmp_path) as progress:
            kept = progress.reviews()
        assert [r.seed for r in kept] == list(range(len(kept)))
        assert told <= len(kept) <= told + 1

    def test_two_processes_lose_nothing_to_each_other(self, tmp_path):
        children = [writer(tmp_path, name, 50) for name in ("one", "two")]
        for child in children:
            child.communicate()
        with Progress.open(tmp_path) as progress:
            assert len(progress.reviews()) == 100
            assert len(progress.reviews("topic.shared")) == 50
        shared = rows(
            tmp_path,
            "SELECT stability_before, stability_after FROM reviews WHERE question = 'topic.shared' ORDER BY number",
        )
        assert all(earlier[1] == later[0] for earlier, later in pairwise(shared))

    def test_threads_share_one_progress(self, progress):
        def work(name):
            for n in range(20):
                progress.record(review(f"a.{name}_{n}"))
                progress.due(NOW)

        threads = [threading.Thread(target=work, args=(name,)) for name in "xyz"]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert len(progress.seen()) == len(progress.reviews()) == 60

    def test_a_file_locked_for_too_long_is_one_sentence(self, tmp_path, monkeypatch):
        monkeypatch.setattr("quizbank.database.PATIENCE_S", 0.05)
        with Progress.open(tmp_path) as progress:
            other = sqlite3.connect(progress.path, isolation_level=None)
            other.execute("BEGIN IMMEDIATE")
            with pytest.raises(ProgressProblem, match="Another program is writing"):
                progress.record(review())
            other.execute("ROLLBACK")
            progress.record(review())
            other.close()
