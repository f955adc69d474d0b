"""Heads and rows one by one: sums over some of them, lists of them joined along an axis, and stars between them."""

import pytest

from quizbank import judge

HEADS = "head_i = Attention(X_q W_i^Q, X_kv W_i^K, X_kv W_i^V) ; MultiHead = "
HEAD = "softmax(X W_i^Q (X W_i^K)^T/√d_k) X W_i^V W_i^O"
ROWS = [
    ("attention.multi_head_attention", "right", f"{HEADS}torch.cat([head_1, …, head_h], dim=-1) @ W_o"),
    ("attention.multi_head_attention", "right", f"{HEADS}torch.cat([head_1, …, head_h], 1) @ W_o"),
    ("attention.multi_head_attention", "right", f"{HEADS}Σ_{{i=1}}^{{h}} head_i W_i^O"),
    ("attention.multi_head_attention", "wrong", f"{HEADS}Σ_{{i=2}}^{{h}} head_i W_i^O"),
    ("attention.multi_head_self_attention", "right", "MultiHead = Σ_{i=1}^{h} " + HEAD),
    ("attention.multi_head_self_attention", "wrong", "MultiHead = Σ_{i=2}^{h} " + HEAD),
    ("attention.multi_head_self_attention", "wrong", "MultiHead = Σ_{i=1}^{h-1} " + HEAD),
    ("bahdanau.context", "right", "(alpha.unsqueeze(-1) * h).sum(0)"),
    ("bahdanau.context", "wrong", "(alpha.unsqueeze(-2) * h).sum(0)"),
    ("bahdanau.context", "wrong", "(alpha.unsqueeze(0) * h).sum(0)"),
    ("softmax.softmax", "right", "softmax(z)_i = e^{z_i}/Σ_j e^{z_j}"),
    ("attention.luong_score", "right", "s @ W @ h"),
    ("attention.luong_score", "wrong", "s @ (W * h)"),
    ("attention.luong_score", "wrong", "s * W @ h"),
    ("attention.multi_head_attention", "right", f"{HEADS}np.hstack([head_i for i in range(h)]) @ W_o"),
    ("attention.multi_head_attention", "wrong", f"{HEADS}torch.cat([head_1, …, head_h], dim=0) @ W_o"),
    ("attention.multi_head_attention", "wrong", f"{HEADS}np.vstack([head_i for i in range(h)]) @ W_o"),
]


@pytest.mark.parametrize(("name", "due", "answer"), ROWS)
def test_each_head_and_row_counts(name, due, answer):
    assert judge.check(name, 0, answer.split(" ; "), language="en")["verdict"] == due
