"""Values: numbers, expressions of numbers and lists of them."""

import math

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from quizbank.answers.number import agree, judge_value, nested
from tests.answers.asked import asked


def value(right, text, **facts):
    return judge_value(asked("value", **facts), lambda **given: right, text, language="en")


@pytest.mark.parametrize(
    "text",
    [
        "3/4",
        "75%",
        "0.75",
        ".75",
        "7.5e-1",
        "¾",
        r"\frac{3}{4}",
        "1 - 1/4",
        "ratio = 3/4",
        "3/4 = 0.75",
        "[0.75]",
        "7.5×10^-1",
        "3 ÷ 4",
        "max(0.75, 1/2)",
        "$\\frac34$",
        "≈ 0.75",
        "~0.75",
        "= 0.75",
        "x = 3/4 ≈ 0.75",
        r"\(0.75\)",
        "2^-1 + 2^-2",
    ],
)
def test_a_number_in_every_form(text):
    assert value(0.75, text).result == "right"


@pytest.mark.parametrize(
    "text",
    [
        "1/(1+e^-0.707)",
        "1/(1+exp(-0.707))",
        "sigmoid(0.707)",
        "σ(0.707)",
        r"\frac{1}{1+e^{-0.707}}",
        "0.6697",
        "66.97%",
    ],
)
def test_functions_have_their_values(text):
    assert value(1 / (1 + math.exp(-0.707)), text, tolerance=1e-3).result == "right"


def test_the_echo_shows_the_value():
    assert value(0.75, "3/4").read_as == "3/4 = 0.75"
    assert value(0.75, "0.75").read_as == "0.75"


def test_numbers_of_the_prompt_may_be_named():
    assert value(8192, "n² d", given={"n": 4, "d": 512}).read_as == "n² d = 8192"


@pytest.mark.parametrize(
    "text",
    [
        "0.2447, 0.2447, 0.5106",
        "[0.2447,0.2447,0.5106]",
        "(0.2447 0.2447 0.5106)",
        "torch.tensor([0.2447, 0.2447, 0.5106])",
        "p = [0.2447; 0.2447; 0.5106]",
        "0.2447，0.2447，0.5106",
        r"\begin{bmatrix} 0.2447 \\ 0.2447 \\ 0.5106 \end{bmatrix}",
        "[[0.2447, 0.2447, 0.5106]]",
    ],
)
def test_a_list_in_every_form(text):
    right = torch.tensor([0.24469, 0.24473, 0.51058], dtype=torch.float64)
    assert value(right, text, tolerance=1e-3).result == "right"


@pytest.mark.parametrize(
    "text", ["[[1,2],[3,4]]", "1 2; 3 4", "[[1 2]\n [3 4]]", r"\begin{pmatrix}1&2\\3&4\end{pmatrix}", "((1,2),(3,4))"]
)
def test_a_matrix_in_every_form(text):
    assert value([[1.0, 2.0], [3.0, 4.0]], text).result == "right"


@pytest.mark.parametrize(
    ("right", "text", "hint"),
    [
        (0.75, "-3/4", "sign"),
        (0.75, "75", "100 times"),
        (0.75, "1/0", "no value"),
        (0.75, "0.5", "differs"),
        (0.75, "9**9**9", "differs"),
        (0.75, "1e400", "differs"),
        ([1.0, 2.0], "2, 1", "order"),
        ([1.0, 2.0], "1, 2, 3", "asked for: 2"),
        ([1.0, 2.0], "1, 3", "number 2"),
        ([[1.0, 2.0], [3.0, 4.0]], "1, 2, 3, 4", "arranged"),
        (0.123456, "0.1235", "more digits"),
    ],
)
def test_a_wrong_value_is_told_why(right, text, hint):
    verdict = value(right, text, tolerance=1e-4)
    assert verdict.result == "wrong"
    assert hint in verdict.hint


@pytest.mark.parametrize("text", ["", "0,75", "3:4", "nan", "(0.75", "0.75 0.75", "about 0.75", "0.75 kg"])
def test_what_is_no_number_is_unreadable(text):
    assert value(0.75, text).result == "unreadable"


def test_a_declared_mistake_shows_through():
    """A formula that the question runs is replaced by each of its mistakes in turn."""
    from quizbank.mistake import mistakes_of
    from reference import softmax

    def slope(x):
        return float(softmax.sigmoid_gradient(torch.tensor(x, dtype=torch.float64)))

    wrong = next(m for m in mistakes_of(softmax.sigmoid_gradient) if not m.extra and m.channel == "value")
    with softmax.sigmoid_gradient.swapped_for(wrong.function):
        typed = slope(0.7)
    verdict = judge_value(asked("value", given={"x": 0.7}, tolerance=1e-6), slope, repr(typed), language="en")
    assert (verdict.result, verdict.mistake) == ("wrong", wrong.name)


FINITE = st.floats(-1e6, 1e6)
NESTED = st.recursive(FINITE, lambda inner: st.lists(inner, min_size=2, max_size=3), max_leaves=8)


@given(NESTED)
def test_every_value_agrees_with_itself(values):
    assert agree(nested(values), nested(values), 1e-12)


@given(st.floats(0.01, 1e6), st.floats(1e-6, 1e-1))
def test_the_tolerance_is_relative(right, tolerance):
    assert agree(right * (1 + 0.9 * tolerance), right, tolerance)
    assert not agree(right * (1 + 1.1 * tolerance), right, tolerance)


def test_nan_never_agrees_and_infinities_do_at_the_same_sign():
    assert not agree(math.nan, math.nan, 1.0)
    assert agree(math.inf, math.inf, 1e-9)
    assert not agree(-math.inf, math.inf, 1e-9)
    assert not agree(1e308, math.inf, 1e-9)
