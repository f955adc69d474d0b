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
]


@pytest.mark.parametrize(("name", "due", "answer"), ROWS)
def test_a_call_is_judged_as_it_is_meant(name, due, answer):
    verdict = judge.judged(Exercise(bank.questions()[name], 0), answer.split("⏎"), "en", CPU)
    assert verdict.result == due, verdict.hint
