"""A typed list, tuple or shape, cut into its parts before each is parsed; columns stay those of the whole text."""

import itertools
import re
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass

from quizbank.answers.notation.characters import atoms
from quizbank.answers.notation.remarks import without_remarks
from quizbank.answers.notation.tokens import Kind, tokens
from quizbank.answers.unreadable import Unreadable

Translate = Callable[[str], str]

_PLAIN = str.maketrans({"\n": " ", "$": " ", "乘": "×", "≈": "=", "≃": "=", "≅": "="})
_FRAMES = re.compile(r"(?<!\\)\\[()\[\]]|^\s*~")
_CLOSING = {"(": ")", "[": "]", "{": "}", "\\{": "\\}"}
_SPACES = {"R", "mathbb"}
_CALLS = {"torch", "np", "numpy", "Size", "tuple", "list", "tensor", "array", "Tensor", "shape", "size"}
_NAMED = 4
r"""The tokens of `\begin{bmatrix}`."""
_OPERATORS = set("+-*/^_·×⊙@!%|")


@dataclass(frozen=True)
class Span:
    """A token with the columns that it covers; `end` is the column after it."""

    kind: Kind
    text: str
    column: int
    end: int
    spaced: bool = False


Spans = Sequence[Span]


def spans(text: str, translate: Translate) -> list[Span]:
    """The tokens of a text of one line. Raises Unreadable."""
    found = tokens(atoms(plain(text), translate), translate)
    return [
        Span(token.kind, token.text, token.column, after.column, token.spaced)
        for token, after in itertools.pairwise(found)
    ]


def plain(text: str) -> str:
    """The text on one line without remarks and the frames of LaTeX, character for character, so that columns stay."""
    return _FRAMES.sub(lambda found: " " * len(found.group()), without_remarks(text).translate(_PLAIN))


def shown(text: str, part: Spans) -> str:
    """The text of a part, blank elsewhere: what is parsed keeps its columns."""
    if not part:
        return ""
    start, end = part[0].column - 1, part[-1].end - 1
    return " " * start + plain(text)[start:end]


def unwrapped(part: Spans) -> Spans:
    r"""Without `name =`, `torch.Size(…)`, `∈ R^{…}`, `\begin{bmatrix}` and outer brackets."""
    part = _right_side(part)
    while True:
        inner = _without_environment(_without_call(part))
        inner = inner[1:-1] if is_enclosed(inner) else inner
        if len(inner) == len(part):
            return part
        part = inner


def is_enclosed(part: Spans) -> bool:
    """Whether one pair of brackets encloses the whole part."""
    return len(part) > 1 and part[0].text in _CLOSING and _closes(part, 0) == len(part) - 1


def split(part: Spans, is_separator: Callable[[Span], bool]) -> list[Spans]:
    """The parts between separators outside brackets; a last empty one, as in `(A,)`, is left out."""
    found: list[Spans] = []
    start = 0
    for place in _outside(part):
        if is_separator(part[place]):
            found.append(part[start:place])
            start = place + 1
    rest = part[start:]
    return [*found, rest] if rest or not found else found


def split_at_blanks(part: Spans) -> list[Spans]:
    """The parts between blanks that stand beside no operator."""
    cuts = [0]
    for place in _outside(part):
        before = part[place - 1] if place else None
        if (
            before
            and part[place].spaced
            and not {before.text, part[place].text} & _OPERATORS
            and before.kind != "command"
        ):
            cuts.append(place)
    return [part[start:end] for start, end in zip(cuts, [*cuts[1:], len(part)], strict=True)]


def with_crosses(part: Spans, known: Collection[str]) -> list[Span]:
    """The letter x between two axes as the sign ×, also inside `3x4` and `nxd`."""
    found: list[Span] = []
    for span in part:
        pieces = span.text.lower().split("x") if span.kind == "word" else []
        if (
            span.text not in known
            and len(pieces) > 1
            and all(
                not piece or piece.isdigit() or span.text[at : at + len(piece)] in known
                for at, piece in _placed(pieces)
            )
        ):
            found += _crossed(span, pieces)
        elif span.kind == "word" and span.text == "by":
            found.append(Span("sign", "×", span.column, span.end, span.spaced))
        else:
            found.append(span)
    return found


def _placed(pieces: Sequence[str]) -> Iterator[tuple[int, str]]:
    at = 0
    for piece in pieces:
        yield at, piece
        at += len(piece) + 1


def _crossed(span: Span, pieces: Sequence[str]) -> Iterator[Span]:
    for at, piece in _placed(pieces):
        column = span.column + at
        if at:
            yield Span("sign", "×", column - 1, column)
        if piece:
            word = span.text[at : at + len(piece)]
            end = column + len(piece) if at + len(piece) < len(span.text) else span.end
            yield Span("number" if word.isdigit() else "word", word, column, end)


def _right_side(part: Spans) -> Spans:
    for place in reversed(list(_outside(part))):
        if part[place].text in ("=", "==", ":", "in"):
            return part[place + 1 :]
    return part


def _without_call(part: Spans) -> Spans:
    """The argument of `torch.Size(…)`, the exponent of `R^{…}`."""
    place = 0
    while place < len(part) and (part[place].text in _CALLS or part[place].text == "."):
        place += 1
    if 0 < place < len(part) and part[place].text in _CLOSING:
        return part[place:]
    braces = [span for span in part if span.text not in "{}"]
    if len(braces) > 1 and braces[0].text in _SPACES:
        power = next((place for place, span in enumerate(part) if span.text == "^"), None)
        if power is not None and all(span.text in {*_SPACES, "{", "}"} for span in part[:power]):
            return part[power + 1 :]
    return part


def _without_environment(part: Spans) -> Spans:
    """The rows of a LaTeX matrix."""
    if len(part) < 2 * _NAMED or (part[0].text, part[-_NAMED].text) != ("begin", "end"):
        return part
    return part[_NAMED:-_NAMED]


def _outside(part: Spans) -> Iterator[int]:
    """The places outside brackets."""
    place = 0
    while place < len(part):
        yield place
        place = _closes(part, place) + 1 if part[place].text in _CLOSING else place + 1


def _closes(part: Spans, start: int) -> int:
    """The place of the bracket that closes the one at `start`; the last place where none does."""
    depth = 0
    for place in range(start, len(part)):
        if part[place].text in _CLOSING:
            depth += 1
        elif part[place].text in _CLOSING.values():
            depth -= 1
            if not depth:
                return place
    return len(part) - 1


def require_brackets_closed(part: Spans, translate: Translate) -> None:
    """Raise Unreadable where a bracket is opened and not closed, or closed and not opened."""
    _ = translate
    opened: list[Span] = []
    for span in part:
        if span.text in _CLOSING:
            opened.append(span)
        elif span.text in _CLOSING.values():
            if not opened:
                raise Unreadable(span.column, _("this bracket was never opened"))
            opened.pop()
    if opened:
        raise Unreadable(opened[-1].column, _("this bracket is never closed"))
