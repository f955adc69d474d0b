"""Calls as libraries and papers write them, with the verdict that is due."""

import pytest
import torch

from quizbank import bank, judge
from quizbank.question import Exercise

CPU = torch.device("cpu")
ROWS = [
    ("attention.multi_head_attention", "right", r"\text{Concat}_{i \in [h]}(Attention(QW^Q_i, KW^K_i, VW^V_i)) W^O"),
    ("attention.multi_head_attention", "right", "Concat_{i=1}^h(Attention(QW^Q_i, KW^K_i, VW^V_i)) W^O"),
    ("attention.multi_head_attention", "unreadable", r"\text{Concat}_{i \in"),
    ("attention.multi_head_attention", "unreadable", "Concat_"),
    ("softmax.softmax", "right", r"e^{z_i} / \sum_{j \in \mathcal{V}} e^{z_j}"),
    ("softmax.softmax", "unreadable", r"e^{z_i} / \sum_{j \in \{1, 2\}} e^{z_j}"),
    ("softmax.softmax", "unreadable", r"e^{z_i} / \sum_{j \in V \setminus i} e^{z_j}"),
    ("softmax.softmax", "unreadable", r"e^{z_i} / \sum_{j \in \mathcal{N}(i)} e^{z_j}"),
    ("softmax.softmax", "right", "tf.exp(z) / tf.reduce_sum(tf.exp(z), axis=-1, keepdims=True)"),
    ("softmax.softmax", "right", "tf.exp(z - tf.reduce_logsumexp(z))"),
    ("softmax.softmax", "wrong", "tf.exp(z) / tf.reduce_max(tf.exp(z), axis=-1, keepdims=True)"),
    ("softmax.softmax", "wrong", "tf.exp(z) / tf.reduce_mean(tf.exp(z))"),
    (
        "attention.scaled_scores",
        "right",
        "tf.matmul(Q, K, transpose_b=True) / sqrt(tf.cast(tf.shape(K)[-1], tf.float32))",
    ),
    (
        "attention.scaled_scores",
        "wrong",
        "tf.matmul(Q, K, transpose_b=True) / sqrt(tf.cast(tf.shape(K)[0], tf.float32))",
    ),
    ("attention.scaled_scores", "right", "Q @ K.T / np.sqrt(np.shape(K)[1])"),
    ("attention.scores", "right", "torch.einsum('nd,md->nm', [Q, K])"),
    ("attention.scores", "wrong", "torch.einsum('nd,md->mn', [Q, K])"),
    ("training.xavier_bound", "right", "math.sqrt(6 / float(fan_in + fan_out))"),
    ("training.xavier_bound", "right", "np.sqrt(np.float32(6) / (fan_in + fan_out))"),
    ("training.xavier_bound", "wrong", "math.sqrt(float(3) / (fan_in + fan_out))"),
    ("training.xavier_bound", "wrong", "math.sqrt(6 // (fan_in + fan_out))"),
    ("training.xavier_bound", "wrong", "int(math.sqrt(6 / (fan_in + fan_out)))"),
    ("positions.sine_term", "right", "np.sin(int(pos) / 10000 ** (2 * i / float(d_model)))"),
    ("positions.sine_term", "right", r"\omega = \frac{1}{10000^{2i/d}}⏎\sin(\omega . pos)"),
    ("positions.sine_term", "wrong", "np.sin(pos / np.power(10000, (2 * (i//2)) / np.float32(d_model)))"),
    ("embedding.one_hot_lookup", "right", "tf.one_hot(ids, depth=V) @ E"),
    ("losses.sequence_loss", "right", "-tf.reduce_mean(tf.gather(tf.nn.log_softmax(z), y, axis=1, batch_dims=1))"),
    ("glove.weight", "right", "(X > x_max) ? 1 : pow(X / x_max, alpha)"),
    ("glove.weight", "wrong", "(X > x_max) ? pow(X / x_max, alpha) : 1"),
    ("glove.weight", "unreadable", "(X > x_max) ? 1"),
    ("transformer.add_and_norm", "right", "layer_norm(x + s)"),
    ("transformer.add_and_norm", "wrong", "x + layer_norm(s)"),
    ("transformer.add_and_norm", "unreadable", "F.layer_norm(x + s, (d,), gamma, beta, eps)"),
    ("transformer.layer_norm", "unreadable", "layer_norm(x)"),
    (
        "transformer.encoder_block_lines",
        "right",
        "A = MultiHead(X, X, X)⏎R = LN(X + A, γ_1, β_1)⏎B = FFN(R)⏎Z = LN(R + B, γ_2, β_2)",
    ),
    ("word2vec.cbow_hidden", "right", r"\frac{1}{n}\sum_{i=1}^{n} C(w_i)"),
    ("word2vec.cbow_hidden", "right", "(C(w_1) + C(w_2) + ... + C(w_n))/n"),
    ("word2vec.cbow_hidden", "right", "torch.mean(C(w), dim=0)"),
    ("word2vec.cbow_hidden", "wrong", "torch.sum(C(w), dim=0)"),
    ("word2vec.noise_distribution", "right", "P(w_i) = c(w_i)^{3/4} / Σ_j c(w_j)^{3/4}"),
    ("word2vec.noise_distribution", "right", "P(w) = c(w)^{3/4} / Σ_w c(w)^{3/4}"),
    ("word2vec.noise_distribution", "wrong", "P(w) = c(w) / Σ_w c(w)"),
    (
        "losses.label_smoothed_loss",
        "right",
        r"p = softmax(z)⏎-\sum_{k=1}^K \log p(k) ((1-\epsilon)\delta_{k,y} + \frac{\epsilon}{K})",
    ),
    ("softmax.softmax_jacobian", "right", "p = softmax(z)⏎p(i)(δ_ij - p(j))"),
    ("softmax.softmax_jacobian", "wrong", "p = softmax(z)⏎p(i)(δ_ij + p(j))"),
    ("nnlm.hidden", "right", "tanh(d + H(x))"),
    ("lstm.forget_gate", "right", "sigmoid(W_f(h_{t-1}, x_t) + b_f)"),
    ("lstm.hidden_state", "right", "o(tanh(c))"),
    ("losses.cross_entropy", "unreadable", r"-\log f(z)_y"),
    ("glove.pair_error", "unreadable", r"w_i^\top \tilde{w}_j + b_i + \tilde{b}_j - \log C(w_i, \tilde{w}_j)"),
    ("bahdanau.energy", "unreadable", "a(s_{i-1}, h_j)"),
    ("attention.masked_attention", "unreadable", "softmax(mask(QK^T/√d_k))V"),
    ("attention.masked_attention", "right", "softmax(mask + QK^T/√d_k)V"),
    ("transformer.add_and_norm", "wrong", "x + Sublayer(LayerNorm(x))"),
]


@pytest.mark.parametrize(("name", "due", "answer"), ROWS)
def test_a_call_is_judged_as_it_is_meant(name, due, answer):
    verdict = judge.judged(Exercise(bank.questions()[name], 0), answer.split("⏎"), "en", CPU)
    assert verdict.result == due, verdict.hint
