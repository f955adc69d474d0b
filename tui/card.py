"""A question on the screen: its prompt, the field, the reading, the verdict with its evidence, the ratings."""

import time

from textual.app import ComposeResult
from textual.containers import Horizontal, VerticalScroll
from textual.content import Content
from textual.widget import Widget
from textual.widgets import Static

from quizbank import bank
from quizbank.answers.readable import readable
from quizbank.attempt import Attempt
from quizbank.kinds import kind_name
from quizbank.pointer import pointer
from quizbank.question import LONG_KINDS, Exercise, Question
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
        self.about = ""  # the text that was handed in last
        self._said: str | Content = ""
        self.with_meanings = False

    def body(self) -> ComposeResult:
        """Everything a question ever needs; `say` shows what its stage needs."""
        with Horizontal(id="head"):
            yield Static(id="crumb", markup=False)
            yield Static(id="place", markup=False)
        with VerticalScroll(id="page", can_focus=False):
            yield Columns("prompt")
            yield Columns("hints")
            yield OneLine(id="line", select_on_focus=False)
            yield ManyLines(id="lines", show_line_numbers=False)
            yield Columns("echo")
            yield Columns("verdict")
            yield Columns("evidence")
            yield Columns("points")
            yield Columns("readings")
            yield Columns("follow_up")
            yield Columns("note")
            yield Columns("names")
        with VerticalScroll(id="symbols", can_focus=False):
            yield Columns("meanings")
        yield Ratings()

    @property
    def field(self) -> OneLine | ManyLines:
        """The field for this question's answer."""
        return self.query_one(ManyLines) if self.is_long else self.query_one(OneLine)

    @property
    def is_long(self) -> bool:
        """Whether the answer takes several lines."""
        return self.attempt.exercise.question.kind in LONG_KINDS

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
        self.show("Ratings", rating)
        self.judge_changed()
        self._say_question()
        self._say_verdict()
        self._say_symbols(question, is_shown=not rating)
        self.refresh_bindings()

    def _say_symbols(self, question: Question, *, is_shown: bool) -> None:
        """The symbols to type with, below the field; with their meanings all of the topic's, below the page."""
        names, language = legend.needed(question), self.quiz.language
        is_explained = is_shown and self.with_meanings
        self.set_class(is_explained, "explained")
        self.show("#names", is_shown and bool(names) and not is_explained)
        self.show("#symbols", is_explained)
        self.query_one("#names", Columns).put(lambda width: legend.names(names, width))
        self.query_one("#meanings", Columns).put(lambda width: legend.meanings(question, width, language))

    def show_field(self) -> None:
        """Scroll to the field where something is typed out of sight."""
        self.query_one("#page").scroll_to_widget(self.field, animate=False, immediate=True)

    def _say_question(self) -> None:
        question, language = self.attempt.exercise.question, self.quiz.language
        kind = kind_name(question.kind, language)
        crumb = (bank.title(question.topic)[language], kind, self._("tier {tier}").format(tier=question.tier))
        self.text("#crumb", " · ".join(crumb))
        self.flow("#prompt", readable(self.attempt.exercise.prompt[language]))
        hints = [readable(hint[language]) for hint in question.hints[: self.attempt.hints]]
        self.flow("#hints", "\n".join(self._("hint: {hint}").format(hint=hint) for hint in hints))
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
            verdict = evidence.reason(attempt.reply, language, is_final=attempt.stage == "rating", is_long=self.is_long)
        self._said = verdict
        self.flow("#verdict", verdict)
        self.show_verdict()
        note = attempt.exercise.question.note
        self.show("#note", attempt.stage == "rating" and note is not None)
        self.flow("#note", readable(note[language]) if note else "")
        reply = {**(attempt.reply or {}), **({"device": None} if self._is_shown_unjudged else {})}
        rows = list(evidence.rows(reply, attempt.text, language))
        self.query_one("#evidence", Columns).put(lambda width: labelled(rows, width))
        if attempt.stage == "rating" and self.quiz.progress is not None:
            intervals = self.quiz.progress.intervals(attempt.exercise.question.id, self.quiz.now())
            self.query_one(Ratings).put(intervals, attempt.suggestion, language)

    @property
    def is_as_handed_in(self) -> bool:
        """Whether the field holds what the verdict is about."""
        return self.field.text.strip() == self.about

    def show_verdict(self) -> None:
        """What was said goes with the text that it is about."""
        self.show("#verdict", bool(self._said) and (self.attempt.stage != "answering" or self.is_as_handed_in))

    def _say_points(self, is_shown: bool) -> None:
        """The key points to tick, what the experiment measured, and what an interviewer asks next."""
        question, reply, language = self.attempt.exercise.question, self.attempt.reply or {}, self.quiz.language
        measured = reply.get("readings") or []
        self.show("#points", is_shown and bool(question.points))
        self.show("#readings", is_shown and bool(measured))
        self.show("#follow_up", is_shown and question.follow_up is not None)
        rows = list(points.rows(question.points, self.attempt.ticks, language))
        self.query_one("#points", Columns).put(lambda width: labelled(rows, width))
        self.query_one("#readings", Columns).put(lambda width: points.measured(measured, width, language))
        follow_up = question.follow_up
        said = self._("and then: {question}").format(question=readable(follow_up[language])) if follow_up else ""
        self.flow("#follow_up", said)

    @property
    def _is_shown_unjudged(self) -> bool:
        """Whether the solution is seen without a judgement of what was typed."""
        return self.attempt.stage == "rating" and self.attempt.verdict == "undecided"

    def judge_changed(self) -> None:
        """The place in the session, and the judge beside it."""
        place = self._("{n} of {total}").format(n=self.at + 1, total=len(self.exercises))
        judge = marks.judge(self.quiz.judge, self.quiz.language, is_short=True)
        self.text("#place", Content.assemble(place, "   ", judge))

    def flow(self, selector: str, text: str | Content) -> None:
        """Put a text into a widget that breaks it into lines."""
        self.query_one(selector, Columns).flow(text)

    def echo(self) -> None:
        """Show how the text in the field is read, or where the judge could not read it."""
        language, place = self.quiz.language, self.unreadable_at
        if place is not None:
            line, column = self.field.text.split("\n")[place[0]], place[1]
            self.query_one("#echo", Columns).put(lambda width: self._arrow(line, column, width))
            return
        read = reading(self.field.text, self.attempt.exercise, language)
        self.query_one("#echo", Columns).put(lambda width: drawn(read, language, width))

    @property
    def unreadable_at(self) -> tuple[int, int] | None:
        """The line and the column, from 1, at which the judge could not read what stands in the field."""
        reply = self.attempt.reply or {}
        if self.attempt.verdict != "unreadable" or reply.get("column") is None or not self.is_as_handed_in:
            return None
        if self.attempt.exercise.options:
            return None
        typed = [place for place, line in enumerate(self.field.text.split("\n")) if line.strip()] or [0]
        return typed[min(reply.get("line") or 1, len(typed)) - 1], reply["column"]

    def point(self) -> None:
        """Show where the answer could not be read: an arrow below its line, and among several lines the cursor."""
        self.echo()
        if self.unreadable_at is not None and isinstance(self.field, ManyLines):
            place, column = self.unreadable_at
            self.field.move_cursor((place, column - 1))

    def _arrow(self, line: str, column: int, width: int) -> Content:
        """Below a line that is seen whole above it, the arrow alone."""
        seen, before = pointer(line, column, width)
        is_above = isinstance(self.field, OneLine) and seen == line and before < self.field.content_size.width
        arrow = Content.styled(" " * before + "↑", "$warning")
        return arrow if is_above else Content.assemble(seen, "\n", arrow)

    # -- keys about what is seen

    def action_hint(self) -> None:
        """One more hint."""
        self.attempt.hints += 1
        self.say()

    def action_legend(self) -> None:
        """All symbols of the topic with their meanings, or the few without."""
        self.with_meanings = not self.with_meanings
        self.say()
        self.query_one("#symbols").scroll_home(animate=False)

    @property
    def _scrolled(self) -> Widget:
        """What the keys scroll: the symbols where they are explained, so that the question stays in sight."""
        return self.query_one("#symbols" if self.has_class("explained") else "#page", Widget)

    def action_scroll(self, lines: int) -> None:
        """Scroll what does not fit."""
        self._scrolled.scroll_relative(y=lines, animate=False)

    def action_scroll_page(self, pages: int) -> None:
        """Scroll by what is seen, but for two lines."""
        self.action_scroll(pages * max(1, self._scrolled.size.height - 2))
