"""What there is to be written in code: not yet begun first, then by tier."""

from collections.abc import Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.content import Content
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from quizbank import bank
from quizbank.grading.practice import exercises, place
from quizbank.language import Language
from quizbank.outline import FormulaOutline
from tui.columns import cut
from tui.page import Page
from tui.topics import room
from tui.words import later

BEGUN = "○"


class Choices(OptionList):
    """One line an exercise."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter,space", "select", later("begin")),
        Binding("down,j", "cursor_down", later("down"), show=False),
        Binding("up,k", "cursor_up", later("up"), show=False),
        Binding("pageup", "page_up", later("a page up"), show=False),
        Binding("pagedown", "page_down", later("a page down"), show=False),
    ]

    def __init__(self) -> None:
        super().__init__(id="choices", markup=False, compact=True)
        self._formulas: Sequence[FormulaOutline] = ()
        self._begun: set[str] = set()
        self._language: Language = "en"

    def put(self, formulas: Sequence[FormulaOutline], begun: set[str], language: Language) -> None:
        """Replace the lines; the cursor stays where it is."""
        self._formulas, self._begun, self._language = formulas, begun, language
        self._draw()

    def on_resize(self) -> None:
        """Draw the lines for the new width."""
        self._draw()

    def _draw(self) -> None:
        at, width = self.highlighted or 0, room(self)
        self.set_options(Option(self._line(formula, width), id=formula.id) for formula in self._formulas)
        if self._formulas:
            self.highlighted = min(at, len(self._formulas) - 1)

    def _line(self, formula: FormulaOutline, width: int) -> Content:
        mark = BEGUN if formula.id in self._begun else " "
        topic = bank.title(formula.topic)[self._language]
        left = max(8, width - 2 - 24 - 2)
        question = bank.questions().get(formula.id)
        tier = str(question.tier) if question else "·"
        name = cut(title(formula, self._language), left)
        return Content.assemble((f"{mark} ", "$accent"), name, (cut(topic, 23), "$muted"), " ", (tier, "$muted"))


def title(formula: FormulaOutline, language: Language) -> str:
    """What the exercise is called."""
    question = bank.questions().get(formula.id)
    return question.title[language] if question else formula.name.replace("_", " ")


class Exercises(Page):
    """Choose what to write."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "back", later("home"))]

    def body(self) -> ComposeResult:
        """A title, where the files are, the list."""
        with Horizontal(id="head"):
            yield Static(id="crumb", markup=False)
            yield Static(id="place", markup=False)
        yield Static(id="numbers", markup=False)
        yield Choices()

    def on_mount(self) -> None:
        """The list has the keyboard; what was begun last time goes to its end."""
        self._formulas = [one for one in exercises(self.quiz.code) if self.quiz.admits(one)]
        self.query_one(Choices).focus()

    def on_screen_resume(self) -> None:
        """At the start, and back from an exercise."""
        self.say()

    def say(self) -> None:
        """Write everything anew."""
        super().say()
        begun = {one.id for one in self._formulas if place(self.quiz.code, one).exists()}
        self.text("#crumb", self._("Write the code"))
        self.text("#place", self._("tier"))
        told = self._("{begun} of {total} begun, in {folder}")
        line = told.format(begun=len(begun), total=len(self._formulas), folder=self.quiz.code)
        self.text("#numbers", Content.styled(line, "$muted"))
        self.query_one(Choices).put(self._formulas, begun, self.quiz.language)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Begin with the chosen one."""
        from tui.code import Code

        if event.option_id is not None:
            self.app.push_screen(Code(bank.formulas()[event.option_id]))

    def action_back(self) -> None:
        """Back home."""
        self.dismiss()
