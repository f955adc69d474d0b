"""The app in a real terminal: answers survive a kill, signals leave the terminal as it was."""

import signal
import time
from pathlib import Path

import pytest

from quizbank.progress import Progress
from tests.command import quizbank
from tests.terminal.tmux import HAS_TMUX, Terminal, is_alive, kill
from tui.ahead import UNSEEN

pytestmark = pytest.mark.skipif(not HAS_TMUX or not Path("/proc/self/task").exists(), reason="needs tmux and /proc")

READY, REVIEW_READY = "judge ready", "● cpu"
SESSION = ("review", "attention", "--kind", "shape", "--lang", "en", "--device", "cpu")


def test_three_answers_survive_a_kill_in_the_middle_of_the_fourth(tmp_path: Path) -> None:
    with Terminal(tmp_path) as terminal:
        terminal.run(*SESSION)
        terminal.wait(REVIEW_READY)
        for place in ("1", "2", "3"):
            terminal.wait(f"{place} of ")
            terminal.type("(n, m)")
            terminal.press("Enter")
            screen = terminal.wait("another try", "could not be read", "1 again")
            time.sleep(UNSEEN)
            if "1 again" not in screen:
                terminal.press("Space" if "another try" in screen else "F4")
                terminal.wait("1 again")
            terminal.press("3")
        terminal.wait("4 of ")
        terminal.type("(half an ans")
        terminal.wait("(half an ans")
        terminal.until(lambda: _draft(tmp_path) == "(half an ans")
        judge = terminal.judge()
        kill(terminal.app(), signal.SIGKILL)
        terminal.until(lambda: not is_alive(judge))

    with Progress.open(tmp_path / "data") as progress:
        assert [(review.answer, review.rating, review.device) for review in progress.reviews()] == [
            ("(n, m)", 3, "cpu")
        ] * 3

    with Terminal(tmp_path) as terminal:
        terminal.run(*SESSION)
        terminal.wait("(half an ans")


def _draft(folder: Path) -> str:
    with Progress.open(folder / "data") as progress:
        draft = progress.draft()
        return draft.text if draft else ""


@pytest.mark.parametrize(("number", "code"), [(signal.SIGTERM, 143), (signal.SIGHUP, 129), (signal.SIGINT, 130)])
def test_a_signal_leaves_a_clean_terminal_and_no_judge(tmp_path: Path, number: signal.Signals, code: int) -> None:
    with Terminal(tmp_path) as terminal:
        terminal.run("--lang", "en", "--device", "cpu")
        terminal.wait(READY)
        assert terminal.in_alternate_screen()
        judge = terminal.judge()
        kill(terminal.app(), number)
        terminal.until(lambda: not terminal.in_alternate_screen())
        terminal.until(lambda: not is_alive(judge))
        terminal.type("echo code=$?; stty -a")
        terminal.press("Enter")
        screen = terminal.wait("icanon")
        assert f"code={code}" in screen
        assert "-icanon" not in screen
        assert "-echo " not in screen


@pytest.mark.parametrize("key", ["q", "C-c", "C-q", "Escape"])
def test_leaving_by_key_restores_the_shell_at_exit_code_0(tmp_path: Path, key: str) -> None:
    with Terminal(tmp_path) as terminal:
        terminal.run("--lang", "en", "--device", "cpu")
        terminal.wait("due")
        terminal.press(key)
        terminal.until(lambda: not terminal.in_alternate_screen())
        terminal.type("echo code=$?")
        terminal.press("Enter")
        terminal.wait("code=0")


def test_suspended_and_brought_back_it_draws_itself_again(tmp_path: Path) -> None:
    with Terminal(tmp_path) as terminal:
        terminal.run("--lang", "en", "--device", "cpu")
        before = terminal.wait(READY)
        terminal.press("C-z")
        terminal.wait("Stopped")
        assert not terminal.in_alternate_screen()
        terminal.type("fg")
        terminal.press("Enter")
        terminal.until(lambda: terminal.shown() == before)


def test_a_crash_is_one_sentence_and_a_log_without_what_was_typed(tmp_path: Path) -> None:
    fault = "import tui.home; tui.home.Home.key_x = lambda self: 1 / 0"
    with Terminal(tmp_path) as terminal:
        terminal.run("--lang", "en", "--device", "cpu", before=fault)
        terminal.wait("due")
        terminal.press("x")
        terminal.until(lambda: not terminal.in_alternate_screen())
        terminal.type("echo code=$?")
        terminal.press("Enter")
        screen = terminal.wait("code=1")
        assert "crash.log" in screen.replace("\n", "")
        assert "Traceback" not in screen
    assert "ZeroDivisionError" in (tmp_path / "data" / "crash.log").read_text()


def test_a_damaged_progress_file_is_set_aside_and_the_way_back_is_printed(tmp_path: Path) -> None:
    data = tmp_path / "data"
    data.mkdir()
    damaged = b"this is no database" * 100
    (data / "progress.sqlite3").write_bytes(damaged)
    with Terminal(tmp_path) as terminal:
        terminal.run("--lang", "en", "--device", "cpu")
        terminal.wait("is damaged")
        terminal.type("echo code=$?")
        terminal.press("Enter")
        terminal.wait("code=3")
    assert [path.read_bytes() for path in data.glob("*damaged*")] == [damaged]


def test_without_a_terminal_there_is_one_sentence_and_exit_code_2(tmp_path: Path) -> None:
    done = quizbank("--lang", "en", home=tmp_path, stdin="q")
    assert done.returncode == 2
    assert done.stdout == ""
    assert len(done.stderr.splitlines()) == 1
    assert "terminal" in done.stderr
    assert "\x1b" not in done.stderr
