"""The answers to the own questions about attention, each by running the reference."""

from collections.abc import Sequence

import torch
from torch import Tensor, nn

from quizbank import measure
from quizbank.answers.lure import lure
from quizbank.conventions.attention import torch_layer
from quizbank.draw import draw
from reference import attention
from reference.softmax import softmax

Numbers = Sequence[float]


def layer_growth(n: int, d: int) -> int:
    """Multiplications of the scores and the weighted sum."""
    return measure.multiplications(attention.attention, n=n, m=n, d_k=d, d_v=d)


@lure(
    layer_growth,
    en="n·d² is the recurrent layer's cost, and that of the projections; here every pair of tokens costs d.",
    zh="n·d² 是循环层（以及投影）的计算量；这里每一对 token 花费 d。",
)
def _recurrent_growth(n: int, d: int) -> int:
    return measure.multiplications(attention.project, n=n, d_model=d, d_k=d)


def attention_cost(n: int, d: int) -> int:
    """Multiplications of the scores and the weighted sum."""
    return measure.multiplications(attention.attention, n=n, m=n, d_k=d, d_v=d)


@lure(
    attention_cost,
    en="The weighted sum of the values costs as much as the scores: two products, not one.",
    zh="对值加权求和与算得分一样贵：是两次矩阵乘法，不是一次。",
)
def _scores_alone(n: int, d: int) -> int:
    return measure.multiplications(attention.scores, n=n, m=n, d_k=d)


def projection_cost(n: int, d: int) -> int:
    """Multiplications of the projections to queries, keys and values, and of the one that mixes the heads."""
    return 4 * measure.multiplications(attention.project, n=n, d_model=d, d_k=d)


@lure(
    projection_cost,
    en="The fourth projection is W^O, after the heads are concatenated.",
    zh="第四个投影是拼接之后的 W^O。",
)
def _without_output_projection(n: int, d: int) -> int:
    return 3 * measure.multiplications(attention.project, n=n, d_model=d, d_k=d)


def path_growth(n: int) -> int:
    """The longest chain of contractions among n tokens."""
    return measure.longest_chain(attention.attention, n=n, m=n)


def scores_shape(n: int, m: int) -> tuple[int, ...]:
    """A row per query, a column per key."""
    return measure.shape(attention.scores, "S", n=n, m=m)


def cross_scores_shape(n: int, m: int) -> tuple[int, ...]:
    """The decoder asks, the encoder is asked."""
    return measure.shape(attention.scores, "S", n=n, m=m)


@lure(
    cross_scores_shape,
    en="The decoder asks: its tokens are the rows, the encoder's the columns.",
    zh="提问的是解码器：它的 token 作行，编码器的作列。",
)
def _encoder_first(n: int, m: int) -> tuple[int, ...]:
    return cross_scores_shape(m, n)


def split_heads_shape(heads: int, n: int, d_k: int) -> tuple[int, ...]:
    """The head first, like a batch axis."""
    return measure.shape(attention.split_heads, "split_heads", heads=heads, n=n, d_k=d_k)


def output_shape(n: int, d_v: int) -> tuple[int, ...]:
    """A mean of values per query."""
    return measure.shape(attention.attention, "attention", n=n, d_v=d_v)


def torch_weight_shape(d_model: int) -> tuple[int, ...]:
    """Of the three projections that torch stacks."""
    arguments = draw(attention.multi_head_attention, 0, sizes={"d_model": d_model}).arguments
    return tuple(torch_layer.packed(arguments)["in_proj_weight"].shape)


def multi_head_parameters(d_model: int) -> int:
    """Of the four weights, without biases."""
    return measure.parameters(attention.multi_head_attention, d_model=d_model)


@lure(
    multi_head_parameters,
    en="W^O is missing: besides queries, keys and values there is the matrix that mixes the heads.",
    zh="漏了 W^O：除了查询、键、值，还有混合各头的矩阵。",
)
def _without_W_o(d_model: int) -> int:
    return 3 * measure.parameters(attention.project, d_model=d_model, d_k=d_model)


def torch_parameters(d_model: int) -> int:
    """Of the library's own layer, with one head, since their number does not matter."""
    return sum(weight.numel() for weight in nn.MultiheadAttention(d_model, 1, device="meta").parameters())


def visible_pairs(n: int) -> int:
    """The zeros of the causal mask."""
    return int((attention.causal_mask(n) == 0).sum())


@lure(
    visible_pairs,
    en="A token sees itself: the diagonal counts.",
    zh="token 能看到自己：对角线也算。",
)
def _without_diagonal(n: int) -> int:
    return visible_pairs(n) - n


def scaled_score(q: Numbers, k: Numbers) -> float:
    """One query against one key."""
    return float(attention.scaled_scores(_row(q), _row(k)))


def head_weights(s: Numbers, d_k: int) -> list[float]:
    """The output for one-hot values is the weights themselves."""
    Q, K = torch.zeros(1, d_k, dtype=torch.float64), torch.zeros(len(s), d_k, dtype=torch.float64)
    Q[0, 0], K[:, 0] = 1, _row(s)
    weights: list[float] = attention.attention(Q, K, torch.eye(len(s), dtype=torch.float64))[0].tolist()
    return weights


def causal_weight(n: int, t: int) -> float:
    """The output for one-hot values is the weights; the first token is visible to all."""
    same, values = torch.zeros(n, 1, dtype=torch.float64), torch.eye(n, dtype=torch.float64)
    return float(attention.masked_attention(same, same, values, attention.causal_mask(n, like=values))[t - 1, 0])


def context_value() -> float:
    """Keys as the unit vectors, so that the scores are the query itself."""
    alpha = softmax(attention.scores(_row([1, 0]), torch.eye(2, dtype=torch.float64)))
    return float(alpha @ _row([10, 20])[0])


@lure(
    context_value,
    en="That is scaled by √d_k, as the Transformer does: the notes' dot attention does not scale.",
    zh="那是除以 √d_k 之后的结果，是 Transformer 的做法：笔记里的点积注意力不缩放。",
)
def _scaled_context() -> float:
    return float(attention.attention(_row([1, 0]), torch.eye(2, dtype=torch.float64), _row([10, 20]).mT))


def _row(numbers: Numbers) -> Tensor:
    return torch.tensor([numbers], dtype=torch.float64)
