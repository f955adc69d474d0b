"""Every mistake is wrong, unlike its neighbours, and explained in both languages."""

import functools
import itertools

import pytest

from quizbank.certificate import certified, extreme, shows
from quizbank.compare import compare
from quizbank.language import LANGUAGES
from quizbank.mistake import mistakes_of
from quizbank.observe import Outcome, observe
from tests.formulas import EVERY_FORMULA, FORMULAS

MISTAKES = [
    pytest.param(mistake, id=f"{name}-{mistake.name}")
    for name, formula in sorted(FORMULAS.items())
    for mistake in mistakes_of(formula)
]
EVERY_MISTAKE = pytest.mark.parametrize("mistake", MISTAKES)
MULTILINE = ("\n", "\r")


@EVERY_MISTAKE
def test_differs_from_the_formula_in_its_channel(mistake):
    pairs = zip(certified(mistake.formula), right_outcomes(mistake.formula.id), strict=True)
    assert any(shows(mistake, d, right) for d, right in pairs)


@EVERY_MISTAKE
def test_runs_and_has_the_right_values_unless_they_are_its_channel(mistake):
    """An exception would differ from everything and explain nothing; a wrong value would be found sooner as one."""
    for d, right in zip(certified(mistake.formula), right_outcomes(mistake.formula.id), strict=True):
        wrong = observe(mistake.function, d.arguments, extra=extra_of(mistake, d))
        assert wrong.error is None
        assert mistake.channel == "value" or compare(Outcome(right.values), wrong) is None


@EVERY_MISTAKE
@pytest.mark.parametrize("language", LANGUAGES)
def test_is_explained_in_one_sentence(mistake, language):
    hint = mistake.hint[language]
    assert hint.endswith((".", "…") if language == "en" else ("。", "…"))
    assert not any(sign in hint for sign in MULTILINE)
    assert any("\u4e00" <= letter <= "\u9fff" for letter in hint) == (language == "zh")


@EVERY_FORMULA
def test_own_mistakes_differ_from_each_other(formula):
    mistakes = mistakes_of(formula)
    draws = certified(formula) if len(mistakes) > 1 else ()
    seen = {mistake.name: [outcome for d in draws for outcome in outcomes(mistake, d)] for mistake in mistakes}
    for (one, a), (other, b) in itertools.combinations(seen.items(), 2):
        assert any(compare(x, y) for x, y in zip(a, b, strict=True)), f"{one} and {other} are the same function"


@EVERY_FORMULA
def test_own_mistakes_have_names_of_their_own(formula):
    names = [mistake.name for mistake in mistakes_of(formula)]
    assert len(set(names)) == len(names)


@functools.cache
def right_outcomes(name):
    """What the formula does with its certified draws."""
    return [observe(FORMULAS[name], d.arguments, upstream=d.seed) for d in certified(FORMULAS[name])]


def outcomes(mistake, d):
    """What the mistake does with a draw, and with the draw's extreme version."""
    extra = extra_of(mistake, d)
    yield observe(mistake.function, d.arguments, extra=extra, upstream=d.seed)
    if mistake.formula.extreme:
        yield observe(mistake.function, extreme(mistake.formula, d), extra=extra)


def extra_of(mistake, d):
    return {name: d.extra[name] for name in mistake.extra}
