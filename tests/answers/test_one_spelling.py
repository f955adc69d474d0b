"""One letter for one thing: neither two spellings of an argument nor two letters of an index in one equation."""

import pytest

from quizbank import judge

UNREADABLE = [
    ("softmax.softmax", "e^{x_i}/Σ_j e^{z_j}"),
    ("softmax.sigmoid", "g(z) = 1/(1+e^{-z}) + z - x"),
    ("softmax.sigmoid", "σ(z) = 1/(1+e^{-x})"),
    ("softmax.sigmoid", "σ(x) = 1/(1+e^{-z})"),
    ("softmax.relu", "f(z) = max(0, x)"),
    ("softmax.sigmoid_gradient", "σ'(x) = σ(x)(1-σ(z))"),
    ("search.temperature", "p_i = exp(z_i/τ)/Σ_k exp(z_k/t)"),
    ("search.temperature", "softmax(z/τ)_j = exp(z_i/τ)/Σ_k exp(z_k/τ)"),
    ("glove.weight", "f(X) = min((x/x_max)^α, X/x)"),
    ("softmax.softmax", "P(y = j) = e^{z_i}/Σ_k e^{z_k}"),
    ("word2vec.subsample_keep", "P(w_i) = min(1, √(t/f(w_j)))"),
    ("losses.cross_entropy", "p_y = -log p_y"),
    ("losses.cross_entropy", "z = -log softmax(z)_y"),
    ("losses.cross_entropy", "y = -log softmax(z)_y"),
    ("bahdanau.weights", "e_j = exp(e_j)/Σ_k exp(e_k)"),
    ("attention.project", "Q^T = X W"),
    ("lstm.forget_gate", "f_{t+1} = σ(W_f [h_{t-1}; x_t] + b_f)"),
    ("lstm.hidden_state", "h_{t+1} = o_t ⊙ tanh(c_t)"),
    ("embedding.sgd_step", "w_{t+1} = w_{t-1} - η g_t"),
    ("softmax.softmax", "S_1 = e^{z_i}/Σ_j e^{z_j}"),
    ("softmax.sigmoid", r"\tanh(\theta) = \frac{1}{1+e^{-\theta}}"),
    ("attention.attention", "Attention(Q, K, K) = softmax(QK^T/√d_k)V"),
    ("losses.sequence_loss", "-torch.log_softmax(z, -1)[torch.arange(1, T), y].mean()"),
    ("losses.sequence_loss", "-torch.log_softmax(z, -1)[torch.arange(T-1), y].mean()"),
    ("glove.weight", "f(x) = min((X/x_max)^α, 1) ; f(1)"),
    ("positions.sine_term", "PE_{(i, 2pos)} = sin(pos/10000^{2i/d_model})"),
]
RIGHT = [
    ("softmax.softmax", "e^{x_i}/Σ_j e^{x_j}"),
    ("softmax.sigmoid", "σ(z) = 1/(1+e^{-z})"),
    ("softmax.sigmoid", "x = 1/(1+e^{-x})"),
    ("softmax.sigmoid_gradient", "σ'(z) = σ(z)(1-σ(z))"),
    ("search.temperature", "softmax(z/τ)_i = exp(z_i/τ)/Σ_k exp(z_k/τ)"),
    ("glove.weight", "f(x) = min((x/x_max)^α, 1)"),
    ("softmax.softmax", "P(y = i) = e^{z_i}/Σ_k e^{z_k}"),
    ("word2vec.subsample_keep", "P(w_i) = min(1, √(t/f(w_i)))"),
    ("bahdanau.weights", "α_j = exp(e_j)/Σ_k exp(e_k)"),
    ("rnn.rnn_cell", "h_{t+1} = tanh(U x_{t+1} + W h_t + b)"),
    ("embedding.sgd_step", "w_{t+1} = w_t - η g_t"),
    ("word2vec.noise_distribution", "P(w) = c(w)^{3/4} / Σ_w c(w)^{3/4}"),
    ("positions.sine_term", "PE_{(pos, 2i)} = sin(pos/10000^{2i/d_model})"),
    ("softmax.softmax", "S_i = e^{z_i}/Σ_j e^{z_j}"),
    ("softmax.sigmoid", r"\sigma(\theta) = \frac{1}{1+e^{-\theta}}"),
    ("attention.attention", "Attention(Q, K, V) = softmax(QK^T/√d_k)V"),
    ("losses.sequence_loss", "-torch.log_softmax(z, -1)[torch.arange(0, T), y].mean()"),
    ("losses.label_smoothed_loss", "q_k = (1-ε) [k = y] + ε/K ; -Σ_k q_k log p_k"),
    ("positions.add_positions", "E = E + P"),
    ("training.clip_by_norm", "g_t = g_t min(1, c/‖g_t‖)"),
]


@pytest.mark.parametrize(("name", "answer"), UNREADABLE)
def test_two_letters_for_one_thing_are_asked_about(name, answer):
    verdict = judge.check(name, 0, answer.split(" ; "), language="en")
    assert verdict["verdict"] == "unreadable"
    assert verdict["hint"]


@pytest.mark.parametrize(("name", "answer"), RIGHT)
def test_one_letter_may_be_any(name, answer):
    assert judge.check(name, 0, answer.split(" ; "), language="en")["verdict"] == "right"


def test_the_letter_of_an_indicator_is_that_of_the_left_side():
    answer = ["q_k = (1-ε) [j = y] + ε/K", "-Σ_k q_k log p_k"]
    assert judge.check("losses.label_smoothed_loss", 0, answer, language="en")["verdict"] != "right"
