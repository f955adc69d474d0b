"""A question on the screen: its prompt, the field, the reading, the verdict with its evidence, the ratings."""

import time
from collections.abc import Mapping
from typing import Any

from rich.cells import cell_len
from textual.app import ComposeResult
from textual.containers import Horizontal, VerticalScroll
from textual.content import Content
from textual.widgets import Static

from quizbank import bank
from quizbank.attempt import Attempt
from quizbank.kinds import kind_name
from quizbank.question import LONG_KINDS, Exercise
from tui import evidence, legend, marks, points
from tui.answer import ManyLines, OneLine
from tui.columns import Columns, labelled
from tui.echo import drawn, reading
from tui.page import Page
from tui.ratings import Ratings


class Card(Page):
    """Shows one attempt; what is seen follows from its stage."""

    def __init__(self, exercises: list[Exercise]) -> None:
        super().__init__()
        self.exercises = exercises
        self.at = 0
        self.attempt = Attempt(exercises[0], time.monotonic())
        self.trouble = ""
        self.with_meanings = False

    def body(self) -> ComposeResult:
        """Everything a question ever needs; `say` shows what its stage needs."""
        with Horizontal(id="head"):
            yield Static(id="crumb", markup=False)
            yield Static(id="place", markup=False)
        with VerticalScroll(id="page", can_focus=False):
            yield Static(id="prompt", markup=False)
            yield Static(id="hints", markup=False)
            yield OneLine(id="line", select_on_focus=False)
            yield ManyLines(id="lines", show_line_numbers=False)
            yield Columns("echo")
            yield Static(id="verdict", markup=False)
            yield Columns("evidence")
            yield Columns("points")
            yield Columns("readings")
            yield Static(id="follow_up", markup=False)
            yield Static(id="note", markup=False)
            yield Columns("legend")
        yield Ratings()

    @property
    def field(self) -> OneLine | ManyLines:
        """The field for this question's answer."""
        if self.attempt.exercise.question.kind in LONG_KINDS:
            return self.query_one(ManyLines)
        return self.query_one(OneLine)

    def say(self) -> None:
        """Show what the stage of the attempt asks for."""
        super().say()
        stage, question = self.attempt.stage, self.attempt.exercise.question
        rating = stage == "rating"
        for field in (self.query_one(OneLine), self.query_one(ManyLines)):
            field.display = field is self.field and not rating
            field.disabled = stage != "answering"
        self.show("#hints", bool(self.attempt.hints) and not rating)
        self.show("#echo", stage == "answering")
        self.show("#evidence", rating)
        self._say_points(rating)
        self.show("#legend", not rating)
        self.show("Ratings", rating)
        self.judge_changed()
        self._say_question()
        self._say_verdict()
        self.query_one("#legend", Columns).put(
            lambda width: (
                legend.meanings(question.legend, width, self.quiz.language)
                if self.with_meanings
                else legend.names(question.legend, width)
            )
        )
        self.refresh_bindings()

    def _say_question(self) -> None:
        question, language = self.attempt.exercise.question, self.quiz.language
        kind = kind_name(question.kind, language)
        crumb = (bank.title(question.topic)[language], kind, self._("tier {tier}").format(tier=question.tier))
        self.text("#crumb", " · ".join(crumb))
        self.text("#prompt", self.attempt.exercise.prompt[language])
        hints = [hint[language] for hint in question.hints[: self.attempt.hints]]
        self.text("#hints", "\n".join(self._("hint: {hint}").format(hint=hint) for hint in hints))
        many = self._("one equation a line; Ctrl+S or two times Enter checks them")
        self.query_one(ManyLines).placeholder = self._("in your own words") if question.kind == "explain" else many
        self.query_one(OneLine).placeholder = self._("your answer")

    def _say_verdict(self) -> None:
        attempt, language = self.attempt, self.quiz.language
        verdict: str | Content = ""
        if self.trouble:
            verdict = Content.styled(self.trouble, "$warning")
        elif attempt.stage == "judging":
            word = self._("judging …") if self.quiz.judge.state == "ready" else self._("waiting for the judge …")
            verdict = Content.styled(word, "$muted")
        elif self._is_shown_unjudged:
            verdict = Content.styled(self._("not judged"), "$muted")
        elif attempt.reply is not None and attempt.reply.get("verdict"):
            verdict = evidence.reason(attempt.reply, language, is_final=attempt.stage == "rating")
        self.show("#verdict", bool(verdict))
        self.text("#verdict", verdict)
        note = attempt.exercise.question.note
        self.show("#note", attempt.stage == "rating" and note is not None)
        self.text("#note", note[language] if note else "")
        reply = {**(attempt.reply or {}), **({"device": None} if self._is_shown_unjudged else {})}
        rows = list(evidence.rows(reply, attempt.text, language))
        self.query_one("#evidence", Columns).put(lambda width: labelled(rows, width))
        if attempt.stage == "rating" and self.quiz.progress is not None:
            intervals = self.quiz.progress.intervals(attempt.exercise.question.id, self.quiz.now())
            self.query_one(Ratings).put(intervals, attempt.suggestion, language)

    def _say_points(self, is_shown: bool) -> None:
        """The key points to tick, what the experiment measured, and what an interviewer asks next."""
        question, reply, language = self.attempt.exercise.question, self.attempt.reply or {}, self.quiz.language
        measured = reply.get("readings") or []
        self.show("#points", is_shown and bool(question.points))
        self.show("#readings", is_shown and bool(measured))
        self.show("#follow_up", is_shown and question.follow_up is not None)
        rows = list(points.rows(question.points, self.attempt.ticks, language))
        self.query_one("#points", Columns).put(lambda width: labelled(rows, width))
        self.query_one("#readings", Columns).put(lambda width: points.measured(measured, width))
        follow_up = question.follow_up
        said = self._("and then: {question}").format(question=follow_up[language]) if follow_up else ""
        self.text("#follow_up", said)

    @property
    def _is_shown_unjudged(self) -> bool:
        """Whether the solution is seen without a judgement of what was typed."""
        return self.attempt.stage == "rating" and self.attempt.verdict == "undecided"

    def judge_changed(self) -> None:
        """The place in the session, and the judge beside it."""
        place = self._("{n} of {total}").format(n=self.at + 1, total=len(self.exercises))
        judge = marks.judge(self.quiz.judge, self.quiz.language, is_short=True)
        self.text("#place", Content.assemble(place, "   ", judge))

    def echo(self) -> None:
        """Show how the text in the field is read."""
        language = self.quiz.language
        read = reading(self.field.text, self.attempt.exercise, language)
        self.query_one("#echo", Columns).put(lambda width: drawn(read, language, width))

    def point(self, reply: Mapping[str, Any]) -> None:
        """Show where the answer could not be read: a caret under its line, or the cursor among several lines."""
        column, line = reply.get("column"), reply.get("line")
        if column is None:
            return
        if isinstance(self.field, ManyLines):
            self.field.put(self.field.text, column, line or 1)
        else:
            before = cell_len(self.field.text[: column - 1])
            if before < self.field.content_size.width:
                caret = Content.styled(" " * before + "↑", "$warning")
                self.query_one("#echo", Columns).put(lambda _width: caret)
