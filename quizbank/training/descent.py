"""Gradient descent as a stream of losses: autograd through the reference, steps by the reference's own rules."""

from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor

from reference import glove, training

LIMIT = 1.0
"""Longer gradients are clipped."""

Loss = Callable[[Tensor], Tensor]


@dataclass(frozen=True)
class Progress:
    """The loss at one step of a run, before the step is taken; there are at most `steps`."""

    step: int
    steps: int
    loss: float


Run = Generator[Progress, None, dict[str, Any]]
"""Reports its losses, and returns what the trained model can do."""


def adam(vector: Tensor, loss: Loss, rates: Sequence[float]) -> Generator[Progress, None, Tensor]:
    """Adam with the Transformer paper's constants, one step a rate; returns the trained vector."""
    m = v = torch.zeros_like(vector)
    for step, rate in enumerate(rates, start=1):
        value, gradient = _slope(vector, loss)
        yield Progress(step, len(rates), value)
        clipped = training.clip_by_norm(gradient, LIMIT)
        vector, m, v = training.adam_step(vector, clipped, m, v, step, rate, 0.9, 0.98, 1e-9)
    return vector


def adagrad(vector: Tensor, loss: Loss, rate: float, steps: int, enough: float) -> Generator[Progress, None, Tensor]:
    """AdaGrad until the loss is below `enough` times the first one, at most `steps` times; returns the vector."""
    squares, first = torch.zeros_like(vector), None
    for step in range(1, steps + 1):
        value, gradient = _slope(vector, loss)
        yield Progress(step, steps, value)
        first = value if first is None else first
        if value < enough * first:
            break
        vector, squares = glove.adagrad_step(vector, gradient, squares, rate)
    return vector


def falling(first: float, steps: int) -> list[float]:
    """Rates that fall linearly towards zero, as word2vec's."""
    return [first * (1 - step / steps) for step in range(steps)]


def warmed_up(peak: float, warmup: int, steps: int) -> list[float]:
    """The Transformer's rates, scaled to this peak: rising for `warmup` steps, then falling with the root."""
    one = torch.ones(steps)
    rates = training.warmup_rate(one.cumsum(0), one, warmup * one)
    scaled: list[float] = (peak * rates / rates.max()).tolist()
    return scaled


def _slope(vector: Tensor, loss: Loss) -> tuple[float, Tensor]:
    leaf = vector.detach().requires_grad_()
    with torch.enable_grad():
        value = loss(leaf)
    (gradient,) = torch.autograd.grad(value, leaf)
    return value.item(), gradient
