"""Sums in counts: by Σ, by dots and by a loop, each equal to adding up one by one."""

import pytest

from quizbank import bank, judge
from quizbank.answers.sizes import scalar
from quizbank.answers.sizes.arithmetic import evaluate
from quizbank.answers.unreadable import Unreadable
from quizbank.question import Exercise

PAIRS = Exercise(bank.questions()["attention.visible_pairs"], 0)


@pytest.mark.parametrize(
    ("typed", "value"),
    [
        ("Σ_{i=1}^{10} i", sum(range(1, 11))),
        (r"\sum_{i=3}^{10} i", sum(range(3, 11))),
        ("Σ_{i=0}^{9} (10 - i)", sum(10 - i for i in range(10))),
        ("Σ_{i=1}^{7} i^2", sum(i**2 for i in range(1, 8))),
        ("Σ_{i=2}^{7} (3 i^3 - i/2 + 4)", sum(3 * i**3 - i / 2 + 4 for i in range(2, 8))),
        ("Σ_{i=1}^{4} i (5 - i)", sum(i * (5 - i) for i in range(1, 5))),
        ("Σ_{i=1}^{4} 7", 28),
        ("sum(i for i in range(1, 11))", sum(range(1, 11))),
        ("1 + 2 + … + 10", sum(range(1, 11))),
        ("1 + ... + 10", sum(range(1, 11))),
        ("10 + 9 + … + 1", sum(range(1, 11))),
        ("3 + 4 + 5 + … + 9", sum(range(3, 10))),
        ("2(1 + 2 + … + 9) + 10", 2 * sum(range(1, 10)) + 10),
    ],
)
def test_a_sum_is_what_adding_up_gives(typed, value):
    assert evaluate(scalar.resolved(PAIRS, scalar.read(PAIRS, typed, "en")), {}) == pytest.approx(value)


@pytest.mark.parametrize(
    "typed", ["1 + 3 + … + 9", "1 + 2 + 4 + … + 64", "Σ_{i=1}^{9} √i", "Σ_{i=1}^{9} 1/i", "Π_{i=1}^{4} i"]
)
def test_other_sums_are_not_guessed(typed):
    with pytest.raises(Unreadable):
        scalar.read(PAIRS, typed, "en")


@pytest.mark.parametrize("total", ["1 + 2 + … + n", "n + (n - 1) + … + 1", "Σ_{i=1}^{n} i"])
def test_a_sum_up_to_a_size_grows_with_its_square(total):
    layer = judge.check("attention.layer_growth", 0, [f"O(({total}) d)"], language="en")
    assert layer["verdict"] == "right", layer
