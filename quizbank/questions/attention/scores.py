"""Scores and the weights made of them: one query against its keys, and why the root of d_k is there."""

from collections.abc import Sequence
from math import sqrt

import torch
from torch import Tensor

from quizbank.answers.lure import lure
from quizbank.experiment import Reading, reading
from quizbank.mistakes.attention import one_head
from reference import attention
from reference.softmax import softmax, softmax_jacobian

Numbers = Sequence[float]


def scaled_score(q: Numbers, k: Numbers) -> float:
    """One query against one key."""
    return float(attention.scaled_scores(_row(q), _row(k)))


@lure(scaled_score, en="That is the raw dot product: divide by √d_k.", zh="那是原始点积：还要除以 √d_k。")
def _raw_score(q: Numbers, k: Numbers) -> float:
    return float(attention.scores(_row(q), _row(k)))


@lure(scaled_score, en="Divide by the root of the width, not by the width.", zh="要除以宽度的平方根，不是宽度。")
def _divided_by_the_width(q: Numbers, k: Numbers) -> float:
    return float(one_head.scores_scaled_by_d_k(_row(q), _row(k)))


def head_weights(s: Numbers, d_k: int) -> list[float]:
    """The output for one-hot values is the weights themselves."""
    Q, K = torch.zeros(1, d_k, dtype=torch.float64), torch.zeros(len(s), d_k, dtype=torch.float64)
    Q[0, 0], K[:, 0] = 1, _row(s)
    weights: list[float] = attention.attention(Q, K, torch.eye(len(s), dtype=torch.float64))[0].tolist()
    return weights


@lure(head_weights, en="Not scaled: divide by √d_k before the softmax.", zh="没有缩放：softmax 之前要除以 √d_k。")
def _not_scaled_weights(s: Numbers, d_k: int) -> list[float]:
    return softmax(_row(s))[0].tolist()


@lure(head_weights, en="That divides by d_k; its root is what is asked for.", zh="那是除以 d_k；应除以它的平方根。")
def _weights_divided_by_d_k(s: Numbers, d_k: int) -> list[float]:
    return softmax(_row(s) / d_k)[0].tolist()


def context_value() -> float:
    """Keys as the unit vectors, so that the scores are the query itself."""
    alpha = softmax(attention.scores(_row([1, 0]), torch.eye(2, dtype=torch.float64)))
    return float(alpha @ _row([10, 20])[0])


@lure(
    context_value,
    en="That is scaled by √d_k, as the Transformer does: here nothing is scaled.",
    zh="那是除以 √d_k 之后的结果，是 Transformer 的做法：这里不缩放。",
)
def _scaled_context() -> float:
    return float(attention.attention(_row([1, 0]), torch.eye(2, dtype=torch.float64), _row([10, 20]).mT))


def score_variance(d_k: int) -> float:
    """Over queries of pairwise independent ±1 entries, which give the variance exactly."""
    return float(attention.scores(_independent(d_k), _ones(d_k)).var(correction=0))


@lure(
    score_variance,
    en="That is the standard deviation; the variance is its square.",
    zh="那是标准差；方差是它的平方。",
)
def _deviation(d_k: int) -> float:
    return sqrt(score_variance(d_k))


