"""Squashing functions and their derivatives: from the sigmoid of one number to the softmax of a row."""

import torch
from jaxtyping import Float
from torch import Tensor
from torch.func import grad, jacrev, vmap

from reference.formula import formula


@formula(
    source="Goodfellow et al. 2016, section 3.10",
    latex=r"\sigma(x) = \frac{1}{1 + e^{-x}}",
    notation="sigmoid",
    extreme={"x": 1000.0},
)
def sigmoid(x: Float[Tensor, "*batch"]) -> Float[Tensor, "*batch"]:
    """A gate between 0 and 1, for each number by itself."""
    e = torch.exp(torch.where(x >= 0, -x, x))  # of -|x|: e^1000 would overflow, and its gradient be NaN
    return torch.where(x >= 0, 1, e) / (1 + e)


@sigmoid.twin
def torch_sigmoid(x: Tensor) -> Tensor:
    """The library's own."""
    return torch.sigmoid(x)


@formula(
    source="Goodfellow et al. 2016, section 6.3.2",
    latex=r"\tanh(x) = 2 \sigma(2x) - 1",
    extreme={"x": 1000.0},
)
def tanh_from_sigmoid(x: Float[Tensor, "*batch"]) -> Float[Tensor, "*batch"]:
    """The hyperbolic tangent is a sigmoid, stretched to (-1, 1) and twice as steep."""
    return 2 * sigmoid(2 * x) - 1


@tanh_from_sigmoid.twin
def torch_tanh(x: Tensor) -> Tensor:
    """The library's own."""
    return torch.tanh(x)


@formula(
    source="Goodfellow et al. 2016, section 3.10",
    latex=r"\sigma'(x) = \sigma(x) (1 - \sigma(x))",
    extreme={"x": 1000.0},
)
def sigmoid_gradient(x: Float[Tensor, "*batch"]) -> Float[Tensor, "*batch"]:
    """The slope of the sigmoid, at most 1/4."""
    s = sigmoid(x)
    return s * (1 - s)


@sigmoid_gradient.twin
def sigmoid_slope_by_autograd(x: Tensor) -> Tensor:
    """What autograd says of the library's sigmoid."""
    slope: Tensor = grad(lambda x: torch.sigmoid(x).sum())(x)
    return slope


@formula(
    source="LeCun et al. 1998, section 4.4",
    latex=r"\tanh'(x) = 1 - \tanh^2(x)",
    extreme={"x": 1000.0},
)
def tanh_gradient(x: Float[Tensor, "*batch"]) -> Float[Tensor, "*batch"]:
    """The slope of the hyperbolic tangent, at most 1."""
    return 1 - torch.tanh(x) ** 2


@tanh_gradient.twin
def tanh_slope_by_autograd(x: Tensor) -> Tensor:
    """What autograd says of the library's hyperbolic tangent."""
    slope: Tensor = grad(lambda x: torch.tanh(x).sum())(x)
    return slope


@formula(
    source="Nair & Hinton 2010",
    latex=r"\mathrm{relu}(x) = \max(0, x)",
    notation="relu",
    extreme={"x": 1000.0},
)
def relu(x: Float[Tensor, "*batch"]) -> Float[Tensor, "*batch"]:
    """Positive numbers pass, the others become 0 and send no gradient back."""
    return torch.where(x > 0, x, 0)


@relu.twin
def torch_relu(x: Tensor) -> Tensor:
    """The library's own."""
    return torch.relu(x)


@formula(
    source="Goodfellow et al. 2016, section 6.2.2.3",
    latex=r"p_i = \frac{e^{z_i}}{\sum_{j=1}^{K} e^{z_j}}",
    notation="softmax",
    outputs=("p",),
    extreme={"z": 1000.0},
)
def softmax(z: Float[Tensor, "*batch K"]) -> Float[Tensor, "*batch K"]:
    """Turn the K scores of a row into probabilities that sum to 1."""
    e = torch.exp(z - z.amax(-1, keepdim=True).detach())  # a constant shift cancels, and no exponent exceeds 0
    return e / e.sum(-1, keepdim=True)


@softmax.twin
def torch_softmax(z: Tensor) -> Tensor:
    """The library's own."""
    return torch.softmax(z, dim=-1)


@formula(
    source="Goodfellow et al. 2016, section 6.2.2.3",
    latex=r"J_{ij} = p_i ([i = j] - p_j)",
    outputs=("J",),
    symbols={"p": r"\mathrm{softmax}(z)"},
    extreme={"z": 1000.0},
)
def softmax_jacobian(z: Float[Tensor, "*batch K"]) -> Float[Tensor, "*batch K K"]:
    """How probability i answers to score j: it vanishes once one probability is close to 1."""
    p = softmax(z)
    return torch.diag_embed(p) - p.unsqueeze(-1) * p.unsqueeze(-2)


@softmax_jacobian.twin
def softmax_jacobian_by_autograd(z: Tensor) -> Tensor:
    """What autograd says of the library's softmax, row by row."""
    rows: Tensor = vmap(jacrev(lambda z: torch.softmax(z, dim=-1)))(z.reshape(-1, z.shape[-1]))
    return rows.reshape(*z.shape, z.shape[-1])


@formula(
    source="Goodfellow et al. 2016, section 6.2.2.3",
    latex=r"\ell_i = z_i - \log \sum_{j=1}^{K} e^{z_j}",
    outputs=("l",),
    extreme={"z": 1000.0},
)
def log_softmax(z: Float[Tensor, "*batch K"]) -> Float[Tensor, "*batch K"]:
    """The logarithm of the probabilities, finite even where a probability rounds to 0."""
    shifted = z - z.amax(-1, keepdim=True).detach()  # as in softmax: a constant shift cancels
    return shifted - torch.log(torch.exp(shifted).sum(-1, keepdim=True))


@log_softmax.twin
def torch_log_softmax(z: Tensor) -> Tensor:
    """The library's own."""
    return torch.log_softmax(z, dim=-1)
