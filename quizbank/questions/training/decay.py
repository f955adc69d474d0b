"""Weight decay inside the gradient and beside it."""

from typing import Any

import torch
from torch import Tensor

from quizbank.experiment import Reading, reading
from reference import embedding, training

_float: dict[str, Any] = {"dtype": torch.float64}
_BETAS = {"beta_1": 0.9, "beta_2": 0.999, "eps": 1e-8}
_RATE, _DECAY = 0.01, 0.1
_NOISE = (0.1, 1.0, 10.0)


def l2_or_decay() -> tuple[Reading, ...]:
    """One step from w = 1, then 200 steps on gradients that are nothing but noise, over 2000 weights each."""
    w = g = torch.ones(1, **_float)
    return (
        reading(
            "one step from w = 1, g = 1, rate 0.01, λ = 0.1: SGD with g + λw, with decayed w",
            "从 w = 1、g = 1 走一步，学习率 0.01，λ = 0.1：SGD 用 g + λw、用衰减后的 w",
            embedding.sgd_step(w, g + _DECAY * w, _RATE),
            embedding.sgd_step(_decayed(w), g, _RATE),
        ),
        reading(
            "Adam with g + λw, Adam with decayed w (AdamW), without either",
            "Adam 用 g + λw、Adam 用衰减后的 w（AdamW）、两者都不用",
            _first_step(w, g + _DECAY * w),
            _first_step(_decayed(w), g),
            _first_step(w, g),
        ),
        reading(
            "mean weight, of 1, after 200 steps on noise of size 0.1, 1, 10: Adam with g + λw",
            "梯度是大小为 0.1、1、10 的噪声，200 步后权重的均值（起初为 1）：Adam 用 g + λw",
            *[_left(noise, is_decoupled=False) for noise in _NOISE],
        ),
        reading("AdamW", "AdamW", *[_left(noise, is_decoupled=True) for noise in _NOISE]),
        reading("(1 − 0.01 · 0.1)^200", "(1 − 0.01 · 0.1)^200", (1 - _RATE * _DECAY) ** 200),
    )


def _decayed(w: Tensor) -> Tensor:
    """A step along w itself shrinks it."""
    return embedding.sgd_step(w, _DECAY * w, _RATE)


def _first_step(w: Tensor, g: Tensor) -> Tensor:
    zero = torch.zeros_like(w)
    return training.adam_step(w, g, zero, zero, 1, _RATE, **_BETAS)[0]


def _left(noise: float, *, is_decoupled: bool) -> Tensor:
    """Each gradient comes with both signs, so that on the mean only the decay moves a weight."""
    seed, w = torch.Generator().manual_seed(0), torch.ones(2, 1000, **_float)
    m = v = torch.zeros_like(w)
    for t in range(1, 201):
        g = noise * torch.randn(1000, generator=seed, **_float) * torch.tensor([[1.0], [-1.0]], **_float)
        start, pull = (_decayed(w), g) if is_decoupled else (w, g + _DECAY * w)
        w, m, v = training.adam_step(start, pull, m, v, t, _RATE, **_BETAS)
    return w.mean()
