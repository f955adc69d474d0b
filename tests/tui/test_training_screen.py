"""Training runs as a person watches them; the judge that trains is the fake one, whose runs end as their names decide.

`QUIZBANK_WRITE_SCREENS=1` writes the pictured lines anew, as in `test_layout.py`.
"""

import os
from pathlib import Path

import pytest
from rich.cells import cell_len
from textual.pilot import Pilot

from quizbank.language import Language, words
from quizbank.training import RUNS
from tests.tui.desk import Desk, at_desk, shown, until
from tests.tui.walked import english, pictured, walked
from tui import training
from tui.home import Home
from tui.keys import described, table
from tui.topics import Topics
from tui.training import Runs, Watch

DONE, HANGS, FAILS, DIES = "glove", "nnlm", "cbow", "skipgram"


async def at_runs(app: Desk, pilot: Pilot[None]) -> Runs:
    """The list of runs."""
    await pilot.press("r")
    await until(pilot, lambda: isinstance(app.screen, Runs))
    screen = app.screen
    assert isinstance(screen, Runs)
    return screen


async def watching(app: Desk, pilot: Pilot[None], name: str) -> Watch:
    """One run, just begun."""
    runs = await at_runs(app, pilot)
    topics = runs.query_one(Topics)
    topics.highlighted = topics.get_option_index(name)
    await pilot.press("enter")
    await until(pilot, lambda: isinstance(app.screen, Watch))
    screen = app.screen
    assert isinstance(screen, Watch)
    return screen


async def half_way(pilot: Pilot[None], screen: Watch) -> int:
    """Wait until a run that hangs has come to where it hangs; returns its process."""
    await until(pilot, lambda: screen._drawn == 20)
    assert screen.judge is not None
    assert screen.judge._process is not None
    return screen.judge._process.pid


