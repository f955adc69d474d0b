"""A formula by cases in words: `x if x > 0, 0 otherwise`, `x, x > 0; 0, x <= 0`, `if c then a else b`."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from quizbank.answers.notation.spelling import closing
from quizbank.answers.notation.statements import equals_of, outside
from quizbank.answers.notation.tokens import Token

_IF = ("if", "when", "for")
_ELSE = ("otherwise", "else")
_COMPARING = ("<", ">", "<=", ">=", "==", "!=")
_PYTHON = ("lambda", "def")
_LABELLED = len(("i", "=", "y"))


_STARTS = re.compile(r"(?:\b(?:if|when|for)\b|如果|若|当).*[<>≤≥⩽⩾=]|\{[^}]*$")
_ENDS = re.compile(r"\b(?:else|otherwise)\b|否则|其[他它余]|\}\s*$")
_GOES_ON = re.compile(r"[^=]*(?:\b(?:if|when|for|else|otherwise)\b|如果|若|当|否则|其[他它余]|[<>≤≥⩽⩾])")


def with_cases_joined(texts: Sequence[str]) -> list[str]:
    """The texts with cases that stand below each other in one of them."""
    found = list[str]()
    for text in texts:
        is_open = bool(found) and _STARTS.search(found[-1]) and not _ENDS.search(found[-1])
        if is_open and _GOES_ON.match(text):
            found[-1] += f"\n{text}"
        else:
            found.append(text)
    return found


class _Row(NamedTuple):
    """A value, or the condition under which one holds, or both; the last one may need none.

    `leads` says that the condition may stand in front of its value, behind an `if`.
    """

    value: Sequence[Token] = ()
    condition: Sequence[Token] = ()
    is_last: bool = False
    leads: bool = False

    @property
    def is_whole(self) -> bool:
        """Whether the value and what it needs are there."""
        return bool(self.value) and (bool(self.condition) or self.is_last)


def with_plain_choices(read: list[Token]) -> list[Token]:
    """Cases in words as LaTeX has them, or as `a if i == y else b`."""
    if not any(map(_marks, read)) or any(_is_word(token, _PYTHON) for token in read):
        return read
    return _by_cases(read) or _as_python(read)


def _by_cases(read: Sequence[Token]) -> list[Token] | None:
    """Two or more values, each with its condition; None where there are none."""
    last = max(place for place, token in enumerate(read) if _marks(token))
    for start in (0, *(place + 1 for place in equals_of(read) if place < last)):
        region, end = _unbraced(read, start)
        rows, used = _rows(region)
        if len(rows) > 1 and not any(row.is_last for row in rows[:-1]):
            return [*read[:start], *_environment(rows, read[start].column), *region[used:], *read[end:]]
    return None


def _unbraced(read: Sequence[Token], start: int) -> tuple[Sequence[Token], int]:
    """What stands from `start` on, without a brace around it, and where what is left starts."""
    last = len(read) - 1
    if not _is(read[start], "{", "\\{"):
        return read[start:last], last
    end = min(closing(read, start), last)
    return read[start + 1 : end], min(end + 1, last)


def _rows(region: Sequence[Token]) -> tuple[list[_Row], int]:
    """The cases one after the other, and where the definition of something else starts; none where one is not whole."""
    rows, waiting = list[_Row](), None
    for start, stop in _pieces(region):
        row = _row(region[start:stop])
        if row is None:
            return ([], 0) if waiting else (rows, max(start - 1, 0))
        row = row if waiting is None else _joined(waiting, row)
        if row is None or not (row.is_whole or row.value or row.leads):
            return [], 0  # a condition of nothing, or two values beside each other
        waiting = None if row.is_whole else row
        rows += [] if waiting else [row]
    return ([], 0) if waiting else (rows, len(region))


def _joined(one: _Row, other: _Row) -> _Row | None:
    """A value and its condition, whichever comes first; None where they are none."""
    value, needs = (one, other) if one.value else (other, one)
    if one.is_whole or other.is_whole or not value.value or needs.value:
        return None
    return needs._replace(value=value.value)


def _pieces(region: Sequence[Token]) -> list[tuple[int, int]]:
    """Where each part between separators starts and ends; an `else` starts one too, unless it stands behind its value."""
    found, start = list[tuple[int, int]](), 0
    for place in outside(region):
        is_separator = _is(region[place], ",", ";") or region[place].kind == "break"
        is_behind = place + 1 == len(region) or _is(region[place + 1], ",", ";") or region[place + 1].kind == "break"
        if is_separator or (_is_word(region[place], _ELSE) and place > start and not is_behind):
            found.append((start, place))
            start = place + is_separator
    return [*found, (start, len(region))]


def _row(piece: Sequence[Token]) -> _Row | None:
    """What stands in a part; None where it defines something."""
    piece = piece[1:] if piece and _is_word(piece[0], ("then",)) else piece
    if piece and _is_word(piece[0], _ELSE):
        piece = piece[1 + (len(piece) > 1 and _is(piece[1], ":", ",")) :]
        return _split(piece) or _Row(piece, is_last=True, leads=True)
    if piece and _is_word(piece[-1], _ELSE):
        return _Row(piece[:-1], is_last=True)
    row = _split(piece) or _in_front_of_brackets(piece)
    if row is not None:
        return None if any(_is(row.value[place], "=") for place in outside(row.value)) else row
    is_label = len(piece) == _LABELLED and all(len(piece[place].text) == 1 for place in (0, 2))
    if not piece or (not is_label and any(_is(piece[place], "=") for place in outside(piece))):
        return None
    return _Row(condition=piece) if _compares(piece, "=") else _Row(piece)


def _split(piece: Sequence[Token]) -> _Row | None:
    """`x if x > 0`, `if x > 0`, `if x > 0 then x` and `x > 0: x`."""
    place = next((place for place in outside(piece) if _is_word(piece[place], _IF)), None)
    value, condition = ((), piece) if place is None else (piece[:place], piece[place + 1 :])
    then = next((at for at in outside(condition) if _is_then(condition[at])), None)
    if then is not None and not value and _compares(condition[:then], "="):
        return _Row(condition[then + 1 :], condition[:then])
    if place is None or not _compares(condition, "="):
        return None
    return _Row(value, condition, leads=not value)


def _in_front_of_brackets(piece: Sequence[Token]) -> _Row | None:
    """`x (x > 0)`."""
    last = len(piece) - 1
    opened = next((place for place in range(1, last) if _is(piece[place], "(") and closing(piece, place) == last), None)
    if opened is None or not _is(piece[last], ")") or not _compares(piece[opened + 1 : last], "="):
        return None
    return _Row(piece[:opened], piece[opened + 1 : last])


def _environment(rows: Sequence[_Row], column: int) -> list[Token]:
    """The rows as LaTeX's cases."""
    name = [Token("sign", "{", column), Token("word", "cases", column), Token("sign", "}", column)]
    found = [Token("command", "begin", column), *name]
    for row in rows:
        at = row.value[-1].column
        condition = row.condition or [Token("word", "otherwise", at)]
        found += [*row.value, Token("sign", "&", at), *condition, Token("break", "\\\\", at)]
    return [*found[:-1], Token("command", "end", column), *name]


