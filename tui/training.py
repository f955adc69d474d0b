"""Small models that learn while one watches: their loss as it falls, and what they can do when they are done."""

import asyncio
import contextlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from rich.cells import cell_len
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.content import Content
from textual.widgets import OptionList, Static

from quizbank.curve import curve
from quizbank.training import RUNS
from quizbank.training.results import ended, told
from tui import marks
from tui.columns import Columns, Row, cut, labelled
from tui.judge import Failed, Judge, TookTooLong
from tui.page import Page
from tui.topics import Topics
from tui.words import later

LONGEST = 300.0  # seconds: a run takes 20 at most on two cores, and a slow machine is not to blame
REDRAW_EVERY = 0.1  # seconds; the losses come faster
BAR = 24
HEIGHT, SHORT_HEIGHT = 8, 4  # lines of the curve
SCALE = 12  # columns left of the curve, for its largest and smallest value
NAMES = max(map(len, RUNS)) + 2


@dataclass(frozen=True)
class Offer:
    """One run to choose: its name on the command line, and what it learns."""

    id: str
    title: str

    def content(self, width: int) -> Content:
        """The line, drawn in `width` columns."""
        title = cut(self.title, min(cell_len(self.title), max(8, width - NAMES)))
        return Content.assemble((self.id.ljust(NAMES), "$accent"), title)


class Runs(Page):
    """Choose what is to learn."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "back", later("home"))]

    def body(self) -> ComposeResult:
        """A title, what it is about, the list."""
        with Horizontal(id="head"):
            yield Static(id="crumb", markup=False)
        yield Static(id="numbers", markup=False)
        yield Topics()

    def on_mount(self) -> None:
        """The list has the keyboard."""
        self.query_one(Topics).focus()

    def on_screen_resume(self) -> None:
        """At the start, and back from a run."""
        self.say()

    def say(self) -> None:
        """Write everything anew."""
        super().say()
        self.text("#crumb", self._("training runs"))
        about = self._("Small models, trained here in seconds while you watch their loss.")
        self.text("#numbers", Content.styled(about, "$muted"))
        self.query_one(Topics).put([Offer(name, title[self.quiz.language]) for name, title in RUNS.items()])

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Train the chosen one."""
        if event.option_id is not None:
            self.app.push_screen(Watch(event.option_id))

    def action_back(self) -> None:
        """Back home."""
        self.dismiss()


