"""A formula by cases in words: `x if x > 0, 0 otherwise`, `x, x > 0; 0, x <= 0`, `if c then a else b`."""

from collections.abc import Sequence
from typing import NamedTuple

from quizbank.answers.notation.spelling import closing
from quizbank.answers.notation.statements import equals_of, outside
from quizbank.answers.notation.tokens import Token

_IF = ("if", "when", "for")
_ELSE = ("otherwise", "else")
_COMPARING = ("<", ">", "<=", ">=", "==", "!=")
_TELLING = frozenset((*_IF, *_ELSE, "then", *_COMPARING))
"""Words and signs of which cases have one, unless all are of labels."""

_STARTING = frozenset(",;(")
_OPERATORS = ("+", "-", "*", ".*", "/", "·", "×", "⊙", "@", "^")
_MOST = 16
"""In so many places cases may start."""

_PYTHON = ("lambda", "def")
_SYMBOL, _LABEL = 5, 3
"""So many tokens has a label at most, as `s_{j}`, and its value with the equals sign, as `= -1`."""


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
    texts = {token.text.lower() for token in read}
    if (texts.isdisjoint(_TELLING) and not _has_alternatives(read)) or not texts.isdisjoint(_PYTHON):
        return read
    plain = [token for token in read if not _is_word(token, ("return",))]
    return _in_braces(read) or _by_cases(plain) or read


def _has_alternatives(read: Sequence[Token]) -> bool:
    """Whether one thing has two values, as in `a, m = 1; b, m = 0`."""
    names, start = list[str](), 0
    for place, token in enumerate(read):
        if token.text in _STARTING or token.kind == "break":
            start = place + 1
        elif token.text == "=" and place - start <= _SYMBOL:
            names.append(_text(read[start:place]))
    return len(set(names)) < len(names)


def _in_braces(read: Sequence[Token]) -> list[Token] | None:
    """`c {x, x > 0; 0, x <= 0}`: cases in braces inside a formula."""
    for place in range(len(read) - 1, -1, -1):
        is_argument = place > 0 and (read[place - 1].kind == "command" or read[place - 1].text in ("_", "^", "}"))
        if _is(read[place], "{", "\\{") and not is_argument:
            end = closing(read, place)
            rows, used = _rows(read[place + 1 : end])
            if _are_cases(rows) and used == end - place - 1 and end < len(read) - 1:
                return [*read[:place], *_environment(rows, read[place].column), *read[end + 1 :]]
    return None


def _are_cases(rows: Sequence[_Row]) -> bool:
    """Whether these are two or more values; of conditions with an equals sign all must be on the same label."""
    labels = {_text(row.condition[: equals_of(row.condition)[0]]) for row in rows if equals_of(row.condition)}
    return len(rows) > 1 and not any(row.is_last for row in rows[:-1]) and len(labels) < 2


def _text(tokens: Sequence[Token]) -> str:
    return "".join(token.text for token in tokens)


def _by_cases(read: Sequence[Token]) -> list[Token] | None:
    """Two or more values, each with its condition; None where there are none."""
    ends = {place for place in outside(read) if _is(read[place], ";") or read[place].kind == "break"}
    for start in sorted({0, *(place + 1 for place in (*ends, *equals_of(read)))})[:_MOST]:
        region, end = _unbraced(read, start)
        rows, used = _rows(region)
        name = _assigned(rows)
        rows = _with_the_old(rows, read, start)
        if _are_cases(rows) and name is not None and (not name or not start or start - 1 in ends):
            rows = [row._replace(value=_without_name(row.value)) for row in rows]
            return [*read[:start], *name, *_environment(rows, read[start].column), *region[used:], *read[end:]]
    return None


def _with_the_old(rows: list[_Row], read: Sequence[Token], start: int) -> list[_Row]:
    """One case that changes something, `g = c g/‖g‖ if ‖g‖ > c`, with what stays as it was."""
    if len(rows) != 1 or not rows[0].condition or not any(_is_word(token, _IF) for token in read):
        return rows
    head = rows[0].value[: len(rows[0].value) - len(_without_name(rows[0].value))]
    before = [place + 1 for place in range(start) if _is(read[place], ";") or read[place].kind == "break"]
    old = (head or read[max(before, default=0) : start])[:-1]
    rest = _text([*read[: max(before, default=0)], *(token for token in read[start + len(head) :])])
    is_used = bool(old) and (_text(old) in rest or (f"{old[0].text}=" in rest and old[1].text == "_"))
    return [*rows, _Row(old, is_last=True)] if is_used else rows


def _assigned(rows: Sequence[_Row]) -> Sequence[Token] | None:
    """The `f =` that stands in front of the values of a first case and others; None where they are several."""
    heads = [row.value[: len(row.value) - len(_without_name(row.value))] for row in rows]
    texts = {_text(head) for head in heads if head}
    return None if len(texts) > 1 else next((head for head in heads if head), ())


def _without_name(value: Sequence[Token]) -> Sequence[Token]:
    signs = [place for place in outside(value) if _is(value[place], "=")]
    return value[signs[0] + 1 :] if len(signs) == 1 else value


def _unbraced(read: Sequence[Token], start: int) -> tuple[Sequence[Token], int]:
    """What stands from `start` on, without a brace around it, and where what is left starts."""
    last = len(read) - 1
    if not _is(read[start], "{", "\\{"):
        return read[start:last], last
    end = min(closing(read, start), last)
    return read[start + 1 : end], min(end + 1, last)


