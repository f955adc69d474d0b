"""Write a formula's code in your own editor: each save is graded here, with reasons, against the clock."""

import asyncio
import os
import shlex
import subprocess
import time
from collections.abc import Sequence
from typing import ClassVar

from textual import on
from textual.app import ComposeResult, SuspendNotSupported
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.content import Content
from textual.widgets import Static

from quizbank import bank
from quizbank.answers.printed import printed
from quizbank.grading.practice import Practice, exercises, place
from quizbank.grading.report import CheckResult
from quizbank.grading.stub import shape, stub
from quizbank.outline import FormulaOutline, Shape
from quizbank.paths import make_private
from quizbank.progress import ProgressProblem
from tui import checks
from tui.columns import Columns, Row, labelled
from tui.exercises import title
from tui.page import Page
from tui.ratings import NAMES, Rating, Ratings
from tui.words import later

LOOK_EVERY = 0.4  # seconds between two looks at the file
EDITORS = ("VISUAL", "EDITOR")


class Code(Page):
    """One exercise, its file, and what grading says of it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "accept", later("next")),
        Binding("enter,e", "edit", later("edit")),
        Binding("g", "grade", later("grade again")),
        Binding("f", "formula", later("formula")),
        Binding("escape", "back", later("back")),
        Binding("n", "next", later("another one")),
        *(Binding(str(rating), f"rate({rating})", name, show=False) for rating, name in NAMES.items()),
        Binding("up", "scroll(-1)", later("scroll up"), show=False),
        Binding("down", "scroll(1)", later("scroll down"), show=False),
    ]

    def __init__(self, formula: FormulaOutline) -> None:
        super().__init__()
        self._begin(formula)

    def _begin(self, formula: FormulaOutline) -> None:
        self.formula = formula
        self.practice: Practice | None = None
        self.is_grading = False
        self.trouble = ""
        self._seen: tuple[int, int] | None = None

    def body(self) -> ComposeResult:
        """What is asked, the file, the checks, the ratings."""
        with Horizontal(id="head"):
            yield Static(id="crumb", markup=False)
            yield Static(id="place", markup=False)
        with VerticalScroll(id="page", can_focus=False):
            yield Static(id="prompt", markup=False)
            yield Columns("facts")
            yield Static(id="hints", markup=False)
            yield Columns("checks")
        yield Ratings()

    def on_mount(self) -> None:
        """Write the stub, start the clock, watch the file."""
        self.set_interval(LOOK_EVERY, self._look)
        self.set_interval(1.0, self._tick)
        self._open()

    def _open(self) -> None:
        """The file, with the stub in it where there is none; what is there already is kept."""
        path = place(self.quiz.code, self.formula)
        self.practice = Practice(self.formula, path, time.monotonic())
        try:
            make_private(path.parent)
            with path.open("x", encoding="utf-8") as file:
                file.write(stub(self.formula, self.quiz.language))
        except FileExistsError:
            pass
        except OSError as error:
            self.trouble = self._("{path} cannot be written: {reason}").format(path=path, reason=error.strerror)
        self.say()
        self._look()

    # -- showing

    def say(self) -> None:
        """Write everything anew."""
        super().say()
        practice, language = self.practice, self.quiz.language
        if practice is None:
            return
        crumb = (self._("code"), bank.title(self.formula.topic)[language])
        self.text("#crumb", " · ".join(crumb))
        self._tick()
        self.text("#prompt", title(self.formula, language))
        rows = self._facts(practice)
        self.query_one("#facts", Columns).put(lambda width: labelled(rows, width))
        self.show("#hints", practice.looked)
        self.text("#hints", "\n".join(self._formula_lines()) if practice.looked else "")
        self.query_one("#checks", Columns).put(lambda width: self._checks(practice, width))
        is_right = practice.state == "right" and not self.is_grading
        self.show("Ratings", is_right and self._is_asked)
        if is_right and self.quiz.progress is not None:
            intervals = self.quiz.progress.intervals(self.formula.id, self.quiz.now())
            self.query_one(Ratings).put(intervals, practice.suggestion, language)
        self.refresh_bindings()

    def _facts(self, practice: Practice) -> list[Row]:
        takes = tuple(Content(_shaped(argument)) for argument in self.formula.arguments)
        gives = tuple(Content(_shaped(output)) for output in self.formula.outputs)
        return [
            (self._("file"), Content.styled(str(practice.path), "$accent")),
            (self._("takes"), takes),
            (self._("returns"), gives),
        ]

    def _formula_lines(self) -> Sequence[str]:
        if self.formula.latex is None:
            return self.formula.doc.splitlines()
        return printed(self.formula.latex, self.formula.id)

    def _checks(self, practice: Practice, width: int) -> Content:
        lines = [Content.styled(self.trouble, "$warning")] if self.trouble else []
        if practice.state == "unwritten" and not self.is_grading:
            told = self._("Nothing is written yet. Each save of the file is graded here.")
            lines.append(Content.styled(told, "$muted"))
        elif practice.results:
            lines.append(checks.drawn(practice.results, self.quiz.language, width))
        if self.is_grading:
            lines.append(Content.styled(self._("grading …"), "$muted"))
        return Content("\n").join(lines)

    def _tick(self) -> None:
        practice = self.practice
        if practice is not None:
            seconds = int(time.monotonic() - practice.began if practice.took is None else practice.took)
            self.text("#place", f"{seconds // 60}:{seconds % 60:02}")

    # -- the file

    def _look(self) -> None:
        """Grade where the file has changed since the last look."""
        try:
            found = self.practice.path.stat() if self.practice else None
        except OSError:
            return
        if found is not None and (found.st_mtime_ns, found.st_size) != self._seen:
            self._seen = (found.st_mtime_ns, found.st_size)
            self.action_grade()

    def action_grade(self) -> None:
        """Grade what the file holds now."""
        practice = self.practice
        if practice is None:
            return
        self.is_grading = True
        self.say()

        def take(results: Sequence[CheckResult], is_all: bool) -> None:
            if practice is self.practice and self.is_mounted:
                self._take(practice, results, is_all)

        self.quiz.bench.grade(practice.path, self.formula.id, self.quiz.language, take)

    def _take(self, practice: Practice, results: Sequence[CheckResult], is_all: bool) -> None:
        if is_all:
            self.is_grading = False
            practice.graded(results, time.monotonic())
        else:
            practice.results = results
        self.say()

    def action_edit(self) -> None:
        """Open the editor in this terminal, or tell where the file is."""
        assert self.practice is not None
        path = self.practice.path
        editor = next((os.environ[name] for name in EDITORS if os.environ.get(name)), None)
        try:
            if editor is not None:
                with self.app.suspend():
                    subprocess.run([*shlex.split(editor), str(path)], check=False)
                self._look()
                return
        except (SuspendNotSupported, OSError, ValueError):
            pass  # told below, as where no editor is set
        told = self._("Open the file in your editor; EDITOR names one that e opens here.")
        self.notify(told, markup=False)

    # -- keys

    @property
    def _is_asked(self) -> bool:
        """Whether there is a question of this id, so that it comes back."""
        return self.formula.id in self.quiz.questions

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Enter goes on once the code is right; there is nothing to rate before anything was judged."""
        practice = self.practice
        is_right = practice is not None and practice.state == "right" and not self.is_grading
        if action == "accept":
            return is_right
        if action == "rate":
            return practice is not None and self._is_asked and not self.is_grading and practice.state != "unwritten"
        if action == "formula":
            return practice is not None and not practice.looked
        return True

    def action_formula(self) -> None:
        """Show the formula; what is then written was not recalled."""
        if self.practice is not None:
            self.practice.looked = True
            self.say()

    async def action_accept(self) -> None:
        """Take the suggested rating, and go on."""
        if self.practice is not None:
            await self.action_rate(self.practice.suggestion)

    @on(Rating.Chosen)
    async def chosen(self, event: Rating.Chosen) -> None:
        """A rating was clicked."""
        await self.action_rate(event.rating)

    async def action_rate(self, rating: int) -> None:
        """Store the answer with this rating, and go on."""
        practice, progress = self.practice, self.quiz.progress
        review = practice.review(rating, self.quiz.now()) if practice is not None else None
        if review is not None and progress is not None:
            try:
                await asyncio.to_thread(progress.record, review)
            except ProgressProblem as problem:
                self.notify(problem.message(self.quiz.language), severity="error", markup=False)
                return
        self.action_next()

    def action_next(self) -> None:
        """The next exercise that is not begun."""
        fresh = (one for one in exercises(self.quiz.code) if self.quiz.admits(one) and one.id != self.formula.id)
        following = next((one for one in fresh if not place(self.quiz.code, one).exists()), None)
        if following is None:
            self.dismiss()
            return
        self._begin(following)
        self._open()
        self.query_one("#page").scroll_home(animate=False)

    def action_back(self) -> None:
        """Back to the list; the file stays as it is."""
        self.dismiss()

    def action_scroll(self, lines: int) -> None:
        """Scroll what does not fit."""
        self.query_one("#page").scroll_relative(y=lines, animate=False)


def _shaped(named: Shape) -> str:
    return f"{named.name} {named.type}" if named.axes is None else f"{named.name} {shape(named)}"
