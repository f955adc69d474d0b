"""The answers to the own questions about squashing functions, each by running the reference."""

from collections.abc import Sequence

import torch
from torch import Tensor

from quizbank.answers.lure import lure
from reference import softmax


def sigmoid_value(x: float) -> float:
    """σ of one number."""
    return float(softmax.sigmoid(_tensor(x)))


def probabilities(z: Sequence[float]) -> list[float]:
    """The softmax of a few scores."""
    found: list[float] = softmax.softmax(_tensor(z)).tolist()
    return found


def odds(gap: float, K: int) -> float:
    """The quotient of two probabilities whose scores differ by `gap`, whatever the other scores are."""
    z = torch.linspace(-1, 1, K, dtype=torch.float64)
    z[0] = z[1] + gap
    p = softmax.softmax(z)
    return float(p[0] / p[1])


@lure(
    odds,
    en="Probabilities grow with the exponential of the score: e to the difference, not the difference.",
    zh="概率随得分的指数增长：是 e 的差值次方，不是差值本身。",
)
def _difference(gap: float, K: int) -> float:
    return gap


def jacobian_row(p: Sequence[float]) -> list[float]:
    """The first row of the Jacobian where the softmax gives p."""
    found: list[float] = softmax.softmax_jacobian(torch.log(_tensor(p)))[0].tolist()
    return found


def largest_slope(layers: int) -> float:
    """The product of the slopes at 0, where the sigmoid is steepest."""
    return float(softmax.sigmoid_gradient(_tensor(0.0)) ** layers)


def _tensor(values: float | Sequence[float]) -> Tensor:
    return torch.tensor(values, dtype=torch.float64)
