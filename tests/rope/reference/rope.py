"""Rotary positions: each pair of features turns by an angle that grows with the position."""

import torch
from jaxtyping import Float
from torch import Tensor

from reference.formula import formula


@formula(
    source="Su et al. 2021, eq. 13, first row",
    latex=r"y = x_1 \cos(m \theta) - x_2 \sin(m \theta)",
    outputs=("y",),
    domains={"m": "1..5", "theta": "0.3..0.9"},
)
def first_of_pair(
    x_1: Float[Tensor, "*batch"],
    x_2: Float[Tensor, "*batch"],
    m: Float[Tensor, "*batch"],
    theta: Float[Tensor, "*batch"],
) -> Float[Tensor, "*batch"]:
    """The first of two features at position m, after its pair has turned by m·θ."""
    return x_1 * torch.cos(m * theta) - x_2 * torch.sin(m * theta)


@first_of_pair.twin
def real_part(x_1: Tensor, x_2: Tensor, m: Tensor, theta: Tensor) -> Tensor:
    """The real part of (x₁ + j x₂) e^{j m θ}."""
    return (torch.complex(x_1, x_2) * torch.polar(torch.ones_like(m), m * theta)).real


@formula(source="Su et al. 2021, eq. 34", outputs=("Y",), sizes={"d": "2*pairs"})
def rotate(X: Float[Tensor, "*batch n d"]) -> Float[Tensor, "*batch n d"]:
    """Queries or keys at positions 0 … n − 1; the features 2i and 2i + 1 turn together, by pos·10000^{−2i/d}."""
    n, d = X.shape[-2:]
    theta = 10000.0 ** -(torch.arange(0, d, 2, dtype=X.dtype, device=X.device) / d)
    m = torch.arange(n, dtype=X.dtype, device=X.device)[:, None]
    even, odd = X[..., 0::2], X[..., 1::2]
    one, other = even * torch.cos(m * theta) - odd * torch.sin(m * theta), even * torch.sin(m * theta)
    return torch.stack([one, other + odd * torch.cos(m * theta)], dim=-1).flatten(-2)


@rotate.twin
def turned_numbers(X: Tensor) -> Tensor:
    """Pairs as complex numbers, turned by multiplication."""
    n, d = X.shape[-2:]
    steps = torch.arange(d // 2, dtype=X.dtype, device=X.device) * (2 / d)
    angles = torch.outer(torch.arange(n, dtype=X.dtype, device=X.device), torch.pow(10000.0, -steps))
    pairs = torch.complex(*X.unflatten(-1, (-1, 2)).unbind(-1)) * torch.polar(torch.ones_like(angles), angles)
    return torch.view_as_real(pairs).flatten(-2)
