"""Values: numbers, expressions of numbers and lists of them."""

import math
import re

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from quizbank.answers.number import agree, judge_value, nested
from quizbank.judge import check, compute
from quizbank.question import Exercise
from tests.answers.asked import asked, every


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
        "75 percent",
        "０．７５",
        '"0.75"',
        "about 0.75",
        "约 0.75",
        "0.75 个",
        "the answer is 3/4",
        "答案是 0.75",
        "√(t/f) = 0.75",
        "3 x 1 / 4",
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
        ([[1.0, 2.0], [3.0, 4.0]], "(1, 2, 3), 4", "arranged"),
        (0.123456, "0.1235", "more digits"),
    ],
)
def test_a_wrong_value_is_told_why(right, text, hint):
    verdict = value(right, text, tolerance=1e-4)
    assert verdict.result == "wrong"
    assert hint in verdict.hint


@pytest.mark.parametrize("text", ["", "0,75", "3:4", "nan", "(0.75", "0.75 0.75", "0.75 kg"])
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


@pytest.mark.parametrize(
    "text",
    [
        *(
            "12000",
            "12,000",
            "12 000",
            "12'000",
            "12’000",
            "１２，０００",
            "12_000",
            "1.2万",
            "1.2 万",
            "１．２万",
            "12千",
        ),
        *("12k", "12 K", "0.012M", "0.012 million", "12 thousand", "0.00012亿", "1.2e4", "12 x 1000", "3x4x1000"),
    ],
)
def test_a_large_number_in_every_form(text):
    assert value(12000, text).result == "right"


@pytest.mark.parametrize(
    "text", ["3.84亿", "3亿8400万", "38400万", "384M", "0.384B", "384 million", "３．８４億", "38,400万", "384 000k"]
)
def test_units_of_large_numbers_are_exact(text):
    assert value(384_000_000, text).result == "right"


@pytest.mark.parametrize("text", ["1.2亿", "12M", "1.2k", "12万", "12001", "1.2千"])
def test_another_unit_is_another_number(text):
    assert value(12000, text).result == "wrong"


def test_a_given_number_keeps_its_name_from_being_a_unit():
    assert value(12, "4k", given={"k": 3}).result == "right"
    assert value(12, "4x", given={"x": 3}).result == "right"


@pytest.mark.parametrize(
    "text",
    [
        *(
            "0.9, -0.4, 0.02",
            "0.9 -0.4 0.02",
            "[ 0.9 -0.4  0.02]",
            "90% -40% 2%",
            "0.9 and -0.4 and 0.02",
            "0.9、-0.4 和 0.02",
        ),
        *("p_1 = 0.9, p_2 = -0.4, p_3 = 0.02", "p3=0.02; p1=0.9; p2=-0.4", "p_{1}=0.9, p_{2}=-0.4, p_{3}=0.02"),
    ],
)
def test_signs_names_and_words_between_numbers(text):
    assert value([0.9, -0.4, 0.02], text).result == "right"


@pytest.mark.parametrize("text", ["sin 2, cos 2", "sin2, cos2", r"\sin 2, \cos 2", "sin(2) cos(2)", "[sin 2, cos 2]"])
def test_functions_need_no_bracket_in_a_list(text):
    assert value([math.sin(2), math.cos(2)], text).result == "right"


@pytest.mark.parametrize("text", ["2π", "2 pi", "2*π", "π2", "6.283185307179586"])
def test_a_constant_follows_its_factor(text):
    assert value(2 * math.pi, text, tolerance=1e-9).result == ("unreadable" if text == "π2" else "right")


@pytest.mark.parametrize("text", ["1, 2, 3, 4", "1 2 3 4", "(1, 2), (3, 4)", "(1, 2) and (3, 4)", "1, 2; 3, 4"])
def test_pairs_may_stand_in_one_row(text):
    assert value([[1.0, 2.0], [3.0, 4.0]], text).result == "right"


@pytest.mark.parametrize("text", ["half", "double", "training 1, generation 6", "0,66; 0,34"])
def test_words_are_no_numbers(text):
    assert value([1.0, 6.0], text).result == "unreadable"


@pytest.mark.parametrize("text", ["20.03", "19.98", "20.0"])
def test_more_digits_are_asked_of_a_rounded_number_alone(text):
    hint = value(20.0123, text, tolerance=1e-4).hint
    assert hint.startswith("Close")
    assert ("digits" in hint) == (text == "20.0")


@every("value")
def test_the_answer_is_right_in_the_forms_of_a_list(question):
    exercise = Exercise(question, 1)
    answer = check(question.id, 1, ["?"])["answer"]
    rows = [row for row in re.findall(r"[^\[\]]+", answer) if row.strip(", ")]
    plain = " ".join(row.replace(",", "") for row in rows)
    for text in (answer, plain, f"about {answer}", " and ".join(plain.split()), plain.replace("-", "−")):
        assert judge_value(exercise, compute(question), text, language="en").result == "right", text


@pytest.mark.parametrize(
    "text",
    ["1M", "384M", "1.2万", "3亿8400万", "12'345", "1,234 million", "ln2", "about 2", "'1M + 2", "  1M", "2 x 3M"],
)
@pytest.mark.parametrize("right", [0.75, [0.75, 0.25]], ids=["number", "list"])
def test_a_fault_is_shown_where_it_was_typed(text, right):
    """However many digits stand in the place of what was written before it."""
    verdict = value(right, f"{text} )")
    assert (verdict.result, verdict.column) == ("unreadable", len(text) + 2)