def wrong_scale_variance(d_model: int, heads: int) -> float:
    """One head's scores, divided by √d_model."""
    S = one_head.scores_scaled_by_d_model(_independent(d_model // heads), _ones(d_model // heads), d_model)
    return float(S.var(correction=0))


@lure(
    wrong_scale_variance,
    en="1 is what the right divisor √d_k gives.",
    zh="1 是除以正确的 √d_k 才有的结果。",
)
def _as_if_right(d_model: int, heads: int) -> float:
    return float(attention.scaled_scores(_independent(d_model // heads), _ones(d_model // heads)).var(correction=0))


def score_rank(n: int, d_k: int) -> int:
    """The rank of n × n scores from random tokens."""
    Q, K = _normal(2, n, d_k)
    return int(torch.linalg.matrix_rank(attention.scores(Q, K)))


@lure(
    score_rank,
    en="Q Kᵀ is a product through d_k columns: its rank cannot exceed d_k.",
    zh="Q Kᵀ 中间只经过 d_k 列：秩不会超过 d_k。",
)
def _full_rank(n: int, d_k: int) -> int:
    return n


def softmax_axis() -> int:
    """Queries, keys, features or heads: along which axis of (heads, n, m) the weights sum to 1; the width is no axis."""
    Q, K = _normal(2, 3, 5), _normal(2, 4, 5)
    weights = attention.attention(Q, K, torch.eye(4, dtype=torch.float64).expand(2, 4, 4))
    sums_to_one = [bool(torch.allclose(weights.sum(axis), torch.ones(()).double())) for axis in (1, 2, 0)]
    return sums_to_one.index(True)


def output_row() -> int:
    """Which sum equals the row of a token, the second of four."""
    Q, K, V = _normal(3, 4, 5)
    weights, i = softmax(attention.scaled_scores(Q, K)), 1
    candidates = [
        V[i] + weights[i] @ V - weights[i, i] * V[i],
        weights[i] @ V,
        weights[:, i] @ V,
        weights[i] @ K,
    ]
    return [torch.allclose(row, attention.attention(Q, K, V)[i]) for row in candidates].index(True)


def column_form() -> int:
    """Which product of columns is the transpose of attention with rows."""
    Q, K, V = _normal(3, 4, 4)  # as many tokens as columns, so that every product runs
    q, k, v, root = Q.mT, K.mT, V.mT, sqrt(Q.shape[-1])
    candidates = [
        softmax(q @ k.mT / root) @ v,
        v @ softmax(q.mT @ k / root),
        v @ torch.softmax(k.mT @ q / root, dim=0),
        v @ softmax(k.mT @ q / root),
    ]
    return [torch.allclose(columns, attention.attention(Q, K, V).mT) for columns in candidates].index(True)


def why_scale() -> tuple[Reading, ...]:
    """Unit normal queries and keys of growing width: spread of the scores, saturation, what the gradient keeps."""
    widths, shown = (4, 16, 64, 256), "4, 16, 64, 256"
    raw, scaled = [], []
    for width in widths:
        Q, K = _normal(2, 400, 10, width)
        raw.append(attention.scores(Q, K))
        scaled.append(attention.scaled_scores(Q, K))
    return (
        reading(f"variance of q·k, d_k = {shown}", f"q·k 的方差，d_k = {shown}", [float(S.var()) for S in raw]),
        reading("the same, scaled by √d_k", "除以 √d_k 之后", [float(S.var()) for S in scaled]),
        reading("largest of 10 weights, not scaled", "10 个权重中最大的，不缩放", [_largest(S) for S in raw]),
        reading("the same, scaled", "缩放之后", [_largest(S) for S in scaled]),
        reading(
            "norm of the softmax Jacobian, not scaled", "softmax 雅可比矩阵的范数，不缩放", [_slope(S) for S in raw]
        ),
        reading("the same, scaled", "缩放之后", [_slope(S) for S in scaled]),
    )


def why_queries_and_keys() -> tuple[Reading, ...]:
    """Ten random tokens, with one weight for both roles and with two."""
    X, W_q, W_k = _normal(10, 64), *(_normal(2, 64, 16) / 8)
    Q, K = attention.project(X, W_q), attention.project(X, W_k)
    apart, shared = attention.scaled_scores(Q, K), attention.scaled_scores(Q, Q)
    return (
        reading(
            "largest |S − Sᵀ|: two weights, one weight",
            "最大的 |S − Sᵀ|：两个权重、一个权重",
            _skew(apart),
            _skew(shared),
        ),
        reading(
            "mean weight of a token on itself: two weights, one weight",
            "token 给自己的平均权重：两个权重、一个权重",
            softmax(apart).diagonal().mean(),
            softmax(shared).diagonal().mean(),
        ),
    )


def query_key_value() -> tuple[Reading, ...]:
    """A query along the second of four unit keys, longer and longer, looks up the values 10, 20, 30, 40."""
    K, values = torch.eye(4, dtype=torch.float64), _row([10, 20, 30, 40]).mT
    lengths = torch.arange(0, 21, 2, dtype=torch.float64)
    Q = lengths[:, None] * K[1]
    weights = attention.attention(Q, K, K)[:, 1]
    return (
        reading("weight of the matching key, query length 0, 2 … 20", "匹配的键的权重，查询长度 0、2 … 20", weights),
        reading(
            "what is read from the values 10, 20, 30, 40",
            "从值 10、20、30、40 中读出的结果",
            attention.attention(Q, K, values)[:, 0],
        ),
    )


def _largest(S: Tensor) -> float:
    return float(softmax(S).amax(-1).mean())


def _slope(S: Tensor) -> float:
    return float(softmax_jacobian(S).norm(dim=(-2, -1)).mean())


def _skew(S: Tensor) -> Tensor:
    return (S - S.mT).abs().max()


def _independent(width: int) -> Tensor:
    """±1 entries, a row per outcome: any two columns of a Hadamard matrix but its first are independent."""
    H = torch.ones(1, 1, dtype=torch.float64)
    while len(H) <= width:
        H = torch.cat([torch.cat([H, H], dim=1), torch.cat([H, -H], dim=1)])
    return H[:, 1 : width + 1]


def _ones(width: int) -> Tensor:
    return torch.ones(1, width, dtype=torch.float64)


def _normal(*shape: int) -> Tensor:
    return torch.randn(*shape, generator=torch.Generator().manual_seed(0), dtype=torch.float64)


def _row(numbers: Numbers) -> Tensor:
    return torch.tensor([numbers], dtype=torch.float64)
