"""Lists whose entries are named by their numbers: `h_1 = 0.5, h_2 = 0.25`."""

import re

from quizbank.answers.notation import sequence
from quizbank.answers.notation.sequence import Spans

_NUMBERED = re.compile(r"\\?([A-Za-z]+)\s*_?\s*\{?\s*(\d+)\s*\}?")


def numbered(text: str, spans: Spans) -> list[Spans]:
    """The values of `h_1 = …, h_2 = …` in the order of their numbers; none where there are no such names."""
    found: list[tuple[int, Spans]] = []
    stems = set()
    for part in sequence.split(spans, lambda span: span.text in (",", ";") or span.kind == "break"):
        sides = sequence.split(part, lambda span: span.text == "=")
        name = _NUMBERED.fullmatch(sequence.shown(text, sides[0]).strip())
        if len(sides) < 2 or name is None:
            return []
        stems.add(name[1])
        found.append((int(name[2]), sides[-1]))
    numbers = sorted(number for number, _ in found)
    is_counted = len(stems) == 1 and numbers == list(range(numbers[0], numbers[0] + len(numbers)))
    return [part for _, part in sorted(found, key=lambda pair: pair[0])] if is_counted else []
