"""What the screens look like: as text, at every size, in both languages, with and without colour.

`QUIZBANK_WRITE_SCREENS=1 python -m pytest tests/tui/test_layout.py` writes the pictured lines anew; look at the difference.
"""

import subprocess
import sys
from pathlib import Path

import pytest
from rich.cells import cell_len
from textual.pilot import Pilot

from quizbank.language import Language
from tests.tui.desk import Desk, at_desk, shown, told, type_in
from tests.tui.test_keys import choice, reach
from tests.tui.walked import english, pictured, walked
from tui.ratings import NAMES
from tui.review import Review
from tui.theme import THEMES


async def walk(app: Desk, pilot: Pilot[None]) -> dict[str, str]:
    """The screens of a short session, as text."""
    seen = {"home": shown(app)}
    await pilot.press("enter")
    await pilot.pause()
    screen = app.screen
    assert isinstance(screen, Review)
    await pilot.press("f2", "f3")
    await type_in(pilot, "σ(W_f [h_{t-1}, x_t]) wrong")
    seen["question"] = shown(app)
    await pilot.press("enter")
    await told(pilot, "retry")
    seen["retry"] = shown(app)
    await pilot.press("space")
    await told(pilot, "rating")
    seen["rating"] = shown(app)
    await pilot.press("f1")
    await pilot.pause()
    seen["help"] = shown(app)
    return seen


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_screens_are_as_pictured(tmp_path: Path, language: Language) -> None:
    for name, text in walked(walk, tmp_path, language).items():
        assert text + "\n" == pictured(name, text, language), name


def test_no_english_sentence_is_left_on_a_chinese_screen(tmp_path: Path) -> None:
    for name, text in walked(walk, tmp_path, "zh").items():
        assert english(text) == [], name


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("size", [(40, 12), (50, 30), (64, 16), (80, 24), (132, 43)])
def test_every_size_shows_the_question_the_field_and_the_ratings(
    tmp_path: Path, size: tuple[int, int], language: Language
) -> None:
    seen = walked(walk, tmp_path, language, size)
    for text in seen.values():
        assert all(cell_len(line) <= size[0] for line in text.splitlines())
    assert "f_t" in seen["question"]
    assert "wrong" in seen["question"], "the typed answer"
    in_english = (*NAMES.values(), "1 min", "6 min", "10 min", "8 d")
    in_chinese = ("重来", "困难", "良好", "轻松", "1 分钟", "6 分钟", "10 分钟", "8 天")
    for one in in_english if language == "en" else in_chinese:
        assert one in seen["rating"].split("F1")[0]
    assert all("F1" in text for text in seen.values())


def test_a_window_that_is_too_small_says_so_and_loses_nothing(tmp_path: Path) -> None:
    async def use(app: Desk, pilot: Pilot[None]) -> None:
        await pilot.press("enter")
        await type_in(pilot, "σ(")
        for size in ((39, 12), (40, 11), (10, 3)):
            await pilot.resize_terminal(*size)
            await pilot.pause()
            assert "too" in shown(app)
        await pilot.resize_terminal(80, 24)
        await pilot.press("x")
        await pilot.pause()
        assert "σ(x" in shown(app)

    at_desk(tmp_path, use)


def test_resizing_at_any_moment_breaks_nothing(tmp_path: Path) -> None:
    async def use(app: Desk, pilot: Pilot[None]) -> None:
        for key in ((), ("enter",), ("f3",), ("f4",), ("1",)):
            await pilot.press(*key)
            for size in ((200, 60), (40, 12), (20, 5), (80, 24), (41, 40)):
                await pilot.resize_terminal(*size)
                await pilot.pause()

    at_desk(tmp_path, use)


@pytest.mark.parametrize("stage", ["home", "question", "rating"])
def test_a_resized_screen_is_as_one_that_was_opened_at_that_size(tmp_path: Path, stage: str) -> None:
    sizes = ((30, 8), (100, 30), (41, 40))
    opened: list[str] = []

    async def fresh(app: Desk, pilot: Pilot[None]) -> None:
        await reach(stage, app, pilot)
        opened.append(shown(app))

    async def resized(app: Desk, pilot: Pilot[None]) -> None:
        await reach(stage, app, pilot)
        for size, before in zip(sizes, opened, strict=True):
            await pilot.resize_terminal(*size)
            await pilot.pause(0.1)
            assert shown(app) == before, size

    for size in sizes:
        at_desk(tmp_path / str(size), fresh, language="zh", size=size, choice=choice(stage))
    at_desk(tmp_path, resized, language="zh", choice=choice(stage))


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
@pytest.mark.parametrize("stage", ["home", "question", "retry", "rating"])
def test_a_notice_covers_nothing(tmp_path: Path, stage: str, size: tuple[int, int], language: Language) -> None:
    async def use(app: Desk, pilot: Pilot[None]) -> None:
        await reach(stage, app, pilot)
        before = shown(app).splitlines()
        app.notify("Something that is said in passing, in one sentence.", markup=False)
        await pilot.pause(0.1)
        after = shown(app).splitlines()
        assert any("said in passing" in line for line in after)
        assert [line for line in before if line] == [line for line in after if "said in passing" not in line and line]

    at_desk(tmp_path, use, language=language, size=size, choice=choice(stage))


def test_without_colour_results_are_told_by_marks_and_words(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    seen = walked(walk, tmp_path)
    assert "✗ not yet" in seen["retry"]
    assert "▸ 1 again" in seen["rating"]
    assert "● judge ready" in seen["home"]


@pytest.mark.parametrize("theme", THEMES, ids=lambda theme: theme.name)
def test_every_text_colour_can_be_read_on_every_ground(theme: object) -> None:
    grounds = [theme.background, theme.surface, theme.panel]  # type: ignore[attr-defined]
    names = ("foreground", "accent", "success", "error", "warning")
    texts = [getattr(theme, name) for name in names] + [theme.variables["muted"]]  # type: ignore[attr-defined]
    for text in texts:
        for ground in grounds:
            assert contrast(text, ground) >= 4.5, (text, ground)


def contrast(one: str, other: str) -> float:
    """The WCAG contrast ratio of two colours."""
    bright, dark = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (bright + 0.05) / (dark + 0.05)


def _luminance(colour: str) -> float:
    parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def test_the_first_paint_has_our_colours(tmp_path: Path) -> None:
    """Also before the theme is changed for the first time."""

    async def use(app: Desk, pilot: Pilot[None]) -> None:
        assert app.screen.styles.background.hex.casefold() == THEMES[0].background
        await pilot.press("t")
        await pilot.pause()
        assert app.screen.styles.background.hex.casefold() == THEMES[1].background

    at_desk(tmp_path, use)


def test_the_screen_process_never_loads_torch(tmp_path: Path) -> None:
    code = f"""
import sys
from pathlib import Path
from tests.tui.desk import at_desk
from tests.tui.test_layout import walk
at_desk(Path({str(tmp_path)!r}), walk)
print(sorted({{"torch", "numpy", "sympy", "jaxtyping"}} & set(sys.modules)))
"""
    root = Path(__file__).parents[2]
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=root, capture_output=True, text=True, check=False, timeout=60
    )
    assert done.stdout.strip() == "[]", done.stderr
