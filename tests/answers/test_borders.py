"""Thresholds and bounds of an answer: what it computes beyond them is judged, whatever the draws are."""

import pytest

from quizbank import judge

WRONG = [
    ("softmax.relu", "x.clamp(0, 6)"),
    ("softmax.relu", "x.clamp(0, 100)"),
    ("softmax.relu", r"\begin{cases} x & x > 0 \\ 0 & x < 0 \end{cases}"),
    ("softmax.relu", "x if x > 0.000001 else 0"),
    ("softmax.relu", "x·1[x ≥ -0.0001]"),
    ("softmax.sigmoid", "max(0.0001, 1/(1+e^{-x}))"),
    ("softmax.sigmoid", "min(1/(1+e^{-x}), 0.999)"),
    ("softmax.sigmoid", r"\begin{cases} 1/(1+e^{-x}) & x > -20 \\ 0 & otherwise \end{cases}"),
    ("transformer.feed_forward", "clamp(x W_1 + b_1, 0, 6) W_2 + b_2"),
    ("search.brevity_penalty", r"\begin{cases} 1 & c > r \\ e^{1-r/c} & c < r \end{cases}"),
    ("glove.weight", r"\begin{cases} (X/x_max)^α & X < 100 \\ 1 & otherwise \end{cases}"),
    ("glove.weight", r"\begin{cases} (X/x_max)^α & X < x_max - 1 \\ 1 & otherwise \end{cases}"),
    ("glove.weight", "clip((X/x_max)^α, 0.01, 1)"),
    ("losses.cross_entropy", "-torch.log(torch.clamp(torch.softmax(z, 0), 1e-3))[y]"),
    ("losses.perplexity", "min(e^L, 100)"),
    ("search.length_penalty", "min(3, ((5+n)/6)^α)"),
    ("search.brevity_penalty", "max(0.01, min(1, e^{1-r/c}))"),
    ("positions.sine_term", "sin(pos/10000^{min(2i, 4)/d_model})"),
    ("word2vec.noise_distribution", "max(0.01, c_i^{3/4}/Σ_j c_j^{3/4})"),
    ("word2vec.subsample_keep", r"\begin{cases} 1 & f < t \\ √(t/f) & f > t \end{cases}"),
]
RIGHT = [
    ("softmax.relu", "x.clamp(min=0)"),
    ("softmax.relu", "x·1[x > 0]"),
    ("softmax.relu", "x·1[x ≥ 0]"),
    ("softmax.relu", "(x + |x|)/2"),
    ("softmax.sigmoid", "torch.where(x >= 0, 1/(1+exp(-x)), exp(x)/(1+exp(x)))"),
    ("transformer.feed_forward", "clamp(x W_1 + b_1, min=0) W_2 + b_2"),
    ("search.brevity_penalty", r"\begin{cases} 1 & c > r \\ e^{1-r/c} & c \le r \end{cases}"),
    ("search.brevity_penalty", r"\begin{cases} 1 & c \ge r \\ e^{1-r/c} & c < r \end{cases}"),
    ("glove.weight", r"\begin{cases} (X/x_max)^α & X \le x_max \\ 1 & otherwise \end{cases}"),
    ("glove.weight", "clip((X/x_max)^α, 0, 1)"),
    ("losses.cross_entropy", "-torch.log(torch.clamp(torch.softmax(z, 0), 1e-9))[y]"),
]


@pytest.mark.parametrize(("name", "answer"), WRONG)
def test_a_wrong_threshold_is_wrong_and_its_example_lies_beyond_it(name, answer):
    verdict = judge.check(name, 0, [answer], language="en")
    assert verdict["verdict"] == "wrong"
    assert "threshold" in verdict["hint"]
    assert verdict["counterexample"]["yours"] != verdict["counterexample"]["reference"]


@pytest.mark.parametrize(("name", "answer"), RIGHT)
def test_which_side_a_threshold_is_on_is_free_where_the_values_meet(name, answer):
    assert judge.check(name, 0, [answer], language="en")["verdict"] == "right"


def test_a_steep_step_is_no_threshold():
    """Near zero, x σ(100 x) is far from ReLU: some draws lie there."""
    assert judge.check("softmax.relu", 0, ["x σ(100 x)"], language="en")["verdict"] == "wrong"


def test_many_thresholds_cost_no_more_than_any_answer_may():
    answer = "max(0, x)" + "".join(f" + 0 max({bound}, x)" for bound in range(1, 70))
    assert judge.check("softmax.relu", 0, [answer], language="en")["verdict"] == "undecided"
