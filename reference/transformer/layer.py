"""What a Transformer block is made of besides attention: normalisation, the feed-forward layer, dropout, residuals."""

from functools import partial

import torch
from jaxtyping import Bool, Float
from torch import Tensor
from torch.func import vjp
from torch.nn import functional as F

from reference.formula import formula


@formula(
    source="Ba, Kiros & Hinton 2016, eq. 4; the notes' LN",
    latex=r"\gamma \odot \frac{x - \mu}{\sqrt{\sigma^2 + \epsilon}} + \beta",
    lines=r"\mu = \frac{1}{d} \sum_{i=1}^{d} x_i \\ "
    r"\sigma = \sqrt{\frac{1}{d} \sum_{i=1}^{d} (x_i - \mu)^2} \\ "
    r"y = \gamma \odot \frac{x - \mu}{\sqrt{\sigma^2 + \epsilon}} + \beta",
    notation="LayerNorm",
    outputs=("y",),
    symbols={"mu": r"\mathrm{mean}(x)", "sigma": r"\sqrt{\mathrm{mean}((x - \mathrm{mean}(x))^2)}"},
    domains={"eps": "0.1..0.9"},
)
def layer_norm(
    x: Float[Tensor, "*batch d"], gamma: Float[Tensor, " d"], beta: Float[Tensor, " d"], eps: float
) -> Float[Tensor, "*batch d"]:
    """Each vector by its own mean and variance; the variance divides by d, and ε stands inside the root."""
    deviation = x - x.mean(-1, keepdim=True)
    return gamma * deviation / torch.sqrt((deviation**2).mean(-1, keepdim=True) + eps) + beta


@layer_norm.twin
def torch_layer_norm(x: Tensor, gamma: Tensor, beta: Tensor, eps: float) -> Tensor:
    """`nn.LayerNorm`'s function."""
    return F.layer_norm(x, gamma.shape, gamma, beta, eps)


@formula(
    source="The chain rule through Ba, Kiros & Hinton 2016, eq. 4",
    outputs=("dx", "dgamma", "dbeta"),
    domains={"eps": "0.1..0.9"},
    unmoved=("beta",),
)
def layer_norm_gradient(
    g: Float[Tensor, "*batch d"],
    x: Float[Tensor, "*batch d"],
    gamma: Float[Tensor, " d"],
    beta: Float[Tensor, " d"],
    eps: float,
) -> tuple[Float[Tensor, "*batch d"], Float[Tensor, " d"], Float[Tensor, " d"]]:
    """The gradients of x, γ and β; mean and variance depend on x too, which costs the two subtracted means."""
    deviation = x - x.mean(-1, keepdim=True)
    sigma = torch.sqrt((deviation**2).mean(-1, keepdim=True) + eps)
    x_hat, h = deviation / sigma, gamma * g
    dx = (h - h.mean(-1, keepdim=True) - x_hat * (h * x_hat).mean(-1, keepdim=True)) / sigma
    return dx, torch.einsum("...d,...d->d", g, x_hat), torch.einsum("...d->d", g)


@layer_norm_gradient.twin
def layer_norm_autograd(g: Tensor, x: Tensor, gamma: Tensor, beta: Tensor, eps: float) -> tuple[Tensor, Tensor, Tensor]:
    """autograd through `layer_norm`."""
    dx, dgamma, dbeta = vjp(partial(layer_norm, eps=eps), x, gamma, beta)[1](g)
    return dx, dgamma, dbeta


@formula(
    source="Vaswani et al. 2017, eq. 2",
    latex=r"\max(0, x W_1 + b_1) W_2 + b_2",
    notation="FFN",
    outputs=("y",),
)
def feed_forward(
    x: Float[Tensor, "*batch n d"],
    W_1: Float[Tensor, "d f"],
    b_1: Float[Tensor, " f"],
    W_2: Float[Tensor, "f d"],
    b_2: Float[Tensor, " d"],
) -> Float[Tensor, "*batch n d"]:
    """The same two layers on every token: wider, cut at zero, back to the width of the model."""
    return torch.relu(x @ W_1 + b_1) @ W_2 + b_2


