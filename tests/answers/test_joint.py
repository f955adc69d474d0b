"""Joint weights that multiply a part of [h; x]: the reason says which part is missing."""

import pytest

from quizbank import judge

MISSING = [
    ("lstm.forget_gate", "σ(W_f h_{t-1} + b_f)", "x_t is missing"),
    ("lstm.forget_gate", "sigmoid(W_f @ x + b_f)", "h_{t−1} is missing"),
    ("gru.update_gate", "σ(W_z h_{t-1})", "x_t is missing"),
    ("gru.candidate", "tanh(W (r_t * h_{t-1}))", "x_t is missing"),
    ("rnn.rnn_cell", "tanh(W h_{t-1} + b)", "x_t is missing"),
    ("lstm.forget_gate", "σ(W_f x_t + W_f h_{t-1} + b_f)", "names of their own"),
]


@pytest.mark.parametrize(("name", "answer", "said"), MISSING)
def test_the_part_that_a_joint_weight_lacks_is_told(name, answer, said):
    verdict = judge.check(name, 0, [answer])
    assert verdict["verdict"] == "wrong"
    assert said in verdict["hint"]
    assert "⊙ h_{t−1} +" not in verdict["read_as"]


@pytest.mark.parametrize(
    ("name", "answer"),
    [
        ("gru.candidate", "tanh(W x_t + U (r_t ⊙ h_{t-1}))"),
        ("lstm.forget_gate", "σ(W_f x_t + U_f h_{t-1} + b_f)"),
        ("lstm.forget_gate", "σ(W_f [h_{t-1}; x_t] + b_f)"),
    ],
)
def test_a_joint_weight_beside_its_other_block_is_right(name, answer):
    assert judge.check(name, 0, [answer])["verdict"] == "right"


@pytest.mark.parametrize(
    ("name", "answer", "said"),
    [
        ("rnn.rnn_cell", "tanh(W [h_{t-1}; x_{t-1}] + b)", "x_{t−1} is"),
        ("word2vec.negative_sampling_loss", "log σ(v_{w_O} v)", "v_{w_O} is"),
        ("rnn.rnn_cell", "tanh(num_heads_x + b)", "num_heads_x is"),
    ],
)
def test_an_unknown_name_is_told_as_it_is_printed(name, answer, said):
    assert judge.check(name, 0, [answer])["hint"].startswith(said)
