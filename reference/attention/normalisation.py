"""Batch normalisation, which attention models avoid: it mixes the sentences of a batch."""

import torch
import torch.nn.functional as F
from jaxtyping import Float
from torch import Tensor

from reference.formula import formula


@formula(
    source="Ioffe & Szegedy 2015, algorithm 1",
    latex=r"\gamma \odot \frac{x - \mu}{\sqrt{\sigma^2 + \epsilon}} + \beta",
    notation="BatchNorm",
    symbols={
        "mu": r"\frac{1}{B} \sum_{i=1}^{B} x_{ij}",
        "sigma": r"\sqrt{\frac{1}{B} \sum_{i=1}^{B} (x_{ij} - \mu_j)^2}",
    },
    domains={"x": "-1.2..1.2", "eps": "0.1..0.9"},
)
def batch_norm(
    x: Float[Tensor, "B d"], gamma: Float[Tensor, " d"], beta: Float[Tensor, " d"], eps: float
) -> Float[Tensor, "B d"]:
    """Each feature normalised over the examples of a batch; layer normalisation takes each example over its features.

    The variance divides by B, as in training; in inference running averages take the place of both statistics.
    """
    deviation = x - x.mean(0)
    return gamma * deviation / torch.sqrt((deviation**2).mean(0) + eps) + beta


@batch_norm.twin
def torch_batch_norm(x: Tensor, gamma: Tensor, beta: Tensor, eps: float) -> Tensor:
    """The library's own, in training mode."""
    return F.batch_norm(x, None, None, gamma, beta, training=True, eps=eps)
