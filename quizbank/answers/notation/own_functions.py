"""Functions that an answer defines: `f(x) = …` or `W_{nt} = 1 - n/t` in one line, f(X_ij) or W_{nt} in others."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from quizbank.answers.notation.equations import left_of, name_of, pieces_of
from quizbank.answers.notation.functions import NAMES
from quizbank.answers.notation.spelling import FONTS, closing, printable, spelled
from quizbank.answers.notation.statements import equals_of, split
from quizbank.answers.notation.tokens import END, MOST, Token
from quizbank.answers.notation.told import with_differences, with_values_called
from quizbank.answers.notation.vocabulary import Vocabulary
from quizbank.answers.unreadable import Unreadable

Tokens = list[Token]
_NO_FUNCTIONS = ("argument", "size", "extra", "hidden", "input", "symbol")


class _Own(NamedTuple):
    """`opened` is the bracket or the underscore behind the name."""

    name: Token
    opened: str
    parameters: list[Tokens]
    equals: Token
    body: Tokens


class _Call(NamedTuple):
    place: int
    end: int
    arguments: list[Tokens]


def with_own_functions(lines: Sequence[Tokens], vocabulary: Vocabulary) -> list[Tokens]:
    """`f` is the name of what it gives where it is asked for one thing only; else each call is written out."""
    found = _with_functions_renamed(_with_plain_names(with_differences(lines)), vocabulary)
    found = with_values_called(found, vocabulary) if len(found) > 1 else found
    place = 0
    while place < len(found):
        own = _defined(found[place], vocabulary)
        others = found[:place] + found[place + 1 :]
        _require_use(found[place], own, others, vocabulary)
        calls = [call for line in others for call in _calls(line, own)] if own else []
        if own is not None:
            _require_parameters(own, calls, vocabulary)
        if own is None or not calls:
            place += 1
        elif _is_one_value(own, calls, vocabulary):
            body = _replaced(own.body, own.parameters, calls[0].arguments)
            found[place] = [own.name, own.equals, *body, found[place][-1]]
            found = [_named(line, own) for line in found]
        else:
            found = [_written_out(line, own, vocabulary) for line in others]
    return found


def _with_plain_names(lines: Sequence[Tokens]) -> list[Tokens]:
    r"""With `\mathrm{FFN}(x)` as FFN(x) where a line defines it so."""
    found = [list(line) for line in lines]
    for left in [left_of(line) for line in lines if equals_of(line)]:
        if (
            left[:1]
            and left[0].text in FONTS
            and [token.kind for token in left[2:3]] == ["word"]
            and left[4:5]
            and left[4].text == "("
        ):
            found = [_unfonted(line, left[2].text) for line in found]
    return found


def _unfonted(line: Tokens, name: str) -> Tokens:
    for place in range(len(line) - 5, -1, -1):
        if line[place].text in FONTS and [token.text for token in line[place + 1 : place + 5]] == ["{", name, "}", "("]:
            line = [*line[:place], line[place + 2]._replace(column=line[place].column), *line[place + 4 :]]
    return line


def _with_functions_renamed(lines: list[Tokens], vocabulary: Vocabulary) -> list[Tokens]:
    r"""`h = f(U x), f = \tanh` as `h = \tanh(U x)`."""
    for line in lines:
        pieces = pieces_of(line)
        if [len(piece) for piece in pieces] != [1, 1] or len(lines) == 1:
            continue
        old, new = pieces[0][0], pieces[1][0]
        meant = vocabulary.find(old.text)
        is_free = vocabulary.find(new.text) is None and (meant is None or meant.role == "stray")
        if new.text in NAMES and is_free:
            return [[_renamed(token, old, new) for token in other] for other in lines if other is not line]
    return lines


def _renamed(token: Token, old: Token, new: Token) -> Token:
    return new._replace(column=token.column, spaced=token.spaced) if token[:2] == old[:2] else token


def _is_one_value(own: _Own, calls: Sequence[_Call], vocabulary: Vocabulary) -> bool:
    """Whether all calls are of the same symbols of the notes, no letters that a sum might bind."""
    keys = [name_of(part) for part in calls[0].arguments]
    is_known = all(key is not None and vocabulary.find(key) is not None for key in keys)
    is_name = own.opened == "(" and own.name.text not in NAMES
    return is_name and is_known and len({_text(call) for call in calls}) == 1


def _defined(line: Tokens, vocabulary: Vocabulary) -> _Own | None:
    """The function that this line defines."""
    pieces = pieces_of(line)
    left = pieces[0]
    if len(pieces) < 2 or len(left) < 3 or left[0].kind not in ("word", "command"):
        return None
    found = _arguments(left, 1)
    entry = vocabulary.find(left[0].text)
    is_taken = entry is not None and entry.role in _NO_FUNCTIONS
    if found is None or is_taken or found[1] != len(left) or any(name_of(part) is None for part in found[0]):
        return None
    letters = {part[0].text for part in found[0]} if left[1].text == "_" else set()
    if not letters <= _outside_subscripts(pieces[1]) or any(vocabulary.find(text) for text in letters):
        return None
    if any(_has_entries(pieces[1], part[0].text, vocabulary) for part in found[0] if len(part) == 1):
        return None
    return _Own(left[0], left[1].text, found[0], line[len(left)], pieces[1])


def _require_parameters(own: _Own, calls: Sequence[_Call], vocabulary: Vocabulary) -> None:
    """Raise Unreadable at `f(x) = min(X_{ij} / x_max, 1)` where f is called with something else than what stands there."""
    _ = vocabulary.translate
    whole = _apart(own.body, {parameter[0].text for parameter in own.parameters if len(parameter) == 1})
    body = [token.text for token in whole]
    for place, parameter in enumerate(own.parameters):
        if len(parameter) != 1 or any(_stands_at(whole, at, parameter) for at in range(len(body))):
            continue
        for call in calls:
            argument = call.arguments[place]
            if name_of(argument) is None or not {token.text for token in argument} <= {*body, "{", "}"}:
                name = printable(parameter[0].text)
                message = _("{symbol} does not stand right of the equals sign").format(symbol=name)
                raise Unreadable(own.name.column, message)


def _require_use(line: Tokens, own: _Own | None, others: Sequence[Tokens], vocabulary: Vocabulary) -> None:
    """Raise Unreadable where another line would call the function that is given, not the one of this line."""
    _ = vocabulary.translate
    left = left_of(line)
    given = _given(left[0].text, vocabulary) if 2 < len(left) < len(line) - 1 and left[1].text == "(" else set()
    for other in others if given else ():
        start = (equals_of(other) or [-1])[0] + 1
        here = {at for at in range(start, len(other) - 1) if other[at].text in given and other[at + 1].text == "("}
        if here - {call.place for call in (_calls(other, own) if own else ())}:
            message = _("{name} is given here: use another name").format(name=left[0].text)
            raise Unreadable(left[0].column, message)


def _given(name: str, vocabulary: Vocabulary) -> set[str]:
    """The function's names where it is one that an answer may call without a definition."""
    called = vocabulary.calls.get(name)
    alike = {other for other, it in vocabulary.calls.items() if called is not None and it.formula == called.formula}
    return alike | {other for other, it in NAMES.items() if name in NAMES and it == NAMES[name]}


