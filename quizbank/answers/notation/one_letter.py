"""Each index and each step has one letter in an equation: `w_i · w̃_k − log X_{in}` says of no k and n that they are one."""

import functools
import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from quizbank.answers.notation.indices import LETTERS, USUAL
from quizbank.answers.notation.rewriting import scripted
from quizbank.answers.notation.spelling import closing, plain_text
from quizbank.answers.notation.tokens import END, Token
from quizbank.answers.notation.vocabulary import Vocabulary, key
from quizbank.answers.tree import Name, Node, letter
from quizbank.answers.unreadable import Unreadable
from quizbank.answers.walk import free_letters, walk

_RUNNING = ("sum", "prod", "max", "min", "softmax", "argmax", "for")
_SUMS = ("sum", "prod")
_STEP = re.compile(r"([a-z])([+-]1)?")


class _Use(NamedTuple):
    """A letter that stands where the notes have `usual`, as `k` in `w̃_k`."""

    usual: str
    letter: str
    column: int


def two_letters(first: str, second: str, column: int, vocabulary: Vocabulary, line: int = 1) -> Unreadable:
    """What is raised where two letters stand for one thing."""
    _ = vocabulary.translate
    message = _("{first} and {second} stand for the same here: use one letter")
    return Unreadable(column, message.format(first=first, second=second), line)


def require_one_letter(part: Sequence[Token], number: int, vocabulary: Vocabulary) -> None:
    """Raise Unreadable where two letters stand for one of the notes, or one for two of them."""
    if not _forms(vocabulary) or _has_entries(part):
        return
    bound = _bound(part)
    uses = [use for use in _uses(part, vocabulary) if use.letter not in bound]
    seen: dict[str, _Use] = {}
    for use in uses:
        _compare(use, seen, number, vocabulary)
        seen.setdefault(use.usual, use)


def require_left_letters(left: Sequence[str], body: Node, number: int, vocabulary: Vocabulary) -> None:
    """Raise Unreadable where an index runs on the right alone, as in `p_i = exp(z_j) / Σ_k exp(z_k)`."""
    if not set(left) & set(map(letter, USUAL)):
        return
    alone = [name for name in free_letters(body) if name not in left]
    if alone and set(left) - set(free_letters(body)):
        _ = vocabulary.translate
        column = next((n.column for n in walk(body) if isinstance(n, Name) and n.name == alone[0]), 1)
        message = _("no sum runs over {letter} here: which one is meant?").format(letter=alone[0][1:])
        raise Unreadable(column, message, number)


def require_called_letter(left: Sequence[str], right: Sequence[Token], number: int, vocabulary: Vocabulary) -> None:
    """Raise Unreadable at `P(w_i) = √(t / f(w_j))`: what f is of is no index, but not what stands left either."""
    for place in range(1, len(right) - 4):
        texts = [token.text for token in right[place : place + 5]]
        is_called = (texts[0], texts[2], texts[4]) == ("(", "_", ")") and texts[3] in USUAL
        is_called = is_called and vocabulary.find(f"{texts[1]}_{texts[3]}") is None  # `sqrt(d_k)`
        if is_called and letter(texts[3]) not in left and texts[3] not in _bound(right):
            first = ", ".join(name[1:] for name in left)
            raise two_letters(first, texts[3], right[place + 3].column, vocabulary, number)


def require_one_variable(bound: Token, argument: str, right: Sequence[Token], vocabulary: Vocabulary) -> None:
    """Raise Unreadable at `σ(z) = 1/(1 + e^{-x})`: the argument has another letter than in the brackets on the left."""
    for token in right:
        entry = vocabulary.find(token.text) if token.kind == "word" and token.text != bound.text else None
        is_number = entry is not None and entry.name == argument and not entry.axes  # `P(w) = c(w) / Σ_w c(w)`
        if is_number and len(token.text) == len(bound.text) == 1:
            raise two_letters(bound.text, token.text, token.column, vocabulary)


def _compare(use: _Use, seen: dict[str, _Use], number: int, vocabulary: Vocabulary) -> None:
    _ = vocabulary.translate
    first = seen.get(use.usual)
    if first is not None and first.letter != use.letter:
        raise two_letters(first.letter, use.letter, use.column, vocabulary, number)
    other = next((o for o in seen.values() if o.letter == use.letter and {o.usual, use.usual} == {"i", "j"}), None)
    if other is not None:
        message = _("{letter} stands for two things here: use two letters")
        raise Unreadable(use.column, message.format(letter=use.letter), number)


