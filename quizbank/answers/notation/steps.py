"""New values of what a step changes: c′ for c_t, and θ_{t+1} for θ_t."""

from collections.abc import Sequence

from quizbank.answers.notation.equations import left_of, name_of
from quizbank.answers.notation.indices import LETTERS
from quizbank.answers.notation.spelling import Spelled, printable, spelled
from quizbank.answers.notation.statements import equals_of
from quizbank.answers.notation.tokens import Kind, Token
from quizbank.answers.notation.vocabulary import Vocabulary
from quizbank.answers.unreadable import Unreadable

Tokens = list[Token]


def with_steps(lines: Sequence[Tokens], vocabulary: Vocabulary) -> list[Tokens]:
    """The lines with primed names as one word, and with steps counted so that the asked one is t."""
    signs = {token.text for line in lines for token in line if token.kind == "sign"}
    found = list(lines)
    if "'" in signs:
        found = _with_primed_names([_with_plain_primes(line) for line in found])
    if "^" in signs:
        found = _with_plain_indices(found)
    return _with_earlier_steps(found, vocabulary) if "+" in signs else found


def _with_earlier_steps(lines: list[Tokens], vocabulary: Vocabulary) -> list[Tokens]:
    """With θ_t for θ_{t+1} where that is asked."""
    _require_next(lines, {base for line in lines for base in _late([*left_of(line), line[-1]])}, vocabulary)
    if not any(_is_asked_late(left_of(line), vocabulary) for line in lines):
        return lines
    late = {base for line in lines for base in _late(line)}
    _require_next(lines, late, vocabulary)
    return [_earlier(line, late) for line in lines]


def _require_next(lines: Sequence[Tokens], late: set[str], vocabulary: Vocabulary) -> None:
    """Raise Unreadable at h_{t-1} beside h_{t+1}."""
    _ = vocabulary.translate
    for number, line in enumerate(lines if late else (), 1):
        for place in range(len(line) - 1):
            found = spelled(line, place)
            if found is not None and found.base in late and found.sub == "t-1":
                last = printable(f"{found.base}_{{t+1}}")
                message = _("{first} lies two steps before {last}").format(
                    first=printable(f"{found.base}_{{t-1}}"), last=last
                )
                raise Unreadable(line[place].column, message, number)


def _with_primed_names(lines: list[Tokens]) -> list[Tokens]:
    """With `c'` as one word wherever a line defines it."""
    for left in [left_of(line) for line in lines if equals_of(line)]:
        if left[-1:] and left[-1].text == "'" and name_of(left[:-1]):
            lines = [_joined(line, left) for line in lines]
    return lines


def _with_plain_primes(line: Tokens) -> Tokens:
    r"""`c^\prime` and `c^{\prime}` as c′."""
    for raised in (["^", "{", "'", "}"], ["^", "'"]):
        for place in range(len(line) - len(raised), -1, -1):
            if [token.text for token in line[place : place + len(raised)]] == raised:
                line = [*line[:place], line[place + raised.index("'")], *line[place + len(raised) :]]
    return line


def _with_plain_indices(lines: list[Tokens]) -> list[Tokens]:
    """`Q^i` as Q_i where a line defines Q_i and no other reads it so."""
    for line in lines:
        left = left_of(line)
        symbol = spelled([*left, line[-1]], 0) if name_of(left) else None
        if symbol is None or symbol.sub is None or symbol.sub not in LETTERS:
            continue
        used = [found for other in lines for found in _symbols(other[len(left) if other is line else 0 :])]
        if not any(found[:2] == symbol[:2] for found in used):
            lines = [_lowered(other, symbol) for other in lines]
    return lines


def _symbols(line: Sequence[Token]) -> list[Spelled]:
    return [found for place in range(len(line) - 1) if (found := spelled(line, place)) is not None]


def _lowered(line: Tokens, symbol: Spelled) -> Tokens:
    """The line with this letter below the symbol wherever it stands above."""
    for place in range(len(line) - 2, -1, -1):
        found = spelled(line, place)
        if found is not None and (found.base, found.sub, found.sup) == (symbol.base, None, symbol.sub):
            index = _subscript(symbol.sub or "", line[place])
            line = [*line[: found.after_base], *index, *line[found.after_sup :]]
    return line


def _joined(line: Tokens, primed: Tokens) -> Tokens:
    """The line with these tokens, a symbol and its prime, as one word: as a left side defines it, it is no transpose."""
    texts = [token.text for token in primed]
    word = f"{name_of(primed[:-1])}'"
    found: Tokens = []
    place = 0
    while place < len(line):
        is_here = [token.text for token in line[place : place + len(texts)]] == texts
        found.append(line[place]._replace(kind="word", text=word) if is_here else line[place])
        place += len(texts) if is_here else 1
    return found


def _late(line: Tokens) -> set[str]:
    """The letters that stand with t + 1."""
    return {found.base for found in _symbols(line) if found.sub == "t+1"}


def _is_asked_late(left: Tokens, vocabulary: Vocabulary) -> bool:
    """Whether this is θ_{t+1} where θ_t is asked and θ_{t-1} is given."""
    base, _, sub = (name_of(left) or "").partition("_")
    asked, given = vocabulary.target(f"{base}_t"), vocabulary.find(f"{base}_t-1")
    is_asked = asked is not None and asked.name in vocabulary.asked
    return sub == "t+1" and is_asked and given is not None and given.role == "argument"


def _earlier(line: Tokens, bases: set[str]) -> Tokens:
    """The line with these letters one step earlier."""
    found: Tokens = []
    place = 0
    while place < len(line):
        symbol = spelled(line, place) if place < len(line) - 1 else None
        if symbol is None or symbol.base not in bases or symbol.after_sub == symbol.after_base:
            found.append(line[place])
            place += 1
            continue
        step = {"t+1": "t", "t": "t-1"}.get(symbol.sub or "")
        inner = line[symbol.after_base : symbol.after_sub]
        found += [*line[place : symbol.after_base], *(_subscript(step, inner[0]) if step else inner)]
        place = symbol.after_sub
    return found


def _subscript(step: str, beside: Token) -> Tokens:
    kinds: dict[str, Kind] = {"1": "number", **dict.fromkeys("_{-}", "sign")}
    return [beside._replace(kind=kinds.get(text, "word"), text=text, spaced=False) for text in ("_", "{", *step, "}")]
