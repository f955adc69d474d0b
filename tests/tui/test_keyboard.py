"""Keys do the same however fast they come, and none is lost or does what nobody meant."""

from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from tests.tui.desk import FAKE, Desk, at_desk, begin_at_once, burst, shown, told, type_in, until
from tui.answer import ManyLines
from tui.app import Choice
from tui.home import Home
from tui.review import Review

PRESSED = (
    (*"abc", "ctrl+u", *"def"),
    (*"abc", "home", "x", "end", "y"),
    (*"abc", "left", "left", "backspace", "x", "delete", "y"),
    (*"σ(W_f", "ctrl+w", "x", "ctrl+a", "y", "ctrl+k", "z"),
    ("f2", *"ab", "f3", *"cd", "f3", "e"),
    ("a", "f5", "b", "f8", "c"),
    ("f4", "1", *"next"),
    ("a", "f1", "escape", "b"),
    ("a", "b", "escape", "enter", "c"),
    ("a", "escape", "down", "down", "enter", *"qhs"),
)
JUDGED = (
    ("f", *"3", *"quit"),
    ("f", "f8", *"g"),
    ("wrong", *"gq", "end", "!"),
    ("wrong", "f4", "2", "x"),
    ("wrong", "f5", "x"),
    ("wrong", "f2", "x"),
    ("a (b", *")q", "left", "x"),
    ("a (b", "ctrl+u", *"qx"),
    ("undecided", "f4", "4", *"hq"),
)
"""An answer, and what is typed behind it."""


def state(app: Desk) -> tuple[object, ...]:
    """What the keys have led to."""
    screen: Any = app.screen
    if not isinstance(screen, Review):
        return (type(screen).__name__, app.is_running)
    field = screen.field
    cursor = field.cursor_location if isinstance(field, ManyLines) else field.cursor_position
    reviews = [(one.question, one.rating, one.answer) for one in app.progress.reviews()]  # type: ignore[union-attr]
    return (screen.at, screen.attempt.stage, screen.attempt.hints, field.text, cursor, reviews, app.language, app.theme)


async def slowly(app: Desk, pilot: Pilot[None], keys: tuple[str, ...]) -> None:
    """Each key after everything that the one before has done."""
    for key in keys:
        burst(app, key)
        await pilot.pause(0.02)
        await until(pilot, lambda: "judging" not in state(app) and not _has_kept(app))


async def end(app: Desk, pilot: Pilot[None]) -> tuple[object, ...]:
    """What it is when every key has had its effect."""
    burst(app, "f12")
    await until(pilot, lambda: not app.keyboard.is_busy and "judging" not in state(app) and not _has_kept(app))
    await pilot.pause(0.1)
    return state(app)


def _has_kept(app: Desk) -> bool:
    return isinstance(app.screen, Review) and app.screen._wake is not None


def reached(folder: Path, keys: tuple[str, ...], kind: str, *, is_fast: bool) -> tuple[object, ...]:
    """What these keys lead to in a session of one kind of question."""
    found: list[tuple[object, ...]] = []

    async def use(app: Desk, pilot: Pilot[None]) -> None:
        await begin_at_once(pilot)
        if is_fast:
            burst(app, *keys)
        else:
            await slowly(app, pilot, keys)
        found.append(await end(app, pilot))

    at_desk(folder, use, choice=Choice(kinds=(kind, "explain"), seed=0))
    return found[0]


@pytest.mark.parametrize(
    ("kind", "keys"),
    [
        *(("formula", keys) for keys in PRESSED),
        *(("formula", (*text, "enter", *behind)) for text, *behind in JUDGED),
        *(("system", keys) for keys in PRESSED[:4]),
        *(("system", (*text, "ctrl+s", *behind)) for text, *behind in JUDGED[::3]),
    ],
    ids=lambda given: given if isinstance(given, str) else " ".join(given),
)
def test_keys_do_the_same_however_fast_they_come(tmp_path: Path, kind: str, keys: tuple[str, ...]) -> None:
    slow = reached(tmp_path / "slow", keys, kind, is_fast=False)
    assert reached(tmp_path / "fast", keys, kind, is_fast=True) == slow


def test_two_enters_hand_a_system_in_and_a_third_passes_over_no_verdict(tmp_path: Path) -> None:
    async def use(app: Desk, pilot: Pilot[None]) -> None:
        await begin_at_once(pilot)
        burst(app, "f", "enter", *"ij", "enter", "enter", "enter", "enter")
        await end(app, pilot)
        assert app.screen.attempt.text == "f\nij"  # type: ignore[attr-defined]
        assert state(app)[:2] == (0, "rating")

    at_desk(tmp_path, use, choice=Choice(kinds=("system",), seed=0))


