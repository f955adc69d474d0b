"""Damaged, foreign, older and newer progress files: none is ever overwritten, each gets a plain sentence."""

import os
import shlex
import shutil
import sqlite3
import subprocess
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from quizbank import database
from quizbank.language import LANGUAGES
from quizbank.progress import DamagedProgress, NewerProgress, Progress, ProgressProblem, Review
from quizbank.salvage import salvage

NOW = datetime(2026, 11, 29, 12, tzinfo=UTC)
DAY = timedelta(days=1)
CASES = Path(__file__).parent / "cases"


def answer(n=0):
    return Review(f"a.q{n}", n, 3, "right", "text " * 50, None, "cpu", 0.1, 1.0, NOW)


@pytest.fixture
def file(tmp_path):
    """A progress file with sixty answers."""
    with Progress.open(tmp_path, NOW) as progress:
        for n in range(60):
            progress.record(answer(n))
        return progress.path


def damages():
    return {
        "half of it": lambda content: content[: len(content) // 2],
        "not a whole page": lambda content: content[:5000],
        "no header": lambda content: content[:50],
        "text": lambda content: b"question;answer\n" * 900,
        "zeros inside": lambda content: content[:4096] + bytes(8192) + content[12288:],
        "zeros": lambda content: bytes(len(content)),
    }


@pytest.mark.parametrize("damage", damages())
def test_a_damaged_file_is_set_aside_unchanged(file, damage):
    content = damages()[damage](file.read_bytes())
    file.write_bytes(content)
    with pytest.raises(DamagedProgress) as caught:
        Progress.open(file.parent, NOW)
    assert not file.exists()
    assert caught.value.kept_as.read_bytes() == content
    with Progress.open(file.parent, NOW) as progress:
        assert progress.seen() == set()
        progress.record(answer())
    assert caught.value.kept_as.read_bytes() == content


def test_a_second_damaged_file_does_not_replace_the_first(file):
    for content in (b"first" * 200, b"second" * 200):
        file.write_bytes(content)
        with pytest.raises(DamagedProgress) as caught:
            Progress.open(file.parent, NOW)
        assert caught.value.kept_as.read_bytes() == content
    assert len(list(file.parent.glob("progress.damaged-*.sqlite3"))) == 2


def test_another_programs_database_is_not_taken_over(tmp_path):
    other = sqlite3.connect(tmp_path / database.NAME)
    other.execute("CREATE TABLE theirs (x)")
    other.commit()
    other.close()
    with pytest.raises(DamagedProgress, match="no progress file of quizbank") as caught:
        Progress.open(tmp_path)
    assert b"theirs" in caught.value.kept_as.read_bytes()


def obeyed(problem):
    """Run the command that the message gives."""
    command = next(line for line in str(problem).splitlines() if "salvage" in line).partition(": ")[2]
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parent.parent)}
    done = subprocess.run(shlex.split(command), env=environment, check=True, capture_output=True, text=True)
    return done.stdout


def everything(folder):
    with Progress.open(folder, NOW) as progress:
        memories = {question: progress.memory(question) for question in progress.seen()}
        return progress.reviews(), memories


def test_the_message_leads_back_to_the_last_copy_and_to_what_came_after_it(file):
    with Progress.open(file.parent, NOW) as progress:
        progress.record(answer(60))
    before = everything(file.parent)
    content = bytearray(file.read_bytes())
    content[4096:8192] = bytes(4096)  # the root of the cards
    file.write_bytes(content)
    with pytest.raises(DamagedProgress) as caught:
        Progress.open(file.parent, NOW)
    assert caught.value.backup is not None
    assert everything(file.parent) == ([], {})
    assert obeyed(caught.value).startswith("61 ")
    assert everything(file.parent) == before


@pytest.mark.parametrize(("kept", "answers"), [(0.1, 1), (0.8, 20), (0.95, 40)])
def test_without_a_copy_what_can_be_read_comes_back_and_new_answers_stay(file, kept, answers):
    before = {(review.question, review.at): review for review in everything(file.parent)[0]}
    shutil.rmtree(file.parent / "backups")
    file.write_bytes(file.read_bytes()[: int(file.stat().st_size * kept)])
    with pytest.raises(DamagedProgress) as caught:
        Progress.open(file.parent, NOW)
    assert caught.value.backup is None
    with Progress.open(file.parent, NOW) as progress:
        progress.record(answer(99))
    obeyed(caught.value)
    reviews, memories = everything(file.parent)
    assert all(review == before.get((review.question, review.at), answer(99)) for review in reviews)
    assert answer(99) in reviews
    assert len(reviews) >= answers
    assert memories.keys() == {review.question for review in reviews}
    assert obeyed(caught.value).startswith("0 ")
    assert everything(file.parent) == (reviews, memories)


@pytest.mark.parametrize("content", ["", "text", "text" * 9999, "SQLite format 3\0" + "\0" * 9999])
def test_a_file_that_is_no_database_adds_nothing(file, content):
    before = everything(file.parent)
    (file.parent / "text").write_text(content)
    assert salvage(file.parent, [file.parent / "text"], NOW) == 0
    assert everything(file.parent) == before


