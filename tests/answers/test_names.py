"""One name has one meaning in an answer: lines of one's own, index letters, steps and gradients."""

import pytest

from quizbank import bank, judge
from quizbank.question import Exercise
from tests.answers.asked import CPU

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
LETTERS = [
    ("glove.pair_error", ["w_i·w̃_k + b_i + b̃_k - log X_{ik}"], "right"),
    ("glove.pair_error", ["w_i·w̃_k + b_i + b̃_m - log X_{in}"], "unreadable"),
    ("glove.pair_error", ["w_i^T w̃_i + b_i + b̃_i - log X_{ii}"], "unreadable"),
    ("bahdanau.weights", ["α_{ij} = exp(e_{ij})/Σ_k exp(e_{ik})"], "right"),
    ("bahdanau.weights", ["α_{ti} = exp(e_{ti})/Σ_k exp(e_{tk})"], "right"),
    ("bahdanau.weights", ["α_{ij} = exp(e_{ji})/Σ_k exp(e_{ik})"], "unreadable"),
    ("bahdanau.weights", ["α_{ij} = exp(e_{ij})/Σ_k exp(e_{jk})"], "unreadable"),
    ("bahdanau.weights", ["α_{ji} = exp(e_{ij})/Σ_k exp(e_{ik})"], "unreadable"),
    ("bahdanau.weights", ["α_j = exp(e_i)/Σ_k exp(e_k)"], "unreadable"),
    ("bahdanau.context", ["c_i = Σ_j α_{ij} h_j"], "right"),
    ("bahdanau.context", ["c_i = Σ_j α_{kj} h_j"], "unreadable"),
    ("bahdanau.energy", ["v_a^T tanh(W_a s_{t-1} + U_a h_i)"], "right"),
    ("bahdanau.energy", ["v_a^T tanh(W_a s_{i-1} + U_a h_i)"], "unreadable"),
    ("bahdanau.energy", ["v_a^T tanh(W_a s_{j-1} + U_a h_j)"], "unreadable"),
]
STEPS = [
    ("lstm.forget_gate", ["σ(W_f [h_{i-1}; x_i] + b_f)"], "right"),
    ("lstm.forget_gate", ["σ(W_f [h_{j-1}; x_t] + b_f)"], "unreadable"),
    ("lstm.forget_gate", ["σ(W_f [h_k; x_i] + b_f)"], "unreadable"),
    ("lstm.cell_state", ["f_k⊙c_{k-1} + i_k⊙c̃_k"], "right"),
    ("lstm.cell_state", ["f_k⊙c_{k-1} + i_t⊙c̃_j"], "unreadable"),
    ("lstm.hidden_state", ["o_i⊙tanh(c_j)"], "unreadable"),
    ("gru.hidden_state", ["(1-z_i)⊙h_{i-1} + z_i⊙h̃_i"], "right"),
    ("gru.hidden_state", ["(1-z_i)⊙h_{t-1} + z_j⊙h̃_k"], "unreadable"),
    ("rnn.rnn_cell", ["h_j = tanh(U x_j + W h_{j-1} + b)"], "right"),
    ("rnn.rnn_cell", ["h_t = tanh(U x_i + W h_j + b)"], "unreadable"),
]
ALONE = [
    ("softmax.softmax", ["p_i = exp(z_i)/Σ_k exp(z_k)"], "right"),
    ("softmax.softmax", ["p_i = exp(z_j)/Σ_k exp(z_k)"], "unreadable"),
    ("word2vec.noise_distribution", ["P_i = c_i^{3/4}/Σ_k c_k^{3/4}"], "right"),
    ("word2vec.noise_distribution", ["P_i = c_j^{3/4}/Σ_k c_k^{3/4}"], "unreadable"),
    ("word2vec.noise_distribution", ["P(w_i) = c(w_i)^{3/4}/Σ_k c(w_k)^{3/4}"], "right"),
    ("word2vec.noise_distribution", ["P(w_i) = c(w_j)^{3/4}/Σ_k c(w_k)^{3/4}"], "unreadable"),
    ("losses.cross_entropy_gradient", ["∂L/∂z_i = p_i - [i = y]"], "right"),
    ("losses.cross_entropy_gradient", ["∂L/∂z_i = p_j - [j = y]"], "unreadable"),
    ("transformer.dropout", ["y_i = x_j m_j/(1-p)"], "unreadable"),
    ("positions.add_positions", ["x_i = e_i + p_i"], "right"),
    ("positions.add_positions", ["x_i = e_j + p_j"], "unreadable"),
]
GRADIENTS = [
    ("rnn.rnn_cell", ["h_{t+1} = tanh(U x_{t+1} + W h_t + b)"], "right"),
    ("rnn.rnn_cell", ["h_{t+1} = tanh(U x_{t+1} + W h_{t-1} + b)"], "unreadable"),
    ("embedding.sgd_step", ["θ_{t+1} = θ_t - η ∇J(θ_t)"], "right"),
    ("embedding.sgd_step", ["θ_{t+1} = θ_t - η ∇J(θ_{t+1})"], "unreadable"),
    ("embedding.sgd_step", ["θ_{t+1} = θ_t - η ∇J(θ_{t-1})"], "unreadable"),
    ("embedding.sgd_step", ["θ_{t+1} = θ_t - η ∇J(η)"], "unreadable"),
    ("embedding.sgd_step", ["θ_{t+1} = θ_t - η ∇_φ J(θ_t)"], "unreadable"),
    ("embedding.sgd_step", ["θ_{t+1} = θ_t - η ∇_g J"], "unreadable"),
    ("embedding.sgd_step", [r"w - η \frac{\partial L}{\partial w}"], "right"),
    ("embedding.sgd_step", [r"w - η \frac{\partial E}{\partial g}"], "unreadable"),
    ("embedding.sgd_step", [r"w - η \frac{\partial^2 L}{\partial w^2}"], "unreadable"),
    ("embedding.sgd_step", ["w - η ∂w/∂w"], "unreadable"),
    ("attention.project_gradient", ["dX = ∂L/∂Y W^T", "dW = X^T ∂L/∂Y"], "right"),
    ("attention.project_gradient", ["dX = ∂X/∂Y W^T", "dW = X^T ∂W/∂Y"], "unreadable"),
]


@pytest.mark.parametrize(("name", "lines", "result"), [*OWN_LINES, *LETTERS, *STEPS, *ALONE, *GRADIENTS])
def test_a_name_has_one_meaning(name, lines, result):
    verdict = judge.judged(Exercise(bank.questions()[name], 0), lines, "en", CPU)
    assert (verdict.result, result == "right" or bool(verdict.hint)) == (result, True), verdict.hint
