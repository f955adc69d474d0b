"""Where a text says O(…), Θ(…), o(…) or Ω(…)."""

from collections.abc import Collection, Iterator
from typing import NamedTuple

from quizbank.answers.notation.sequence import Span, Spans

_FONTS = ("mathcal", "{", "operatorname", "mathrm", "text")
_BRACKETS = ("(", "\\{", "[")


class Bound(NamedTuple):
    """One such sign: its name, where it starts and where its bracket opens, in columns from 0."""

    sign: str
    first: int
    bracket: int


def bounds(spans: Spans, signs: Collection[str]) -> Iterator[Bound]:
    """Those of these signs that stand in front of a bracket."""
    for place, span in enumerate(spans[:-1]):
        if span.text not in signs:
            continue
        start = place
        while start and spans[start - 1].text in _FONTS:
            start -= 1
        end = place + 1
        while start < place and end < len(spans) - 1 and spans[end].text == "}":
            end += 1
        if spans[end].text in _BRACKETS:
            yield Bound(span.text, _first(spans[start]), _first(spans[end]))


def _first(span: Span) -> int:
    return span.column - 1
