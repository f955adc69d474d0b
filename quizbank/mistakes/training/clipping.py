"""What goes wrong when gradients are clipped."""

import torch
from torch import Tensor

from quizbank.mistake import mistake
from reference import training


def _length(g: Tensor) -> Tensor:
    """The norm, as a last axis of its own."""
    return g.square().sum(dim=-1, keepdim=True).sqrt()


@mistake(
    training.clip_by_norm,
    en="The whole vector is scaled by one factor; cutting each entry turns its direction.",
    zh="整个向量乘同一个系数；逐元素截断会改变方向。",
)
def each_entry_clipped(g: Tensor, limit: float) -> Tensor:
    return g.clamp(-limit, limit)


@mistake(
    training.clip_by_norm,
    en="A gradient shorter than the limit stays as it is; here every gradient gets the length of the limit.",
    zh="没超过阈值的梯度保持不变；这里不论长短都缩放到了阈值。",
    latex=r"\hat{g} = g \frac{c}{\|g\|}",
)
def always_scaled(g: Tensor, limit: float) -> Tensor:
    return g / _length(g) * limit


@mistake(
    training.clip_by_norm,
    en="The norm is the root of the sum of squares, not their sum.",
    zh="范数是平方和的平方根，不是平方和。",
)
def squared_norm(g: Tensor, limit: float) -> Tensor:
    return g / (g.square().sum(dim=-1, keepdim=True) / limit).clamp(min=1)


@mistake(
    training.clip_by_norm,
    en="Clipping shortens: the factor is at most 1, so the smaller of the two is taken.",
    zh="裁剪只会缩短：系数不超过 1，取两者中较小的。",
    latex=r"\hat{g} = g \max(1, \frac{c}{\|g\|})",
)
def short_gradients_stretched(g: Tensor, limit: float) -> Tensor:
    return g / (_length(g) / limit).clamp(max=1)


@mistake(
    training.clip_by_norm,
    en="A long gradient is shortened, not thrown away.",
    zh="过长的梯度是缩短，不是丢掉。",
)
def long_gradients_dropped(g: Tensor, limit: float) -> Tensor:
    return g * (_length(g) <= limit)


@mistake(
    training.clip_by_norm,
    en="The whole vector is scaled by one factor; cutting each entry at c turns its direction.",
    zh="整个向量乘同一个系数；把每个元素截到 c 会改变方向。",
)
def each_entry_cut_above(g: Tensor, limit: float) -> Tensor:
    return g.clamp(max=limit)


@mistake(
    training.clip_by_norm,
    en="The smaller factor is taken, not the smaller entry: an entry may be negative. It is g · min(1, c/‖g‖).",
    zh="取较小的是系数，不是元素（元素可能为负）：g · min(1, c/‖g‖)。",
)
def smaller_entries(g: Tensor, limit: float) -> Tensor:
    return torch.minimum(g, g / _length(g) * limit)


@mistake(
    training.clip_by_norm,
    en="The factor is one number for the whole vector, c/‖g‖, not c/g entry by entry.",
    zh="系数对整个向量是同一个数 c/‖g‖，不是逐元素的 c/g。",
)
def factor_for_each_entry(g: Tensor, limit: float) -> Tensor:
    return g * torch.minimum(torch.ones_like(g), limit / g)


@mistake(
    training.clip_by_norm,
    en="A long gradient keeps its direction: it becomes c · g/‖g‖, not the number c in every entry.",
    zh="过长的梯度要保持方向：变成 c · g/‖g‖，不是每个元素都成为 c。",
)
def limit_for_a_long_gradient(g: Tensor, limit: float) -> Tensor:
    return torch.where(_length(g) < limit, g, torch.full_like(g, limit))


@mistake(
    training.clip_by_norm,
    en="A long gradient is shortened to the length c, not by the length c.",
    zh="过长的梯度是缩短到长度 c，不是减去长度 c。",
)
def shortened_by_the_limit(g: Tensor, limit: float) -> Tensor:
    return g - g / _length(g) * limit
