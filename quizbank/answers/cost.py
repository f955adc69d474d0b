"""Exact costs and parameter counts: a typed expression against the one fitted to measured numbers."""

import functools
import math
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any

import sympy

from quizbank.answers.notation import sequence
from quizbank.answers.notation.bounds import bounds
from quizbank.answers.sizes import algebra, scalar
from quizbank.answers.sizes.algebra import Expression, TooLong
from quizbank.answers.sizes.arithmetic import NoNumber, evaluate
from quizbank.answers.sizes.fit import Fit, measured
from quizbank.answers.sizes.neat import neat
from quizbank.answers.sizes.rival import Rival, gives, rivals
from quizbank.answers.sizes.terms import difference
from quizbank.answers.tree import Node
from quizbank.answers.unreadable import Unreadable
from quizbank.language import Language, sentences, words
from quizbank.question import Exercise
from quizbank.verdict import Counterexample, Verdict

Compute = Callable[..., Any]

CLOSE = 1e-9
"""Relative, where measured numbers are compared in floats; the decision itself is exact."""


def judge_count(exercise: Exercise, compute: Compute, text: str, *, language: Language) -> Verdict:
    """The verdict on an exact count, an expression in the question's sizes or a number."""
    if (refused := _not_exact(exercise, text, language)) is not None:
        return refused
    if not exercise.question.symbols:
        from quizbank.answers.number import judge_value

        return judge_value(exercise, compute, text, language=language)
    right = measured(exercise, compute)[0]
    expected = algebra.fitted(right)
    answer = told(exercise, expected)

    def judge(node: Node) -> Verdict:
        typed = multiplied_out(exercise, node, language)
        if (typed is None or typed.has(sympy.zoo, sympy.nan)) and (
            value := outside(node, [sizes for sizes, _value in right.samples], language)
        ) is not None:
            return Verdict("wrong", hint=value)
        wrong = counterexample(node, right)
        rest = None if typed is None else algebra.expanded(typed - expected)
        if rest is not None and algebra.is_zero(rest):
            return Verdict("right")
        if wrong is None and not (rest is not None and algebra.is_polynomial(rest)):
            return Verdict("undecided", hint=words(language)("This is too long to be multiplied out."))
        rival = _rival(exercise, compute, node, right, language)
        hints = [rival.hint] if rival else []
        if rival is None or rival.is_asked_elsewhere:
            hints.append(_difference(typed, expected, exercise, language))
        mistake = rival.mistake if rival else None
        return Verdict("wrong", mistake=mistake, hint=sentences(hints, language), counterexample=wrong)

    return scalar.judged(exercise, text, answer, judge, language=language)


def _not_exact(exercise: Exercise, text: str, language: Language) -> Verdict | None:
    """Unreadable, where the text says O(…); the inside is read."""
    _ = words(language)
    signs = {"O", "o", "Theta", "Omega"} - {*exercise.question.symbols}
    try:
        spans = sequence.spans(text, _)
        found = next(bounds(spans, signs), None)
        if found is None:
            return None
        plain = " " * found.bracket + sequence.plain(text)[found.bracket :]
        inside = scalar.shown(exercise, scalar.read(exercise, plain, language))
    except Unreadable:
        return None  # told by whoever reads it
    hint = _("an exact number is asked here, not an order of growth")
    return Verdict("unreadable", hint=hint, column=found.first + 1, read_as=inside)


def told(exercise: Exercise, expression: Expression) -> str:
    """An expression in its neat form, as it can be typed."""
    return scalar.shown(exercise, neat(expression, exercise.question.symbols))


def multiplied_out(exercise: Exercise, node: Node, language: Language) -> Expression | None:
    """The typed expression in sympy, or None where that is over the budget. Raises Unreadable."""
    try:
        return algebra.expression(node, {name: algebra.symbol(name) for name in exercise.question.symbols})
    except TooLong:
        return None
    except NoNumber as error:
        raise Unreadable(error.column, words(language)("this function has no place here")) from None


def outside(node: Node, points: Sequence[Mapping[str, float]], language: Language) -> str | None:
    """Why a typed expression is no count at all: at these sizes it has no value, or one beyond all floats."""
    _ = words(language)
    values = [evaluate(node, sizes) for sizes in points]
    if all(map(math.isnan, values)):
        return _("This has no value.")
    return _("The values differ.") if all(value == 0 or math.isinf(value) for value in values) else None


def counterexample(node: Node, right: Fit) -> Counterexample | None:
    """The smallest measured sizes at which the typed expression has another value."""
    for sizes, value in right.samples:
        yours = evaluate(node, sizes)
        if not is_close(yours, value):
            inputs = {name: str(size) for name, size in sizes.items()}
            return Counterexample(inputs, yours=f"{yours:.10g}", reference=f"{float(value):.10g}")
    return None


def is_close(yours: float, value: Fraction | float) -> bool:
    """Equal up to what floats lose; NaN never is."""
    return math.isclose(yours, value, rel_tol=CLOSE)


def _difference(typed: Expression | None, expected: Expression, exercise: Exercise, language: Language) -> str:
    if typed is None:
        return words(language)("The values differ.")
    return difference(typed, expected, functools.partial(told, exercise), language)


def _rival(exercise: Exercise, compute: Compute, node: Node, right: Fit, language: Language) -> Rival | None:
    """The rival that was given instead, if one was."""
    points = [sizes for sizes, _value in right.samples]
    for rival in rivals(exercise, compute, language):
        if gives(rival, points, lambda value, sizes: is_close(evaluate(node, sizes), value)):
            return rival
    return None
