"""The plain recurrent network: column form, one bias, joint weight on [h; x]; and how its gradients travel in time."""

from math import prod

import torch
from jaxtyping import Float
from torch import Tensor, nn
from torch.func import functional_call, vjp

from reference.formula import formula


@formula(
    source="Elman 1990; the notes' RNN cell",
    latex=r"h_t = \tanh(W \cdot [h_{t-1}, x_t] + b)",
    outputs=("h",),
    extreme={"x": 1e4, "h_prev": 1e4},
)
def rnn_cell(
    x: Float[Tensor, "*batch D"],
    h_prev: Float[Tensor, "*batch H"],
    W: Float[Tensor, "H H+D"],
    b: Float[Tensor, " H"],
) -> Float[Tensor, "*batch H"]:
    """One step: the new state, between −1 and 1."""
    return torch.tanh(torch.cat([h_prev, x], dim=-1) @ W.mT + b)


@rnn_cell.twin
def torch_rnn_cell(x: Tensor, h_prev: Tensor, W: Tensor, b: Tensor) -> Tensor:
    """`nn.RNNCell`, which keeps the two blocks apart; its second bias is zero."""
    H, D = h_prev.shape[-1], x.shape[-1]
    cell = nn.RNNCell(D, H, device=x.device, dtype=x.dtype)
    named = {"weight_ih": W[:, H:], "weight_hh": W[:, :H], "bias_ih": b, "bias_hh": torch.zeros_like(b)}
    h: Tensor = functional_call(cell, named, (x.reshape(-1, D), h_prev.reshape(-1, H)))
    return h.view_as(h_prev)


@formula(
    source="Elman 1990; the notes' output layer",
    latex=r"\hat{y}_t = \mathrm{softmax}(W_y h_t + b_y)",
    outputs=("y",),
    extreme={"h": 1e3},
)
def rnn_output(
    h: Float[Tensor, "*batch H"], W_y: Float[Tensor, "V H"], b_y: Float[Tensor, " V"]
) -> Float[Tensor, "*batch V"]:
    """Probabilities of the V words after this step."""
    return (h @ W_y.mT + b_y).softmax(dim=-1)


@rnn_output.twin
def normalised_exponentials(h: Tensor, W_y: Tensor, b_y: Tensor) -> Tensor:
    """Exponentials of log-probabilities."""
    return nn.functional.log_softmax(nn.functional.linear(h, W_y, b_y), dim=-1).exp()


@formula(source="Elman 1990; the notes' RNN over a sequence", outputs=("hs",), extreme={"xs": 1e4, "h_0": 1e4})
def rnn(
    xs: Float[Tensor, "*batch T D"],
    h_0: Float[Tensor, "*batch H"],
    W: Float[Tensor, "H H+D"],
    b: Float[Tensor, " H"],
) -> Float[Tensor, "*batch T H"]:
    """The state after every step."""
    h, hs = h_0, []
    for x in xs.unbind(-2):
        h = rnn_cell(x, h, W, b)
        hs.append(h)
    return torch.stack(hs, dim=-2)


@rnn.twin
def torch_rnn(xs: Tensor, h_0: Tensor, W: Tensor, b: Tensor) -> Tensor:
    """`nn.RNN` of one layer and one direction."""
    return _torch_rnn(xs, h_0.unsqueeze(-2), [(W, b)])


@formula(
    source="Schuster & Paliwal 1997; the notes' bidirectional RNN",
    outputs=("hs",),
    extreme={"xs": 1e4, "h_0_forward": 1e4, "h_0_backward": 1e4},
)
def bidirectional_rnn(
    xs: Float[Tensor, "*batch T D"],
    h_0_forward: Float[Tensor, "*batch H"],
    h_0_backward: Float[Tensor, "*batch H"],
    W_forward: Float[Tensor, "H H+D"],
    b_forward: Float[Tensor, " H"],
    W_backward: Float[Tensor, "H H+D"],
    b_backward: Float[Tensor, " H"],
) -> Float[Tensor, "*batch T 2*H"]:
    """[→h_j; ←h_j] for every step j: what comes before it, and what comes after it."""
    forward = rnn(xs, h_0_forward, W_forward, b_forward)
    backward = rnn(xs.flip(-2), h_0_backward, W_backward, b_backward).flip(-2)
    return torch.cat([forward, backward], dim=-1)


@bidirectional_rnn.twin
def torch_bidirectional_rnn(
    xs: Tensor,
    h_0_forward: Tensor,
    h_0_backward: Tensor,
    W_forward: Tensor,
    b_forward: Tensor,
    W_backward: Tensor,
    b_backward: Tensor,
) -> Tensor:
    """`nn.RNN` with `bidirectional=True`."""
    h_0 = torch.stack([h_0_forward, h_0_backward], dim=-2)
    return _torch_rnn(xs, h_0, [(W_forward, b_forward), (W_backward, b_backward)])


