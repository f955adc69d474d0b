"""Values: numbers and expressions of numbers, alone or in lists, within the tolerance that the prompt states."""

import math
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from quizbank.answers.lure import lures_of
from quizbank.answers.notation import sequence
from quizbank.answers.notation.numbered import numbered
from quizbank.answers.notation.sequence import Spans
from quizbank.answers.reasons.slip import slips
from quizbank.answers.sizes import quantity, scalar, series
from quizbank.answers.sizes.arithmetic import FUNCTIONS, evaluate
from quizbank.answers.sizes.biases import without_biases
from quizbank.answers.sizes.stray import strays
from quizbank.answers.tree import Node, Number, Unary
from quizbank.answers.unreadable import Unreadable
from quizbank.language import Language, enumerated, words
from quizbank.question import Exercise
from quizbank.verdict import Verdict

Compute = Callable[..., Any]
Nested = float | list["Nested"]
"""A number, or lists of them, as deep as the answer."""

_EXACT = 1e-12
_NOTHING = 1e-12
"""Right values that are zero but for rounding."""

_SMALL = 1e-3
"""Entries below this share of the largest are compared as if they were of this size."""

_DIGITS = (6, 9, 12, 17)


def judge_value(exercise: Exercise, compute: Compute, text: str, *, language: Language) -> Verdict:
    """The verdict on a number, or on a list of numbers of the right length."""
    right = _right(exercise, compute)
    tolerance = exercise.question.tolerance or _EXACT
    answer = _answer(right, tolerance)

    def judge(typed: Nested) -> Verdict:
        if agree(typed, right, tolerance):
            return Verdict("right")
        mistake, hint = _known(exercise, compute, typed, right, tolerance, language)
        return Verdict("wrong", mistake=mistake, hint=hint or _reason(typed, right, tolerance, language))

    if isinstance(right, float):
        return scalar.judged(exercise, text, answer, lambda node: _valued(judge, node), language=language)
    plain = scalar.spelled(exercise, text)
    try:
        typed = _arranged(_list(exercise, plain.text, right, language), right)
        return replace(judge(typed), read_as=told(typed), answer=answer)
    except Unreadable as error:
        return Verdict("unreadable", hint=error.message, column=plain.typed(error.column), answer=answer)


_RIGHT: dict[tuple[str, str], Nested] = {}


def _right(exercise: Exercise, compute: Compute) -> Nested:
    """What the question's function returns for these numbers, computed once."""
    key = (exercise.question.id, repr(sorted(exercise.given.items())))
    if key not in _RIGHT:
        _RIGHT[key] = nested(compute(**exercise.given))
    return _RIGHT[key]


def nested(result: Any) -> Nested:
    """What a question's function returned, as floats and lists; axes of length 1 are left out."""
    if hasattr(result, "tolist"):
        result = result.tolist()
    if isinstance(result, tuple | list):
        parts = [nested(part) for part in result]
        return parts[0] if len(parts) == 1 else parts
    return float(result)


def agree(typed: Nested, right: Nested, tolerance: float) -> bool:
    """The same structure, and every entry within the relative tolerance; NaN never agrees."""
    if structure(typed) != structure(right):
        return False
    numbers = list(flat(right))
    largest = max((abs(number) for number in numbers if math.isfinite(number)), default=0.0)
    least = _SMALL * largest if largest > _NOTHING else _SMALL**2
    return all(_near(mine, number, tolerance, least) for mine, number in zip(flat(typed), numbers, strict=True))


def told(values: Nested, digits: int = _DIGITS[0]) -> str:
    """The values in so many digits, as they can be typed; whole ones in full."""
    if isinstance(values, list):
        return f"[{', '.join(told(part, digits) for part in values)}]"
    if values.is_integer() and abs(values) < _WHOLE:
        return str(int(values))
    return f"{values:.{digits}g}"


def _answer(right: Nested, tolerance: float) -> str:
    """The right values in as few digits as the tolerance allows."""
    for digits in _DIGITS:
        if all(_near(float(told(x, digits)), x, tolerance, 0) for x in flat(right)):
            return told(right, digits)
    return told(right, _DIGITS[-1])


