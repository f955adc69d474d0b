"""Tokens rewritten: what is printed in several ways gets one spelling before a line is read."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from quizbank.answers.notation.spelling import Spelled, closing, spelled
from quizbank.answers.notation.tokens import Token
from quizbank.answers.notation.vocabulary import Vocabulary

_LONGEST_BASE = 8
_STARTING = ("word", "command")


class Rewritten(NamedTuple):
    """What stands for the tokens from some place to `end`."""

    tokens: list[Token]
    end: int


Rule = Callable[[list[Token], int, Vocabulary], Rewritten | None]
SymbolRule = Callable[[list[Token], int, Spelled, Vocabulary], Rewritten | None]


def rewritten(read: list[Token], vocabulary: Vocabulary, rule: Rule) -> list[Token]:
    """The tokens after one rule was tried at each place, from left to right."""
    found, place = list(read), 0
    while place < len(found):
        change = rule(found, place, vocabulary)
        if change is not None:
            found[place : change.end] = change.tokens
        place += 1
    return found


def after_rules(read: Sequence[Token], vocabulary: Vocabulary, rules: Sequence[tuple[str, Rule]]) -> list[Token]:
    """The tokens after each rule, in order; one is only tried where the sign that it is about stands somewhere."""
    found = list(read)
    for sign, rule in rules:
        if any(token.text == sign for token in found):
            found = rewritten(found, vocabulary, rule)
    return found


def after_symbol_rules(read: Sequence[Token], vocabulary: Vocabulary, rules: Sequence[SymbolRule]) -> list[Token]:
    """The tokens after each rule, in order, was tried at each symbol that has a subscript or a superscript."""
    found = list(read)
    symbols = scripted(found)
    for rule in rules:
        done = -1
        while (tried := _first_change(found, symbols, done, vocabulary, rule)) is not None:
            done, change = tried
            found[done : change.end] = change.tokens
            symbols = scripted(found)
    return found


def _first_change(
    read: list[Token], symbols: Sequence[tuple[int, Spelled]], done: int, vocabulary: Vocabulary, rule: SymbolRule
) -> tuple[int, Rewritten] | None:
    """What the rule changes behind the place `done`, and where."""
    for place, symbol in symbols:
        change = rule(read, place, symbol, vocabulary) if place > done else None
        if change is not None:
            return place, change
    return None


def scripted(read: Sequence[Token]) -> list[tuple[int, Spelled]]:
    """The symbols that have a script, each with its place; what is itself a script without braces is none."""
    starts = [place for place, token in enumerate(read[:-1]) if token.kind in _STARTING or token.text == "~"]
    symbols = [(place, symbol_at(read, place)) for place in starts]
    return [(place, symbol) for place, symbol in symbols if symbol and (symbol.sub, symbol.sup) != (None, None)]


def texts(tokens: Sequence[Token]) -> list[str]:
    """What is printed, token by token."""
    return [token.text for token in tokens]


def group(sign: str, inner: Sequence[Token], column: int) -> list[Token]:
    """A script in braces."""
    return [Token("sign", sign, column), Token("sign", "{", column), *inner, Token("sign", "}", column)]


def script_at(read: Sequence[Token], place: int) -> Rewritten | None:
    """What the caret or underscore at this place binds, without its braces."""
    if place + 1 >= len(read) or read[place].kind != "sign" or read[place].text not in "^_":
        return None
    if read[place + 1].text != "{":
        return Rewritten(list(read[place + 1 : place + 2]), place + 2)
    end = closing(read, place + 1)
    return Rewritten(list(read[place + 2 : end]), end + 1)


def symbol_at(read: Sequence[Token], place: int) -> Spelled | None:
    """The symbol at this place, unless it is itself a script without braces."""
    return None if place and read[place - 1].text in ("_", "^") else spelled(read, place)


def is_name(vocabulary: Vocabulary, key: str) -> bool:
    """Whether the legend has this name, or a line may define it."""
    return key in vocabulary.entries or key in vocabulary.targets


def is_below(read: Sequence[Token], place: int) -> bool:
    """Whether the token here starts a subscript."""
    before = read[place - 1].text
    return before == "_" or (before == "{" and place > 1 and read[place - 2].text == "_")


def base_before(read: Sequence[Token], place: int) -> str | None:
    """The symbol whose subscript starts at this place, without it."""
    for first in range(max(place - _LONGEST_BASE, 0), place):
        symbol = symbol_at(read, first)
        if symbol is not None and symbol.after_base == place:
            return symbol.base
    return None


def bound_letters(read: Sequence[Token]) -> set[str]:
    """The letters over which sums run, as they stand below the sign."""
    found = set()
    for place, token in enumerate(read[:-3]):
        if token.text in ("sum", "prod", "max") and read[place + 1].text == "_":
            found.add(read[place + 3 if read[place + 2].text == "{" else place + 2].text)
    return found