def _has_entries(body: Tokens, parameter: str, vocabulary: Vocabulary) -> bool:
    """Whether the parameter is an index or has one, as in `x_i`: then its place takes no other formula."""
    whole = [*body, END]
    symbols = (spelled(whole, place) for place in range(len(body)))
    return any(
        found is not None
        and found.sub is not None
        and (found.base == parameter or parameter in found.sub)
        and vocabulary.find(found.key) is None
        for found in symbols
    )


def _outside_subscripts(body: Tokens) -> set[str]:
    """The words that are no subscripts: n and t in `n/N - t/T`, none of i and j in `s_i h_j`."""
    found: set[str] = set()
    place = 0
    while place < len(body):
        if body[place].text == "_" and place + 1 < len(body):
            place = closing(body, place + 1) if body[place + 1].text == "{" else place + 1
        elif body[place].kind == "word":
            found.add(body[place].text)
        place += 1
    return found


def _arguments(line: Sequence[Token], place: int) -> tuple[list[Tokens], int] | None:
    """What stands in the brackets at this place, or the two or more letters of the subscript, and where that ends."""
    if line[place].text == "(":
        end = closing(line, place)
        return split(line[place + 1 : end]), end + 1
    if line[place].text != "_" or place + 1 >= len(line):
        return None
    is_group = line[place + 1].text == "{"
    end = closing(line, place + 1) if is_group else place + 1
    inner = [token for token in line[place + 1 + is_group : end + (not is_group)] if token.text != ","]
    letters = [token._replace(text=text) for token in inner for text in token.text]
    is_bundle = len(letters) > 1 and all(token.kind == "word" for token in inner)
    return ([[token] for token in letters], end + 1) if is_bundle else None


