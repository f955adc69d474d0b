"""Heads that share keys and values: multi-query and grouped-query attention."""

from math import prod

import torch
from torch import Tensor

from quizbank import measure
from quizbank.answers.lure import lure
from quizbank.experiment import Reading, reading
from reference import attention, counting

_HEADS, _WIDTH, _TOKENS = 8, 32, 16


def grouped_cache(h: int, g: int, d_k: int) -> int:
    """Keys and values of one token, projected to one head for each group of the `h` that ask."""
    one_head = prod(measure.shape(attention.project, "Q", n=1, d_model=h, d_k=d_k))
    return sum(g * one_head for _ in ("keys", "values"))


@lure(
    grouped_cache,
    en="That is multi-head attention: the heads of a group share one key and one value.",
    zh="那是多头注意力：同一组的头共用一个键和一个值。",
)
def _every_head_its_own(h: int, g: int, d_k: int) -> int:
    return grouped_cache(h, h, d_k)


@lure(
    grouped_cache,
    en="That is multi-query attention: here every group has a key and a value of its own.",
    zh="那是 MQA：这里每组各有自己的键和值。",
)
def _one_for_all(h: int, g: int, d_k: int) -> int:
    return grouped_cache(h, 1, d_k)


@lure(grouped_cache, en="Keys and values are both kept.", zh="键和值都要存。")
def _keys_without_values(h: int, g: int, d_k: int) -> int:
    return grouped_cache(h, g, d_k) // 2


@lure(
    grouped_cache,
    en="h/g heads are in a group; as many keys are kept as there are groups.",
    zh="h/g 是每组的头数；要存的键数等于组数。",
)
def _heads_of_a_group(h: int, g: int, d_k: int) -> int:
    return grouped_cache(h, h // g, d_k)


def grouped_queries() -> tuple[Reading, ...]:
    """Eight heads of four columns in 8, 4, 2 and 1 groups, over 16 tokens."""
    groups, d_k = (8, 4, 2, 1), _WIDTH // _HEADS
    tied = [_attended(g) - _with_copied_blocks(g) for g in groups]
    return (
        reading(
            "numbers in the cache per token and layer, 8 heads in 8, 4, 2, 1 groups",
            "每个 token 每层缓存几个数，8 个头分成 8、4、2、1 组",
            *[grouped_cache(_HEADS, g, d_k) for g in groups],
        ),
        reading("W^K and W^V together", "W^K 与 W^V 合计参数量", *[sum(W.numel() for W in _shared(g)) for g in groups]),
        reading(
            "multiplications for scores and sums of a new token that sees 16",
            "新 token 看 16 个 token 时，得分与加权求和的乘法次数",
            *[_multiplications_of_the_last(g) for g in groups],
        ),
        reading(
            "largest difference from multi-head attention with copied column blocks",
            "与列块重复的多头注意力的最大差",
            *[gap.abs().max() for gap in tied],
        ),
        reading(
            "64 heads of 128 in 80 layers, 8192 tokens, 2 bytes each: GiB of cache for 64, 8, 1 groups",
            "80 层、64 个 128 维的头、8192 个 token、每数 2 字节：64、8、1 组时缓存的 GiB",
            *[80 * 8192 * 2 * grouped_cache(64, g, 128) / 2**30 for g in (64, 8, 1)],
        ),
    )


def _attended(g: int) -> Tensor:
    """Each group's keys and values, handed to every head of the group."""
    heads = attention.attention(*_queries_keys_values(g))
    return attention.project(attention.merge_heads(heads), _normal(_WIDTH) / _WIDTH)


def _queries_keys_values(g: int) -> tuple[Tensor, Tensor, Tensor]:
    X = _normal(_TOKENS)
    K, V = (attention.split_heads(attention.project(X, W), g) for W in _shared(g))
    Q = attention.split_heads(attention.project(X, _normal(_WIDTH)), _HEADS)
    return Q, K.repeat_interleave(_HEADS // g, dim=-3), V.repeat_interleave(_HEADS // g, dim=-3)


def _multiplications_of_the_last(g: int) -> int:
    Q, K, V = _queries_keys_values(g)
    cost = counting.Cost()
    with cost:
        attention.attention(Q[:, -1:], K, V)
    return cost.multiplications


def _with_copied_blocks(g: int) -> Tensor:
    X, W_q, W_o = _normal(_TOKENS), _normal(_WIDTH), _normal(_WIDTH) / _WIDTH
    W_k, W_v = (
        attention.merge_heads(attention.split_heads(W, g).repeat_interleave(_HEADS // g, dim=-3)) for W in _shared(g)
    )
    return attention.multi_head_attention(X, X, W_q, W_k, W_v, W_o, _HEADS)


def _shared(g: int) -> tuple[Tensor, Tensor]:
    """The weights of keys and values: as many column blocks as there are groups."""
    columns = g * _WIDTH // _HEADS
    return _normal(_WIDTH)[:, :columns], _normal(_WIDTH, seed=1)[:, :columns]


def _normal(rows: int, seed: int = 0) -> Tensor:
    return torch.randn(rows, _WIDTH, generator=torch.Generator().manual_seed(seed), dtype=torch.float64)