class Watch(Page):
    """One run, in a judge of its own, which ends with this screen."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "again", later("again, another seed")),
        Binding("escape", "back", later("stop and go back")),
        Binding("up", "scroll(-1)", later("scroll up"), show=False),
        Binding("down", "scroll(1)", later("scroll down"), show=False),
    ]

    def __init__(self, name: str) -> None:
        super().__init__()
        self.name_of_run = name
        self.judge: Judge | None = None
        self.seed = -1
        self._training: asyncio.Task[None] | None = None
        self._begin_anew()

    def _begin_anew(self) -> None:
        self.losses: list[float] = []
        self.steps = 0
        self.done: Mapping[str, Any] | None = None
        self.trouble = ""
        self._drawn = 0

    def body(self) -> ComposeResult:
        """How far it is, the curve, and what came of it."""
        with Horizontal(id="head"):
            yield Static(id="crumb", markup=False)
            yield Static(id="place", markup=False)
        with VerticalScroll(id="page", can_focus=False):
            yield Columns("bar")
            yield Columns("loss")
            yield Static(id="ended", markup=False)
            yield Columns("learned")

    def on_mount(self) -> None:
        """Begin with the first seed."""
        self.judge = self.quiz.judge.another(self._trainer_changed)
        self.seed = (self.quiz.choice.seed or 0) - 1
        self.set_interval(REDRAW_EVERY, self._redraw)
        self.action_again()

    def on_resize(self, event: events.Resize) -> None:
        """A short window has a lower curve."""
        super().on_resize(event)
        self._draw()

    # -- the run

    @property
    def is_learning(self) -> bool:
        """Whether neither an end nor a failure was heard yet."""
        return self.done is None and not self.trouble

    def action_again(self) -> None:
        """From new first weights."""
        self.seed += 1
        self._begin_anew()
        self.say()
        self._training = asyncio.create_task(self._train(self.seed))

    async def _train(self, seed: int) -> None:
        if self.judge is None:
            return
        request = {"do": "train", "name": self.name_of_run, "seed": seed, "language": self.quiz.language}
        try:
            self.done = await self.judge.ask(request, LONGEST, self._progressed)
        except TookTooLong:
            self.trouble = self._("This took too long. The run was stopped.")
        except Failed as failure:
            self.trouble = self._("The run stopped: {reason}").format(reason=failure)
        self.say()

    def _progressed(self, event: Mapping[str, Any]) -> None:
        """Keep a loss; it is drawn with the next few."""
        self.losses.append(float(event["loss"]))
        self.steps = int(event["steps"])

    async def on_unmount(self) -> None:
        """End the run with its process, wherever it is."""
        judge, self.judge = self.judge, None
        if self._training is not None:
            self._training.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._training
        if judge is not None:
            await judge.close()

    # -- showing

    def say(self) -> None:
        """Write everything anew."""
        super().say()
        self.text("#crumb", " · ".join((self._("training runs"), RUNS[self.name_of_run][self.quiz.language])))
        self._trainer_changed()
        self._draw()
        self.show("#ended", not self.is_learning)
        ended_as = ended(self.done, self.quiz.language) if self.done is not None else ""
        self.text("#ended", Content.styled(self.trouble, "$warning") if self.trouble else ended_as)
        rows = list(self._learned())
        self.show("#learned", bool(rows))
        self.query_one("#learned", Columns).put(lambda width: labelled(rows, width))

    def _trainer_changed(self) -> None:
        if self.judge is not None:
            self.text("#place", marks.judge(self.judge, self.quiz.language, is_short=True))

    def _redraw(self) -> None:
        if len(self.losses) != self._drawn:
            self._draw()

    def _draw(self) -> None:
        """The bar and the curve, as far as the run has come."""
        self._drawn = len(self.losses)
        bar = self._bar()
        self.query_one("#bar", Columns).put(lambda _width: bar)
        self.query_one("#loss", Columns).put(self._curve)

    def _bar(self) -> Content:
        reached = round(BAR * self._share)
        line = Content.assemble(("━" * reached, "$accent"), ("─" * (BAR - reached), "$muted 60%"))
        return Content.assemble(line, "  ", (self._reached(), "$muted"))

    def _reached(self) -> str:
        if not self.losses:
            return self._("starting …") if self.is_learning else ""
        if self.is_learning and len(self.losses) == self.steps:
            return self._("trying out what was learned …")
        line = self._("step {step} of at most {steps}, loss {loss}")
        return line.format(step=len(self.losses), steps=self.steps, loss=f"{self.losses[-1]:.4g}")

    @property
    def _share(self) -> float:
        """How much of the run is over; one that has learned enough early is over too."""
        if self.done is not None:
            return 1.0
        return len(self.losses) / self.steps if self.steps else 0.0

    def _curve(self, width: int) -> Content:
        """The curve grows to the right with the bar."""
        room = max(1, round((width - SCALE) * self._share))
        height = SHORT_HEIGHT if self.has_class("short") else HEIGHT
        return Content.styled("\n".join(curve(self.losses, width=room, height=height)), "$accent")

    def _learned(self) -> Iterator[Row]:
        results = self.done["results"] if self.done is not None else {}
        for label, lines in told(results, self.quiz.language):
            yield label, Content("\n".join(lines))

    # -- keys

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """A run is not begun again before it has ended."""
        return not (action == "again" and self.is_learning)

    def action_back(self) -> None:
        """Back to the list; what runs is stopped."""
        self.dismiss()

    def action_scroll(self, lines: int) -> None:
        """Scroll what does not fit."""
        self.query_one("#page").scroll_relative(y=lines, animate=False)