def _rows(region: Sequence[Token]) -> tuple[list[_Row], int]:
    """The cases one after the other, and where what is none starts; none where one is not whole."""
    rows, waiting, used = list[_Row](), None, 0
    pieces = _pieces(region)
    for (start, stop), (behind, end) in zip(pieces, [*pieces[1:], (len(region), len(region))], strict=True):
        is_awaited = waiting is not None and waiting.leads
        is_awaited |= waiting is None and _is_condition(region[behind:end]) and _is_named(region[start:stop])
        row = _row(region[start:stop], is_awaited=is_awaited)
        row = row if row is None or waiting is None else _joined(waiting, row)
        if row is None or not (row.value or row.leads) or (row.value and _is(row.value[-1], "=", *_OPERATORS)):
            break  # a definition, a condition of nothing, half a product, or two values beside each other
        waiting = None if row.is_whole else row
        if waiting is None:
            rows, used = [*rows, row], stop
        if row.is_last and waiting is None:
            break
    return rows, used


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
        is_separator = (
            _is(region[place], ",", ";") or region[place].kind == "break" or _is_word(region[place], ("and",))
        )
        is_behind = place + 1 == len(region) or _is(region[place + 1], ",", ";") or region[place + 1].kind == "break"
        if is_separator or (_is_word(region[place], _ELSE) and place > start and not is_behind):
            found.append((start, place))
            start = place + is_separator
    return [*found, (start, len(region))]


def _row(piece: Sequence[Token], *, is_awaited: bool) -> _Row | None:
    """What stands in a part; None where it defines something that no condition in front waits for."""
    piece = piece[1:] if piece and _is_word(piece[0], ("then",)) else piece
    if is_awaited and not any(_is_word(token, (*_IF, *_ELSE)) for token in piece):
        return _Row(piece)
    if piece and _is_word(piece[0], _ELSE):
        piece = piece[1 + (len(piece) > 1 and _is(piece[1], ":", ",")) :]
        return _split(piece) or _Row(piece, is_last=True, leads=True)
    if piece and _is_word(piece[-1], _ELSE):
        return _Row(piece[:-1], is_last=True)
    row = _split(piece) or _in_front_of_brackets(piece)
    if row is not None or not piece:
        return row
    if _is_condition(piece):
        return _Row(condition=piece)
    return None if any(_is(piece[place], "=") for place in outside(piece)) else _Row(piece)


def _is_named(piece: Sequence[Token]) -> bool:
    """`f = x`, in front of the condition under which it holds."""
    return sum(_is(piece[place], "=") for place in outside(piece)) == 1


def _is_condition(piece: Sequence[Token]) -> bool:
    """Whether two things are compared here, or a label has a value, as in `s_j = -1`."""
    signs = [place for place in outside(piece) if _is(piece[place], "=")]
    if any(_is(piece[place], ",") or _is_then(piece[place]) for place in outside(piece)):
        return False
    if len(signs) != 1:
        return not signs and _compares(piece)
    return signs[0] <= _SYMBOL and len(piece) - signs[0] <= _LABEL and len(piece[-1].text) == 1


def _split(piece: Sequence[Token]) -> _Row | None:
    """`x if x > 0`, `if x > 0`, `if x > 0 then x` and `x > 0: x`."""
    words = [place for place in outside(piece) if _is_word(piece[place], _IF)]
    place = next((place for place in words if not place or not _is(piece[place - 1], "_", "^")), None)  # `W_if`
    value, condition = ((), piece) if place is None else (piece[:place], piece[place + 1 :])
    then = next((at for at in outside(condition) if _is_then(condition[at])), None)
    if then is not None and not value and _compares(condition[:then], "="):
        return _Row(condition[then + 1 :], condition[:then], leads=then == len(condition) - 1)
    if place is None or not _compares(condition, "=") or (value and _is(value[-1], "=")):
        return None
    return _Row(value, condition, leads=not value)


def _in_front_of_brackets(piece: Sequence[Token]) -> _Row | None:
    """`x (x > 0)`."""
    last = len(piece) - 1
    opened = next((place for place in range(1, last) if _is(piece[place], "(") and closing(piece, place) == last), None)
    if opened is None or not _is(piece[last], ")"):
        return None
    inside = piece[opened + 1 : last]
    if len(inside) == 1 and _is_word(inside[0], _ELSE):
        return _Row(piece[:opened], is_last=True)
    inside = inside[1:] if inside and _is_word(inside[0], _IF) else inside
    return _Row(piece[:opened], inside) if _is_condition(inside) else None


def _environment(rows: Sequence[_Row], column: int) -> list[Token]:
    """The rows as LaTeX's cases."""
    name = [Token("sign", "{", column), Token("word", "cases", column), Token("sign", "}", column)]
    found = [Token("command", "begin", column), *name]
    for row in rows:
        at = row.value[-1].column
        condition = row.condition or [Token("word", "otherwise", at)]
        found += [*row.value, Token("sign", "&", at), *condition, Token("break", "\\\\", at)]
    return [*found[:-1], Token("command", "end", column), *name]


def _is_then(token: Token) -> bool:
    return _is_word(token, ("then",)) or _is(token, ":")


def _compares(piece: Sequence[Token], *more: str) -> bool:
    return any(_is(piece[place], *_COMPARING, *more) for place in outside(piece))


def _is_word(token: Token, words: Sequence[str]) -> bool:
    return token.kind == "word" and token.text.lower() in words


def _is(token: Token, *texts: str) -> bool:
    return token.kind == "sign" and token.text in texts