def _has_entries(part: Sequence[Token]) -> bool:
    """Whether times stand above, or letters behind brackets, so that those below may pick entries."""
    for place in range(len(part) - 1):
        text, after = part[place].text, part[place + 1].text
        if text in (")", "]") and after == "_":
            return True
        if text == "^" and ("t" in plain_text(part[place + 1 : closing(part, place + 1) + 1]) and after in "{<("):
            return True
    return False


def _bound(part: Sequence[Token]) -> set[str]:
    """The letters in the scripts of sums, and those behind `for`."""
    found: set[str] = set()
    for place, token in enumerate(part[:-2]):
        if token.text in _RUNNING:
            end = closing(part, place + 2) if part[place + 2].text == "{" else place + 2
            found |= {text for other in part[place + 1 : end + 1] for text in other.text if len(other.text) < 3}
        if token.text in _SUMS and part[place + 1].text not in ("_", "^"):
            found |= _implied(part[place + 1 :], is_call=token.kind == "word")
    return found


def _implied(behind: Sequence[Token], *, is_call: bool) -> set[str]:
    """The letter over which `Σ exp(e_k)` runs, where one alone stands last below what follows."""
    term = behind[: closing(behind, 0) if is_call else _after_term(behind)]
    found = {symbol.sub[-1] for _place, symbol in scripted([*term, END]) if symbol.sub}
    return found if len(found) == 1 and found <= LETTERS else set()


def _after_term(behind: Sequence[Token]) -> int:
    depth = 0
    for place, token in enumerate(behind):
        depth += (token.text in ("(", "[", "{")) - (token.text in (")", "]", "}"))
        if depth < 0 or (not depth and token.text in ("+", "-", "=", "/", ",")):
            return place
    return len(behind)


def _uses(part: Sequence[Token], vocabulary: Vocabulary) -> Iterator[_Use]:
    forms = _forms(vocabulary)
    for place, symbol in scripted(part):
        usual = forms.get(symbol.base)
        for expected, text in _pairs(usual, symbol.sub) if usual and symbol.sub else ():
            yield _Use(expected, text, part[place].column)


def _pairs(usual: str, sub: str) -> list[tuple[str, str]]:
    """What each letter of a subscript stands for."""
    if usual == "ij" and len(sub) == 2 and all(text in LETTERS or text == "t" for text in sub):
        return [("i", sub[0]), ("j", sub[1])]
    found = _STEP.fullmatch(sub)
    if found is None or not (found[1] in LETTERS or found[1] == "t"):
        return []
    if usual == "either":
        return [(sub, sub)] if sub in ("i", "j") else []
    return [(usual[-1], found[1])]


@functools.lru_cache(maxsize=1024)
def _forms(vocabulary: Vocabulary) -> dict[str, str]:
    """The letters under each symbol of the notes: i and j, or t; none where the symbol has other subscripts too."""
    found: dict[str, set[str]] = {}
    for entry in (*vocabulary.entries.values(), *vocabulary.targets.values()):
        base, _, sub = (key(entry.display) or "").partition("_")
        found.setdefault(base, set()).add(sub)
    timed = {base: "t" for base, subs in found.items() if subs <= {"t", "t-1", "t+1"}}
    return {**timed, **_pairs_of_letters(vocabulary)}


def _pairs_of_letters(vocabulary: Vocabulary) -> dict[str, str]:
    """The symbols with i, j or both, where the notes have some with both."""
    found: dict[str, set[str]] = {}
    for spelling in vocabulary.entries:
        base, _, sub = spelling.partition("_")
        found.setdefault(base, set()).add(sub)
    if not any("ij" in subs for subs in found.values()):
        return {}
    kinds = {base: _kind(subs) for base, subs in found.items()}
    return {base: kind for base, kind in kinds.items() if kind}


def _kind(subs: set[str]) -> str:
    if "ij" in subs:
        return "ij"
    if "j" in subs:
        return "either" if "i" in subs else "j"
    return "i" if subs & {"i", "i-1"} else ""
