"""An answer while it is typed: cut into its equations, and the last thing typed completed or left out."""

import itertools
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from quizbank.answers.notation.vocabulary import Vocabulary
from quizbank.answers.parse import parse
from quizbank.answers.tree import Definition
from quizbank.answers.unreadable import Unreadable

_CLOSING = {"(": ")", "[": "]", "{": "}"}
_JOINING = " +-−*/^_·×⊙∘@,.&|\\([{<>"
_IN_WORDS = "_^'{}~\\"
_LONGEST = 120
"""Characters of an answer beyond which the equation that goes on is left out: to complete it, all are read again."""

_MOST_BROKEN = 8
"""So many equations are left out in turn: whoever types breaks one or two."""


def equations(text: str) -> list[str]:
    """The equations of an answer, which line breaks and semicolons outside brackets divide; none is empty."""
    found, depth = [""], 0
    for character in text:
        depth += (character in "([{") - (character in ")]}")
        if character == "\n" or (character == ";" and depth <= 0):
            found.append("")
            depth = 0
        else:
            found[-1] += character
    return [trimmed for equation in found if (trimmed := equation.strip())]


@dataclass(frozen=True)
class SoFar:
    """What of an unfinished answer can be read: its equations with their places, and why not all of it.

    `unfinished` are the places of those that go on.
    """

    equations: tuple[tuple[int, Definition], ...]
    unfinished: frozenset[int]
    reason: str


def read_so_far(typed: Sequence[str], first: Unreadable, vocabulary: Vocabulary) -> SoFar:
    """The equations that can be read of an answer that as a whole cannot, as `first` says."""
    kept, error = dict(enumerate(typed)), first
    is_short = sum(map(len, typed)) <= _LONGEST
    for _attempt in range(min(len(kept), _MOST_BROKEN)):
        place = list(kept)[min(error.line, len(kept)) - 1]
        goes_on = kept.pop(place)
        for tail in completed(goes_on) if is_short else ():
            try:
                read = _parsed({**kept, place: tail}, vocabulary)
            except Unreadable:
                continue
            if {*kept, place} == {found for found, _ in read}:  # `f = σ` would only rename the f of another line
                return SoFar(read, frozenset({place}), first.message)
        try:
            return SoFar(_parsed(kept, vocabulary), frozenset(), first.message)
        except Unreadable as other:
            error = other
    return SoFar((), frozenset(), first.message)


def _parsed(kept: Mapping[int, str], vocabulary: Vocabulary) -> tuple[tuple[int, Definition], ...]:
    places = sorted(kept)
    read = parse([kept[place] for place in places], vocabulary)
    return tuple((places[min(line.line, len(places)) - 1], line) for line in read)


def completed(text: str) -> Iterator[str]:
    """The text with its brackets closed, then without the sign at its end, then without the word before that."""
    seen = {text.strip()}
    joined = text.rstrip(_JOINING)
    word = sum(1 for _ in itertools.takewhile(_is_in_word, reversed(joined)))
    shorter = joined[: len(joined) - word].rstrip(_JOINING)
    for part in (text, joined, shorter):
        whole = closed(part)
        if whole and whole not in seen and whole[-1] != "=":  # which the line below would end
            seen.add(whole)
            yield whole


def closed(text: str) -> str:
    """The text with every bracket closed that is open at its end."""
    waiting: list[str] = []
    for character in text:
        if character in _CLOSING:
            waiting.append(_CLOSING[character])
        elif waiting and character == waiting[-1]:
            waiting.pop()
    return text.strip() + "".join(reversed(waiting))


def _is_in_word(character: str) -> bool:
    return character.isalnum() or character in _IN_WORDS or unicodedata.combining(character) != 0
