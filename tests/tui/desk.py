"""An app on known questions and the fake judge, and a way to read what its screen shows."""

import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from textual import events
from textual.keys import _character_to_key, key_to_character
from textual.pilot import Pilot

from quizbank.language import Language, Text
from quizbank.question import Question, Symbol
from tui.ahead import UNSEEN
from tui.app import Choice, QuizApp
from tui.review import Review

FAKE = (sys.executable, str(Path(__file__).with_name("fake_judge.py")))

LEGEND = tuple(
    Symbol(name, symbol, type_as, Text(en, zh))
    for name, symbol, type_as, en, zh in (
        ("h_prev", "h_{t-1}", "h_{t-1}", "hidden state of the previous step, (H)", "上一时刻的隐状态，(H)"),
        ("c_prev", "c_{t-1}", "c_{t-1}", "cell state of the previous step, (H)", "上一时刻的单元状态，(H)"),
        ("x", "x_t", "x_t", "input of this step, (D)", "当前时刻的输入，(D)"),
        (
            "W_f",
            "W_f",
            "W_f",
            "weights of the forget gate on [h; x], (H, H+D)",
            "遗忘门的权重，作用于 [h; x]，(H, H+D)",
        ),
        ("b_f", "b_f", "b_f", "bias of the forget gate, (H)", "遗忘门的偏置，(H)"),
        ("sigma", "σ", "sigma", "the logistic sigmoid", "sigmoid 函数"),
    )
)


def question(name: str, **changes: Any) -> Question:
    """A question of the sample bank."""
    topic, _, short = name.partition(".")
    facts: dict[str, Any] = {
        "kind": "formula",
        "tier": 1,
        "seconds": 45,
        "title": Text(short.replace("_", " "), "遗忘门"),
        "prompt": Text(f"Write the {short.replace('_', ' ')} f_t [of {topic}].", "写出 LSTM 的遗忘门 f_t [公式]。"),
        "legend": LEGEND,
        "source": "Gers et al. 2000",
        "formula": name,
        "hints": (Text("It looks at [h; x].", "它看 [h; x]。"), Text("A gate lies in [0, 1].", "门的取值在 [0, 1]。")),
        "note": Text("A gate is a sigmoid of [h; x].", "门是 [h; x] 的 sigmoid。"),
    }
    return Question(name, **{**facts, **changes})


QUESTIONS = {
    one.id: one
    for one in (
        question("lstm.forget_gate"),
        question("lstm.lstm_cell", kind="system"),
        question("attention.attention", hints=()),
        question("attention.why", kind="explain", tier=2),
        question("softmax.softmax", tier=2),
    )
}


class Desk(QuizApp):
    """The app on the sample questions."""

    def _read(self) -> None:
        super()._read()
        self.questions = QUESTIONS


def at_desk(
    folder: Path,
    use: Callable[[Desk, Pilot[None]], Awaitable[None]],
    *,
    language: Language = "en",
    size: tuple[int, int] = (80, 24),
    choice: Choice | None = None,
) -> None:
    """Run `use` with an app that has read its questions and whose judge is ready."""
    import asyncio

    async def main() -> None:
        app = Desk(folder, language=language, choice=choice or Choice(seed=0), judge=FAKE)
        async with app.run_test(size=size, notifications=True) as pilot:
            await until(pilot, lambda: app.judge.state == "ready")
            await use(app, pilot)

    asyncio.run(main())


async def until(pilot: Pilot[None], true: Callable[[], object], seconds: float = 10.0) -> None:
    """Wait for something that a worker brings about."""
    import time

    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end, "it never happened"
        await pilot.pause(0.01)
    await pilot.pause()


async def begin_at_once(pilot: Pilot[None]) -> Review:
    """Wait for the first question; a narrow choice begins without being asked."""
    await until(pilot, lambda: isinstance(pilot.app.screen, Review))
    assert isinstance(pilot.app.screen, Review)
    return pilot.app.screen


async def told(pilot: Pilot[None], stage: str, seconds: float = 10.0) -> None:
    """Wait for the verdict that leads to this stage, and for as long as it takes to see it."""
    screen: Any = pilot.app.screen
    await until(pilot, lambda: screen.attempt.stage == stage and screen.attempt.reply, seconds)
    await pilot.pause(UNSEEN)


def burst(app: QuizApp, *keys: str) -> None:
    """Press keys so fast that no effect of one is seen before the next; a name longer than a letter is a key's."""
    for key in keys:
        one = _character_to_key(key) if len(key) == 1 else key
        app.keyboard.press(events.Key(one, key if len(key) == 1 else key_to_character(one)))


async def type_in(pilot: Pilot[None], text: str) -> None:
    """Type an answer, key by key for a short one."""
    pilot.app.post_message(events.Paste(text))
    await pilot.pause()


def shown(app: QuizApp) -> str:
    """The screen as plain text, one line a row."""
    height = app.size.height
    strips = app.screen._compositor.render_strips()
    return "\n".join("".join(segment.text for segment in strip).rstrip() for strip in strips[:height])
