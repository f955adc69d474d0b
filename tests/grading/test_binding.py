"""Which argument lands in which parameter."""

import pytest

from quizbank.grading.binding import Parameter, bind
from quizbank.grading.sentences import Misfit

CELL = ("x", "h_prev", "c_prev", "W_f", "b_f", "W_i", "b_i", "W_c", "b_c", "W_o", "b_o")
GATE = ("h_prev", "x", "W_f", "b_f")


def parameters(text):
    """`a b c=` are two required parameters and one with a default; `*rest`, `/` and `|k` as in a signature."""
    found, kind = [], "POSITIONAL_OR_KEYWORD"
    for word in text.split():
        if word == "|":
            kind = "KEYWORD_ONLY"
        elif word.startswith("**"):
            found.append(Parameter(word[2:], "VAR_KEYWORD", False))
        elif word.startswith("*"):
            found.append(Parameter(word[1:], "VAR_POSITIONAL", True))
        else:
            found.append(Parameter(word.rstrip("="), kind, not word.endswith("=")))
    return found


@pytest.mark.parametrize(
    ("text", "arguments", "order"),
    [
        ("x h_prev c_prev W_f b_f W_i b_i W_c b_c W_o b_o", CELL, CELL),
        ("x_t h c Wf bf Wi bi W_C b_C Wo bo", CELL, CELL),
        ("W_f x_t b_f h_t_1", GATE, ("W_f", "x", "b_f", "h_prev")),
        ("h x W b", GATE, GATE),
        ("h_prev x W1 bias", GATE, GATE),
        ("a b c d", GATE, GATE),
        ("a b c d e=", GATE, GATE),
        ("q k v", ("Q", "K", "V"), ("Q", "K", "V")),
        ("value query key", ("Q", "K", "V"), ("V", "Q", "K")),
        (
            "x prev_h prev_c Wx Wh b",
            ("x", "h_prev", "c_prev", "W_x", "W_h", "b"),
            ("x", "h_prev", "c_prev", "W_x", "W_h", "b"),
        ),
        ("*args", GATE, GATE),
        ("h_prev x *weights", GATE, GATE),
    ],
)
def test_arguments_go_by_name_else_by_position(text, arguments, order):
    assert bind(parameters(text), arguments).positional == order


def test_keywords_go_by_keyword():
    found = bind(parameters("h_prev x | W_f b_f"), GATE)
    assert (found.positional, found.keywords) == (("h_prev", "x"), {"W_f": "W_f", "b_f": "b_f"})


def test_a_parameter_behind_a_foreign_default_goes_by_keyword():
    found = bind(parameters("h_prev x scale= W_f= b_f="), GATE)
    assert found.keywords == {"W_f": "W_f", "b_f": "b_f"}


def test_rest_by_keyword_takes_what_has_no_parameter():
    assert bind(parameters("h_prev **rest"), GATE).keywords == {"x": "x", "W_f": "W_f", "b_f": "b_f"}


def test_told_order_holds():
    assert bind(parameters("a b c d"), GATE, ["x", "h_prev", "W_f", "b_f"]).positional == ("x", "h_prev", "W_f", "b_f")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("x h_prev weight bias", "x would receive h_prev"),
        ("h_prev x", "no parameter for W_f, b_f"),
        ("a b c", "takes 3 arguments (a, b, c), and the formula gives 4: h_prev, x, W_f, b_f"),
        ("a b c d e", "takes 5 arguments"),
        ("a b c d | flag", "it needs flag"),
    ],
)
def test_what_does_not_fit_is_told_in_the_submissions_words(text, message):
    with pytest.raises(Misfit) as caught:
        bind(parameters(text), GATE)
    assert message in str(caught.value)


@pytest.mark.parametrize("told", [["x"], ["x", "h_prev", "W_f", "nonsense"]])
def test_a_wrong_order_is_told(told):
    with pytest.raises(Misfit, match="`arguments`"):
        bind(parameters("a b c d"), GATE, told)
