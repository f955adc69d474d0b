"""What people write about a number: 1.2万, 384M, 8'660, 21 pairs, about 20, 4 x H; each character keeps its column."""

import functools
import re
from collections.abc import Callable, Collection
from dataclasses import dataclass, replace
from decimal import Decimal

from quizbank import bank
from quizbank.question import Exercise

_NARROW = {0xFF10 + digit: str(digit) for digit in range(10)} | {
    ord(wide): narrow for wide, narrow in ("．.", "％%", "億亿", "萬万")
}
_NUMBER = r"(?<![\w.])\d+(?:\.\d+)?"
_APOSTROPHES = re.compile(r"(?<![\d.])\d{1,3}(?:['’]\d{3})+(?!\d)")
_GROUPS = re.compile(r"(?<![\d.])\d{1,3}(?:[,，_ ]\d{3})+(?=\s*(?:[十百千]?[万亿]|[kKMBG]\b|[tmb][a-z]+(?:lion|sand)))")
_CHINESE = re.compile(
    rf"{_NUMBER}\s*[十百千]?[万亿](?:\s*\d+(?:\.\d+)?\s*[千百]?万)?(?:\s*\d+(?![\d.]))?|{_NUMBER}\s*[千百](?![万亿\w])"
)
_STEP = re.compile(r"(\d+(?:\.\d+)?)\s*([十百千]?[万亿]|[千百])?")
_LETTER = re.compile(rf"({_NUMBER})\s*(thousand|million|billion|[kKMBG])(?![\w(])")
_POWERS = {"百": 2, "千": 3, "万": 4, "十万": 5, "百万": 6, "千万": 7, "亿": 8, "十亿": 9, "百亿": 10, "千亿": 11}
_LETTERS = {"k": 3, "K": 3, "thousand": 3, "M": 6, "million": 6, "B": 9, "G": 9, "billion": 9}

_ABOUT = re.compile(
    r"^\s*(?:(?:it is|it's|the answer is|answer ?[:：]|answer|about|approximately|approx\.?|roughly|around|equals)\s+"
    r"|(?:答案)?[是为：]|答案|大约|约|大概|等于|约为|约等于)\s*",
    re.IGNORECASE,
)
_TIMES = re.compile(r"(?<=[\w)\]}%])\s+[xX]\s+(?=[\w(\[{\\])|(?<=\d)[xX](?=[(A-Z])|(?<=[1-9])[xX](?=\d)")
_FOLD = re.compile(r"(?<=\d)\s*[x×]\s*$")
_UNIT = re.compile(r"(?<=[\d)%\]])\s*([A-Za-z]{3,}|[个倍对次步行遍块词维头层条]+)\s*(?=$|[.。,，;；、]|\band\b|和|与)")
_NOUN = re.compile(r"(?<=[\w)])\s+([a-z]{4,})\s*$")
_WORDS = 3
"""So many words may say what is counted."""

_ORDINAL = re.compile(r"第(?=\s*\d)|#(?=\d)")
_AND = re.compile(r"\s*[,，、]?\s*(?:\band\b|和|与)\s*")
_QUOTES = re.compile(r"^\s*([\"'“”‘’])(.*)([\"'“”‘’])\s*$", re.DOTALL)
_PERCENT = re.compile(r"(?<=\d)\s*percent\b")
_BARE = re.compile(r"(?<![A-Za-z_\\])(ln|sin|cos|tanh)(?=[\d.])")
_LISTED = re.compile(r"[-+−]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][-+−]?\d+)?%?")


@dataclass(frozen=True)
class Plain:
    """A text and the columns at which its characters were typed, with that of its end: digits take more than `1.2万`."""

    text: str
    columns: tuple[int, ...]

    def typed(self, column: int) -> int:
        """Where this column of the text was typed; what lies behind the end stays as far behind."""
        return self.columns[min(column, len(self.columns)) - 1] + max(0, column - len(self.columns))

    def sub(self, pattern: re.Pattern[str], new: Callable[[re.Match[str]], str]) -> "Plain":
        """With `new` for each match, in whatever length."""
        text, columns, place = "", list[int](), 0
        for found in pattern.finditer(self.text):
            start, end, written = found.start(), found.end(), new(found)
            text += self.text[place:start] + written
            columns += self.columns[place:start]
            columns += (self.columns[min(start + step, end - 1)] for step in range(len(written)))
            place = end
        return Plain(text + self.text[place:], (*columns, *self.columns[place:]))


