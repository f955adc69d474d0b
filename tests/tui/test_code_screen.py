"""Code is written in the learner's own editor, graded on each save, and scheduled like a question."""

import time
from pathlib import Path

import pytest
from textual.pilot import Pilot

from quizbank import bank
from quizbank.grading.practice import Practice, exercises, place
from quizbank.grading.report import CheckResult
from quizbank.language import Language
from tests.tui.desk import Desk, at_desk, shown, until
from tui.code import Code
from tui.exercises import Choices, Exercises
from tui.home import Home

SECONDS = 120.0
RIGHT = "from quizbank import solves\n@solves('softmax.relu')\ndef relu(x):\n    return {}x.clamp(min=0)\n"


async def at_code(app: Desk, pilot: Pilot[None], formula: str = "softmax.relu") -> Code:
    """The Code screen of one exercise."""
    await pilot.press("c")
    await until(pilot, lambda: isinstance(app.screen, Exercises))
    choices = app.screen.query_one(Choices)
    choices.highlighted = choices.get_option_index(formula)
    await pilot.press("enter")
    await until(pilot, lambda: isinstance(app.screen, Code))
    screen = app.screen
    assert isinstance(screen, Code)
    return screen


async def settled(pilot: Pilot[None], screen: Code, state: str) -> None:
    """Wait until grading has come to this."""
    await until(pilot, lambda: screen.practice and screen.practice.state == state and not screen.is_grading, SECONDS)


@pytest.mark.parametrize("language", ["en", "zh"])
def test_from_the_stub_to_a_rated_answer(tmp_path: Path, language: Language) -> None:
    async def use(app: Desk, pilot: Pilot[None]) -> None:
        screen = await at_code(app, pilot)
        path = tmp_path / "code" / "softmax" / "relu.py"
        assert "raise NotImplementedError" in path.read_text()
        assert "relu.py" in shown(app)
        await settled(pilot, screen, "unwritten")
        assert "x (…)" in shown(app)
        path.write_text(RIGHT.format("-"))
        await settled(pilot, screen, "wrong")
        text = shown(app)
        assert ("✗ values" if language == "en" else "✗ 数值") in text
        assert ("The sign is the other way round." if language == "en" else "符号反了") in text
        path.write_text(RIGHT.format(""))
        await settled(pilot, screen, "right")
        assert ("✓ runs signature shape" if language == "en" else "✓ 运行 签名 形状") in shown(app)
        assert screen.query_one("Ratings").display is ("softmax.relu" in app.questions)
        before = screen.practice
        await pilot.press("enter")
        await until(pilot, lambda: screen.practice is not before)
        assert app.progress is not None
        assert app.progress.seen() == {"softmax.relu"}
        await pilot.press("escape", "escape")
        await until(pilot, lambda: isinstance(app.screen, Home))

    at_desk(tmp_path, use, language=language)


def test_the_screen_stays_alive_beside_an_endless_loop_and_leaves_nothing_behind(tmp_path: Path) -> None:
    async def use(app: Desk, pilot: Pilot[None]) -> None:
        path = tmp_path / "code" / "softmax" / "relu.py"
        path.parent.mkdir(parents=True)
        path.write_text(RIGHT.format("[0 for _ in iter(int, 1)] or "))
        screen = await at_code(app, pilot)
        await until(pilot, lambda: screen.is_grading)
        await pilot.press("f")
        assert screen.practice is not None
        assert screen.practice.looked
        await pilot.press("l")
        assert "代码" in shown(app)
        started = time.monotonic()
        await pilot.press("q")
        await until(pilot, lambda: not app.is_running, 30)
        assert time.monotonic() - started < 10

    at_desk(tmp_path, use)
    assert not [line for line in _processes() if str(tmp_path).encode() in line]


def _processes() -> list[bytes]:
    return [line for path in Path("/proc").glob("[0-9]*/cmdline") if (line := _read(path))]


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError:
        return b""


def test_without_an_editor_the_path_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("VISUAL", raising=False)
    monkeypatch.delenv("EDITOR", raising=False)

    async def use(app: Desk, pilot: Pilot[None]) -> None:
        screen = await at_code(app, pilot)
        await settled(pilot, screen, "unwritten")
        await pilot.press("e")
        await until(pilot, lambda: "EDITOR" in shown(app))

    at_desk(tmp_path, use)


def test_what_is_begun_goes_to_the_end_of_the_list_and_is_marked(tmp_path: Path) -> None:
    first = exercises(tmp_path)[0]
    begun = place(tmp_path / "code", first)
    begun.parent.mkdir(parents=True)
    begun.write_text("mine\n")
    assert exercises(tmp_path / "code")[-1] is first

    async def use(app: Desk, pilot: Pilot[None]) -> None:
        await pilot.press("c")
        await until(pilot, lambda: isinstance(app.screen, Exercises))
        assert "1 of " in shown(app)
        await pilot.press("end")
        await pilot.pause()
        assert "○" in shown(app)
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, Code))

    at_desk(tmp_path, use)
    assert begun.read_text() == "mine\n"


def graded(kind: str) -> list[CheckResult]:
    """One result, as grading gives it."""
    return [CheckResult("relu.py", "relu", "softmax.relu", None, "values", kind)]


@pytest.mark.parametrize(
    ("kinds", "took", "looked", "rating"),
    [
        (["not-started", "pass"], 0.2, False, 4),
        (["not-started", "pass"], 0.9, False, 3),
        (["value", "pass"], 0.2, False, 3),
        (["value", "value", "value", "pass"], 0.2, False, 2),
        (["pass"], 1.5, False, 2),
        (["limited"], 0.2, True, 2),
        (["not-started", "value"], 0.2, False, 1),
        (["pass", "value", "pass"], 0.2, False, 4),
    ],
)
def test_result_and_time_suggest_the_rating(
    tmp_path: Path, kinds: list[str], took: float, looked: bool, rating: int
) -> None:
    practice = Practice(bank.formulas()["softmax.relu"], tmp_path, 100.0, looked=looked)
    for kind in kinds:
        practice.graded(graded(kind), 100.0 + took * practice.allowed)
    assert practice.suggestion == rating