def _as_python(read: list[Token]) -> list[Token]:
    """`a if i = y, b otherwise` as `a if i == y else b`, and `if c then a else b`."""
    places = {token.text: place for place, token in enumerate(read) if token.text in ("if", "then", "else")}
    if places.get("else", 0) > places.get("if", len(read)) and _is(read[places["else"] - 1], ","):
        return _as_python([*read[: places["else"] - 1], *read[places["else"] :]])
    if list(places) == ["if", "then", "else"]:
        first, then, other = places.values()
        if first == 0 or _is(read[first - 1], "=", ";") or read[first - 1].kind == "break":
            condition = [read[first]._replace(spaced=True), *read[first + 1 : then]]
            return [*read[:first], *read[then + 1 : other], *condition, *read[other:]]
    start = next((place for place, token in enumerate(read) if token.text == "if" and token.spaced), 0)
    if not start or read[start - 1].text in ("_", "^", "{"):
        return read
    found = list(read)
    ends = [place for place in outside(found) if place > start and _ends_choice(found[place])]
    end = ends[0] if ends else len(found) - 1
    for place in range(start, end):
        if _is(found[place], "="):
            found[place] = found[place]._replace(text="==")
    last = (ends[1] if len(ends) > 1 else len(found) - 1) - 1
    if _is(found[end], ",") and found[last].text in ("otherwise", "else") and last > end + 1:
        found[end] = found[end]._replace(kind="word", text="else")
        del found[last]
    return found


def _ends_choice(token: Token) -> bool:
    return token.kind == "break" or token.text in (",", "else", ";")


def _marks(token: Token) -> bool:
    """Whether this shows that cases are told."""
    return _is_word(token, (*_IF, *_ELSE)) or _is(token, *_COMPARING)


def _is_then(token: Token) -> bool:
    return _is_word(token, ("then",)) or _is(token, ":")


def _compares(piece: Sequence[Token], *more: str) -> bool:
    return any(_is(piece[place], *_COMPARING, *more) for place in outside(piece))


def _is_word(token: Token, words: Sequence[str]) -> bool:
    return token.kind == "word" and token.text in words


def _is(token: Token, *texts: str) -> bool:
    return token.kind == "sign" and token.text in texts
