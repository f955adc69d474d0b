"""The field for an answer: one line, or several for a system of equations."""

from typing import ClassVar

from textual import events
from textual.binding import Binding, BindingType
from textual.message import Message
from textual.widgets import Input, TextArea

from tui.words import later


class Submitted(Message):
    """The answer is to be judged."""


class Typed(Message):
    """The answer's text changed."""


class OneLine(Input):
    """One line; Enter hands it in."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter", "hand_in", later("check"))]

    def action_hand_in(self) -> None:
        """Hand the answer in."""
        self.post_message(Submitted())

    def _on_paste(self, event: events.Paste) -> None:
        """Keep every line of what is pasted: LaTeX goes on, other lines are definitions."""
        event.prevent_default()
        event.stop()
        lines = [line.strip() for line in event.text.splitlines() if line.strip()]
        self.insert_text_at_cursor((" " if "\\" in event.text else "; ").join(lines))

    def on_input_changed(self, event: Input.Changed) -> None:
        """Say that the text changed."""
        event.stop()
        self.post_message(Typed())

    @property
    def text(self) -> str:
        """What was typed."""
        return self.value

    def put(self, text: str) -> None:
        """Replace the text; the cursor goes to its end."""
        self.value = text
        self.cursor_position = len(text)


class ManyLines(TextArea):
    """One equation a line; Enter on an empty last line hands them in."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("ctrl+s", "hand_in", later("check"))]

    def action_hand_in(self) -> None:
        """Hand the answer in."""
        self.post_message(Submitted())

    def on_text_area_changed(self, event: TextArea.Changed) -> None:
        """Hand in at an empty last line, else say that the text changed."""
        event.stop()
        if self.text.strip() and self.text.endswith("\n\n") and self.cursor_at_end_of_text:
            self.put(self.text.rstrip("\n"))
            self.action_hand_in()
        else:
            self.post_message(Typed())

    def put(self, text: str, column: int | None = None, line: int | None = None) -> None:
        """Replace the text; the cursor goes to `column` of `line`, both counted from 1, or to the end."""
        self.text = text
        at = (line - 1, column - 1) if line and column else self.document.end
        self.move_cursor(at)
