"""Shapes of what goes through attention."""

from quizbank import measure
from quizbank.answers.lure import lure
from quizbank.conventions.attention import torch_layer
from quizbank.draw import draw
from reference import attention


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


def batched_scores_shape(B: int, heads: int, n: int, m: int) -> tuple[int, ...]:
    """Sentences and heads are both batch axes to the product."""
    arguments = draw(attention.scores, 0, batch=(B, heads), sizes={"n": n, "m": m}).arguments
    return tuple(attention.scores(**arguments).shape)


@lure(
    batched_scores_shape,
    en="Each head has scores of its own: its axis is missing.",
    zh="每个头都有自己的得分：漏了 heads 这一轴。",
)
def _one_table_for_all_heads(B: int, heads: int, n: int, m: int) -> tuple[int, ...]:
    shape = batched_scores_shape(B, heads, n, m)
    return (shape[0], *shape[2:])


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