def structure(values: Nested) -> tuple[Any, ...]:
    """How many parts a list has, and which structure each of them has; a number has none."""
    return tuple(structure(part) for part in values) if isinstance(values, list) else ()


def flat(values: Nested) -> Iterator[float]:
    """Every number in order."""
    if isinstance(values, list):
        for part in values:
            yield from flat(part)
    else:
        yield values


def _misplaced(places: Sequence[int], language: Language) -> str:
    _, told = words(language), enumerated(map(str, places), language)
    text = _("Wrong: numbers {places}.") if len(places) > 1 else _("Wrong: number {places}.")
    return text.format(places=told)


def _near(mine: float, right: float, tolerance: float, least: float) -> bool:
    return mine == right or abs(mine - right) <= tolerance * max(abs(right), least) < math.inf


def _valued(judge: Callable[[Nested], Verdict], node: Node) -> Verdict:
    value = evaluate(node, {})
    literal = node.operand if isinstance(node, Unary) else node
    return replace(judge(value), read_as=None if isinstance(literal, Number) else told(value))


def _arranged(typed: Nested, right: Nested) -> Nested:
    """Numbers in one row in the rows that are asked for, where they are as many."""
    if isinstance(typed, list) and not any(isinstance(part, list) for part in typed):
        numbers = flat(typed)
        if len(typed) == len(list(flat(right))):
            return _like(right, numbers)
    return typed


def _like(right: Nested, numbers: Iterator[float]) -> Nested:
    return [_like(part, numbers) for part in right] if isinstance(right, list) else next(numbers)


def _list(exercise: Exercise, text: str, right: Nested, language: Language) -> Nested:
    """The values of a typed list; a lone number is itself."""
    _ = words(language)
    if len(numbers := quantity.bare_numbers(text)) == len(list(flat(right))):
        return [*numbers]
    text = quantity.listed(text)
    spans = sequence.spans(text, _)
    if not spans:
        raise Unreadable(1, _("nothing was typed"))
    sequence.require_brackets_closed(spans, _)
    if named := numbered(text, spans):
        return [nested(_values(exercise, text, part, language)) for part in named]
    if _DECIMAL_COMMAS.fullmatch(text):
        raise Unreadable(text.index(",") + 1, _("write a decimal point: 0.25, not 0,25"))
    found = _values(exercise, text, sequence.unwrapped(spans), language)
    return nested(found)


def _values(exercise: Exercise, text: str, part: Spans, language: Language) -> Nested:
    _ = words(language)
    if not part:
        raise Unreadable(1, _("a number is missing"))
    for cut in _CUTS:
        parts = cut(part)
        if len(parts) > 1:
            return [_values(exercise, text, inner, language) for inner in parts]
    if sequence.is_enclosed(part) and part[0].text != "{":
        return [_values(exercise, text, part[1:-1], language)]
    typed = scalar.read(exercise, sequence.shown(text, part), language)
    if found := strays([series.closed(typed)], set(scalar.names(exercise))):
        raise Unreadable(found[0].column, _("a number belongs here"))
    return evaluate(scalar.resolved(exercise, typed), {})


_CUTS: Sequence[Callable[[Spans], Sequence[Spans]]] = (
    lambda part: sequence.split(part, lambda span: span.text == ";" or span.kind == "break"),
    lambda part: sequence.split(part, lambda span: span.text in (",", "&")),
    lambda part: _with_arguments(sequence.split_at_blanks(part)),
)
_DECIMAL_COMMAS = re.compile(r"[\s\[(]*\d+,\d+(?:\s*;\s*\d+,\d+)+[\s\])]*")


def _with_arguments(parts: Sequence[Spans]) -> list[Spans]:
    """A function without a bracket with the part behind it: `sin 2`."""
    found: list[Spans] = []
    for part in parts:
        if found and found[-1][-1].text.lstrip("\\") in _FUNCTIONS:
            found[-1] = [*found[-1], *part]
        else:
            found.append(part)
    return found


_FUNCTIONS = {*FUNCTIONS, "ln", "σ"}


