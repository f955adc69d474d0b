"""Shapes: each axis a typed expression in the sizes, against the shape that was measured."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from quizbank.answers import algebra, scalar, sequence
from quizbank.answers.algebra import Expression
from quizbank.answers.arithmetic import evaluate
from quizbank.answers.cost import is_close, multiplied_out
from quizbank.answers.fit import measured
from quizbank.answers.neat import neat
from quizbank.answers.rival import Rival, rivals
from quizbank.answers.scalar import Stray
from quizbank.answers.sequence import Span, Spans
from quizbank.answers.tree import Node
from quizbank.answers.unreadable import Unreadable
from quizbank.language import Language, words
from quizbank.question import Exercise
from quizbank.verdict import Verdict

Compute = Callable[..., Any]
Axes = Sequence[Expression]


def judge_shape(exercise: Exercise, compute: Compute, text: str, *, language: Language) -> Verdict:
    """The verdict on a shape; of several readings of its separators the first right one decides."""
    expected = [algebra.fitted(axis) for axis in measured(exercise, compute)]
    answer = _told(exercise, [neat(axis, exercise.question.symbols) for axis in expected])
    found: list[Verdict] = []
    try:
        for parts in _readings(exercise, text, language):
            found.append(_judged(exercise, compute, text, parts, expected, language))
            if found[-1].result == "right":
                break
    except Unreadable as error:
        found.append(Verdict("unreadable", hint=error.message, column=error.column))
    best = min(found, key=lambda verdict: _PREFERRED.index(verdict.result))
    return replace(best, answer=answer)


_PREFERRED = ("right", "undecided", "wrong", "unreadable")


def _readings(exercise: Exercise, text: str, language: Language) -> Iterator[Sequence[Spans]]:
    """Commas divide; where there are none, crosses; where there are none, blanks; else it is one axis."""
    _ = words(language)
    spans = sequence.spans(text, _)
    if not spans:
        raise Unreadable(1, _("nothing was typed"))
    sequence.require_brackets_closed(spans, _)
    inner = sequence.unwrapped(spans)
    if _divides(inner, _is_comma):
        yield sequence.split(inner, _is_comma)
        return
    crossed = sequence.with_crosses(inner, _spellings(exercise))
    if _divides(crossed, _is_cross):
        yield sequence.split(crossed, _is_cross)
    elif len(parts := sequence.split_at_blanks(inner)) > 1:
        yield parts
    yield [inner] if inner else []


def _divides(spans: Spans, is_separator: Callable[[Span], bool]) -> bool:
    parts = sequence.split(spans, is_separator)
    return len(parts) > 1 or len(parts[0]) < len(spans)


def _is_comma(span: Span) -> bool:
    return span.text in (",", ";")


def _is_cross(span: Span) -> bool:
    return span.text == "×"


def _spellings(exercise: Exercise) -> set[str]:
    asked = [symbol for symbol in exercise.question.legend if symbol.name in exercise.question.symbols]
    spellings = {*scalar.names(exercise), *(text for s in asked for text in (s.symbol, s.type_as, *s.also))}
    return spellings | {spelling.partition("_")[0] for spelling in spellings}


def _judged(
    exercise: Exercise, compute: Compute, text: str, parts: Sequence[Spans], expected: Axes, language: Language
) -> Verdict:
    try:
        nodes = [_axis(exercise, text, parts, place, language) for place in range(len(parts))]
        sizes = [scalar.resolved(exercise, node) for node in nodes]
        typed = [multiplied_out(exercise, node, language) for node in sizes]
    except Unreadable as error:
        return Verdict("unreadable", hint=error.message, column=error.column)
    except Stray as stray:
        return Verdict("wrong", hint=scalar.not_here(exercise, stray, language), column=stray.column)
    read_as = _told(exercise, nodes)
    if None in typed:
        return Verdict("undecided", hint=words(language)("This is too long to be multiplied out."), read_as=read_as)
    if len(typed) == len(expected) and all(map(_same, typed, expected)):
        return Verdict("right", read_as=read_as)
    mistake, hint = _reason(exercise, compute, sizes, typed, expected, language)
    return Verdict("wrong", mistake=mistake, hint=hint, read_as=read_as)


def _axis(exercise: Exercise, text: str, parts: Sequence[Spans], place: int, language: Language) -> Node:
    if not parts[place]:
        _ = words(language)
        column = parts[place - 1][-1].end + 1 if place and parts[place - 1] else 1
        raise Unreadable(column, _("an axis is empty"))
    return scalar.read(exercise, sequence.shown(text, parts[place]), language)


def _same(typed: Expression, expected: Expression) -> bool:
    return algebra.is_zero(algebra.expanded(typed - expected))


def _reason(
    exercise: Exercise,
    compute: Compute,
    nodes: Sequence[Node],
    typed: Axes,
    expected: Axes,
    language: Language,
) -> tuple[str | None, str]:
    """A lure, the order, another question's answer, the rank or the axes that differ: the first that holds."""
    _ = words(language)
    rival = _rival(exercise, compute, nodes, language)
    if rival is not None and rival.mistake:
        return rival.mistake, rival.hint
    if Counter(typed) == Counter(expected):
        return None, _("The axes are right, their order is not.")
    if rival is not None:
        return None, rival.hint
    if len(typed) != len(expected):
        return None, _("The rank differs: {right}, not {yours}.").format(right=len(expected), yours=len(typed))
    places = [place for place, pair in enumerate(zip(typed, expected, strict=True), 1) if not _same(*pair)]
    return None, _("Wrong: axis {places}.").format(places=", ".join(map(str, places)))


def _rival(exercise: Exercise, compute: Compute, nodes: Sequence[Node], language: Language) -> Rival | None:
    samples = [sizes for sizes, _ in measured(exercise, compute)[0].samples[-3:]] if exercise.question.symbols else []
    for rival in rivals(exercise, compute, language) if samples else ():
        if all(_agrees(nodes, rival, sizes) for sizes in samples):
            return rival
    return None


def _agrees(nodes: Sequence[Node], rival: Rival, sizes: Mapping[str, int]) -> bool:
    try:
        shape = tuple(rival.compute(**sizes))
    except Exception:  # a rival's model may refuse these sizes
        return False
    return len(shape) == len(nodes) and all(
        is_close(evaluate(n, sizes), axis) for n, axis in zip(nodes, shape, strict=True)
    )


def _told(exercise: Exercise, nodes: Sequence[Node]) -> str:
    axes = ", ".join(scalar.shown(exercise, node) for node in nodes)
    return f"({axes},)" if len(nodes) == 1 else f"({axes})"
