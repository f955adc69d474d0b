"""The field of a card: what is typed into it, and when; its draft is kept."""

import asyncio
import time

from textual import events, on
from textual.timer import Timer

from quizbank.question import Exercise
from tui.ahead import UNSEEN, Ahead
from tui.answer import Typed
from tui.card import Card
from tui.keyboard import LEAVING, Pressed, is_one

DRAFT_AFTER = 0.2  # seconds without a key: each draft waits for the disk
AT_ONCE = (*LEAVING, "f1", "up", "down", "pageup", "pagedown")
STRAGGLERS = 0.05  # seconds for keys that were pressed in time and come late


class Answering(Card):
    """A card whose field takes what is typed, from wherever it comes."""

    def __init__(self, exercises: list[Exercise]) -> None:
        super().__init__(exercises)
        self._kept: str | None = ""
        self._ahead = Ahead()
        self._wake: Timer | None = None
        self._timer: Timer | None = None
        self._saving: asyncio.Task[None] | None = None

    @on(Typed)
    def typed(self) -> None:
        """Echo at once, keep the draft a moment later."""
        if self.attempt.stage == "answering":
            self.echo()
            self.show_verdict()
            if not self.is_as_handed_in:
                self.show_field()
        if self._timer is not None:
            self._timer.stop()
        self._timer = self.set_timer(DRAFT_AFTER, self._save_draft)

    def _save_draft(self) -> None:
        draft, progress = self._draft(), self.quiz.progress
        if draft is None or progress is None:
            return

        def save() -> None:
            if draft[-1] == self._kept:  # else a newer one is saved already
                progress.save_draft(*draft)

        self._saving = self.quiz.write(save)

    async def saved(self) -> None:
        """Wait for a draft that is being written: it must not come after the answer that ends it."""
        if self._saving is not None:
            await self._saving

    def keep(self) -> None:
        """Save what is typed."""
        if self._saving is not None and not self._saving.done():
            self._kept = None  # it may be read again before that is done
        if (draft := self._draft()) and self.quiz.progress is not None:
            self.quiz.progress.save_draft(*draft)

    def _draft(self) -> tuple[str, int, str] | None:
        """The question, the seed and the text, where it is not kept already."""
        text, exercise = self.field.text, self.attempt.exercise
        if self.attempt.stage == "rating" or text == self._kept:
            return None
        self._kept = text
        return exercise.question.id, exercise.seed, text

    def action_again(self) -> None:
        """Another try, with what was typed."""
        self.attempt.stage, self.attempt.reply = "answering", None
        self.say()
        self.set_focus(self.field)
        self.echo()

    def on_key(self, event: events.Key) -> None:
        """Without the focus the field takes what is typed all the same.

        After a wrong answer it begins another one: a letter always, other keys unless they mean something.
        """
        if self._is_text(event):
            event.stop()
            self._write(event.character or "")

    def _is_text(self, event: events.Key) -> bool:
        if self.attempt.stage == "retry" and not (event.character or "").isalpha():
            return event.is_printable and not self._works(event)
        return event.is_printable and self.attempt.stage in ("answering", "retry")

    def _works(self, event: events.Key) -> bool:
        bound = self.active_bindings.get(event.key)
        return bound is not None and bound.enabled

    def on_paste(self, event: events.Paste) -> None:
        """What is pasted is text."""
        if self.attempt.stage in ("answering", "retry"):
            event.stop()
            self._write(event.text)

    def _write(self, text: str) -> None:
        if self.attempt.stage == "retry":
            self.action_again()
            self.field.put("")
        self.set_focus(self.field)
        self.field.take(text)

    def keeps(self, event: Pressed) -> bool:
        """What is typed while an answer is judged waits until the verdict can have been seen."""
        stage = self.attempt.stage
        if stage == "answering" or is_one(event, AT_ONCE):
            return False
        if stage != "judging":
            if not self._ahead.is_ahead(event):
                return False
            self._wait(STRAGGLERS)
        self._ahead.keep(event)
        return True

    def verdict_came(self) -> None:
        """Let it be seen before what was typed ahead of it has its effect."""
        self._ahead.comes(time.monotonic())
        self._wait(UNSEEN)

    def _wait(self, seconds: float) -> None:
        if self._wake is None:
            self._wake = self.set_timer(seconds, self._go_on)

    def on_screen_resume(self) -> None:
        """Back from the keys, the verdict may have been there."""
        self._go_on()

    def _go_on(self) -> None:
        self._wake = None
        if not self.is_current or self.attempt.stage == "judging":
            return
        keys, unused = self._ahead.taken(self.attempt.stage)
        if unused.strip():
            told = self._("Typed before the verdict, and not used: {text}").format(text=unused)
            self.notify(told, markup=False)
        if keys:
            self.quiz.keyboard.again(keys)
