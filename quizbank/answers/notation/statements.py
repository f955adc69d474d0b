"""One line cut into what it states: `a, b = x, y`, `y = f(s), s = …` and `w -= x` are several or other equations."""

from collections.abc import Iterator, Sequence

from quizbank.answers.notation.spelling import closing, key_of, spelled
from quizbank.answers.notation.tokens import END, Token
from quizbank.answers.notation.vocabulary import Vocabulary
from quizbank.answers.unreadable import Unreadable

_OPENING, _CLOSING = ("(", "[", "{", "\\{"), (")", "]", "}", "\\}")
_LABEL = len(("=", "-", "1"))
"""So many tokens has an equals sign with a label or a number behind it."""

CUTS = ("chunk", "split")
"""Calls that cut an array into parts."""

_PYTHON = frozenset("def class for while import from with assert lambda if elif".split())


def statements(part: Sequence[Token]) -> list[list[Token]]:
    """The equations of a line, each with an `end` last."""
    body, end = list(part[:-1]), part[-1]
    equals = equals_of(part)
    commas = [place for place in outside(body) if _is(body[place], ",")]
    if len(equals) == 1:
        left, right = body[: equals[0]], body[equals[0] + 1 :]
        names, values = split(left), split(right)
        if len(names) == len(values) > 1:
            return [[*name, body[equals[0]], *value, end] for name, value in zip(names, values, strict=True)]
        if len(names) > 1 and any(token.text in CUTS for token in right):
            return [list(part)]  # `i, f, g, o = gates.chunk(4)`
    cuts = [comma for comma in commas if _defines(body[comma + 1 :])]
    bounds = zip([-1, *cuts], [*cuts, len(body)], strict=True)
    return [_spelled_out([*body[start + 1 : stop], end]) for start, stop in bounds]


def with_asides(read: list[Token]) -> list[Token]:
    """`softmax(S) V (S = Q K^T)` as two equations: a definition in brackets behind a line, but no condition on a label."""
    last = len(read) - 2
    if last < 1 or not _is(read[last], ")"):
        return read
    start = next((place for place in range(1, last) if _is(read[place], "(") and closing(read, place) == last), None)
    if start is None or not _may_follow(read[start - 1], read[start]):
        return read
    inside = read[start + 1 : last]
    inside = inside[1:] if inside and _is(inside[0], ";") else inside
    equals = (equals_of(inside) or [0])[0]
    left = spelled([*inside[:equals], END], 0) if equals else None
    if left is None or left.after_sup != equals or len(inside) - equals <= _LABEL:
        return read
    return [*read[:start], read[start]._replace(text=";"), *inside, read[-1]]


def _may_follow(before: Token, opened: Token) -> bool:
    """Whether a bracket here is no call's."""
    is_symbol = before.kind == "word" and len(before.text) == 1 and before.text.isupper() and before.text != "P"
    return opened.spaced or _is(before, *_CLOSING) or is_symbol


def equals_of(part: Sequence[Token]) -> list[int]:
    """The places of the equals signs outside brackets."""
    signs = [place for place, token in enumerate(part) if token.text == "=" and token.kind == "sign"]
    if not signs:
        return []
    places = set(outside(part[: signs[-1] + 1]))
    return [place for place in signs if place in places]


def require_no_python(part: Sequence[Token], number: int, vocabulary: Vocabulary) -> None:
    """Raise Unreadable where a line is a statement of Python that is no formula."""
    _ = vocabulary.translate
    after = [place + 1 for place in equals_of(part)]
    for place in (0, *after):
        token = part[place]
        is_statement = token.kind == "word" and token.text in _PYTHON and vocabulary.find(token.text) is None
        if is_statement and (token.text != "lambda" or any(_is(other, ":") for other in part)):
            message = _("{word} is Python: write the formula alone, one equation a line").format(word=token.text)
            raise Unreadable(token.column, message, number)


def _defines(rest: Sequence[Token]) -> bool:
    """Whether a symbol, or a function of something, and an equals sign come next."""
    left = [*rest[: (equals_of(rest) or [0])[0]], END]
    found = spelled(left, 0)
    is_call = (
        found is not None and left[found.after_sup].text == "(" and closing(left, found.after_sup) == len(left) - 2
    )
    return is_call or key_of(left) is not None


def _spelled_out(part: list[Token]) -> list[Token]:
    """`w -= x` as `w = w - (x)`, and `w.sub_(x)` as `w = w.sub(x)`."""
    equals = equals_of(part)
    if not equals and (changed := _changed_in_place(part)):
        return [*changed, part[0]._replace(kind="sign", text="="), *part]
    if len(equals) != 1 or equals[0] < 2 or not _is(part[equals[0] - 1], "+", "-", "*", "/") or part[equals[0]].spaced:
        return part
    left, sign, right = part[: equals[0] - 1], part[equals[0] - 1], part[equals[0] + 1 : -1]
    left = left[:-2] if [token.text for token in left[-2:]] == [".", "data"] else left
    opened, closed = (sign._replace(text=text, spaced=False) for text in "()")
    return [*left, part[equals[0]], *left, sign, opened, *right, closed, part[-1]]


def _changed_in_place(part: Sequence[Token]) -> Sequence[Token]:
    """The `m` of a line `m.mul_(…)`, as torch changes a tensor; nothing where a line is none."""
    found = spelled(part, 0) if part[0].kind == "word" else None
    dot = len(part) if found is None else found.after_sub
    is_data = [token.text for token in part[dot : dot + 3]] == [".", "data", "."]
    name = dot + (3 if is_data else 1)
    while name < len(part) - 2 and part[name].kind == "word":
        name += 2 if _is(part[name + 1], "_") and part[name + 2].kind == "word" else 1
    is_method = name > dot + 1 and name < len(part) - 1 and _is(part[dot], ".")
    return part[:dot] if is_method and _is(part[name], "_") and _is(part[name + 1], "(") else ()


def split(part: Sequence[Token]) -> list[list[Token]]:
    """What stands between commas outside brackets."""
    found: list[list[Token]] = [[]]
    places = set(outside(part))
    for place, token in enumerate(part):
        if place in places and _is(token, ","):
            found.append([])
        else:
            found[-1].append(token)
    return found


def outside(part: Sequence[Token]) -> Iterator[int]:
    """The places outside brackets and environments."""
    depth = 0
    for place, token in enumerate(part):
        if (token.kind == "sign" and token.text in _OPENING) or (token.kind == "command" and token.text == "begin"):
            depth += 1
        elif (token.kind == "sign" and token.text in _CLOSING) or (token.kind == "command" and token.text == "end"):
            depth -= 1
        elif depth == 0:
            yield place


def _is(token: Token, *texts: str) -> bool:
    return token.kind == "sign" and token.text in texts
