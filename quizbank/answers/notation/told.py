"""Names of lines that stand for more than one word: `Δw`, and `f(X)` where a line says what f is."""

from collections.abc import Sequence

from quizbank.answers.notation.equations import left_of, pieces_of
from quizbank.answers.notation.functions import NAMES
from quizbank.answers.notation.spelling import closing, spelled
from quizbank.answers.notation.tokens import Token
from quizbank.answers.notation.vocabulary import Vocabulary

Tokens = list[Token]


def with_differences(lines: Sequence[Tokens]) -> Sequence[Tokens]:
    """With `Δw` as one word wherever a line defines it."""
    for left in [left_of(line) for line in lines if line[0].text == "Delta"]:
        if len(left) == 2 and left[1].kind == "word":
            lines = [_with_difference(line, left[1].text) for line in lines]
    return lines


def _with_difference(line: Tokens, name: str) -> Tokens:
    for place in range(len(line) - 3, -1, -1):
        if line[place].text == "Delta" and line[place + 1].text == name:
            line = [*line[:place], line[place]._replace(kind="word", text=f"Δ{name}"), *line[place + 2 :]]
    return line


def with_values_called(lines: list[Tokens], vocabulary: Vocabulary) -> list[Tokens]:
    """`f(X) e², f = min(1, X)` as `f e², f = min(1, X)`: what a line names is told with what it is made of."""
    for line in lines:
        left, *bodies = pieces_of(line)
        if len(left) != 1 or len(bodies) != 1 or left[0].kind != "word" or left[0].text in NAMES:
            continue
        is_called = any(_is_called(other, left[0].text) for other in lines if other is not line)
        if is_called and vocabulary.find(left[0].text) is None and left[0].text not in vocabulary.calls:
            made_of = {key for place in range(len(bodies[0])) if (key := _key(line, place + 2)) is not None}
            others = [other for other in lines if other is not line]
            if made_of and all(_are_told(other, left[0].text, made_of) for other in others):
                lines = [other if other is line else _untold(other, left[0].text) for other in lines]
    return lines


def _is_called(line: Tokens, name: str) -> bool:
    return any(token.text == name and line[place + 1].text == "(" for place, token in enumerate(line[:-1]))


def _key(line: Tokens, place: int) -> str | None:
    found = spelled(line, place)
    return found.base if found is not None else None


def _are_told(line: Tokens, name: str, made_of: set[str]) -> bool:
    """Whether the name stands in the line as `f(X)` alone."""
    for place in range(len(line) - 1):
        if line[place].text == name:
            found = spelled(line, place + 2) if line[place + 1].text == "(" and place + 2 < len(line) else None
            if found is None or found.base not in made_of or line[found.after_sup].text != ")":
                return False
    return True


def _untold(line: Tokens, name: str) -> Tokens:
    for place in range(len(line) - 2, -1, -1):
        if line[place].text == name and line[place + 1].text == "(":
            line = [*line[: place + 1], *line[closing(line, place + 1) + 1 :]]
    return line
