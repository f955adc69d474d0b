"""The app: what every screen shares, and how it starts and ends."""

import asyncio
import os
import signal
import sys
import traceback
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from textual import events
from textual.app import App
from textual.binding import Binding, BindingType
from textual.reactive import Reactive
from textual.theme import Theme

from quizbank.language import LANGUAGES, Language, words
from tui.home import Home
from tui.judge import Judge, command
from tui.keyboard import Keyboard, Passed, Pressed
from tui.page import Page
from tui.theme import NIGHT, PAPER, THEMES
from tui.words import later

if TYPE_CHECKING:
    from quizbank.outline import FormulaOutline
    from quizbank.progress import Progress
    from quizbank.question import Question
    from tui.bench import Bench

SIGNALS = (signal.SIGTERM, signal.SIGHUP, signal.SIGINT)


@dataclass(frozen=True)
class Choice:
    """What the command line asked for; an empty filter admits all."""

    topics: tuple[str, ...] = ()
    kinds: tuple[str, ...] = ()
    tiers: tuple[int, ...] = ()
    new: int = 10
    seed: int | None = None

    @property
    def is_narrow(self) -> bool:
        """Whether the user has already said what to review."""
        return bool(self.topics or self.kinds or self.tiers)

    def admits(self, question: "Question") -> bool:
        """Whether the question passes the filters."""
        filters = ((self.topics, question.topic), (self.kinds, question.kind), (self.tiers, question.tier))
        return all(not allowed or value in allowed for allowed, value in filters)


