"""One name has one meaning in an answer: lines of one's own, index letters, steps and gradients."""

import pytest
import torch

from quizbank import bank, judge
from quizbank.question import Exercise

CPU = torch.device("cpu")
OWN_LINES = [
    ("transformer.feed_forward", ["z = x W_1 + b_1", "max(0, z) W_2 + b_2"], "right"),
    ("transformer.feed_forward", ["z = x W_1 + b_1", "max(0, x) W_2 + b_2"], "wrong"),
    ("transformer.feed_forward", ["z = max(0, x W_1 + b_1)", "x W_2 + b_2"], "wrong"),
    ("transformer.add_and_norm", ["z = x + s", "LayerNorm(z)"], "right"),
    ("transformer.add_and_norm", ["z = x + s", "LayerNorm(x)"], "wrong"),
    ("transformer.add_and_norm", ["z = x + s", "γ (z - mean(z))/√(var(z) + ε) + β"], "right"),
    ("transformer.add_and_norm", ["z = x + s", "γ (z - mean(z))/√(var(x) + ε) + β"], "wrong"),
    ("transformer.dropout", ["z = x ⊙ m", "z/(1-p)"], "right"),
    ("transformer.dropout", ["z = x ⊙ m", "x/(1-p)"], "wrong"),
    ("lstm.hidden_state", ["C = tanh(c_t)", "o_t ⊙ C"], "right"),
    ("lstm.hidden_state", ["C = tanh(c_t)", "o_t ⊙ c_t"], "wrong"),
    ("attention.scaled_scores", ["q = Q/√d_k", "q K^T"], "right"),
    ("attention.scaled_scores", ["q = Q/√d_k", "Q K^T"], "wrong"),
    ("attention.scaled_scores", ["Q = Q/√d_k", "Q K^T"], "right"),
    ("glove.weight", ["x = X/x_max", "min(x^α, 1)"], "right"),
    ("glove.weight", ["x = X/x_max", "min(X^α, 1)"], "wrong"),
]


@pytest.mark.parametrize(("name", "lines", "result"), [*OWN_LINES])
def test_a_name_has_one_meaning(name, lines, result):
    verdict = judge.judged(Exercise(bank.questions()[name], 0), lines, "en", CPU)
    assert (verdict.result, result == "right" or bool(verdict.hint)) == (result, True), verdict.hint
