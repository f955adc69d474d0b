"""The proof of the reference: each formula equals an independent implementation, forward and backward."""

import pytest
import torch
from torch import Tensor

from quizbank.draw import draw
from quizbank.observe import observe
from tests.formulas import EVERY_FORMULA, FORMULAS

TOLERANCE = 1e-12
DEEP = 1e-11
"""For stacks and searches, in which rounding adds up over many steps."""

SEEDS = range(4)
TWINS = pytest.mark.parametrize(
    ("formula", "twin"),
    [
        pytest.param(formula, twin, id=f"{name}-{twin.__name__}")
        for name, formula in sorted(FORMULAS.items())
        for twin in formula.twins
    ],
)


@EVERY_FORMULA
def test_has_a_twin(formula):
    assert formula.twins


@TWINS
def test_equals_its_twin_forward_and_backward(formula, twin):
    for seed in SEEDS:
        assert_equal(formula, twin, draw(formula, seed).arguments, seed)


@TWINS
def test_equals_its_twin_with_a_batch_axis(formula, twin):
    if not any(argument.batched for argument in formula.arguments):
        return
    for seed in SEEDS:
        assert_equal(formula, twin, draw(formula, seed, batch=(3,)).arguments, seed)


@EVERY_FORMULA
def test_a_batch_is_each_of_its_rows_alone(formula):
    """So that a formula may not mix the rows of a batch; a weight's gradient is summed over them."""
    if not any(argument.batched for argument in formula.arguments):
        return
    batched = {argument.name for argument in formula.arguments if argument.batched}
    arguments = draw(formula, 0, batch=(3,)).arguments
    together = observe(formula, arguments)
    assert together.error is None, together.error
    rows = [
        observe(formula, {name: value[row] if name in batched else value for name, value in arguments.items()})
        for row in range(3)
    ]
    for place, result in enumerate(formula.results):
        alone = torch.stack([row.values[place] for row in rows])
        expected = alone if result.batched else alone.sum(0)
        assert deviation(expected, together.values[place]) <= TOLERANCE, place


def assert_equal(formula, twin, arguments, seed):
    expected = observe(twin, arguments, upstream=seed)
    got = observe(formula, arguments, upstream=seed)
    assert expected.error is None, expected.error
    assert got.error is None, got.error
    assert len(expected.values) == len(got.values)
    for place, (a, b) in enumerate(zip(expected.values, got.values, strict=True)):
        assert deviation(a, b) <= tolerance(arguments), (seed, "output", place)
    for name, gradient in expected.gradients.items():
        assert deviation(gradient, got.gradients[name]) <= tolerance(arguments), (seed, "gradient", name)


def deviation(expected, got):
    """The largest distance, in units of the largest entry; infinities must stand at the same places."""
    if not isinstance(expected, Tensor) and not isinstance(got, Tensor):
        return 0.0 if expected == got else float("inf")
    expected, got = (
        torch.zeros_like(other) if value is None else value for value, other in ((expected, got), (got, expected))
    )
    assert expected.shape == got.shape
    if expected.numel() == 0 or torch.equal(expected, got):
        return 0.0
    finite = expected.isfinite()
    assert torch.equal(expected[~finite], got[~finite])
    distance = (expected - got)[finite].abs().max()
    return float(distance / expected[finite].abs().max())


def tolerance(arguments):
    return DEEP if any(isinstance(value, list) for value in arguments.values()) else TOLERANCE