def _calls(line: Tokens, own: _Own) -> Iterator[_Call]:
    """Where the function is called on the right, with as many arguments as it has."""
    for place in range((equals_of(line) or [-1])[0] + 1, len(line) - 2):
        is_name = line[place][:2] == own.name[:2] and line[place - 1].text not in ("_", "^")
        found = _arguments(line, place + 1) if is_name and line[place + 1].text == own.opened else None
        if found is not None and len(found[0]) == len(own.parameters) and all(found[0]):
            yield _Call(place, found[1], found[0])


def _text(call: _Call) -> str:
    return ", ".join(" ".join(token.text for token in part if token.text not in "{}") for part in call.arguments)


def _named(line: Tokens, own: _Own) -> Tokens:
    """The line with the name alone where the function is called."""
    for call in reversed(list(_calls(line, own))):
        line = [*line[: call.place + 1], *line[call.end :]]
    return line


def _written_out(line: Tokens, own: _Own, vocabulary: Vocabulary) -> Tokens:
    """The line with the function's right side where it is called; every part of that is at the column of the call."""
    _ = vocabulary.translate
    for call in reversed(list(_calls(line, own))):
        start = line[call.place]
        body = _replaced(own.body, own.parameters, call.arguments)
        body = [token._replace(column=start.column) for token in body]
        line = [*line[: call.place], _sign("(", start), *body, _sign(")", start), *line[call.end :]]
        if len(line) > MOST:
            raise Unreadable(start.column, _("an answer may have {n} symbols").format(n=MOST))
    return line


def _replaced(body: Tokens, parameters: Sequence[Tokens], arguments: Sequence[Tokens]) -> Tokens:
    """The body with arguments, in brackets where they are no symbols, for the parameters."""
    body = _apart(body, {parameter[0].text for parameter in parameters if len(parameter) == 1})
    found: Tokens = []
    place = 0
    while place < len(body):
        taken = 0
        for parameter, argument in zip(parameters, arguments, strict=True):
            if not taken and _stands_at(body, place, parameter):
                taken = len(parameter)
                inner = [_sign("(", body[place]), *argument, _sign(")", body[place])]
                found += argument if name_of(argument) else inner
        found += [] if taken else body[place : place + 1]
        place += taken or 1
    return found


def _apart(body: Tokens, letters: set[str]) -> Tokens:
    """The body with words made of several parameters cut into these: QK is Q K."""
    found: Tokens = []
    for token in body:
        is_glued = token.kind == "word" and len(token.text) > 1 and set(token.text) <= letters
        found += [token._replace(text=text) for text in token.text] if is_glued else [token]
    return found


def _stands_at(body: Tokens, place: int, parameter: Tokens) -> bool:
    """Whether the parameter stands here, and not as the letter of another symbol or as its subscript."""
    same = [token.text for token in body[place : place + len(parameter)]] == [token.text for token in parameter]
    after = body[place + len(parameter)].text if place + len(parameter) < len(body) else ""
    return same and after != "_" and (place == 0 or body[place - 1].text != "_")


def _sign(text: str, beside: Token) -> Token:
    return Token("sign", text, beside.column, False)
