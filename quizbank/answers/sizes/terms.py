"""What sets a wrong count right: the terms in which it differs from the measured one."""

from collections.abc import Callable, Iterator

import sympy

from quizbank.answers.sizes import algebra
from quizbank.answers.sizes.algebra import Expression
from quizbank.language import Language, sentences, words

Tell = Callable[[Expression], str]


def difference(typed: Expression, expected: Expression, tell: Tell, language: Language) -> str:
    """One sentence or more, with terms as `tell` prints them: the base of the logarithm, a factor of the whole, or each term that differs."""
    _ = words(language)
    if _only_the_base_differs(typed, expected):
        return _("Only the base of the logarithm differs: log and ln are natural, log2 has base 2.")
    ratio = sympy.cancel(typed / expected) if expected != 0 else expected
    if ratio.is_Rational and ratio > 0:
        return _("This is {ratio} times the right count.").format(ratio=ratio)
    if _is_product(1 / ratio):
        return _("A factor is missing: {factor}.").format(factor=tell(1 / ratio))
    if _is_product(ratio):
        return _("There is a factor too many: {factor}.").format(factor=tell(ratio))
    return sentences(_sentences(typed, expected, tell, language), language)


def _sentences(typed: Expression, expected: Expression, tell: Tell, language: Language) -> Iterator[str]:
    _ = words(language)
    yours, right = algebra.coefficients(typed), algebra.coefficients(expected)
    missing = [right[rest] * rest for rest in right if rest not in yours]
    added = [yours[rest] * rest for rest in yours if rest not in right]
    if len(missing) == 1 and missing[0].could_extract_minus_sign():
        yield _("Too much: {terms}.").format(terms=tell(-missing[0]))
    elif len(missing) == 1:
        yield _("Missing: {terms}.").format(terms=tell(missing[0]))
    elif missing:  # to list them all would be the answer
        yield _("{n} terms are missing.").format(n=len(missing))
    if added:
        yield _("Does not belong: {terms}.").format(terms=", ".join(map(tell, added)))
    for rest in yours:
        if rest in right and yours[rest] != right[rest]:
            told = [tell(part) for part in (right[rest] * rest, yours[rest] * rest)]
            yield _("{right} belongs where you have {yours}.").format(right=told[0], yours=told[1])


def _is_product(ratio: Expression) -> bool:
    """Whether this is made of sizes alone, multiplied."""
    return bool(ratio.free_symbols) and all(
        base.is_Symbol and power.is_Integer and power > 0 for base, power in ratio.as_powers_dict().items()
    )


def _only_the_base_differs(typed: Expression, expected: Expression) -> bool:
    logs = [log for log in expected.atoms(sympy.log) if log.free_symbols]
    if not logs or not typed.atoms(sympy.log):
        return False
    yours, right = algebra.coefficients(typed), algebra.coefficients(expected)
    if yours.keys() != right.keys():
        return False
    ratios = {rest: right[rest] / yours[rest] for rest in right if right[rest] != yours[rest]}
    return len(set(ratios.values())) == 1 and all(_is_base(r) and rest.has(sympy.log) for rest, r in ratios.items())


def _is_base(ratio: Expression) -> bool:
    """Whether a factor changes a logarithm's base b to 2, b being e or a whole number: it is ln b over ln 2."""
    if ratio.is_Rational:
        return False  # a plain factor, as the half of a count
    base = sympy.exp(ratio * sympy.log(2))
    return bool(base == sympy.E or base.is_Integer)
