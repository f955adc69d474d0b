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
        """Keep all that is pasted, not only its first line."""
        event.prevent_default()
        event.stop()
        self.take(event.text)

    def take(self, text: str) -> None:
        """Write this at the cursor; of several lines, LaTeX goes on, others are definitions."""
        lines = [line.strip() for line in text.splitlines() if line.strip()]
        together = (" " if "\\" in text else "; ").join(lines)
        self.insert_text_at_cursor(together if len(lines) > 1 else text.strip("\r\n"))

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

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+s", "hand_in", later("check")),
        Binding("pageup", "screen.scroll_page(-1)", later("a page up"), show=False),
        Binding("pagedown", "screen.scroll_page(1)", later("a page down"), show=False),
    ]

    def action_hand_in(self) -> None:
        """Hand the answer in."""
        self.post_message(Submitted())

    async def _on_key(self, event: events.Key) -> None:
        """Enter hands in at an empty last line."""
        if event.key == "enter" and self.text.strip() and self.text.endswith("\n") and self.cursor_at_end_of_text:
            event.prevent_default()
            event.stop()
            self.put(self.text.rstrip("\n"))
            self.action_hand_in()

    async def _on_paste(self, event: events.Paste) -> None:
        """Nobody else takes what is pasted here."""
        event.stop()

    def take(self, text: str) -> None:
        """Write this at the cursor."""
        self.replace(text, *self.selection, maintain_selection_offset=False)

    def on_text_area_changed(self, event: TextArea.Changed) -> None:
        """Say that the text changed."""
        event.stop()
        self.post_message(Typed())

    def put(self, text: str) -> None:
        """Replace the text; the cursor goes to its end."""
        self.text = text
        self.move_cursor(self.document.end)