def test_an_emptied_file_is_noticed_where_a_copy_shows_that_it_was_full(file):
    with Progress.open(file.parent, NOW):
        pass
    file.write_bytes(b"")
    with pytest.raises(DamagedProgress, match="empty"):
        Progress.open(file.parent, NOW)


def test_copies_are_made_once_a_day_only_of_something_new_and_not_for_ever(file):
    copies = file.parent / "backups"
    for days in range(6):
        with Progress.open(file.parent, NOW + days * DAY) as progress:
            progress.record(answer(100 + days))
        os.utime(file, ((NOW + timedelta(days=400 + days)).timestamp(),) * 2)
        with Progress.open(file.parent, NOW + days * DAY):
            pass
    kept = sorted(copy.name for copy in copies.iterdir())
    assert len(kept) == database.KEPT_BACKUPS
    assert kept[-1].startswith(f"{(NOW + 5 * DAY).astimezone():%Y-%m-%d}")


def test_nothing_new_gives_no_new_copy(file):
    for days in range(3):
        with Progress.open(file.parent, NOW + days * DAY):
            pass
    assert len(list((file.parent / "backups").iterdir())) == 1


def test_a_newer_file_is_left_untouched(file):
    connection = sqlite3.connect(file)
    connection.execute("PRAGMA user_version = 99")
    connection.close()
    content = file.read_bytes()
    with pytest.raises(NewerProgress, match="newer quizbank"):
        Progress.open(file.parent, NOW)
    assert file.read_bytes() == content
    assert {path.name for path in file.parent.iterdir()} == {file.name}


def test_an_older_file_is_copied_and_then_migrated(file, monkeypatch):
    step = ("ALTER TABLE reviews ADD COLUMN mood TEXT", "CREATE TABLE moods (name TEXT) STRICT")
    monkeypatch.setattr(database, "MIGRATIONS", (*database.MIGRATIONS, step))
    older = file.read_bytes()
    with Progress.open(file.parent, NOW) as progress:
        assert len(progress.reviews()) == 60
        progress.record(answer(60))
    (copy,) = (file.parent / "backups").glob("before-schema-2-*.sqlite3")
    restored = sqlite3.connect(copy)
    assert restored.execute("PRAGMA user_version").fetchone() == (1,)
    assert restored.execute("SELECT count(*) FROM reviews").fetchone() == (60,)
    restored.close()
    assert len(copy.read_bytes()) == len(older)


def test_a_migration_that_fails_leaves_the_file_as_it_was(file, monkeypatch):
    step = ("ALTER TABLE reviews ADD COLUMN mood TEXT", "CREATE TABLE nonsense (")
    with monkeypatch.context() as newer:
        newer.setattr(database, "MIGRATIONS", (*database.MIGRATIONS, step))
        with pytest.raises(ProgressProblem):
            Progress.open(file.parent, NOW)
    with Progress.open(file.parent, NOW) as progress:
        assert len(progress.reviews()) == 60
        progress.record(answer(60))


@pytest.mark.parametrize("dump", sorted(CASES.glob("progress_*.sql")), ids=lambda dump: dump.stem)
def test_every_schema_that_was_published_still_opens(tmp_path, dump):
    connection = sqlite3.connect(tmp_path / database.NAME)
    connection.executescript(dump.read_text("utf-8"))
    connection.close()
    with Progress.open(tmp_path, NOW) as progress:
        assert progress.last().answer == "σ(W_f [h_{t-1}, x_t] + b_f)"
        assert progress.due(NOW + 100 * DAY) == ["lstm.forget_gate"]
        assert progress.draft().text == "half"
        progress.record(answer())


def test_the_dump_of_the_present_schema_is_among_them(tmp_path):
    with Progress.open(tmp_path, NOW) as progress:
        tables = "SELECT sql FROM sqlite_master WHERE name NOT LIKE 'sqlite_%' ORDER BY name"
        present = [sql for (sql,) in progress._connection.execute(tables)]
    stored = sqlite3.connect(":memory:")
    stored.executescript((CASES / f"progress_{len(database.MIGRATIONS)}.sql").read_text("utf-8"))
    assert [sql for (sql,) in stored.execute(tables)] == present
    stored.close()


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere")
def test_a_folder_that_cannot_be_written_is_one_sentence(tmp_path):
    tmp_path.chmod(0o500)
    with pytest.raises(ProgressProblem, match="cannot be used"):
        Progress.open(tmp_path / "data")


def test_a_file_in_the_place_of_the_folder_is_one_sentence(tmp_path):
    (tmp_path / "data").write_text("")
    with pytest.raises(ProgressProblem, match="cannot be used"):
        Progress.open(tmp_path / "data")


def test_a_folder_in_the_place_of_the_file_is_one_sentence(tmp_path):
    (tmp_path / database.NAME).mkdir()
    with pytest.raises(ProgressProblem, match="cannot be used"):
        Progress.open(tmp_path)


def test_a_message_exists_in_every_language(tmp_path):
    problem = DamagedProgress(tmp_path / "progress", "malformed", tmp_path / "a b", None)
    for language in LANGUAGES:
        assert shlex.quote(str(tmp_path / "a b")) in problem.message(language)
