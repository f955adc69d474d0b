"""Shapes, in every way people divide their axes."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quizbank.answers.shape import judge_shape
from tests.answers.asked import asked

HEADS = asked("shape", "heads n d_k")
JOINT = asked("shape", "H D")
NUMBERS = asked("shape", given={"n": 3, "m": 4})
VECTOR = asked("shape", "H")


@pytest.fixture(autouse=True)
def alone(monkeypatch):
    """No other question of the bank is taken for the one that was answered."""
    monkeypatch.setattr("quizbank.answers.sizes.rival._akin", lambda question: [])


def heads(text):
    return judge_shape(HEADS, lambda heads, n, d_k: (heads, n, d_k), text, language="en")


def joint(text):
    return judge_shape(JOINT, lambda H, D: (4 * H, H + D), text, language="en")


def numbers(text):
    return judge_shape(NUMBERS, lambda n, m: (n, m), text, language="en")


def vector(text):
    return judge_shape(VECTOR, lambda H: (H,), text, language="en")


@pytest.mark.parametrize(
    "text",
    [
        "(heads, n, d_k)",
        "heads x n x d_k",
        "headsxnxd_k",
        "heads × n × d_{k}",
        "heads by n by d_k",
        "heads n d_k",
        "（heads，n，d_k）",
        "【heads、n、d_k】",
        "torch.Size([heads, n, d_k])",
        "shape = (heads, n, d_k,)",
        "W: [heads; n; d_k]",
        r"\\left(heads, n, d_{k}\\right)".replace("\\\\", "\\"),
        r"\mathbb{R}^{heads \times n \times d_k}",
        "∈ ℝ^(heads×n×d_k)",
        "$(heads, n, d_k)$",
    ],
)
def test_every_separator_is_read(text):
    assert heads(text).result == "right"


@pytest.mark.parametrize(
    "text", ["(4H, H+D)", "4*H x H+D", "4H × (H + D)", "[4 H, D+H]", "4H H+D", "H*4, H + D", "(2·2·H, D+H)"]
)
def test_an_axis_is_an_expression(text):
    assert joint(text).result == "right"


@pytest.mark.parametrize("text", ["(3, 4)", "3×4", "3 x 4", "3x4", "3 4", "3乘4", "(n, m)", "(6/2, 2²)"])
def test_numbers_given_in_the_prompt_may_be_named(text):
    assert numbers(text).result == "right"


@pytest.mark.parametrize("text", ["(H,)", "(H)", "H", "[H]", "H,"])
def test_one_axis_needs_no_comma(text):
    assert vector(text).result == "right"


@pytest.mark.parametrize(
    ("judge", "text", "hint"),
    [
        (heads, "(heads, n)", "rank differs: 3, not 2"),
        (heads, "heads·n·d_k", "rank differs: 3, not 1"),
        (numbers, "12", "rank differs: 2, not 1"),
        (heads, "n x heads x d_k", "order"),
        (numbers, "(4, 3)", "order"),
        (joint, "(H+D, 4H)", "order"),
        (heads, "(heads, n, 2 d_k)", "axis 3"),
        (joint, "(H, D)", "axes 1 and 2"),
    ],
)
def test_rank_order_and_axis_are_told_in_this_order(judge, text, hint):
    verdict = judge(text)
    assert verdict.result == "wrong"
    assert hint in verdict.hint


@pytest.mark.parametrize(
    ("text", "column"), [("", 1), ("(heads, n", 1), ("(heads, , d_k)", 8), ("(heads, q)", 9), ("heads)", 6)]
)
def test_what_cannot_be_read_says_where(text, column):
    verdict = heads(text)
    assert (verdict.result, verdict.column) == ("unreadable", column)


def test_a_symbol_that_does_not_belong_is_wrong():
    assert heads("(heads, n, T)").result == "wrong"
    assert heads("(heads, n, T)").column == 12


@given(st.permutations(["heads", "n", "d_k"]), st.sampled_from([", ", " x ", "×", " by ", " ", ","]))
def test_only_the_right_order_is_right(axes, separator):
    verdict = heads(separator.join(axes))
    assert (verdict.result == "right") == (axes == ["heads", "n", "d_k"])


@given(st.lists(st.integers(1, 99), min_size=1, max_size=4), st.lists(st.integers(1, 99), min_size=1, max_size=4))
def test_numeric_shapes_are_equal_when_their_axes_are(right, typed):
    verdict = judge_shape(asked("shape"), lambda: tuple(right), f"({', '.join(map(str, typed))})", language="en")
    assert (verdict.result == "right") == (typed == right)


@pytest.mark.parametrize(
    "text",
    [
        *(
            "[3][4]",
            "3-by-4",
            "3 by 4",
            "3行4列",
            "3 行，4 列",
            "3 rows, 4 columns",
            "3 rows and 4 columns",
        ),
        *("3 x 4 matrix", "3×4 矩阵", '"(3, 4)"', "the shape is (3, 4)", "形状是 (3, 4)", "(n, m)", "[n][m]"),
    ],
)
def test_two_axes_in_words(text):
    assert numbers(text).result == "right"


@pytest.mark.parametrize("text", ["[4][3]", "4*3", "4行3列", "4 rows, 3 columns", "4-by-3", "12", "(3*4,)", "nm"])
def test_two_axes_in_words_the_other_way_round(text):
    assert numbers(text).result == "wrong"


@pytest.mark.parametrize("text", ["3*4", "3 * 4", "n*m", "(n * m)"])
def test_a_product_of_the_right_axes_costs_no_attempt(text):
    assert numbers(text).result == "unreadable"


@pytest.mark.parametrize("text", ["(H, 1)", "H x 1", "(1, H)", "[1][H]"])
def test_a_vector_written_as_a_matrix_costs_no_attempt(text):
    assert vector(text).result == "unreadable"


@pytest.mark.parametrize(
    "text", ["1/0", "0/0", "log(0)", "sqrt(-1)", "10**10**10", "inf", "1e-999", "exp(-1000)", "(3, 1/0)"]
)
def test_an_axis_without_a_value_is_wrong(text):
    assert numbers(text).result == "wrong"