def _known(
    exercise: Exercise, compute: Compute, typed: Nested, right: Nested, tolerance: float, language: Language
) -> tuple[str | None, str | None]:
    """The lure or the declared mistake that gives the typed value."""
    for lure in lures_of(compute):
        if _gives(nested(lure.function(**exercise.given)), typed, right, tolerance):
            return lure.name, lure.hint[language]
    for mistake, value in slips(exercise, compute):
        if _gives(nested(value), typed, right, tolerance):
            return mistake.name, mistake.hint[language]
    for value, hint in without_biases(exercise, compute, language):
        if _gives(float(value), typed, right, tolerance):
            return None, hint
    return None, None


def _gives(value: Nested, typed: Nested, right: Nested, tolerance: float) -> bool:
    return agree(typed, value, tolerance) and not agree(right, value, tolerance)


def _reason(typed: Nested, right: Nested, tolerance: float, language: Language) -> str:
    """How many numbers, their order, a sign, a factor, digits, or the entries that differ."""
    _ = words(language)
    mine, numbers = list(flat(typed)), list(flat(right))
    if len(mine) != len(numbers):
        return _("Numbers asked for: {right}; numbers given: {yours}.").format(right=len(numbers), yours=len(mine))
    if any(math.isnan(number) for number in mine):
        return _("This has no value.")
    if structure(typed) != structure(right):
        return _("The numbers are arranged otherwise: {right} rows.").format(right=len(structure(right)))
    if len(numbers) > 1 and agree(sorted(mine), sorted(numbers), tolerance):
        return _("The numbers are right, their order is not.")
    simple = _rough(mine, numbers, tolerance, language) or _multiple(mine, numbers, tolerance, language)
    if simple is not None:
        return simple
    if len(numbers) == 1:
        return _("The value differs.")
    if not any(_near(*pair, tolerance, 0) for pair in zip(mine, numbers, strict=True)):
        return _("None of the {n} numbers is right.").format(n=len(numbers))
    places = [place for place, pair in enumerate(zip(mine, numbers, strict=True), 1) if not agree(*pair, tolerance)]
    return _misplaced(places, language)


def _multiple(mine: Sequence[float], numbers: list[float], tolerance: float, language: Language) -> str | None:
    """One divided by what is right, its negative, or a multiple of it."""
    _ = words(language)
    if all(mine) and agree([1 / number for number in mine], [*numbers], tolerance):
        return _("This is one divided by the right value.")
    for factor in _FACTORS:
        if agree([number / factor for number in mine], [*numbers], tolerance) and any(numbers):
            times = _("This is {factor} times the right value.").format(factor=told(factor))
            return _("The sign is wrong.") if factor < 0 else times
    return None


def _rough(mine: Sequence[float], numbers: Sequence[float], tolerance: float, language: Language) -> str | None:
    """Rounded where an exact number is asked, or not within the tolerance."""
    _ = words(language)
    if tolerance <= _EXACT and len(numbers) == 1 and _is_cut(mine[0], numbers[0]):
        return _("That is rounded: the exact number is asked.")
    if not agree([*mine], [*numbers], _ROUNDED * tolerance):
        return None
    if all(_is_rounded(*pair, tolerance) for pair in zip(mine, numbers, strict=True)):
        return _("Close, but not within the tolerance: give more digits.")
    return _("Close, but not within the tolerance.")


def _is_rounded(mine: float, right: float, tolerance: float) -> bool:
    """Whether a number is the right one, in fewer digits."""
    return agree(mine, right, tolerance) or any(float(f"{right:.{digits}g}") == mine for digits in range(1, 6))


def _is_cut(mine: float, right: float) -> bool:
    """Whether a number is the right one in two digits or more; of a whole number, two or more are left out."""
    most = 9 if not right.is_integer() else len(told(abs(right))) - 1
    return any(float(f"{right:.{digits}g}") == mine for digits in range(2, most))


_FACTORS = (
    -1.0,
    *(float(n) for n in (2, 3, 4, 5, 6, 8, 10, 100, 1000)),
    *(1 / n for n in (2, 3, 4, 5, 6, 8, 10, 100, 1000)),
)
_ROUNDED = 20
_WHOLE = 1e15