class QuizApp(App[None]):
    """One learner, one progress file, one judge."""

    TITLE = "quizbank"
    CSS_PATH = Path(__file__).with_name("styles.tcss")
    ENABLE_COMMAND_PALETTE = False
    theme: Reactive[str] = Reactive(NIGHT.name)  # set later, the first paint would wait for a second reading of the CSS
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f1,question_mark", "help", later("keys"), id="help"),
        Binding("l", "language", later("中文"), id="language"),
        Binding("t", "theme", later("light or dark"), id="theme", show=False),
        Binding("q", "leave", later("leave"), id="leave"),
        Binding("ctrl+c,ctrl+q", "leave", later("leave"), show=False, priority=True, id="leave-at-once"),
        Binding("ctrl+z", "suspend_process", later("suspend"), show=False, id="suspend"),
    ]

    def __init__(
        self,
        folder: Path,
        *,
        device: str = "auto",
        language: Language = "en",
        choice: Choice | None = None,
        judge: Sequence[str] | None = None,
        code: Path | None = None,
    ) -> None:
        super().__init__()
        self.folder = folder
        self.code = code or folder / "code"
        self.language: Language = language
        self.choice = choice or Choice()
        self.judge = Judge(judge or command(device), self._judge_changed)
        self.keyboard = Keyboard(self, super().on_event, self._keeps)
        self._bench: Bench | None = None
        self._writes: set[asyncio.Task[None]] = set()
        self.questions: dict[str, Question] = {}
        self.progress: Progress | None = None
        self.trouble: Callable[[Language], str] | None = None
        self.crash = ""
        self.now: Callable[[], datetime] = lambda: datetime.now(UTC)
        for theme in THEMES:
            self.register_theme(theme)

    def get_default_screen(self) -> Home:
        """Start at home."""
        return Home()

    def on_mount(self) -> None:
        """Paint at once; read the questions, open the progress file and start the judge after that."""
        for number in SIGNALS:
            asyncio.get_running_loop().add_signal_handler(number, self._stopped_by, number)
        self.app_resume_signal.subscribe(self, lambda _app: self.refresh(layout=True))
        self.run_worker(self.keyboard.work())
        self.call_after_refresh(self.run_worker, self._load, exit_on_error=True)

    async def on_event(self, event: events.Event) -> None:
        """Each key waits until the one before has had its effect."""
        if isinstance(event, events.Key | events.Paste) and not event.is_forwarded:
            self.keyboard.press(event)
        else:
            await super().on_event(event)

    def on_passed(self, message: Passed) -> None:
        """What followed a key has arrived, and so has the key."""
        message.arrived.set()

    def _keeps(self, event: Pressed) -> bool:
        return isinstance(self.screen, Page) and self.screen.keeps(event)

    async def _load(self) -> None:
        await asyncio.to_thread(self._read)
        if self.progress is None:
            self.exit(return_code=3)
            return
        for page in self.screen_stack:
            if isinstance(page, Home):
                page.loaded()
        await self.judge.start()

    def _read(self) -> None:
        from quizbank import bank
        from quizbank.progress import Progress, ProgressProblem
        from tui import review  # noqa: F401  so that the first question need not wait for it

        self.questions = bank.questions()
        try:
            self.progress = Progress.open(self.folder)
        except ProgressProblem as problem:
            self.trouble = problem.message

    def write(self, save: Callable[[], None]) -> asyncio.Task[None]:
        """Save beside the screen; the progress file is open until that is done."""
        task = asyncio.create_task(asyncio.to_thread(save))
        self._writes.add(task)
        task.add_done_callback(self._writes.discard)
        return task

    @property
    def bench(self) -> "Bench":
        """What grades code; its processes start with the first file."""
        if self._bench is None:
            from tui.bench import Bench  # not needed before someone writes code

            self._bench = Bench()
        return self._bench

    def admits(self, formula: "FormulaOutline") -> bool:
        """Whether the filters leave this exercise; those on kinds are about questions."""
        question = self.questions.get(formula.id)
        tier = 3 if question is None else question.tier
        filters = ((self.choice.topics, formula.topic), (self.choice.tiers, tier))
        return all(not allowed or value in allowed for allowed, value in filters)

    def get_theme(self, theme_name: str) -> Theme | None:
        """Ours are known from the start: the styles take their colours before any can be registered."""
        return next((theme for theme in THEMES if theme.name == theme_name), None) or super().get_theme(theme_name)

    def get_theme_variable_defaults(self) -> dict[str, str]:
        """The variables that our styles use, for a theme that is not ours."""
        return {"muted": "#949dab"}

    def _judge_changed(self) -> None:
        for page in self.screen_stack:
            if isinstance(page, Page) and page.is_mounted:
                page.judge_changed()

    def action_help(self) -> None:
        """Every key of the screen on which the user is."""
        from tui.help import Help  # not needed before the first paint

        if not isinstance(self.screen, Help):
            self.push_screen(Help([*self.screen.query("OneLine, ManyLines, Topics, Choices"), self.screen], self))

    def action_language(self) -> None:
        """The other language, on every screen at once."""
        self.language = LANGUAGES[1 - LANGUAGES.index(self.language)]
        for page in self.screen_stack:
            if isinstance(page, Page):
                page.say()

    def action_theme(self) -> None:
        """Light on dark, or dark on light."""
        self.theme = PAPER.name if self.theme == NIGHT.name else NIGHT.name

    def action_leave(self) -> None:
        """Leave at once; everything is in the progress file already."""
        for page in self.screen_stack:
            if isinstance(page, Page):
                page.let_go()
        self.exit()

    def _stopped_by(self, number: signal.Signals) -> None:
        self.action_leave()
        self.exit(return_code=128 + number)

    async def on_unmount(self) -> None:
        """End the judge and the grading, and let go of the progress file."""
        await self.judge.close()
        if self._bench is not None:
            await self._bench.close()
        await asyncio.gather(*self._writes, return_exceptions=True)
        if self.progress is not None:
            self.progress.close()

    def _fatal_error(self) -> None:
        """Say in one sentence that we failed and where the details are; Textual would print every local value."""
        self.crash = traceback.format_exc()
        self._close_messages_no_wait()


def main(
    *,
    folder: Path,
    device: str = "auto",
    language: Language = "en",
    topics: tuple[str, ...] = (),
    kinds: tuple[str, ...] = (),
    tiers: tuple[int, ...] = (),
    new: int = 10,
    seed: int | None = None,
    code: Path | None = None,
) -> int:
    """Run the app in this terminal; returns the exit code."""
    _ = words(language)
    if not (sys.stdin.isatty() and sys.stdout.isatty()) or os.environ.get("TERM") == "dumb":
        print(_("The app needs a terminal; without one, use: quizbank check ID ANSWER"), file=sys.stderr)
        return 2
    app = QuizApp(folder, device=device, language=language, choice=Choice(topics, kinds, tiers, new, seed), code=code)
    app.run()
    if app.crash:
        log = folder / "crash.log"
        log.write_text(app.crash, "utf-8")
        print(
            _("quizbank stopped because of an error of its own; the details are in {path}").format(path=log),
            file=sys.stderr,
        )
    elif app.trouble is not None:
        print(app.trouble(app.language), file=sys.stderr)
    return app.return_code or 0
