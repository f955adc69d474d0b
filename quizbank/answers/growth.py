"""Growth: the class of a typed expression against that of the measured cost, in several sizes at once."""

import functools
import re
from collections.abc import Callable, Sequence
from typing import Any

import sympy

from quizbank.answers.cost import multiplied_out, outside, told
from quizbank.answers.notation import sequence
from quizbank.answers.notation.bounds import bounds
from quizbank.answers.sizes import algebra, scalar
from quizbank.answers.sizes.algebra import Expression
from quizbank.answers.sizes.arithmetic import evaluate
from quizbank.answers.sizes.fit import Unfitted, fit, measured
from quizbank.answers.sizes.rate import Growth, NoRate, growth, leading
from quizbank.answers.sizes.rival import rivals
from quizbank.answers.tree import Node
from quizbank.answers.unreadable import Unreadable
from quizbank.language import Language, words
from quizbank.question import Exercise
from quizbank.verdict import Verdict

Compute = Callable[..., Any]

_LG = re.compile(r"(?<![A-Za-z])lg(?![A-Za-z])")

_SPOKEN = re.compile(
    r"\s*(?:O\s*[(（])?\s*(?:(constant|常数)|(logarithmic|对数)|(linear|线性)|(quadratic|平方|二次))(?: time| growth|级|阶|时间)?"
    r"\s*[)）]?\s*[.。]?\s*",
    re.IGNORECASE,
)
"""Classes by their names: those behind the first one need a size, and the question has one alone."""

_LEADING = re.compile(r"^\s*(?:O|Θ)(?=\s*\()")

_LARGE = 40
"""A size at which a cost must be positive."""


def judge_growth(exercise: Exercise, compute: Compute, text: str, *, language: Language) -> Verdict:
    """The verdict on a big-O class; constants and lower terms are right with a note."""
    symbols = exercise.question.symbols
    kept = leading(algebra.fitted(measured(exercise, compute)[0]), symbols)
    expected = sympy.Add(*kept)
    right, answer = growth(expected, symbols), f"O({told(exercise, expected)})"

    def judge(node: Node) -> Verdict:
        typed = multiplied_out(exercise, node, language)
        if typed is None:
            if (value := outside(node, [dict.fromkeys(symbols, float(_LARGE))], language)) is not None:
                return Verdict("wrong", hint=value)
            return Verdict("undecided", hint=words(language)("This is too long to be multiplied out."))
        if not evaluate(node, {name: _LARGE + place for place, name in enumerate(symbols)}) > 0:
            return Verdict("wrong", hint=words(language)("A cost is positive."))
        yours = _growth(typed, node, symbols, language)
        if yours <= right <= yours:
            return Verdict("right", note=_note(typed, symbols, answer, language))
        mistake, hint = _rival(exercise, compute, yours, language)
        return Verdict("wrong", mistake=mistake, hint=hint or _reason(yours, right, language))

    plain = _without_big_o(
        _LG.sub("ln", _in_signs(text, symbols)), exercise, language
    )  # of any base: the class is the same
    return scalar.judged(exercise, plain, answer, judge, language=language)


def _in_signs(text: str, symbols: Sequence[str]) -> str:
    """`constant` as 1 and, where there is one size, `linear` as that."""
    found = _SPOKEN.fullmatch(text)
    if found is None or (found[1] is None and len(symbols) != 1):
        return text
    forms = ("1", "log({n})", "{n}", "{n}^2")
    form = next(form for form, word in zip(forms, found.groups(), strict=True) if word is not None)
    return form.format(n=symbols[0])


def _growth(typed: Expression, node: Node, symbols: tuple[str, ...], language: Language) -> Growth:
    try:
        return growth(typed, symbols)
    except NoRate:
        _ = words(language)
        raise Unreadable(node.column, _("the growth of this is not known")) from None


def _note(typed: Expression, symbols: tuple[str, ...], answer: str, language: Language) -> str | None:
    _ = words(language)
    kept = leading(typed, symbols)
    terms = algebra.coefficients(typed)
    if len(terms) == len(kept) and all(_is_base(coefficient) for coefficient in terms.values()):
        return None
    return _("Constants and lower terms do not count: {answer}.").format(answer=answer)


def _is_base(coefficient: Expression) -> bool:
    """Whether a coefficient is 1 or only comes from a logarithm's base."""
    factors = sympy.Mul.make_args(coefficient)
    return all(factor == 1 or factor.as_base_exp()[0].func is sympy.log for factor in factors)


def _rival(exercise: Exercise, compute: Compute, yours: Growth, language: Language) -> tuple[str | None, str | None]:
    for rival in rivals(exercise, compute, language):
        other = _measured(rival.compute, yours.symbols)
        if other is not None and yours <= other <= yours:
            return rival.mistake, rival.hint
    return None, None


@functools.cache
def _measured(compute: Compute, symbols: tuple[str, ...]) -> Growth | None:
    try:
        return growth(algebra.fitted(fit(compute, symbols)[0]), symbols)
    except Unfitted:
        return None


def _reason(yours: Growth, right: Growth, language: Language) -> str:
    _ = words(language)
    if right <= yours:
        return _("Too loose: it holds as an upper bound, but the cost grows more slowly.")
    if yours <= right:
        return _("Too small: the cost grows faster than that.")
    small = [name for name in yours.symbols if yours.alone(name) < right.alone(name)]
    large = [name for name in yours.symbols if yours.alone(name) > right.alone(name)]
    if small and large:
        return _("Not comparable: too small in {small}, too large in {large}.").format(
            small=", ".join(small), large=", ".join(large)
        )
    return _("Not comparable: too small where some sizes grow, too large where others do.")


def _without_big_o(text: str, exercise: Exercise, language: Language) -> str:
    """The text with `O` and `Θ` before a bracket blank; a lower bound or a strict one is unreadable, by the parser."""
    _ = words(language)
    try:
        spans = sequence.spans(text, _)
    except Unreadable:
        return _LEADING.sub(lambda found: " " * len(found.group()), text)  # told by whoever reads it, as is ⌈…⌉
    found = list(text)
    for _sign, first, bracket in bounds(spans, {"O", "Theta"} - {*exercise.question.symbols}):
        found[first:bracket] = " " * (bracket - first)
    return "".join(found)