def is_alive(pid: int) -> bool:
    """Whether this process runs."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def test_home_opens_the_list_of_every_run(tmp_path: Path) -> None:
    for language in ("en", "zh"):

        async def use(app: Desk, pilot: Pilot[None], language: Language = language) -> None:  # type: ignore[assignment]
            await at_runs(app, pilot)
            text = shown(app)
            for name, title in RUNS.items():
                assert any(name in line and title[language] in line for line in text.splitlines()), name
            await pilot.press("escape")
            assert isinstance(app.screen, Home)

        at_desk(tmp_path / language, use, language=language)  # type: ignore[arg-type]


def test_a_run_shows_its_curve_and_what_was_learned(tmp_path: Path) -> None:
    async def use(app: Desk, pilot: Pilot[None]) -> None:
        screen = await watching(app, pilot, DONE)
        assert screen.judge is not app.judge
        await until(pilot, lambda: screen.done)
        text = shown(app)
        for part in (
            "step 40 of at most 50",
            "┤█",
            "loss 8 to",
            "seed 0",
            "perplexity",
            "1.25",
            "[queen]",
            "0.80  0.20",
        ):
            assert part in text, part
        assert "━" * training.BAR in text

    at_desk(tmp_path, use)


def test_the_curve_grows_while_the_run_goes_on_and_the_first_judge_still_answers(tmp_path: Path) -> None:
    async def use(app: Desk, pilot: Pilot[None]) -> None:
        screen = await watching(app, pilot, HANGS)
        await half_way(pilot, screen)
        text = shown(app)
        assert "step 20 of at most 50" in text
        reached = round(training.BAR * 20 / 50)
        assert "━" * reached + "─" * (training.BAR - reached) in text
        assert "┤█" in text
        answer = {"do": "check", "id": "lstm.forget_gate", "seed": 0, "answer": ["f"], "language": "en"}
        assert (await app.judge.ask(answer))["verdict"] == "right"

    at_desk(tmp_path, use)


def test_losses_that_come_fast_are_drawn_a_few_times(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[int] = []
    draw = Watch._draw

    def counted(self: Watch) -> None:
        drawn.append(len(self.losses))
        draw(self)

    monkeypatch.setattr(Watch, "_draw", counted)

    async def use(app: Desk, pilot: Pilot[None]) -> None:
        screen = await watching(app, pilot, DONE)
        await until(pilot, lambda: screen.done)

    at_desk(tmp_path, use)
    assert drawn[-1] == 40
    assert len(drawn) < 12


def test_esc_ends_the_run_with_its_process(tmp_path: Path) -> None:
    async def use(app: Desk, pilot: Pilot[None]) -> None:
        screen = await watching(app, pilot, HANGS)
        pid = await half_way(pilot, screen)
        await pilot.press("escape")
        await until(pilot, lambda: not is_alive(pid))
        assert isinstance(app.screen, Runs)
        assert app.judge.state == "ready"

    at_desk(tmp_path, use)


@pytest.mark.parametrize("key", ["ctrl+c", "ctrl+q", "q"])
def test_leaving_the_app_ends_the_run_with_its_process(tmp_path: Path, key: str) -> None:
    pids: list[int] = []

    async def use(app: Desk, pilot: Pilot[None]) -> None:
        screen = await watching(app, pilot, HANGS)
        pids.append(await half_way(pilot, screen))
        await pilot.press(key)
        await until(pilot, lambda: not app.is_running)

    at_desk(tmp_path, use)
    assert not is_alive(pids[0])


def test_esc_at_once_leaves_no_process_behind(tmp_path: Path) -> None:
    async def use(app: Desk, pilot: Pilot[None]) -> None:
        for _ in range(3):
            screen = await watching(app, pilot, HANGS)
            judge = screen.judge
            await pilot.press("escape", "escape")
            await until(pilot, lambda: isinstance(app.screen, Home))
            assert judge is not None
            assert judge._process is None

    at_desk(tmp_path, use)


@pytest.mark.parametrize(("name", "said"), [(FAILS, "The run stopped: [out] of memory"), (DIES, "The run stopped:")])
def test_a_run_that_fails_says_so_and_can_be_begun_again(tmp_path: Path, name: str, said: str) -> None:
    async def use(app: Desk, pilot: Pilot[None]) -> None:
        screen = await watching(app, pilot, name)
        await until(pilot, lambda: screen.trouble)
        assert said in shown(app)
        assert "step 20 of at most 50" in shown(app)
        screen.name_of_run = DONE
        await pilot.press("enter")
        await until(pilot, lambda: screen.done)
        assert "seed 1" in shown(app)
        assert "The run stopped" not in shown(app)

    at_desk(tmp_path, use)


def test_a_run_that_misses_its_deadline_is_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(training, "LONGEST", 0.3)

    async def use(app: Desk, pilot: Pilot[None]) -> None:
        screen = await watching(app, pilot, HANGS)
        await until(pilot, lambda: screen.trouble)
        assert "This took too long. The run was stopped." in shown(app)

    at_desk(tmp_path, use)


def test_enter_does_not_begin_a_second_run_beside_the_first(tmp_path: Path) -> None:
    async def use(app: Desk, pilot: Pilot[None]) -> None:
        screen = await watching(app, pilot, HANGS)
        await half_way(pilot, screen)
        await pilot.press("enter")
        assert (screen.seed, len(screen.losses)) == (0, 20)

    at_desk(tmp_path, use)


async def walk(app: Desk, pilot: Pilot[None]) -> dict[str, str]:
    """The list, a run half way, and its end, as text."""
    seen = {}
    screen = await watching(app, pilot, HANGS)
    await half_way(pilot, screen)
    seen["training"] = shown(app)
    await pilot.press("escape")
    await until(pilot, lambda: isinstance(app.screen, Runs))
    seen["runs"] = shown(app)
    await pilot.press("home", "enter")
    await until(pilot, lambda: isinstance(app.screen, Watch))
    screen = app.screen  # type: ignore[assignment]
    await until(pilot, lambda: screen.done and "[queen]" in shown(app))
    seen["trained"] = shown(app)
    await pilot.press("f1")
    await pilot.pause()
    seen["training-help"] = shown(app)
    return seen


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_screens_are_as_pictured(tmp_path: Path, language: Language) -> None:
    seen = walked(walk, tmp_path, language)
    for name, text in seen.items():
        assert text + "\n" == pictured(name, text, language), name
        assert language == "en" or english(text) == [], name


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("size", [(40, 12), (50, 30), (64, 16), (132, 43)])
def test_every_size_shows_the_bar_the_curve_and_the_keys(
    tmp_path: Path, size: tuple[int, int], language: Language
) -> None:
    seen = walked(walk, tmp_path, language, size)
    for text in seen.values():
        assert all(cell_len(line) <= size[0] for line in text.splitlines())
        assert "F1" in text
    assert "━─" in seen["training"]
    assert "┤" in seen["training"]


def test_resizing_at_any_moment_breaks_nothing(tmp_path: Path) -> None:
    async def use(app: Desk, pilot: Pilot[None]) -> None:
        screen = await watching(app, pilot, HANGS)
        for _ in range(2):
            for size in ((200, 60), (39, 12), (40, 12), (20, 5), (80, 24)):
                await pilot.resize_terminal(*size)
                await pilot.pause()
                assert ("too small" in shown(app).replace("\n", " ")) is (size[0] == 39) or size[0] == 20
            await half_way(pilot, screen)
        assert "step 20" in shown(app)

    at_desk(tmp_path, use)


@pytest.mark.parametrize("owner", [Runs, Watch])
def test_every_key_is_described_in_both_languages(owner: type) -> None:
    for binding in described(owner):
        assert binding.description
        assert words("zh")(binding.description) != binding.description, binding.description


@pytest.mark.parametrize("language", ["en", "zh"])
def test_help_has_a_row_for_every_key_and_the_keys_fit(tmp_path: Path, language: Language) -> None:
    async def use(app: Desk, pilot: Pilot[None]) -> None:
        for name in (None, DONE):
            screen = await at_runs(app, pilot) if name is None else await watching(app, pilot, name)
            if isinstance(screen, Watch):
                await until(pilot, lambda watch=screen: watch.done)  # type: ignore[misc]
            assert all(key.region.right <= 80 for key in screen.query("FooterKey"))
            await pilot.press("f1")
            await pilot.pause()
            text = shown(app)
            for keys, does in table([*screen.query(Topics), screen], language):
                assert any(keys in line and does in line for line in text.splitlines()), (keys, does)
            await pilot.press("escape", "escape")

    at_desk(tmp_path, use, language=language)


def test_the_other_language_in_the_middle_of_a_run(tmp_path: Path) -> None:
    async def use(app: Desk, pilot: Pilot[None]) -> None:
        screen = await watching(app, pilot, HANGS)
        await half_way(pilot, screen)
        await pilot.press("l")
        await pilot.pause()
        assert RUNS[HANGS]["zh"] in shown(app)
        assert "step 20" not in shown(app)

    at_desk(tmp_path, use)