def _torch_rnn(xs: Tensor, h_0: Tensor, directions: list[tuple[Tensor, Tensor]]) -> Tensor:
    *batch, T, D = xs.shape
    H, B = h_0.shape[-1], prod(batch)
    module = nn.RNN(D, H, bidirectional=len(directions) == 2, batch_first=True, device=xs.device, dtype=xs.dtype)
    named: dict[str, Tensor] = {}
    for suffix, (W, b) in zip(("", "_reverse"), directions, strict=False):
        blocks = {"weight_ih": W[:, H:], "weight_hh": W[:, :H], "bias_ih": b, "bias_hh": torch.zeros_like(b)}
        named |= {f"{name}_l0{suffix}": tensor for name, tensor in blocks.items()}
    start = h_0.reshape(B, len(directions), H).transpose(0, 1).contiguous()
    hs, _ = functional_call(module, named, (xs.reshape(B, T, D), start))
    return hs.reshape(*batch, T, len(directions) * H)  # type: ignore[no-any-return]  # functional_call is untyped


@formula(source="The chain rule through Elman 1990", outputs=("dx", "dh_prev", "dW", "db"))
def rnn_cell_gradient(
    g: Float[Tensor, "*batch H"],
    x: Float[Tensor, "*batch D"],
    h_prev: Float[Tensor, "*batch H"],
    W: Float[Tensor, "H H+D"],
    b: Float[Tensor, " H"],
) -> tuple[Float[Tensor, "*batch D"], Float[Tensor, "*batch H"], Float[Tensor, "H H+D"], Float[Tensor, " H"]]:
    """The gradients of all four arguments of `rnn_cell`, for the gradient g of the new state."""
    delta = g * (1 - rnn_cell(x, h_prev, W, b) ** 2)
    u, du, H = torch.cat([h_prev, x], dim=-1), delta @ W, h_prev.shape[-1]
    dW = torch.einsum("...h,...u->hu", delta, u)
    return du[..., H:], du[..., :H], dW, torch.einsum("...h->h", delta)


@rnn_cell_gradient.twin
def rnn_cell_autograd(g: Tensor, *arguments: Tensor) -> tuple[Tensor, ...]:
    """autograd through `rnn_cell`."""
    gradients: tuple[Tensor, ...] = vjp(rnn_cell, *arguments)[1](g)
    return gradients


@formula(source="Werbos 1990; the notes' backpropagation through time", outputs=("dW",))
def bptt(
    g: Float[Tensor, "*batch T H"],
    xs: Float[Tensor, "*batch T D"],
    h_0: Float[Tensor, "*batch H"],
    W: Float[Tensor, "H H+D"],
    b: Float[Tensor, " H"],
) -> Float[Tensor, "H H+D"]:
    """The gradient of the shared W: the sum of every step's own, whether one step has a loss or all have."""
    hs = rnn(xs, h_0, W, b)
    before = torch.cat([h_0.unsqueeze(-2), hs[..., :-1, :]], dim=-2)
    dh, dW = torch.zeros_like(h_0), torch.zeros_like(W)
    for x, h, g_t in reversed(list(zip(xs.unbind(-2), before.unbind(-2), g.unbind(-2), strict=True))):
        _, dh, step, _ = rnn_cell_gradient(g_t + dh, x, h, W, b)
        dW = dW + step
    return dW


@bptt.twin
def bptt_autograd(g: Tensor, xs: Tensor, h_0: Tensor, W: Tensor, b: Tensor) -> Tensor:
    """autograd through `rnn`."""
    dW: Tensor = vjp(lambda weight: rnn(xs, h_0, weight, b), W)[1](g)[0]
    return dW


@formula(source="Bengio, Simard & Frasconi 1994; Pascanu, Mikolov & Bengio 2013, eq. 5", outputs=("norms",))
def gradient_norms(
    g: Float[Tensor, "*batch H"], hs: Float[Tensor, "*batch T H"], W: Float[Tensor, "H H"]
) -> Float[Tensor, "*batch T"]:
    """‖∂L/∂h_t‖ of every step, for the gradient g of the last: it shrinks or grows with diag(1 − h²) W.

    W is the hidden block of the joint weight.
    """
    norms = [g.norm(dim=-1)]
    for h in hs[..., 1:, :].flip(-2).unbind(-2):
        g = (g * (1 - h**2)) @ W
        norms.append(g.norm(dim=-1))
    return torch.stack(norms[::-1], dim=-1)


@gradient_norms.twin
def norms_of_jacobian_products(g: Tensor, hs: Tensor, W: Tensor) -> Tensor:
    """Jacobians multiplied from the last step backwards, before g is applied."""
    jacobians = (1 - hs**2).unsqueeze(-1) * W
    product = torch.eye(W.shape[0], dtype=W.dtype, device=W.device).expand(*g.shape, -1)
    norms = [(g.unsqueeze(-2) @ product).norm(dim=(-2, -1))]
    for jacobian in jacobians[..., 1:, :, :].flip(-3).unbind(-3):
        product = product @ jacobian
        norms.append((g.unsqueeze(-2) @ product).norm(dim=(-2, -1)))
    return torch.stack(norms[::-1], dim=-1)
