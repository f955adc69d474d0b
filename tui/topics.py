"""The list of topics: for each, how much of it was ever answered, and what is due."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Protocol

from rich.cells import cell_len
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widget import Widget
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from tui.columns import cut
from tui.words import later

BAR = 12
WIDEST = 92
MARGINS = 4  # columns beside the list, as in the styles, before it has a size
WIDE = 56  # columns below which there is no room for the bar


class Line(Protocol):
    """One line of a list to choose from."""

    @property
    def id(self) -> str:
        """What choosing it chooses."""

    def content(self, width: int) -> Content:
        """The line, drawn in `width` columns."""


@dataclass(frozen=True)
class Row:
    """One line of the list; `topic` is None for all of them together."""

    topic: str | None
    name: str
    seen: int
    total: int
    due: str

    @property
    def id(self) -> str:
        """The topic's name; empty for all of them."""
        return self.topic or ""

    def content(self, width: int) -> Content:
        """The line, drawn in `width` columns."""
        bar = self._bar() if width >= WIDE else Content("")
        numbers = f"{self.seen:>4}/{self.total:<4}" if self.total else " " * 9
        left = max(8, width - cell_len(bar.plain) - len(numbers) - 14)
        due = (f"  {self.due}", "$accent bold") if self.due else ("", "")
        return Content.assemble(cut(self.name, left), bar, (numbers, "$muted"), due)

    def _bar(self) -> Content:
        done = round(BAR * self.seen / self.total) if self.total else 0
        done = max(done, 1) if self.seen else 0
        return Content.assemble(("━" * done, "$accent"), ("─" * (BAR - done), "$muted 60%"), " ")


class Topics(OptionList):
    """Choose what to review; the first line is everything."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter,space", "select", later("begin")),
        Binding("down,j", "cursor_down", later("down"), show=False),
        Binding("up,k", "cursor_up", later("up"), show=False),
    ]

    def __init__(self) -> None:
        super().__init__(id="topics", markup=False, compact=True)
        self.rows: Sequence[Line] = ()

    def put(self, rows: Sequence[Line]) -> None:
        """Replace the lines; the cursor stays where it is."""
        self.rows = rows
        self._draw()

    def on_resize(self) -> None:
        """Draw the lines for the new width."""
        self._draw()

    def _draw(self) -> None:
        at = self.highlighted or 0
        width = room(self)
        self.set_options(Option(row.content(width), id=row.id) for row in self.rows)
        if self.rows:
            self.highlighted = min(at, len(self.rows) - 1)


def room(widget: Widget) -> int:
    """The columns that a line of a list has."""
    return min(WIDEST, max(20, (widget.content_size.width or widget.app.size.width - MARGINS) - 2))
