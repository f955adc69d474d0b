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


CODE = {
    "m_hat = m/(1-beta1**t)": 1,
    "v_hat = v/(1-beta2**t)": 1,
    "w -= lr*m_hat/(np.sqrt(v_hat) + eps)": 2,
    "m = beta1*m + (1-beta1)*g": 0,
    "v = beta2*v + (1-beta2)*g**2": 0,
}


def test_code_runs_in_order():
    """A formula may say below what its letters are; a name in code has a value only after its line."""
    ordered = sorted(CODE, key=lambda line: CODE[line])
    assert judge.check("training.adam_step", 0, ordered, language="en")["verdict"] == "right"
    late = judge.check("training.adam_step", 0, [ordered[-1], *ordered[:-1]], language="en")
    assert late["verdict"] == "unreadable"
    assert "given in a later line" in late["hint"]
    formula = ["h_t = tanh(a)", "a = W [h_{t-1}; x_t] + b"]
    assert judge.check("rnn.rnn_cell", 0, formula, language="en")["verdict"] == "right"


HEADS = ["head_i = Attention(X W_i^Q, X W_i^K, X W_i^V)", "MultiHead = Concat(head_1, …, head_h) W^O"]
NNLM = ["x = flatten(C[ids])", "a = tanh(d + H x)", "y = b + W x + U a", "p = softmax(y)"]
UNUSED = [
    ("attention.attention", ["softmax(QK^T/√d_k) V"], "P = softmax(QK^T)", 0),
    ("softmax.sigmoid", ["1/(1+exp(-x))"], "1/(1+exp(x))", 0),
    ("softmax.sigmoid", ["y = 1/(1+exp(-x))", "y"], "y = 5", 0),
    ("lstm.forget_gate", ["f_t = σ(W_f [h_{t-1}; x_t] + b_f)"], "i_t = 5", 1),
    ("attention.multi_head_self_attention", HEADS, "O = MultiHead W^O", 2),
    ("nnlm.nnlm_lines", NNLM, "q = p + 1", 4),
    ("nnlm.nnlm_lines", NNLM, "q = x + 1", 1),
]


@pytest.mark.parametrize(("name", "lines", "idle", "place"), UNUSED)
def test_a_line_of_ones_own_that_nothing_uses_is_to_be_left_out(name, lines, idle, place):
    assert judge.check(name, 0, lines, language="en")["verdict"] == "right"
    verdict = judge.check(name, 0, [*lines[:place], idle, *lines[place:]], language="en")
    assert (verdict["verdict"], verdict["line"]) == ("unreadable", place + 1)
    assert "used nowhere" in verdict["hint"]


SAID_AGAIN = [
    ("attention.attention", "scale = √d_k; softmax(QK^T/√d_k)V", "right"),
    ("lstm.forget_gate", "z = W_f[h_{t-1};x_t]+b_f; f_t = σ(W_f[h_{t-1};x_t]+b_f)", "right"),
    ("softmax.softmax", "S = Σ_j e^{z_j}; p_i = e^{z_i}/Σ_j e^{z_j}", "right"),
    ("attention.attention", "scale = d_k^2; softmax(QK^T/√d_k)V", "unreadable"),
    ("attention.attention", "scale = √d_k; softmax(QK^T)V", "wrong"),
    ("lstm.forget_gate", "i_t = σ(W_f[h_{t-1};x_t]+b_f); f_t = σ(W_f[h_{t-1};x_t]+b_f)", "unreadable"),
    ("lstm.forget_gate", "i_t = σ(W_f h_{t-1}); f_t = σ(W_f[h_{t-1};x_t]+b_f)", "unreadable"),
    ("softmax.softmax", "S = Σ_j z_j; p_i = e^{z_i}/Σ_j e^{z_j}", "unreadable"),
    ("transformer.feed_forward", "h = x W_1 + b_2; y = max(0, x W_1 + b_1) W_2 + b_2", "unreadable"),
    ("transformer.layer_norm", "μ = x; γ(x-mean(x))/√(var(x)+ε)+β", "unreadable"),
]


@pytest.mark.parametrize(("name", "answer", "result"), SAID_AGAIN)
def test_an_idle_line_that_another_one_says_too_is_let_pass_and_no_idle_line_makes_a_right_one_wrong(
    name, answer, result
):
    verdict = judge.check(name, 0, [answer], language="en")
    assert verdict["verdict"] == result, verdict["hint"]
