"""Symbols as they come out of a page: judged as the same formula with its scripts is."""

import pytest

from quizbank import judge

PASTED = [
    ("lstm.forget_gate", ["ft = σ(Wf·[ht−1, xt] + bf)"], "right"),
    ("lstm.forget_gate", ["ft = σ(Wf·[ht, xt] + bf)"], "wrong"),
    ("lstm.cell_state", ["Ct = ft ∗ Ct−1 + it ∗ C~t"], "right"),
    ("lstm.cell_state", ["ct = ft ct-1 + it gt"], "right"),
    ("lstm.cell_state", ["ct = ft ct-1 - it gt"], "wrong"),
    ("lstm.hidden_state", ["ht = ot × tanh(ct)"], "right"),
    ("lstm.hidden_state", ["ht = ot × tanh(ct-1)"], "wrong"),
    ("gru.hidden_state", ["h + z(h~ - h)"], "right"),
    ("gru.hidden_state", ["ht = (1 - zt) * ht-1 + zt * h~t"], "right"),
    ("rnn.rnn_cell", ["tanh(Wxh xt + Whh ht-1 + b)"], "right"),
    ("glove.pair_error", ["w·w~ + b + b~ - ln X"], "right"),
    ("transformer.layer_norm", ["gamma * (x - mu) / sqrt(var + eps) + beta"], "right"),
    ("transformer.layer_norm", ["gamma * (x - mean) / sqrt(variance + eps) + beta"], "right"),
    ("transformer.layer_norm", ["gamma * (x - mean) / (std + eps) + beta"], "wrong"),
    ("transformer.layer_norm", ["gamma * (x - mean) / sqrt(std + eps) + beta"], "wrong"),
    ("attention.batch_norm", ["gamma * (x - mean) / sqrt(var + eps) + beta"], "right"),
    ("softmax.softmax", ["e^{z_i - mean}/Σ_j e^{z_j}"], "unreadable"),
    ("softmax.relu", ["x⁺"], "right"),
    ("losses.cross_entropy", ["-log p(y)"], "right"),
]


@pytest.mark.parametrize(("name", "lines", "result"), PASTED)
def test_what_a_page_leaves_is_read(name, lines, result):
    assert judge.check(name, 0, lines, language="en")["verdict"] == result
