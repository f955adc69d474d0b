"""Whatever numbers are drawn, every wrong answer that a question knows differs from the right one."""

import itertools

import pytest

from quizbank import bank
from quizbank.language import LANGUAGES
from reference.formula import unchecked
from tests.lures import Values, exercises


def of(*kinds):
    found = [q for q in bank.questions().values() if q.kind in kinds and q.is_own and not q.symbols]
    return pytest.mark.parametrize("question", [pytest.param(question, id=question.id) for question in found])


@of("value", "count", "shape")
@unchecked()
def test_every_lure_shows_with_every_number(question):
    """Lures differ from the answer and from each other; a mistake that shows with some numbers shows with all."""
    hidden, shown = set(), set()
    for exercise in exercises(question):
        values = Values(exercise)
        for name, value in values.lures.items():
            assert not values.agree(value, values.right), (name, exercise.given)
        for (one, a), (other, b) in itertools.combinations(values.lures.items(), 2):
            assert not values.agree(a, b), (one, other, exercise.given)
        for name, value in values.slips.items():
            (hidden if values.agree(value, values.right) else shown).add(name)
    assert not hidden & shown


@of("choice", "order")
def test_no_option_is_there_twice(question):
    for language in LANGUAGES:
        assert len({option[language] for option in question.options}) == len(question.options)
