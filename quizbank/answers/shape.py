"""Shapes: each axis a typed expression in the sizes, against the shape that was measured."""

import functools
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from quizbank.answers.cost import is_close, multiplied_out, outside
from quizbank.answers.notation import sequence
from quizbank.answers.notation.sequence import Span, Spans
from quizbank.answers.sizes import algebra, scalar, series
from quizbank.answers.sizes.algebra import Expression
from quizbank.answers.sizes.arithmetic import evaluate
from quizbank.answers.sizes.fit import measured
from quizbank.answers.sizes.neat import neat
from quizbank.answers.sizes.prompted import prompted
from quizbank.answers.sizes.rival import Rival, gives, rivals
from quizbank.answers.sizes.stray import judged_astray, renamed, strays
from quizbank.answers.sizes.tied import Nodes
from quizbank.answers.tree import Node
from quizbank.answers.unreadable import Unreadable
from quizbank.language import Language, enumerated, words
from quizbank.question import Exercise
from quizbank.verdict import Verdict

Compute = Callable[..., Any]

_PREFERRED = ("right", "undecided", "wrong", "unreadable")


def judge_shape(exercise: Exercise, compute: Compute, text: str, *, language: Language) -> Verdict:
    """The verdict on a shape; of several readings of its separators the best one decides, the first of equals."""
    asked = _Shape(exercise, compute, language)
    text = _written(text)
    found: list[Verdict] = []
    try:
        for parts in _readings(exercise, text, len(asked.right), language):
            found.append(asked.verdict(text, parts))
            if found[-1].result == "right":
                break
    except Unreadable as error:
        found.append(Verdict("unreadable", hint=error.message, column=error.column))
    best = min(found, key=lambda verdict: _PREFERRED.index(verdict.result))
    if best.result == "wrong" and asked.is_product(text):
        hint = words(language)("this is a product, one axis: put a comma or × between two")
        best = Verdict("unreadable", hint=hint, column=1)
    return replace(best, answer=asked.told([neat(axis, exercise.question.symbols) for axis in asked.right]))


def _readings(exercise: Exercise, text: str, rank: int, language: Language) -> Iterator[Sequence[Spans]]:
    """Brackets or commas divide; where there are none, crosses; where there are none, blanks or stars; else one axis."""
    _ = words(language)
    spans = sequence.spans(text, _)
    if not spans:
        raise Unreadable(1, _("nothing was typed"))
    sequence.require_brackets_closed(spans, _)
    inner = sequence.unwrapped(spans)
    if len(axes := _in_brackets_each(inner)) > 1:
        yield axes
        return
    if _divides(inner, _is_comma):
        yield sequence.split(inner, _is_comma)
        return
    crossed = sequence.with_crosses(inner, _spellings(exercise))
    if _divides(crossed, _is_cross):
        yield sequence.split(crossed, _is_cross)
        if rank > 1:
            return
    elif len(parts := sequence.split_at_blanks(inner)) > 1:
        yield parts
    yield [inner] if inner else []


def _in_brackets_each(part: Spans) -> list[Spans]:
    """The axes of `[n][m]`; none where it is written otherwise."""
    signs = [span.text for span in part]
    ends = [place for place, sign in enumerate(signs) if sign == "]"]
    starts = [place for place, sign in enumerate(signs) if sign == "["]
    if starts != [0, *(end + 1 for end in ends[:-1])] or not ends or ends[-1] != len(part) - 1:
        return []
    return [part[start + 1 : end] for start, end in zip(starts, ends, strict=True)]


_QUOTED = re.compile(r"^\s*[\"'“”‘’`]|[\"'“”‘’`]\s*$")
_SAYING = re.compile(
    r"^\s*(?:(?:the )?(?:shape|size|answer) is|it is|(?:形状|答案)[是为：:])\s*|\s*(?:matrix|tensor|矩阵|张量)\s*$"
)
_ROWS_AND_COLUMNS = (
    (re.compile(r"\s*(?:rows?\s*(?:,|and|by|×|x)*|行[,，、]?)(?=.*(?:columns?|列))"), ","),
    (re.compile(r"\s*(?:columns?|列)\s*$"), " "),
    (re.compile(r"(?<=\w)-by-(?=\w)"), ","),
)


def _written(text: str) -> str:
    """The text without quotes and words about it, and with a comma in `3 rows, 4 columns`; columns stay."""
    for pattern in (_QUOTED, _SAYING):
        text = pattern.sub(functools.partial(_as_long, ""), text)
    for pattern, sign in _ROWS_AND_COLUMNS:
        text = pattern.sub(functools.partial(_as_long, sign), text)
    return text


def _as_long(sign: str, found: re.Match[str]) -> str:
    return sign.ljust(len(found.group()))


def _divides(spans: Spans, is_separator: Callable[[Span], bool]) -> bool:
    parts = sequence.split(spans, is_separator)
    return len(parts) > 1 or len(parts[0]) < len(spans)


def _is_comma(span: Span) -> bool:
    return span.text in (",", ";")


def _is_star(span: Span) -> bool:
    return span.text == "*"


def _is_cross(span: Span) -> bool:
    return span.text == "×"


