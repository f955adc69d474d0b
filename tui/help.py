"""Every key that works, generated from the bindings themselves."""

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widgets import Static

from tui.keys import table
from tui.page import Page
from tui.words import later


class Help(Page):
    """The keys of the app and of the screen from which help was called."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,enter", "back", later("back"))]

    def __init__(self, owners: list[object]) -> None:
        super().__init__()
        self._owners = owners

    def body(self) -> ComposeResult:
        """A title and the table."""
        yield Static(id="title", markup=False)
        with VerticalScroll(id="keys"):
            yield Static(id="rows", markup=False)

    def say(self) -> None:
        """The title and one row for each action."""
        super().say()
        rows = self.rows()
        width = max(len(keys) for keys, _ in rows) + 3
        lines = [Content.assemble((keys.ljust(width), "$accent"), does) for keys, does in rows]
        self.text("#title", Content.styled(self._("Keys"), "bold"))
        self.text("#rows", Content("\n").join(lines))

    def rows(self) -> list[tuple[str, str]]:
        """(keys, what they do), the calling screen's first."""
        return list(table(self._owners, self.quiz.language))

    def action_back(self) -> None:
        """Back to where help was called."""
        self.dismiss()
