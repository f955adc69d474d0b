"""Every key is described, listed in help, translated, and never the only way out."""

from pathlib import Path

import pytest
from textual.pilot import Pilot

from quizbank.language import Language, words
from tests.tui.desk import Desk, at_desk, begin_at_once, shown, told, type_in, until
from tui.answer import ManyLines, OneLine
from tui.app import Choice, QuizApp
from tui.code import Code
from tui.exercises import Choices, Exercises
from tui.help import Help
from tui.home import Home
from tui.keys import described, table
from tui.review import Review
from tui.topics import Topics

OWNERS = (QuizApp, Home, Review, Help, OneLine, ManyLines, Topics, Code, Exercises, Choices)
SCREENS = ("home", "question", "system", "retry", "rating", "help")


@pytest.mark.parametrize("owner", OWNERS)
def test_every_binding_has_a_description_in_both_languages(owner: type) -> None:
    bindings = described(owner)
    assert bindings
    for binding in bindings:
        assert binding.description, binding
        assert words("zh")(binding.description) != binding.description, binding.description


@pytest.mark.parametrize("language", ["en", "zh"])
def test_help_has_a_row_for_every_binding_of_the_screen_it_was_called_from(tmp_path: Path, language: Language) -> None:
    async def use(app: Desk, pilot: Pilot[None]) -> None:
        for begin in ((), ("enter",)):
            await pilot.press(*begin)
            await pilot.pause()
            screen = app.screen
            fields = [*screen.query("OneLine, ManyLines, Topics")]
            await pilot.press("f1")
            await pilot.pause()
            text = shown(app)
            for keys, does in table([*fields, screen, app], language):
                assert any(keys in line and does in line for line in text.splitlines()), (keys, does)
            await pilot.press("escape")

    at_desk(tmp_path, use, language=language, size=(100, 40))


def test_keys_of_one_kind_are_one_row_of_help() -> None:
    """The letters of the key points, which do the same for one point each."""
    assert [keys for keys, does in table([Review.__new__(Review)], "en") if does == "tick a point"] == ["a, b, c, d, e"]


async def reach(name: str, app: Desk, pilot: Pilot[None]) -> None:
    """Bring the app to one of its screens or stages."""
    if name == "home":
        return
    if name == "help":
        await pilot.press("f1")
        return
    await begin_at_once(pilot)
    if name in ("retry", "rating"):
        await type_in(pilot, "wrong")
        await pilot.press("enter")
        await told(pilot, "retry")
    if name == "rating":
        await pilot.press("space")
        await told(pilot, "rating")


def choice(name: str) -> Choice:
    """What leads to that screen."""
    kinds = {"home": (), "help": (), "system": ("system",)}.get(name, ("formula",))
    return Choice(kinds=kinds, seed=0)


@pytest.mark.parametrize("name", SCREENS)
@pytest.mark.parametrize("key", ["ctrl+c", "ctrl+q"])
def test_every_screen_is_left_at_once(tmp_path: Path, name: str, key: str) -> None:
    async def use(app: Desk, pilot: Pilot[None]) -> None:
        await reach(name, app, pilot)
        await pilot.press(key)
        await until(pilot, lambda: not app.is_running)

    at_desk(tmp_path, use, choice=choice(name))


@pytest.mark.parametrize("name", SCREENS)
def test_esc_goes_back_until_the_app_is_left(tmp_path: Path, name: str) -> None:
    async def use(app: Desk, pilot: Pilot[None]) -> None:
        await reach(name, app, pilot)
        for _ in range(2):
            if app.is_running:
                await pilot.press("escape")
                await pilot.pause(0.05)
        await until(pilot, lambda: not app.is_running)

    at_desk(tmp_path, use, choice=choice(name))


@pytest.mark.parametrize("name", ["home", "rating", "help"])
def test_q_leaves_where_nothing_is_typed(tmp_path: Path, name: str) -> None:
    async def use(app: Desk, pilot: Pilot[None]) -> None:
        await reach(name, app, pilot)
        await pilot.press("q")
        await until(pilot, lambda: not app.is_running)

    at_desk(tmp_path, use, choice=choice(name))


@pytest.mark.parametrize("name", ["question", "system"])
def test_letters_that_are_keys_elsewhere_can_be_typed(tmp_path: Path, name: str) -> None:
    async def use(app: Desk, pilot: Pilot[None]) -> None:
        await reach(name, app, pilot)
        await pilot.press(*"qhlmstu1?")
        assert isinstance(app.screen, Review)
        assert app.screen.field.text == "qhlmstu1?"

    at_desk(tmp_path, use, choice=choice(name))


def test_enter_at_once_after_the_start_is_not_lost(tmp_path: Path) -> None:
    import asyncio

    from tests.tui.desk import FAKE

    async def main() -> None:
        app = Desk(tmp_path, choice=Choice(seed=0), judge=FAKE)
        async with app.run_test() as pilot:
            await pilot.press("enter")
            await begin_at_once(pilot)

    asyncio.run(main())


def test_one_session_with_clicks_only(tmp_path: Path) -> None:
    async def use(app: Desk, pilot: Pilot[None]) -> None:
        await pilot.click("Topics", offset=(6, 0))
        await begin_at_once(pilot)
        await type_in(pilot, "f")
        await pilot.click("FooterKey")
        await told(pilot, "rating")
        await pilot.click("Rating")
        await until(pilot, lambda: app.screen.at == 1)  # type: ignore[attr-defined]

    at_desk(tmp_path, use)


@pytest.mark.parametrize("name", SCREENS)
def test_the_keys_at_the_foot_fit_into_80_columns(tmp_path: Path, name: str) -> None:
    for language in ("en", "zh"):

        async def use(app: Desk, pilot: Pilot[None]) -> None:
            await reach(name, app, pilot)
            await pilot.pause()
            for key in app.screen.query("FooterKey"):
                assert key.region.right <= 80, key

        at_desk(tmp_path / language, use, language=language, choice=choice(name))  # type: ignore[arg-type]
