"""What surrounds the gradient: Adam, clipping, the warm-up of the learning rate, the width of a start."""

import math
from typing import Any

import torch
from jaxtyping import Float
from torch import Tensor
from torch.nn import functional as F
from torch.optim.adam import adam

from reference.formula import formula


@formula(
    source="Kingma & Ba 2015, algorithm 1",
    latex=r"m_t = \beta_1 m_{t-1} + (1 - \beta_1) g_t \\ v_t = \beta_2 v_{t-1} + (1 - \beta_2) g_t^2 \\ "
    r"\hat{m}_t = \frac{m_t}{1 - \beta_1^t} \\ \hat{v}_t = \frac{v_t}{1 - \beta_2^t} \\ "
    r"w_t = w_{t-1} - \frac{\eta \hat{m}_t}{\sqrt{\hat{v}_t} + \epsilon}",
    outputs=("w_new", "m_new", "v_new"),
    domains={
        "v": "positive",
        "t": "1..4",
        "lr": "0.1..0.9",
        "beta_1": "0.3..0.9",
        "beta_2": "0.3..0.9",
        "eps": "0.1..0.9",
    },
)
def adam_step(
    w: Float[Tensor, "*batch"],
    g: Float[Tensor, "*batch"],
    m: Float[Tensor, "*batch"],
    v: Float[Tensor, "*batch"],
    t: int,
    lr: float,
    beta_1: float,
    beta_2: float,
    eps: float,
) -> tuple[Float[Tensor, "*batch"], Float[Tensor, "*batch"], Float[Tensor, "*batch"]]:
    """Weight and both moments after step t, which counts from 1; ε stands outside the root."""
    m = beta_1 * m + (1 - beta_1) * g
    v = beta_2 * v + (1 - beta_2) * g**2
    m_hat = m / (1 - beta_1**t)  # both start at 0, which the first means would still feel
    v_hat = v / (1 - beta_2**t)
    return w - lr * m_hat / (v_hat.sqrt() + eps), m, v


@adam_step.twin
def torch_adam(
    w: Tensor, g: Tensor, m: Tensor, v: Tensor, t: int, lr: float, beta_1: float, beta_2: float, eps: float
) -> tuple[Tensor, Tensor, Tensor]:
    """`torch.optim.Adam`'s own step."""
    w, m, v = w.clone(), m.clone(), v.clone()
    done = torch.full((), float(t - 1), dtype=w.dtype, device=w.device)
    rules: dict[str, Any] = {"amsgrad": False, "weight_decay": 0.0, "maximize": False, "differentiable": True}
    adam([w], [g], [m], [v], [], [done], foreach=False, lr=lr, beta1=beta_1, beta2=beta_2, eps=eps, **rules)
    return w, m, v


@formula(
    source="Pascanu et al. 2013, algorithm 1",
    latex=r"\hat{g} = g \min(1, \frac{c}{\|g\|})",
    outputs=("clipped",),
    domains={"limit": "0.5..2.5"},
)
def clip_by_norm(g: Float[Tensor, "*batch n"], limit: float) -> Float[Tensor, "*batch n"]:
    """A gradient longer than the limit is shortened to it and keeps its direction."""
    excess: Tensor = torch.linalg.vector_norm(g, dim=-1, keepdim=True) / limit
    return g / excess.clamp(min=1.0)  # the norm itself, which may be 0, divides nothing


@clip_by_norm.twin
def clipped_by_branch(g: Tensor, limit: float) -> Tensor:
    """The unit vector times the limit, where the norm is above it."""
    is_long = g.square().sum(dim=-1, keepdim=True) > limit**2
    return torch.where(is_long, F.normalize(g, dim=-1) * limit, g)


@formula(
    source="Vaswani et al. 2017, eq. 3",
    latex=r"lrate = d_{model}^{-0.5} \min(step^{-0.5}, step \cdot warmup^{-1.5})",
    outputs=("rate",),
    domains={"step": "1..9", "d_model": "6..12", "warmup": "3..6"},
)
def warmup_rate(
    step: Float[Tensor, "*batch"], d_model: Float[Tensor, "*batch"], warmup: Float[Tensor, "*batch"]
) -> Float[Tensor, "*batch"]:
    """Rises in a line up to the step `warmup`, then falls with the root of the step."""
    return torch.rsqrt(d_model) * torch.minimum(torch.rsqrt(step), step * warmup**-1.5)


@warmup_rate.twin
def rate_from_its_peak(step: Tensor, d_model: Tensor, warmup: Tensor) -> Tensor:
    """The peak 1/√(d·warmup) times what is left of it on either side."""
    rest = torch.where(step < warmup, step / warmup, torch.sqrt(warmup / step))
    return rest / torch.sqrt(d_model * warmup)


@formula(
    source="Glorot & Bengio 2010, eq. 16",
    latex=r"a = \sqrt{\frac{6}{n_{in} + n_{out}}}",
    outputs=("bound",),
    domains={"fan_in": "2..9", "fan_out": "2..9"},
)
def xavier_bound(fan_in: Float[Tensor, "*batch"], fan_out: Float[Tensor, "*batch"]) -> Float[Tensor, "*batch"]:
    """Weights start uniform in ±a, so that they have the variance 2 / (fan_in + fan_out)."""
    return torch.sqrt(6 / (fan_in + fan_out))


@xavier_bound.twin
def root_of_three_deviations(fan_in: Tensor, fan_out: Tensor) -> Tensor:
    """A uniform distribution over ±a has the standard deviation a / √3."""
    deviation = torch.rsqrt((fan_in + fan_out) / 2)
    return math.sqrt(3) * deviation
