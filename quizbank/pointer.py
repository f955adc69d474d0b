"""Where in a typed line something stands: as much of the line as fits, and an arrow below it."""

import unicodedata

CUT = "…"


def pointer(line: str, column: int, room: int) -> tuple[str, int]:
    """What of the line is seen in `room` cells around this column, which counts from 1, and the cells before it.

    What is left out is marked.
    """
    place = min(max(column - 1, 0), len(line))
    if width(line) < room:
        return line, width(line[:place])
    first = place
    while first > 0 and width(line[first - 1 : place]) <= room // 2:
        first -= 1
    before = CUT if first else ""
    last = min(place + 1, len(line))
    while last < len(line) and width(before + line[first : last + 1]) + len(CUT) <= room:
        last += 1
    return before + line[first:last] + (CUT if last < len(line) else ""), width(before + line[first:place])


def width(text: str) -> int:
    """How many terminal cells the text takes."""
    return sum(_cells(character) for character in text)


def _cells(character: str) -> int:
    if unicodedata.combining(character):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1
