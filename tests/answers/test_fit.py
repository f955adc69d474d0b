"""Measured functions become exact expressions."""

import itertools
from fractions import Fraction

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from quizbank import judge
from quizbank.answers.sizes import algebra
from quizbank.answers.sizes.arithmetic import evaluate
from quizbank.answers.sizes.fit import Unfitted, fit, measured
from quizbank.answers.sizes.neat import neat
from quizbank.question import Exercise
from tests.answers.asked import every


def binary_log(size):
    return size.bit_length() - 1


@every("count", "growth", "shape")
def test_the_fit_equals_what_is_measured_at_other_sizes(question):
    """Sizes off every grid: larger than any that was fitted, 60 times so that heads divide."""
    if not question.symbols:
        pytest.skip("it is asked in numbers")
    exercise, compute = Exercise(question, 0), judge.compute(question)
    fits = measured(exercise, compute)
    largest = {name: max(sizes[name] for sizes, _ in fits[0].samples) for name in question.symbols}
    is_stepped = any(size > 20 for size in largest.values())
    sizes = {
        name: 2 * size if name in question.powers_of_two or is_stepped else size + 1 + place
        for place, (name, size) in enumerate(largest.items())
    }
    result = compute(**sizes)
    for expected, found in zip(result if isinstance(result, tuple) else (result,), fits, strict=True):
        assert evaluate(neat(algebra.fitted(found), question.symbols), sizes) == pytest.approx(expected, rel=1e-12)


COEFFICIENTS = st.lists(st.integers(-9, 9), min_size=9, max_size=9)


@given(COEFFICIENTS)
@example([0, 0, 6, 0, 0, -5, 0, 0, 1])  # (n − 2)(n − 3)·d² vanishes at the first two sizes
def test_every_polynomial_of_low_degree_is_found(coefficients):
    places = itertools.product(range(3), repeat=2)
    terms = {place: Fraction(c) for place, c in zip(places, coefficients, strict=True)}
    (found,) = fit(lambda n, d: sum(c * n**i * d**j for (i, j), c in terms.items()), ("n", "d"))
    assert found.terms == {((i, 0), (j, 0)): c for (i, j), c in terms.items() if c}


def test_a_logarithm_is_told_from_a_polynomial():
    (found,) = fit(lambda H, V: H * binary_log(V) + 3 * V, ("H", "V"), ("V",))
    assert found.terms == {((1, 0), (0, 1)): 1, ((0, 0), (1, 0)): 3}


def test_sizes_that_must_divide_one_another_are_found():
    def per_head(d, heads):
        if d % heads:
            raise ValueError(f"{heads} heads cannot share {d}")
        return d // heads, heads

    quotient, plain = fit(per_head, ("d", "heads"))
    assert quotient.terms == {((1, 0), (-1, 0)): 1}
    assert plain.terms == {((0, 0), (1, 0)): 1}


@pytest.mark.parametrize(
    "function", [lambda n: 2**n, lambda n: n % 3, lambda n: max(n, 5)], ids=["2^n", "n mod 3", "max"]
)
def test_what_no_basis_describes_is_an_error_and_no_guess(function):
    with pytest.raises(Unfitted):
        fit(function, ("n",))


def test_a_model_that_refuses_every_size_is_an_error():
    def refuses(n):
        raise ValueError(n)

    with pytest.raises(Unfitted, match="no sizes run"):
        fit(refuses, ("n",))
