"""The tokens of one line with a place in them: what the whole parser shares."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import NoReturn

from quizbank.answers.notation.spelling import closing
from quizbank.answers.notation.tokens import Token
from quizbank.answers.notation.vocabulary import Entry, Vocabulary, key
from quizbank.answers.tree import Node
from quizbank.answers.unreadable import Unreadable

DEEPEST = 40
"""Brackets may be nested this deep."""


@dataclass
class Scope:
    """Names that lines define, by key: those of earlier lines, and those of all lines.

    `letters` are the free index letters of an earlier line, by its name; `own` are the keys of the line that is read,
    `lists` what earlier lines put side by side.
    `is_code`: the answer calls a library or methods, so that its `*` is elementwise, as theirs is.
    """

    earlier: dict[str, str] = field(default_factory=dict)
    letters: dict[str, tuple[str, ...]] = field(default_factory=dict)
    all: Mapping[str, str] = field(default_factory=dict)
    own: frozenset[str] = frozenset()
    lists: dict[str, Node] = field(default_factory=dict)
    is_numpy: bool = False
    is_code: bool = False


class Reader:
    """A place in the tokens of one line; the classes built on this one each read a part of the grammar.

    `bound` are the index letters of the sums around it, `letters` all that stand in some subscript.
    """

    def __init__(self, tokens: list[Token], vocabulary: Vocabulary, scope: Scope, line: int, is_latex: bool) -> None:
        self.tokens = [
            *tokens,
            tokens[-1]._replace(kind="end", text=""),
        ]  # one more end, for what stands behind a bracket that is never closed
        self.place = 0
        self.vocabulary = vocabulary
        self.translate = vocabulary.translate
        self.scope = scope
        self.line = line
        self.is_latex = is_latex
        self.bound: list[str] = []
        self.left: frozenset[str] = frozenset()  # the index letters of a name of the user's own
        self.letters = frozenset(_letters(tokens))
        self.implied: dict[int, tuple[Token, str]] = {}  # by the sign of a sum that names no letter, those it runs over
        self._depth = 0
        self._bars = 0  # open | and ‖, inside which another one closes
        self._separator = ""  # the bar that stands between parts here, as in `[h ‖ x]`

    def expression(self) -> Node:
        """A sum of products."""
        raise NotImplementedError

    def condition(self) -> Node:
        """An expression, or a comparison of two."""
        raise NotImplementedError

    def term(self) -> Node:
        """A product."""
        raise NotImplementedError

    def power(self) -> Node:
        """A factor without a sign."""
        raise NotImplementedError

    def atom(self) -> Node:
        """A factor without its indices and exponent."""
        raise NotImplementedError

    def exponent(self) -> Node:
        """What stands behind a caret."""
        raise NotImplementedError

    def symbol(self) -> Node:
        """A symbol with its subscript."""
        raise NotImplementedError

    def starts_factor(self) -> bool:
        """Whether a factor may start here."""
        raise NotImplementedError

    @property
    def token(self) -> Token:
        """The next token."""
        return self.at(self.place)

    def at(self, place: int) -> Token:
        """The token at this place; behind the last one stands the end."""
        return self.tokens[place] if place < len(self.tokens) else self.tokens[-1]

    def is_sign(self, *signs: str, ahead: int = 0) -> bool:
        """Whether the next token, or the one `ahead` of it, is one of these signs."""
        token = self.at(self.place + ahead)
        return token.kind == "sign" and token.text in signs

    def take(self) -> Token:
        """The next token, which is used up."""
        token = self.token
        if token.kind != "end":
            self.place += 1
        return token

    def skip(self, *signs: str) -> bool:
        """Use up the next token where it is one of these signs."""
        found = self.is_sign(*signs)
        self.place += found
        return found

    def close(self, opened: Token, sign: str) -> None:
        """Use up the bracket that closes `opened`."""
        _ = self.translate
        if self.skip(sign):
            return
        if self.token.kind == "end" or self.is_sign(")", "]", "}", "\\}"):
            self.fail(_("the bracket at column {n} is never closed").format(n=opened.column), opened.column)
        self.unexpected()

    def unexpected(self) -> NoReturn:
        """Say what stands where nothing or something else was expected."""
        _ = self.translate
        if self.token.kind == "end":
            self.fail(_("the formula breaks off here"))
        if self.is_sign(")", "]", "}", "\\}"):
            self.fail(_("this bracket was never opened"))
        self.fail(_("{text} was not expected here").format(text=self.token.text.strip() or "⏎"))

    def fail(self, message: str, column: int | None = None) -> NoReturn:
        """Raise Unreadable at the next token, or at `column`."""
        raise Unreadable(self.token.column if column is None else column, message, self.line)

    @contextmanager
    def deeper(self) -> Iterator[None]:
        """Count one more bracket around what is read inside."""
        self._depth += 1
        if self._depth > DEEPEST:
            _ = self.translate
            self.fail(_("brackets may be nested {n} deep").format(n=DEEPEST))
        try:
            yield
        finally:
            self._depth -= 1

    @contextmanager
    def binding(self, letters: list[str]) -> Iterator[None]:
        """Bind index letters in what is read inside."""
        outer, self.bound = self.bound, [*self.bound, *letters]
        try:
            yield
        finally:  # what cannot be read may be read another time, with other letters
            self.bound = outer

    @contextmanager
    def without_bars(self) -> Iterator[None]:
        """Inside a bracket a bar opens again."""
        outer, self._bars, self._separator = (self._bars, self._separator), 0, ""
        try:
            yield
        finally:
            self._bars, self._separator = outer

    def closing(self, ahead: int = 0) -> int:
        """The place of the bracket that closes the one that comes next."""
        return min(closing(self.tokens, self.place + ahead), len(self.tokens) - 2)

    def split(self, place: int, length: int) -> None:
        """Cut the word at `place` after `length` characters; digits in front of the rest are a number."""
        token = self.at(place)
        rest = token.text[length:]
        letters = rest.lstrip("0123456789")
        column = token.column + length
        parts = [Token("number", rest[: len(rest) - len(letters)], column)] if len(letters) < len(rest) else []
        parts += [Token("word", letters, column + len(rest) - len(letters))] if letters else []
        self.tokens[place : place + 1] = [token._replace(text=token.text[:length]), *parts]

    def known(self, typed: str) -> Entry | str | None:
        """What a key means: the name of an earlier line, an entry of the vocabulary, or a later line's name."""
        if typed in self.scope.earlier:
            return self.scope.earlier[typed]
        entry = self.vocabulary.find(typed)
        if entry is None and typed[-1:].isdigit():
            entry = self.vocabulary.find(_lowered(typed))
        later = None if typed in self.scope.own else self.scope.all.get(typed)
        if later is not None and (entry is None or entry.role in ("asked", "stray") or self._is_lent(typed, entry)):
            return later
        return entry

    def _is_lent(self, typed: str, entry: Entry) -> bool:
        """Whether an argument goes by another letter here, as X_q by the paper's Q: a line of this name is the user's own."""
        shown = key(entry.display)
        if entry.role != "argument" or typed == shown:
            return False
        is_new = self.scope.all.get(typed) == f"{typed}′"  # `keep = 1 - p`, where m is shown
        return is_new or typed not in self.vocabulary.bare | {entry.name}


def _lowered(key: str) -> str:
    """`W1` as `W_1`."""
    letters = key.rstrip("0123456789")
    return f"{letters}_{key[len(letters) :]}"


LABELS = frozenset("max min in out new old ref var neg bar hat".split())
"""Subscripts that are words, not letters side by side."""


def _letters(tokens: list[Token]) -> Iterator[str]:
    """The letters that stand in subscripts."""
    for place, token in enumerate(tokens[:-1]):
        if token.kind == "sign" and token.text == "_":
            after = tokens[place + 1]
            end = closing(tokens, place + 1) if after.text == "{" else place + 2
            for part in tokens[place + 1 : end]:
                if part.kind == "word" and len(part.text) <= 3 and part.text not in LABELS:
                    yield from part.text
        if token.kind == "sign" and token.text in ("=", "==", "!=") and place:
            yield from (t.text for t in (tokens[place - 1], tokens[place + 1]) if t.kind == "word" and len(t.text) == 1)
