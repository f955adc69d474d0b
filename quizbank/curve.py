"""A curve in block characters: columns of eighths of a line, for terminals."""

import math
from collections.abc import Iterator, Sequence

EIGHTHS = " ▁▂▃▄▅▆▇█"
LOGARITHMIC = 20.0
"""From this ratio of the largest to the smallest value on, the scale is logarithmic."""


def curve(values: Sequence[float], *, width: int = 60, height: int = 8) -> list[str]:
    """The values from left to right, at most `width` columns of `height` lines, with the scale at the left.

    Several values that fall into a column are shown by their mean. What is not finite is left out.
    """
    finite = [value for value in values if math.isfinite(value)]
    if not finite:
        return []
    columns = list(_columns(finite, width))
    low, high = min(columns), max(columns)
    if low > 0 and high / low > LOGARITHMIC:
        columns = [math.log(value) for value in columns]
    rows = list(_rows(_shares(columns), height))
    labels = [f"{high:.3g}", *[""] * (height - 2), f"{low:.3g}"][-height:]
    room = max(map(len, labels))
    return [f"{label:>{room}} ┤{row}" for label, row in zip(labels, rows, strict=True)]


def _columns(values: Sequence[float], width: int) -> Iterator[float]:
    count = min(width, len(values))
    for column in range(count):
        part = values[column * len(values) // count : (column + 1) * len(values) // count]
        yield math.fsum(part) / len(part)


def _shares(columns: Sequence[float]) -> list[float]:
    """Where each value lies between the smallest and the largest, from 0 to 1."""
    low, high = min(columns), max(columns)
    return [(value - low) / (high - low) if high > low else 0.0 for value in columns]


def _rows(shares: Sequence[float], height: int) -> Iterator[str]:
    """From the top line down; the lowest value still shows one eighth."""
    levels = [1 + round(share * (8 * height - 1)) for share in shares]
    for line in reversed(range(height)):
        yield "".join(EIGHTHS[min(max(level - 8 * line, 0), 8)] for level in levels).rstrip()
