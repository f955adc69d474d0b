"""A session: one question after the other, typed, judged, shown with its evidence, and rated."""

import asyncio
import contextlib
import time
from typing import Any, ClassVar

from textual import on
from textual.binding import Binding, BindingType

from quizbank.attempt import Attempt
from quizbank.progress import ProgressProblem
from quizbank.question import Exercise
from tui.answer import Submitted
from tui.answering import Answering
from tui.judge import Failed, TookTooLong
from tui.ratings import NAMES, Rating
from tui.words import later


class Review(Answering):
    """The keys of a session, and what becomes of its answers."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "again", later("another try")),
        Binding("space", "solution", later("solution")),
        Binding("enter,space", "accept", later("next")),
        Binding("f2,h", "hint", later("hint")),
        Binding("f3,m", "legend", later("symbols")),
        Binding("f4", "solution", later("solution")),
        Binding("escape", "home", later("home")),
        Binding("f5,s", "skip", later("skip")),
        Binding("f8,u", "undo", later("undo")),
        *(Binding(str(rating), f"rate({rating})", name, show=False) for rating, name in NAMES.items()),
        *(Binding(key, f"tick({at})", later("tick a point"), show=not at) for at, key in enumerate("abcde")),
        Binding("up", "scroll(-1)", later("scroll up"), show=False),
        Binding("down", "scroll(1)", later("scroll down"), show=False),
        Binding("pageup", "scroll_page(-1)", later("a page up"), show=False),
        Binding("pagedown", "scroll_page(1)", later("a page down"), show=False),
    ]

    def __init__(self, exercises: list[Exercise]) -> None:
        super().__init__(exercises)
        self._rated: dict[int, bool] = {}  # by place, whether it was right at the first try
        self._last: tuple[int, Attempt, int] | None = None  # the place of what undo takes back, and its stored answer
        self._waiting: dict[int, Attempt] = {}  # begun and not yet rated when undo went back
        self._is_warm = False

    def on_mount(self) -> None:
        """Ask the first question."""
        self._ask(0)

    # -- asking

    def _ask(self, at: int) -> None:
        self.at = at
        self.trouble, self.about, self.with_meanings = "", "", False
        if at in self._waiting:
            self._resume(self._waiting.pop(at))
            return
        self.attempt = Attempt(self.exercises[at], time.monotonic())
        draft = self.quiz.progress.draft(self.attempt.exercise.question.id) if self.quiz.progress else None
        self._kept = draft.text if draft and draft.seed == self.attempt.exercise.seed else ""
        self.field.put(self._kept)
        self.say()
        self.set_focus(self.field)
        self.query_one("#page").scroll_home(animate=False)
        self.echo()
        self.run_worker(self._warm_up(), group="warm", exclusive=True)

    def _resume(self, attempt: Attempt) -> None:
        self.attempt = attempt
        self._kept = attempt.text
        self.about = attempt.text.strip()
        self.field.put(attempt.text)
        self.set_focus(None)
        self._settle()

    async def _warm_up(self) -> None:
        """Let the judge load what the first answer needs, while the user still thinks."""
        if not self._is_warm:
            self._is_warm = True
            with contextlib.suppress(Failed, TookTooLong):
                await self.quiz.judge.ask(self._request("solve"))

    def _request(self, do: str) -> dict[str, Any]:
        exercise = self.attempt.exercise
        return {"do": do, "id": exercise.question.id, "seed": exercise.seed, "language": self.quiz.language}

    def let_go(self) -> None:
        """Keep the draft; answers that were judged and not rated are stored with the suggested rating."""
        self.keep()
        for attempt in (*self._waiting.values(), self.attempt):
            if attempt.stage == "rating" and attempt.suggestion is not None and self.quiz.progress is not None:
                self.quiz.progress.record(attempt.rated(attempt.suggestion, self.quiz.now()))

    # -- judging

    @on(Submitted)
    def submitted(self) -> None:
        """Have the answer judged."""
        text = self.field.text.strip()
        if self.attempt.stage != "answering" or not text:
            return
        do = "solve" if self.attempt.exercise.question.kind == "explain" else "check"
        self._await_judge(do, text)

    def _await_judge(self, do: str, text: str) -> None:
        before, self.attempt.stage = self.attempt.stage, "judging"
        self.trouble, self.about = "", text
        self.set_focus(None)
        self.say()
        self.run_worker(self._judged(do, text, before), group="judge", exclusive=True)

    async def _judged(self, do: str, text: str, before: str) -> None:
        attempt = self.attempt
        try:
            reply = await self.quiz.judge.ask({**self._request(do), "answer": text.splitlines()})
        except TookTooLong:
            self._stumble(self._("This took too long. The judge was replaced; your answer is still here."), before)
        except Failed as failure:
            said = self._("The judge could not answer: {reason}").format(reason=failure)
            self._stumble(said, before)
        else:
            take = attempt.judged if do == "check" else attempt.gave_up
            take(reply, text, time.monotonic())
            self._told()

    def _stumble(self, sentence: str, stage: Any) -> None:
        self.trouble, self.attempt.stage = sentence, stage
        self._told()

    def _told(self) -> None:
        """The verdict is there: what was typed ahead of it has waited."""
        self._settle()
        self.verdict_came()

    def _settle(self) -> None:
        self.say()
        if self.attempt.stage == "answering":
            self.set_focus(self.field)
            self.point()
        self.call_after_refresh(self.query_one("#page").scroll_home, animate=False)

    # -- keys

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Each stage has its own keys."""
        stage, question = self.attempt.stage, self.attempt.exercise.question
        if action == "hint":
            return stage in ("answering", "retry") and self.attempt.hints < len(question.hints)
        if action == "undo":
            return stage == "rating" or (self._last is not None and stage != "judging")
        stages = {
            "again": ("retry",),
            "solution": ("answering", "retry"),
            "accept": ("rating",),
            "rate": ("rating",),
            "legend": ("answering", "retry"),
            "tick": ("rating",) if question.points else (),
            "skip": ("answering", "retry"),
        }
        return stage in stages.get(action, (stage,))

    def action_solution(self) -> None:
        """Show the answer; what was judged stays judged."""
        self._await_judge("solve", self.field.text.strip())

    def action_tick(self, place: int) -> None:
        """Mark a key point as said; the marks suggest the rating."""
        self.attempt.tick(place)
        self.say()

    async def action_accept(self) -> None:
        """Take the suggested rating."""
        if self.attempt.suggestion is not None:
            await self.action_rate(self.attempt.suggestion)
        else:
            self.notify(self._("Rate it yourself: 1, 2, 3 or 4."), markup=False)

    @on(Rating.Chosen)
    async def chosen(self, event: Rating.Chosen) -> None:
        """A rating was clicked."""
        await self.action_rate(event.rating)

    async def action_rate(self, rating: int) -> None:
        """Store the answer with this rating and go on."""
        if self.quiz.progress is None or self.attempt.stage != "rating":
            return
        await self.saved()
        try:
            number = await asyncio.to_thread(self.quiz.progress.record, self.attempt.rated(rating, self.quiz.now()))
        except ProgressProblem as problem:
            self.notify(problem.message(self.quiz.language), severity="error", markup=False)
            return
        self._last = (self.at, self.attempt, number)
        self._rated[self.at] = self.attempt.verdict == "right" and not self.attempt.wrong
        self._next()

    def _next(self) -> None:
        if self.at + 1 < len(self.exercises):
            self._ask(self.at + 1)
            return
        done = self._("Done: {right} of {total} right at the first try.")
        self.app.notify(done.format(right=sum(self._rated.values()), total=len(self._rated)), markup=False)
        self.dismiss()

    def action_skip(self) -> None:
        """Leave this question for another day."""
        self.keep()
        self._next()

    async def action_undo(self) -> None:
        """Take back what is to be rated, else the last rating; that question stands there again as it was."""
        if self.attempt.stage == "rating":
            self.attempt.taken_back()
            self._resume(self.attempt)
            return
        if self._last is None or self.quiz.progress is None:
            return
        at, attempt, number = self._last
        self.keep()
        self._last = None
        if await asyncio.to_thread(self.quiz.progress.undo, number) is None:
            self.notify(self._("That question was answered again since; its rating stays."), markup=False)
            return
        if self.attempt.stage == "answering" and not self.is_as_handed_in:
            self.attempt.reply = None  # it was about another text
        self.attempt.text = self.field.text
        self._waiting |= {self.at: self.attempt, at: attempt}
        del self._rated[at]
        self._ask(at)
        self.notify(self._("Question {n}: its rating is gone.").format(n=at + 1), timeout=3, markup=False)

    def action_home(self) -> None:
        """Back from the symbols to the question, else home; nothing is lost."""
        if self.with_meanings and self.attempt.stage != "rating":
            self.action_legend()
            return
        self.let_go()
        self.dismiss()