def plain(text: str, exercise: Exercise, names: Collection[str]) -> Plain:
    """The text with numbers as digits, and without a unit that the prompt names and words before the answer."""
    found = _in_digits(Plain(_worded(text), tuple(range(1, len(text) + 2))), exercise, names)
    found = replace(found, text=_without_unit(found.text, exercise, names)).sub(_BARE, lambda match: f"{match[1]} ")
    if "x" in names:
        return found
    crossed = _TIMES.sub(lambda match: re.sub("[xX]", "×", match.group()), _FOLD.sub(_blank, found.text))
    return replace(found, text=crossed)


def _worded(text: str) -> str:
    """The text without quotes, words before the answer and signs between digits, all in their own length."""
    text = _QUOTES.sub(_unquoted, text.translate(_NARROW))
    text = _ABOUT.sub(_blank, _ORDINAL.sub(_blank, text))
    text = _PERCENT.sub(lambda found: "%".ljust(len(found.group())), text)
    for grouped in (_APOSTROPHES, _GROUPS):
        text = grouped.sub(lambda found: re.sub(r"\D", "", found.group()).ljust(len(found.group())), text)
    return text


def _in_digits(text: Plain, exercise: Exercise, names: Collection[str]) -> Plain:
    """1.2万 and, where no size may be meant, 384M."""
    text = text.sub(_CHINESE, lambda found: _digits(found.group()))
    if exercise.question.symbols:
        return text
    return text.sub(_LETTER, lambda found: found.group() if found[2] in names else _scaled(found[1], found[2]))


def listed(text: str) -> str:
    """The text of several numbers with commas for `and`."""
    return _AND.sub(lambda found: ",".ljust(len(found.group())), text)


def bare_numbers(text: str) -> list[float]:
    """The numbers of a list divided by blanks alone, as numpy prints it, where a minus is a sign; else none."""
    parts = re.sub(r"^\s*[\[(]|[\])]\s*$", " ", text).split()
    if not all(_LISTED.fullmatch(part) for part in parts):
        return []
    return [float(part.replace("−", "-").rstrip("%")) / (100 if part.endswith("%") else 1) for part in parts]


def _unquoted(found: re.Match[str]) -> str:
    return (" " * found.start(2) + found[2]).ljust(len(found.group()))


def _blank(found: re.Match[str]) -> str:
    return " " * len(found.group())


def _digits(text: str) -> str:
    """3亿8400万 in digits."""
    total = sum(Decimal(number).scaleb(_POWERS.get(unit, 0)) for number, unit in _STEP.findall(text))
    return f"{total:f}"


def _scaled(number: str, unit: str) -> str:
    return f"{Decimal(number).scaleb(_LETTERS[unit]):f}"


def _without_unit(text: str, exercise: Exercise, names: Collection[str]) -> str:
    """Without a word behind each number, one and the same, that the prompt says or that only counts."""
    prompt = exercise.sentence
    tensors = _tensors(exercise.question.topic) - {*names}
    symbols = [symbol for symbol in exercise.question.legend if symbol.name not in tensors]
    legend = {*names, *(text for symbol in symbols for text in (symbol.name, symbol.type_as, *symbol.also))}
    words = {*re.findall(r"[a-z]+", prompt.en.lower())} - legend
    said = {_singular(word) for word in words} | {*prompt.zh, "个"}
    units = {_singular(found[1].lower()) for found in _UNIT.finditer(text)}
    if len(units) == 1 and units <= said:
        text = _UNIT.sub(_blank, text)
    for _word in range(_WORDS):
        text = _NOUN.sub(lambda found: _blank(found) if _singular(found[1]) in said else found.group(), text)
    return text


@functools.cache
def _tensors(topic: str) -> frozenset[str]:
    """The names of what is no number: as a word behind a count, such as nodes, it says what is counted."""
    formulas = [formula for formula in bank.formulas().values() if formula.topic == topic]
    return frozenset(argument.name for formula in formulas for argument in formula.arguments if argument.axes)


def _singular(word: str) -> str:
    return word[:-2] if word.endswith("sses") else word.removesuffix("s")
