"""Lines of a system of which the asked outputs are not made: they are judged by what the notes have under their name."""

import pytest

from quizbank import judge

IDLE = [
    (
        "lstm.lstm_cell",
        [
            "f_t = 5",
            "i = σ(W_i[h_{t-1};x_t]+b_i)",
            "g = tanh(W_c[h_{t-1};x_t]+b_c)",
            "c_t = σ(W_f[h_{t-1};x_t]+b_f)⊙c_{t-1} + i⊙g",
            "o = σ(W_o[h_{t-1};x_t]+b_o)",
            "h_t = o⊙tanh(c_t)",
        ],
    ),
    (
        "lstm.lstm_cell",
        [
            "f = σ(W_f[h_{t-1};x_t]+b_f)",
            "i = σ(W_i[h_{t-1};x_t]+b_i)",
            "g = tanh(W_c[h_{t-1};x_t]+b_c)",
            "c_t = f⊙c_{t-1} + i⊙g",
            "o = tanh(W_o[h_{t-1};x_t]+b_o)",
            "h_t = σ(W_o[h_{t-1};x_t]+b_o)⊙tanh(c_t)",
        ],
    ),
    ("nnlm.nnlm_lines", ["x = flatten(C[ids])", "a = H x", "y = b + W x + U tanh(d + H x)", "p = softmax(y)"]),
    (
        "bahdanau.additive_attention",
        [
            "e_j = v_a^T (W_a s_{i-1} + U_a h_j)",
            "α_j = exp(v_a^T tanh(W_a s_{i-1} + U_a h_j))/Σ_k exp(v_a^T tanh(W_a s_{i-1} + U_a h_k))",
            "c_i = Σ_j α_j h_j",
        ],
    ),
    ("glove.pair_loss_lines", ["f = (X/x_max)^α", "e = w·w̃ + b + b̃ - log X", "J = min((X/x_max)^α, 1) e²"]),
    ("transformer.layer_norm_lines", ["μ = Σ_i x_i", "σ = √(1/d Σ_i (x_i - mean(x))² + ε)", "y = γ (x-mean(x))/σ + β"]),
    (
        "training.adam_step",
        [
            "m_t = β_1 m_{t-1} + (1-β_1) g_t",
            "v_t = β_2 v_{t-1} + (1-β_2) g_t^2",
            "m̂_t = m_t",
            "v̂_t = v_t/(1-β_2^t)",
            "w_t = w_{t-1} - η m_t/(1-β_1^t)/(√v̂_t + ε)",
        ],
    ),
    (
        "transformer.encoder_block_lines",
        ["A = X", "R = LayerNorm(X + MultiHead(X, X), γ_1, β_1)", "B = FFN(R)", "Z = LayerNorm(R + B, γ_2, β_2)"],
    ),
]


@pytest.mark.parametrize(("name", "lines"), IDLE)
def test_a_wrong_line_is_wrong_though_the_outputs_do_not_use_it(name, lines):
    verdict = judge.check(name, 0, lines, language="en")
    assert verdict["verdict"] == "wrong"
    assert verdict["hint"].startswith("Line ")


def test_a_right_line_need_not_be_used():
    lines = [
        "f = σ(W_f[h_{t-1};x_t]+b_f)",
        "i = σ(W_i[h_{t-1};x_t]+b_i)",
        "g = tanh(W_c[h_{t-1};x_t]+b_c)",
        "c_t = f⊙c_{t-1} + i⊙g",
        "o = σ(W_o[h_{t-1};x_t]+b_o)",
        "h_t = σ(W_o[h_{t-1};x_t]+b_o)⊙tanh(c_t)",
    ]
    assert judge.check("lstm.lstm_cell", 0, lines, language="en")["verdict"] == "right"