def _spellings(exercise: Exercise) -> set[str]:
    asked = [symbol for symbol in exercise.question.legend if symbol.name in exercise.question.symbols]
    spellings = {*scalar.names(exercise), *(text for s in asked for text in (s.symbol, s.type_as, *s.also))}
    spellings |= {spelling.partition("_")[0] for spelling in spellings}
    return spellings | {spelling.swapcase() for spelling in spellings if len(spelling) == 1 and spelling not in "xX"}


@dataclass(frozen=True)
class _Shape:
    """The shape that is asked for, in one language."""

    exercise: Exercise
    compute: Compute
    language: Language

    @cached_property
    def right(self) -> Sequence[Expression]:
        """The measured axes."""
        return [algebra.fitted(axis) for axis in measured(self.exercise, self.compute)]

    def verdict(self, text: str, parts: Sequence[Spans]) -> Verdict:
        """The verdict on one reading, a part of the text for each axis."""
        try:
            typed = [self._axis(text, parts, place) for place in range(len(parts))]
            nodes = renamed([series.closed(node) for node in typed], self._others)
            if found := strays(nodes, set(scalar.names(self.exercise))):
                return judged_astray(self.exercise, nodes, found, lambda r: self._is_right_as(nodes, r), self.language)
            return replace(self._judged(nodes), read_as=self.told(typed))
        except Unreadable as error:
            return Verdict("unreadable", hint=error.message, column=error.column)

    def is_product(self, text: str) -> bool:
        """Whether the right axes are typed with stars between them."""
        inner = sequence.unwrapped(sequence.spans(text, words(self.language)))
        if _divides(inner, _is_comma) or not _divides(inner, _is_star):
            return False
        return self.verdict(text, sequence.split(inner, _is_star)).result == "right"

    def told(self, nodes: Sequence[Node]) -> str:
        """A shape as Python prints it."""
        axes = ", ".join(scalar.shown(self.exercise, node) for node in nodes)
        return f"({axes},)" if len(nodes) == 1 else f"({axes})"

    def _axis(self, text: str, parts: Sequence[Spans], place: int) -> Node:
        if not parts[place]:
            _ = words(self.language)
            column = parts[place - 1][-1].end + 1 if place and parts[place - 1] else 1
            raise Unreadable(column, _("an axis is empty"))
        return scalar.read(self.exercise, sequence.shown(text, parts[place]), self.language)

    @cached_property
    def _others(self) -> Nodes:
        """The sizes that the prompt names besides those of the answer."""
        own = set(scalar.names(self.exercise))
        return {name: node for name, node in prompted(self.exercise).items() if name not in own}

    def _is_right_as(self, nodes: Sequence[Node], renaming: Nodes) -> bool:
        return self._judged(renamed(nodes, renaming)).result == "right"

    def _judged(self, nodes: Sequence[Node]) -> Verdict:
        sizes = [scalar.resolved(self.exercise, node) for node in nodes]
        typed = [multiplied_out(self.exercise, node, self.language) for node in sizes]
        if None in typed:
            points = [point for point, _ in measured(self.exercise, self.compute)[0].samples]
            values = [outside(size, points, self.language) for size in sizes]
            if hint := next(filter(None, values), None):
                return Verdict("wrong", hint=hint)
            return Verdict("undecided", hint=words(self.language)("This is too long to be multiplied out."))
        if len(typed) == len(self.right) and all(map(_same, typed, self.right)):
            return Verdict("right")
        mistake, hint = self._reason(sizes, typed)
        return Verdict("wrong", mistake=mistake, hint=hint)

    def _reason(self, sizes: Sequence[Node], typed: Sequence[Expression]) -> tuple[str | None, str]:
        """A lure, the order, another question's answer, the rank or the axes that differ: the first that holds."""
        _ = words(self.language)
        rival = self._rival(sizes)
        if rival is not None and rival.mistake:
            return rival.mistake, rival.hint
        if Counter(typed) == Counter(self.right):
            return None, _("The axes are right, their order is not.")
        if rival is not None:
            return None, rival.hint
        if len(typed) == 2 and len(self.right) == 1 and 1 in typed and self.right[0] in typed:
            raise Unreadable(1, _("a vector has one axis here: write its length alone"))
        if len(typed) != len(self.right):
            return None, _("The rank differs: {right}, not {yours}.").format(right=len(self.right), yours=len(typed))
        pairs = enumerate(zip(typed, self.right, strict=True), 1)
        places = [str(place) for place, pair in pairs if not _same(*pair)]
        if len(places) == 1:
            return None, _("Wrong: axis {place}.").format(place=places[0])
        return None, _("Wrong: axes {places}.").format(places=enumerated(places, self.language))

    def _rival(self, sizes: Sequence[Node]) -> Rival | None:
        given = self.exercise.given
        points = [{**given, **point} for point, _ in measured(self.exercise, self.compute)[0].samples]
        for rival in rivals(self.exercise, self.compute, self.language):
            if gives(rival, points, functools.partial(_is_shape, sizes)):
                return rival
        return None


def _same(typed: Expression, expected: Expression) -> bool:
    return algebra.is_zero(algebra.expanded(typed - expected))


def _is_shape(axes: Sequence[Node], shape: Any, sizes: Mapping[str, int]) -> bool:
    return len(shape) == len(axes) and all(
        is_close(evaluate(axis, sizes), size) for axis, size in zip(axes, shape, strict=True)
    )
