"""Content laid out in columns for a given width, Chinese characters counted as two."""

from collections.abc import Callable, Iterable, Sequence

from rich.cells import cell_len, set_cell_size
from textual.content import Content
from textual.geometry import Size
from textual.widgets import Static

from tui.wrapping import wrapped

Row = tuple[str, Content | tuple[Content, ...]]
"""A label and its value; a value in several pieces is broken only between them."""

GAP = 2
PIECES_APART = 3


def pad(content: Content, width: int) -> Content:
    """Blanks up to `width` columns."""
    return content.pad_right(max(0, width - cell_len(content.plain)))


def labelled(rows: Iterable[Row], width: int) -> Content:
    """A muted label before each value; a value that is too long goes on under itself."""
    rows = list(rows)
    indent = max((cell_len(label) for label, _ in rows), default=0) + GAP
    room = max(10, width - indent)
    lines = []
    for label, value in rows:
        value = packed(value, room) if isinstance(value, tuple) else value
        for number, line in enumerate(wrapped(value, room)):
            lines.append(Content.assemble(pad(Content.styled("" if number else label, "$muted"), indent), line))
    return Content("\n").join(lines)


def cut(text: str, width: int) -> str:
    """The text in exactly `width` columns; what is left out is marked."""
    if cell_len(text) > width:
        text = set_cell_size(text, width - 1).rstrip() + "…"
    return set_cell_size(text, width)


def packed(pieces: Sequence[Content], width: int) -> Content:
    """Pieces beside each other as long as they fit, each in one piece."""
    lines: list[Content] = []
    for piece in pieces:
        together = Content(" " * PIECES_APART).join((lines[-1], piece)) if lines else piece
        if lines and cell_len(together.plain) <= width:
            lines[-1] = together
        else:
            lines.append(piece)
    return Content("\n").join(lines)


def flowing(entries: Sequence[Content], width: int) -> Content:
    """Entries of one width, read across, as many beside each other as fit."""
    widest = max((cell_len(entry.plain) for entry in entries), default=0)
    across = max(1, (width + GAP) // (widest + GAP))
    lines = [entries[start : start + across] for start in range(0, len(entries), across)]
    return Content("\n").join(Content(" " * GAP).join(pad(entry, widest) for entry in line) for line in lines)


class Columns(Static):
    """A Static whose content depends on its width: `draw` is called with it."""

    def __init__(self, id: str) -> None:  # noqa: A002  Textual's own name for it
        super().__init__(id=id, markup=False)
        self._draw: Callable[[int], Content] = lambda _width: Content("")
        self._drawn: tuple[int, Content] | None = None

    def put(self, draw: Callable[[int], Content]) -> None:
        """Use another function from width to content."""
        self._draw, self._drawn = draw, None
        self.on_resize()

    def flow(self, text: str | Content) -> None:
        """Show a text broken into lines of whatever width there is."""
        content = Content(text) if isinstance(text, str) else text
        self.put(lambda width: Content("\n").join(wrapped(content, width)))

    def on_resize(self) -> None:
        """Draw for the new width; before there is one, for the container's.

        An empty Static has no area, so Textual would never tell it a width to draw for.
        """
        if width := self.content_size.width or self.container_size.width:
            self.update(self._at(width))

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """The lines that it takes at a width that it does not have yet."""
        return self._at(width).plain.count("\n") + 1 if width else 0

    def _at(self, width: int) -> Content:
        if self._drawn is None or self._drawn[0] != width:
            self._drawn = width, self._draw(width)
        return self._drawn[1]
