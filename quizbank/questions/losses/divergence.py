"""Cross-entropy as entropy and divergence."""

import math
from collections.abc import Sequence
from typing import Any

import torch
from torch import Tensor

from quizbank.answers.lure import lure
from quizbank.experiment import Reading, reading
from reference import embedding, losses

_float: dict[str, Any] = {"dtype": torch.float64}


def kl_value(p: Sequence[float], q: Sequence[float]) -> float:
    """What the cross-entropy has above that of the best model, which is p itself."""
    return float(_divergence(torch.tensor(p, **_float), torch.tensor(q, **_float)))


@lure(
    kl_value,
    en="That is KL(q‖p): the data's probabilities weigh the sum, not the model's.",
    zh="那是 KL(q‖p)：求和的权重是数据的概率，不是模型的。",
)
def _other_direction(p: Sequence[float], q: Sequence[float]) -> float:
    return kl_value(q, p)


@lure(
    kl_value,
    en="That is the whole cross-entropy: the best model has the entropy of p, not 0.",
    zh="那是整个交叉熵：最好的模型也还有 p 的熵，不是 0。",
)
def _whole_cross_entropy(p: Sequence[float], q: Sequence[float]) -> float:
    return float(_cross(torch.tensor(p, **_float), torch.tensor(q, **_float)))


@lure(kl_value, en="That is in bits; a nat is the natural logarithm's.", zh="那是以 bit 计；nat 用自然对数。")
def _gap_in_bits(p: Sequence[float], q: Sequence[float]) -> float:
    return kl_value(p, q) / math.log(2)


def entropy_and_kl() -> tuple[Reading, ...]:
    """Four words drawn at random, then a hilly p and the best single bump in either direction."""
    p, q = torch.randn(2, 4, generator=torch.Generator().manual_seed(0), **_float).softmax(dim=-1)
    wide, narrow = (_best_bump(is_forward=is_forward) for is_forward in (True, False))
    return (
        reading(
            "a drawn pair over 4 words: H(p), KL(p‖q), H(p, q)",
            "随机取 4 个词上的 p、q：H(p)、KL(p‖q)、H(p, q)",
            _cross(p, p),
            _divergence(p, q),
            _cross(p, q),
        ),
        reading("KL(q‖p)", "KL(q‖p)", _divergence(q, p)),
        reading("H(p, q) while q is trained, 40 steps", "训练 q 的 40 步里 H(p, q) 的变化", _trained_on(p, q)),
        reading("its end − H(p)", "终点 − H(p)", _trained_on(p, q)[-1] - _cross(p, p)),
        reading(
            "p has peaks at 5 and 15: centre and width of the bump q with the smallest KL(p‖q)",
            "p 在 5 和 15 各有一个峰：KL(p‖q) 最小的单峰 q，其中心与宽度",
            *wide,
        ),
        reading("with the smallest KL(q‖p)", "KL(q‖p) 最小的单峰 q", *narrow),
    )


def _cross(p: Tensor, q: Tensor) -> Tensor:
    """H(p, q): the mean loss over targets that are drawn from p."""
    each = losses.cross_entropy(q.log().expand(len(p), -1), torch.arange(len(p)))
    return (p * each).sum()


def _divergence(p: Tensor, q: Tensor) -> Tensor:
    return _cross(p, q) - _cross(p, p)


def _trained_on(p: Tensor, q: Tensor) -> Tensor:
    """H(p, q) at the start and after each step of rate 1 on q's logits."""
    z, found = q.log(), []
    for _ in range(41):
        found.append(_cross(p, z.softmax(dim=-1)))
        each = losses.cross_entropy_gradient(z.expand(len(p), -1), torch.arange(len(p)))
        z = embedding.sgd_step(z, p @ each, 1.0)
    return torch.stack(found)


def _best_bump(*, is_forward: bool) -> tuple[int, int]:
    """Centre and width of the bell that comes nearest to two narrow ones."""
    p = (_bump(5, 1) + _bump(15, 1)) / 2
    places = [(centre, width) for centre in range(21) for width in range(1, 9)]
    return min(places, key=lambda at: float(_divergence(*((p, _bump(*at)) if is_forward else (_bump(*at), p)))))


def _bump(centre: int, width: int) -> Tensor:
    x = torch.arange(-10, 31, **_float)
    return (-(((x - centre) / width) ** 2) / 2).softmax(dim=-1)
