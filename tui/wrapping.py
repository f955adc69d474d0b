"""Text broken into lines: between words, between Chinese characters, never inside a symbol or a shape."""

import itertools
import re
import unicodedata
from collections.abc import Iterator

from rich.cells import cell_len
from textual.content import Content

CLOSING = "，。；：、？！）」』》〉】”’…％,.;:?!)]}%"
"""What never begins a line."""
OPENING = "（「『《〈【“‘([{"
"""What never ends one."""
LONGEST = 24
"""Columns of a bracket that is kept in one piece, as a shape or the arguments of a function."""
_INDENT = re.compile(r" *(?:(?<= )[a-z]\) )?")


def wrapped(text: Content, width: int) -> list[Content]:
    """The lines of the text, none wider than `width` unless one piece of it is."""
    return [line for part in text.split("\n", allow_blank=True) for line in _lines(part, max(1, width))]


def _lines(text: Content, width: int) -> Iterator[Content]:
    """The first line, and the others below what follows its indent."""
    plain = text.plain
    hang = len(_INDENT.match(plain)[0])  # type: ignore[index]  # it matches nothing too
    breaks, start, indent = list(_breaks(plain, hang)), 0, Content("")
    while cell_len(plain[start:].rstrip()) > width - len(indent.plain):
        room = width - len(indent.plain)
        longer = itertools.takewhile(lambda place: cell_len(plain[start:place].rstrip()) <= room, breaks)  # noqa: B023  used at once
        cut = max(longer, default=0)
        cut = cut if cut > start else _fitting(plain, start, room)
        yield indent + text[start:cut].rstrip()
        start, indent = cut, Content(" " * (hang if hang <= width // 2 else 0))
    yield indent + text[start:]


def _breaks(plain: str, first: int) -> Iterator[int]:
    """The places before which a line may begin."""
    kept = _kept(plain)
    for place in range(first + 1, len(plain)):
        before, after = plain[place - 1], plain[place]
        if place in kept or after in CLOSING or after == " " or before in OPENING:
            continue
        if before == " " or _is_wide(before) or _is_wide(after):
            yield place


def _kept(plain: str) -> set[int]:
    """The places inside brackets that are short enough to stay in one piece."""
    opened, kept = [], set[int]()
    for place, character in enumerate(plain):
        if character in "([":
            opened.append(place)
        elif character in ")]" and opened:
            start = opened.pop()
            if cell_len(plain[start : place + 1]) <= LONGEST:
                kept.update(range(start + 1, place + 1))
    return kept


def _is_wide(character: str) -> bool:
    return unicodedata.east_asian_width(character) in "WF"


def _fitting(plain: str, start: int, width: int) -> int:
    """Where a piece that fits no line is cut."""
    place = start + 1
    while place < len(plain) and cell_len(plain[start : place + 1]) <= width:
        place += 1
    return place
