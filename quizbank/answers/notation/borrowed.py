"""Names of lines that are spelled as an argument is, where the argument itself stands under another spelling."""

from collections.abc import Iterator, Sequence

from quizbank.answers.notation.equations import left_of, name_of
from quizbank.answers.notation.spelling import spelled
from quizbank.answers.notation.tokens import Token
from quizbank.answers.notation.vocabulary import Entry, Vocabulary, key

_LONGEST_PRODUCT = 3


def is_of_its_own(target: Entry, typed: str, lines: Sequence[Sequence[Token]], vocabulary: Vocabulary) -> bool:
    """Whether a line `z = x + s` defines z, although z would be x where no x stands in these lines."""
    entry = vocabulary.by_name(target.name)
    if typed != key(target.display) and _defines_again(target, typed, lines, vocabulary):
        return True  # `a_t = …` beside `h_t = tanh(a_t)`
    if target.role == "symbol" and typed not in vocabulary.targets and len(typed) == 1:
        return any(token.text == typed.swapcase() for line in lines for token in line)  # `P = diag(p)`
    if entry is None or entry.role != "argument" or target.role == "asked":
        return False
    others = {text for line in lines for text in _symbols(line)} - {typed}
    found = (vocabulary.find(text) or vocabulary.find_loosely(text) for text in others)
    return any(other is not None and other.role == "argument" and other.name == target.name for other in found)


def _defines_again(target: Entry, typed: str, lines: Sequence[Sequence[Token]], vocabulary: Vocabulary) -> bool:
    """Whether another line has a name of the same thing on its left."""
    named = [name_of(left_of(line)) for line in lines if len(left_of(line)) < len(line) - 1]
    found = (vocabulary.target(text) for text in named if text and text != typed)
    return typed in named and any(other is not None and other.name == target.name for other in found)


def _symbols(line: Sequence[Token]) -> Iterator[str]:
    """The keys in a line: with the subscript, without it, and the letters of a product as `QK`."""
    for place in range(len(line) - 1):
        symbol = spelled(line, place)
        if symbol is not None:
            yield symbol.key
            yield symbol.base
            if symbol.base.isupper() and 1 < len(symbol.base) <= _LONGEST_PRODUCT:
                yield from symbol.base
