"""Habits of code: numbered layers, names before and after a step, names of a layer's role."""

import pytest

from quizbank import judge

JUDGED = [
    ("transformer.feed_forward", "h = x @ W_1 + b_1; h[mask] = 0; h @ W_2 + b_2", "unreadable"),
    ("attention.attention", "attention = softmax(Q @ K.T / d_k**0.5, dim=-1); out = attention @ V", "right"),
    ("attention.attention", "attention = softmax(Q @ K.T, dim=-1); out = attention @ V", "wrong"),
    ("attention.attention", "attention = softmax(Q @ K.T / d_k**0.5, dim=-1); out = attention @ K", "wrong"),
    ("transformer.add_and_norm", "ln(x + sublayer(x))", "right"),
    ("transformer.add_and_norm", "norm(x + s)", "right"),
    ("transformer.add_and_norm", "x + ln(s)", "wrong"),
    ("transformer.add_and_norm", "norm(s)", "wrong"),
    ("transformer.encoder_block_lines", "A = MHA(X); R = LN_1(X + A); B = FFN(R); Z = LN_2(R + B)", "right"),
    ("transformer.encoder_block_lines", "A = MHA(X); R = LN_2(X + A); B = FFN(R); Z = LN_1(R + B)", "wrong"),
    ("transformer.encoder_block_lines", "A = MHA(X); R = LN_1(X + A); B = FFN(R); Z = LN_1(R + B)", "wrong"),
    (
        "transformer.encoder_block_lines",
        "A = SelfAttention(X); R = LN_1(X + A); B = FFN(R); Z = LN_2(R + B)",
        "unreadable",
    ),
    ("transformer.dropout", "x * mask / (1 - dropout)", "right"),
    ("transformer.dropout", "x * mask / dropout", "wrong"),
    ("transformer.dropout", "dropout(x)", "unreadable"),
    ("lstm.cell_state", "next_c = f * prev_c + i * g", "right"),
    ("lstm.cell_state", "next_c = f * prev_c + i * prev_c", "wrong"),
    ("lstm.hidden_state", "next_h = o * np.tanh(prev_c)", "wrong"),
    ("rnn.rnn_cell", "next_h = np.tanh(x.dot(Wx) + prev_h.dot(Wh) + b)", "right"),
    ("rnn.rnn_cell", "next_h = np.tanh(x.dot(Wx) + prev_h.dot(Wh))", "wrong"),
    ("rnn.rnn_cell", "next_h = np.tanh(prev_h.dot(Wh) + b)", "wrong"),
    ("positions.add_positions", "x = E + pe", "right"),
    ("losses.cross_entropy_gradient", "dscores = probs; dscores[y] -= 1", "right"),
    ("losses.cross_entropy_gradient", "dscores = probs; dscores[y] += 1", "wrong"),
    ("losses.sequence_loss", "-1/T Σ_t log softmax(z_t)_(y_t)", "right"),
    ("losses.sequence_loss", "1/T Σ_t log softmax(z_t)_(y_t)", "wrong"),
    ("word2vec.negative_sampling_loss", "-log σ(u_{pos}·v) - Σ_j log σ(-u_{neg,j}·v)", "right"),
    ("word2vec.negative_sampling_loss", "-log σ(u·v) - Σ_j log σ(-u_neg_j·v)", "right"),
    ("word2vec.negative_sampling_loss", "-log σ(u_{pos}·v) - Σ_j log σ(u_{neg,j}·v)", "wrong"),
]
LETTERS = [
    ("v^T tanh(W s_{i-1} + U h_j)", "right"),
    ("v^T tanh(W h_j + U s_{i-1})", "right"),
    ("v^T tanh(W_1 h_j + W_2 s_{i-1})", "right"),
    ("v^T tanh(W_s s_{i-1} + W_h h_j)", "right"),
    ("w_v^T tanh(W_q q + W_k k)", "right"),
    ("v^T tanh(W_a h_j + U_a s_{i-1})", "wrong"),
    ("v^T tanh(W_s h_j + W_h s_{i-1})", "wrong"),
    ("v^T tanh(W s_{i-1} + W h_j)", "wrong"),
    ("v^T tanh(W s_{i-1} + U s_{i-1})", "wrong"),
    ("v^T (W s_{i-1} + U h_j)", "wrong"),
]


@pytest.mark.parametrize(("name", "answer", "result"), JUDGED)
def test_code_means_what_it_does(name, answer, result):
    verdict = judge.check(name, 0, [answer])
    assert verdict["verdict"] == result, verdict["hint"]


@pytest.mark.parametrize(("answer", "result"), LETTERS)
def test_weights_without_the_notes_letters_may_stand_either_way_round(answer, result):
    verdict = judge.check("bahdanau.energy", 0, [answer])
    assert verdict["verdict"] == result, verdict["hint"]
