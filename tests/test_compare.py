"""When two results agree."""

import pytest
import torch

from quizbank.compare import agree, compare
from quizbank.observe import Outcome, observe

INF, NAN = float("inf"), float("nan")


def tensor(*values):
    return torch.tensor(values, dtype=torch.float64)


@pytest.mark.parametrize("value", [0.0, 1.0, -3.5, 1e300, 1e-300, INF, -INF])
def test_every_number_but_nan_agrees_with_itself(value):
    assert agree(tensor(value), tensor(value))


@pytest.mark.parametrize("other", [0.0, NAN, INF, -INF])
def test_nan_agrees_with_nothing(other):
    assert not agree(tensor(NAN), tensor(other))
    assert not agree(tensor(other), tensor(NAN))


@pytest.mark.parametrize("other", [0.0, 1e308, -INF])
def test_an_infinity_agrees_only_with_itself(other):
    assert not agree(tensor(INF), tensor(other))
    assert not agree(tensor(other), tensor(INF))


def test_the_tolerance_is_relative_with_a_floor():
    assert agree(tensor(1.0), tensor(1 + 0.9e-7))
    assert not agree(tensor(1.0), tensor(1 + 1.1e-7))
    assert agree(tensor(0.0), tensor(0.9e-10))
    assert not agree(tensor(0.0), tensor(1.1e-10))


def test_the_shape_comes_first():
    difference = compare(Outcome((tensor(1.0, 2.0),)), Outcome((tensor(1.0, 2.0)[None],)))
    assert difference.kind == "shape"
    assert (difference.expected, difference.got) == ("(2,)", "(1, 2)")


def test_the_worst_entry_is_named():
    expected = torch.zeros(2, 3, dtype=torch.float64)
    got = expected.clone()
    got[0, 1], got[1, 2] = 1e-9, 0.5
    difference = compare(Outcome((expected,)), Outcome((got,)))
    assert (difference.kind, difference.index, difference.got) == ("value", (1, 2), "0.5")


def test_a_missing_gradient_counts_as_zeros():
    x = {"x": tensor(1.0, 2.0)}
    right = observe(lambda x: x * x, x, upstream=0)
    detached = observe(lambda x: x * x.detach(), x, upstream=0)
    cut = observe(lambda x: x.detach() ** 2, x, upstream=0)
    assert compare(right, detached).kind == "gradient"
    assert compare(right, cut).kind == "gradient"
    assert compare(cut, observe(lambda x: x.detach() ** 2, x, upstream=1)) is None


def test_an_exception_is_observed_and_never_leaves():
    outcome = observe(lambda x: x @ x.T @ torch.zeros(7), {"x": torch.zeros(2, 3)})
    assert outcome.error.startswith("RuntimeError")
    assert compare(observe(torch.sin, {"input": tensor(1.0)}), outcome).kind == "error"


def test_observing_leaves_the_arguments_alone():
    x = tensor(1.0, 2.0)
    observe(lambda x: x.add_(1), {"x": x})
    assert torch.equal(x, tensor(1.0, 2.0))