@pytest.mark.parametrize("text", ["f slow", "wrong slow"])
@pytest.mark.parametrize("key", ["enter", "space"])
def test_a_verdict_that_nobody_has_seen_is_not_passed_over(
    tmp_path: Path, text: str, key: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither by a key typed while it is awaited, nor by one in the moment in which it comes."""

    async def use(app: Desk, pilot: Pilot[None]) -> None:
        screen: Any = await begin_at_once(pilot)
        monkeypatch.setattr("tui.ahead.UNSEEN", 10.0)
        burst(app, *text, "enter", key, key)
        await until(pilot, lambda: screen.attempt.stage in ("retry", "rating"))
        burst(app, key)
        await end(app, pilot)
        assert (screen.at, screen.attempt.stage) == (0, "retry" if "wrong" in text else "rating")
        assert ("✗ not yet" if "wrong" in text else "✓ right") in shown(app)
        monkeypatch.setattr("tui.ahead.UNSEEN", -10.0)
        await pilot.press(key)
        await until(pilot, lambda: screen.at == 1 or screen.attempt.stage != "retry")

    at_desk(tmp_path, use, choice=Choice(kinds=("formula",), seed=0))


@pytest.mark.parametrize("text", ["q", "quit", "lt", "uh?", "abc", "softmax(z) 3", "_3"])
def test_letters_typed_while_an_answer_is_judged_are_no_commands(tmp_path: Path, text: str) -> None:
    """Where the verdict leaves nothing to be typed, they are named."""

    async def use(app: Desk, pilot: Pilot[None]) -> None:
        await begin_at_once(pilot)
        burst(app, *"f slow", "enter", *text)
        await end(app, pilot)
        assert state(app) == (0, "rating", 0, "f slow", 6, [], "en", "night")
        assert f"not used: {text}" in shown(app)

    at_desk(tmp_path, use, choice=Choice(kinds=("formula",), seed=0))


@pytest.mark.parametrize("key", ["escape", "ctrl+c", "f1"])
def test_what_works_while_an_answer_is_judged_works_at_once(tmp_path: Path, key: str) -> None:
    async def use(app: Desk, pilot: Pilot[None]) -> None:
        screen = await begin_at_once(pilot)
        burst(app, *"hang", "enter", *"abc", key)
        await until(pilot, lambda: not app.is_running or app.screen is not screen)

    at_desk(tmp_path, use, choice=Choice(kinds=("formula",), seed=0))


def test_what_is_typed_before_the_first_question_is_there_belongs_to_it(tmp_path: Path) -> None:
    import asyncio

    async def main(choice: Choice, *keys: str) -> None:
        app = Desk(tmp_path / str(len(keys)), choice=choice, judge=FAKE)
        async with app.run_test() as pilot:
            burst(app, *keys)
            screen: Any = await begin_at_once(pilot)
            await until(pilot, lambda: screen.field.text == "softmax(q)")

    asyncio.run(main(Choice(seed=0), "enter", *"softmax(q)"))
    asyncio.run(main(Choice(kinds=("formula",), seed=0), *"softmax(q)"))


@pytest.mark.parametrize("kind", ["formula", "system"])
@pytest.mark.parametrize("text", ["q", "s", "hmult?1"])
def test_a_field_without_the_focus_takes_what_is_typed(tmp_path: Path, text: str, kind: str) -> None:
    """A click beside it takes the focus away."""

    async def use(app: Desk, pilot: Pilot[None]) -> None:
        await begin_at_once(pilot)
        await pilot.press("a")
        await pilot.click("#page", offset=(40, 15))
        await pilot.press(*text)
        screen: Any = app.screen
        assert screen.field.text == f"a{text}"

    at_desk(tmp_path, use, choice=Choice(kinds=(kind,), seed=0))


@pytest.mark.parametrize("kind", ["formula", "system"])
def test_what_is_pasted_is_written_once(tmp_path: Path, kind: str) -> None:
    """Where the cursor is, with and without the focus."""

    async def use(app: Desk, pilot: Pilot[None]) -> None:
        screen: Any = await begin_at_once(pilot)
        await type_in(pilot, "ad")
        await pilot.press("left")
        await type_in(pilot, "b")
        screen.set_focus(None)
        await type_in(pilot, "c")
        assert screen.field.text == "abcd"

    at_desk(tmp_path, use, choice=Choice(kinds=(kind,), seed=0))


@pytest.mark.parametrize("kind", ["formula", "system"])
def test_what_is_pasted_after_a_wrong_answer_is_another_one(tmp_path: Path, kind: str) -> None:
    async def use(app: Desk, pilot: Pilot[None]) -> None:
        screen: Any = await begin_at_once(pilot)
        await type_in(pilot, "wrong")
        burst(app, "enter" if kind == "formula" else "ctrl+s")
        await told(pilot, "retry")
        await type_in(pilot, "σ(x)")
        assert (screen.attempt.stage, screen.field.text) == ("answering", "σ(x)")

    at_desk(tmp_path, use, choice=Choice(kinds=(kind,), seed=0))


def test_leaving_in_one_burst_with_the_text_keeps_it(tmp_path: Path) -> None:
    async def use(app: Desk, pilot: Pilot[None]) -> None:
        await begin_at_once(pilot)
        burst(app, *"half an answer", "escape")
        await until(pilot, lambda: isinstance(app.screen, Home))
        draft = app.progress.draft()  # type: ignore[union-attr]
        assert draft is not None
        assert draft.text == "half an answer"

    at_desk(tmp_path, use, choice=Choice(kinds=("formula",), seed=0))
