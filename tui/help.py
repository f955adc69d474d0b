"""Every key that works, generated from the bindings themselves."""

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container, VerticalScroll
from textual.content import Content
from textual.widgets import Static

from tui.columns import Columns
from tui.keys import table
from tui.page import Page
from tui.words import later


class Help(Page):
    """The keys of the app and of the screen from which help was called."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,enter", "back", later("back"))]

    def __init__(self, owners: list[object], everywhere: object) -> None:
        super().__init__()
        self._owners = owners
        self._everywhere = everywhere

    def body(self) -> ComposeResult:
        """A title and the table."""
        yield Static(id="title", markup=False)
        with VerticalScroll(id="keys"):
            yield Columns("letters")
            with Container(id="columns"):
                yield Static(id="here", markup=False)
                yield Static(id="everywhere", markup=False)

    def on_mount(self) -> None:
        """Write the table."""
        self.say()

    def say(self) -> None:
        """The title and one row for each action: those of the calling screen, and those that work everywhere."""
        super().say()
        self.text("#title", Content.styled(self._("Keys"), "bold"))
        self.text("#here", self._lines(self._owners))
        self.text("#everywhere", self._lines([self._everywhere]))
        told = self._("While an answer is typed, letters and digits are part of it.")
        self.show("#letters", len(self._owners) > 1)
        self.query_one("#letters", Columns).flow(Content.styled(told, "$muted"))

    def _lines(self, owners: list[object]) -> Content:
        rows = [*dict.fromkeys(reversed([*table(owners, self.quiz.language)]))][::-1]  # a field may hand a key on
        width = max((len(keys) for keys, _ in rows), default=0) + 2
        return Content("\n").join(Content.assemble((keys.ljust(width), "$accent"), does) for keys, does in rows)

    def action_back(self) -> None:
        """Back to where help was called."""
        self.dismiss()
