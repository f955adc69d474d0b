"""Home: what is due, what is new, how the judge is, the last result, and the topics."""

from __future__ import annotations  # the names below are only for the type checker

from collections import Counter
from datetime import datetime
from typing import TYPE_CHECKING, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.content import Content
from textual.widgets import OptionList, Static

from tui import marks, spans
from tui.keyboard import LEAVING, is_one
from tui.page import Page
from tui.topics import Row, Topics
from tui.words import later

if TYPE_CHECKING:  # nothing that the first paint can do without
    from quizbank.progress import Progress, Review
    from quizbank.question import Exercise
    from tui.keyboard import Pressed


class Home(Page):
    """Where the app starts and every session ends."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("c", "code", later("code")),
        Binding("r", "training", later("training runs")),
        Binding("escape", "app.leave", later("leave"), show=False),
    ]

    def __init__(self) -> None:
        super().__init__()
        self._is_loaded = False
        self._wants_to_begin = False
        self._ahead: list[Pressed] = []  # typed before the first question was there

    def body(self) -> ComposeResult:
        """The name and the judge, the numbers, the last result, the topics."""
        with Horizontal(id="head"):
            yield Static("quizbank", id="brand", markup=False)
            yield Static(id="judge", markup=False)
        yield Static(id="numbers", markup=False)
        yield Static(id="last", markup=False)
        yield Topics()

    def on_mount(self) -> None:
        """The topics have the keyboard from the start."""
        self.query_one(Topics).focus()

    def on_screen_resume(self) -> None:
        """At the start, and back from a session: the numbers have changed."""
        self.say()

    def loaded(self) -> None:
        """The questions are read and the progress file is open."""
        self._is_loaded = True
        self.say()
        if self._wants_to_begin or self.quiz.choice.is_narrow:
            self.begin(None)
        keys, self._ahead = self._ahead, []
        if self.app.screen is not self:  # else there is no question to which they could belong
            self.quiz.keyboard.again(keys)

    def keeps(self, event: Pressed) -> bool:
        """Whoever has begun means the question that is not there yet, but for the keys that leave at once."""
        has_begun = not self._is_loaded and (self._wants_to_begin or self.quiz.choice.is_narrow)
        if not has_begun or is_one(event, LEAVING):
            return False
        self._ahead.append(event)
        return True

    def judge_changed(self) -> None:
        """Show the judge's new state."""
        self.text("#judge", marks.judge(self.quiz.judge, self.quiz.language))

    def say(self) -> None:
        """Write everything anew."""
        super().say()
        self.judge_changed()
        progress, now = self.quiz.progress, self.quiz.now()
        if progress is None:
            self.text("#numbers", Content.styled(self._("Reading the questions …"), "$muted"))
            self.query_one(Topics).put([Row(None, self._("Everything: due, then new"), 0, 0, "")])
            return
        self.text("#numbers", self._numbers(progress, now))
        self.text("#last", self._last(progress.last(), now))
        self.query_one(Topics).put(self._rows(progress, now))

    def _numbers(self, progress: Progress, now: datetime) -> Content:
        from quizbank import session

        offered = session.offered(self.quiz.questions).keys()
        due, fresh = len(offered & progress.due(now)), len(offered - progress.seen())
        shown = ((due, self._("due")), (fresh, self._("new")), (progress.counts(now).today, self._("answered today")))
        return Content("     ").join(Content.assemble((str(n), "bold"), " ", (word, "$muted")) for n, word in shown)

    def _last(self, review: Review | None, now: datetime) -> Content:
        if review is None:
            return Content.styled(self._("Nothing answered yet. Enter begins."), "$muted")
        question = self.quiz.questions.get(review.question)
        title = question.title[self.quiz.language] if question else review.question
        ago = spans.ago(now - review.at, self.quiz.language)
        mark, style = marks.MARKS.get(review.verdict, marks.UNKNOWN)
        return Content.assemble((f"{self._('last')}  ", "$muted"), (mark, style), f" {title}  ", (ago, "$muted"))

    def _rows(self, progress: Progress, now: datetime) -> list[Row]:
        from quizbank import bank, session

        offered = session.offered(self.quiz.questions).keys()
        seen, due = progress.seen(), Counter(name.partition(".")[0] for name in progress.due(now))
        total = Counter(question.topic for question in self.quiz.questions.values())
        done = Counter(question.topic for name, question in self.quiz.questions.items() if name in seen)
        everything = Row(
            None,
            self._("Everything: due, then new"),
            len(offered & seen),
            len(offered),
            self._due(len(offered & progress.due(now))),
        )
        language = self.quiz.language
        return [
            everything,
            *(Row(name, bank.title(name)[language], done[name], n, self._due(due[name])) for name, n in total.items()),
        ]

    def _due(self, count: int) -> str:
        return self._("{count} due").format(count=count) if count else ""

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Begin with the chosen topic."""
        self.begin(event.option_id or None)

    def begin(self, topic: str | None) -> None:
        """Start a session, or remember that one was asked for before the questions were read."""
        self._wants_to_begin = not self._is_loaded
        exercises = self._exercises(topic) if self._is_loaded else []
        if exercises:
            from tui.review import Review

            self.app.push_screen(Review(exercises))
        elif self._is_loaded:
            self.notify(self._("Nothing is due here, and nothing is new."), markup=False)

    def action_code(self) -> None:
        """Choose a formula to be written in code."""
        from tui.exercises import Exercises

        if self.quiz.progress is not None:
            self.app.push_screen(Exercises())

    def action_training(self) -> None:
        """Choose a small model to be trained."""
        from tui.training import Runs

        self.app.push_screen(Runs())

    def _exercises(self, topic: str | None) -> list[Exercise]:
        from quizbank import session

        progress, choice = self.quiz.progress, self.quiz.choice
        if progress is None:
            return []
        seed = choice.seed
        planned = session.plan(
            self.quiz.questions,
            progress,
            self.quiz.now(),
            topics=(topic,) if topic else choice.topics,
            kinds=choice.kinds,
            tiers=choice.tiers,
            new=choice.new,
            seeds=session.fresh_seed if seed is None else lambda: seed,
        )
        return _unfinished_first(planned, self._draft(progress, topic))

    def _draft(self, progress: Progress, topic: str | None) -> Exercise | None:
        """The exercise that was left half typed, where it is of the kind that was asked for."""
        from quizbank.question import Exercise

        draft = progress.draft()
        question = self.quiz.questions.get(draft.question) if draft else None
        if draft is None or question is None or topic not in (None, question.topic):
            return None
        return Exercise(question, draft.seed) if self.quiz.choice.admits(question) else None


def _unfinished_first(planned: list[Exercise], draft: Exercise | None) -> list[Exercise]:
    """The exercise that was left half typed comes first, with the numbers it had."""
    if draft is None:
        return planned
    return [draft, *(one for one in planned if one.question.id != draft.question.id)]