@feed_forward.twin
def unit_by_unit(x: Tensor, W_1: Tensor, b_1: Tensor, W_2: Tensor, b_2: Tensor) -> Tensor:
    """A sum over the inner units, each a ramp along its column of W_1 that writes its row of W_2."""
    ramps = F.linear(x, W_1.mT, b_1).clamp(min=0)
    return torch.einsum("...nf,fd->...nd", ramps, W_2) + b_2


@formula(
    source="The chain rule through Vaswani et al. 2017, eq. 2",
    outputs=("dx", "dW_1", "db_1", "dW_2", "db_2"),
    unmoved=("b_2",),
)
def feed_forward_gradient(
    g: Float[Tensor, "*batch n d"],
    x: Float[Tensor, "*batch n d"],
    W_1: Float[Tensor, "d f"],
    b_1: Float[Tensor, " f"],
    W_2: Float[Tensor, "f d"],
    b_2: Float[Tensor, " d"],
) -> tuple[
    Float[Tensor, "*batch n d"],
    Float[Tensor, "d f"],
    Float[Tensor, " f"],
    Float[Tensor, "f d"],
    Float[Tensor, " d"],
]:
    """The gradients of all five arguments; a unit that was cut at zero passes nothing back."""
    a = x @ W_1 + b_1
    da = (g @ W_2.mT) * (a > 0)
    dW_1 = torch.einsum("...d,...f->df", x, da)
    dW_2 = torch.einsum("...f,...d->fd", torch.relu(a), g)
    return da @ W_1.mT, dW_1, torch.einsum("...f->f", da), dW_2, torch.einsum("...d->d", g)


@feed_forward_gradient.twin
def feed_forward_autograd(g: Tensor, *arguments: Tensor) -> tuple[Tensor, ...]:
    """autograd through `feed_forward`."""
    gradients: tuple[Tensor, ...] = vjp(feed_forward, *arguments)[1](g)
    return gradients


@formula(
    source="Srivastava et al. 2014, section 10, inverted as torch has it",
    latex=r"\frac{x \odot m}{1 - p}",
    outputs=("y",),
    symbols={"keep_prob": "1 - p"},
    domains={"keep": "keep", "p": "0.1..0.9"},
)
def dropout(x: Float[Tensor, "*batch d"], keep: Bool[Tensor, "*batch d"], p: float) -> Float[Tensor, "*batch d"]:
    """What `keep` lets through, divided by 1 − p, so that the expectation is x and inference needs no scale."""
    return x * keep / (1 - p)


@dropout.twin
def masked_and_scaled(x: Tensor, keep: Tensor, p: float) -> Tensor:
    """Scaled first, then filled with zeros."""
    return torch.mul(x, 1 / (1 - p)).masked_fill(~keep, 0)


@formula(
    source="Vaswani et al. 2017, section 3.1: LayerNorm(x + Sublayer(x))",
    latex=r"\mathrm{LayerNorm}(x + s)",
    outputs=("y",),
    domains={"eps": "0.1..0.9"},
)
def add_and_norm(
    x: Float[Tensor, "*batch d"],
    sublayer: Float[Tensor, "*batch d"],
    gamma: Float[Tensor, " d"],
    beta: Float[Tensor, " d"],
    eps: float,
) -> Float[Tensor, "*batch d"]:
    """Post-norm: the sub-layer's input is added to its output, then both are normalised."""
    return layer_norm(x + sublayer, gamma, beta, eps)


@add_and_norm.twin
def torch_add_and_norm(x: Tensor, sublayer: Tensor, gamma: Tensor, beta: Tensor, eps: float) -> Tensor:
    """`nn.LayerNorm`'s function on the sum."""
    return F.layer_norm(torch.add(sublayer, x), gamma.shape, gamma, beta, eps)
