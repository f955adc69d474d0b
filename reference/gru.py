"""The GRU of the notes: column form, joint weights on [h; x], no biases, reset before the product; and its gradients."""

import torch
from jaxtyping import Float
from torch import Tensor, nn
from torch.func import functional_call, vjp

from reference.formula import formula


@formula(
    source="Cho et al. 2014, eq. 6; the notes' update gate",
    latex=r"z_t = \sigma(W_z \cdot [h_{t-1}, x_t])",
    outputs=("z",),
    extreme={"x": 1e4, "h_prev": 1e4},
)
def update_gate(
    h_prev: Float[Tensor, "*batch H"], x: Float[Tensor, "*batch D"], W_z: Float[Tensor, "H H+D"]
) -> Float[Tensor, "*batch H"]:
    """How much of the state is replaced by the candidate, between 0 and 1."""
    return torch.sigmoid(_joint(h_prev, x, W_z))


@formula(
    source="Cho et al. 2014, eq. 5; the notes' reset gate",
    latex=r"r_t = \sigma(W_r \cdot [h_{t-1}, x_t])",
    outputs=("r",),
    extreme={"x": 1e4, "h_prev": 1e4},
)
def reset_gate(
    h_prev: Float[Tensor, "*batch H"], x: Float[Tensor, "*batch D"], W_r: Float[Tensor, "H H+D"]
) -> Float[Tensor, "*batch H"]:
    """How much of the state the candidate may see, between 0 and 1."""
    return torch.sigmoid(_joint(h_prev, x, W_r))


@formula(
    source="Cho et al. 2014, eq. 8; the notes' candidate",
    latex=r"\tilde{h}_t = \tanh(W \cdot [r_t \odot h_{t-1}, x_t])",
    outputs=("h_tilde",),
    extreme={"x": 1e4, "h_prev": 1e4},
)
def candidate(
    r: Float[Tensor, "*batch H"],
    h_prev: Float[Tensor, "*batch H"],
    x: Float[Tensor, "*batch D"],
    W: Float[Tensor, "H H+D"],
) -> Float[Tensor, "*batch H"]:
    """The state that could be written; the reset acts before the product with W."""
    return torch.tanh(_joint(r * h_prev, x, W))


def _joint(h: Tensor, x: Tensor, W: Tensor) -> Tensor:
    return torch.cat([h, x], dim=-1) @ W.mT


@update_gate.twin
@reset_gate.twin
def logistic_of_blocks(h_prev: Tensor, x: Tensor, W: Tensor) -> Tensor:
    """The hidden and the input columns apart, and the sigmoid as 1 / (1 + e^−a)."""
    return 1 / (1 + torch.exp(-_blocks_apart(h_prev, x, W)))


@candidate.twin
def tanh_of_blocks(r: Tensor, h_prev: Tensor, x: Tensor, W: Tensor) -> Tensor:
    """The reset state and the input apart, and tanh as 2σ(2a) − 1."""
    return 2 * torch.sigmoid(2 * _blocks_apart(r * h_prev, x, W)) - 1


def _blocks_apart(h: Tensor, x: Tensor, W: Tensor) -> Tensor:
    H = h.shape[-1]
    return nn.functional.linear(x, W[:, H:]) + nn.functional.linear(h, W[:, :H])


@formula(
    source="The notes' state, with z on the candidate; Cho et al. 2014, eq. 7 has z on the old state",
    latex=r"h_t = (1 - z_t) \odot h_{t-1} + z_t \odot \tilde{h}_t",
    outputs=("h",),
)
def hidden_state(
    z: Float[Tensor, "*batch H"], h_prev: Float[Tensor, "*batch H"], h_tilde: Float[Tensor, "*batch H"]
) -> Float[Tensor, "*batch H"]:
    """A gate z of 1 takes the candidate, 0 keeps the old state."""
    return (1 - z) * h_prev + z * h_tilde


@hidden_state.twin
def interpolated(z: Tensor, h_prev: Tensor, h_tilde: Tensor) -> Tensor:
    """A step of length z from the old state towards the candidate."""
    return torch.lerp(h_prev, h_tilde, z)


@formula(
    source="Cho et al. 2014, eq. 5-8; the notes' four lines, without biases",
    latex=r"z_t = \sigma(W_z \cdot [h_{t-1}, x_t]) \\ "
    r"r_t = \sigma(W_r \cdot [h_{t-1}, x_t]) \\ "
    r"\tilde{h}_t = \tanh(W \cdot [r_t \odot h_{t-1}, x_t]) \\ "
    r"h_t = (1 - z_t) \odot h_{t-1} + z_t \odot \tilde{h}_t",
    outputs=("h",),
    extreme={"x": 1e4, "h_prev": 1e4},
)
def gru_cell(
    x: Float[Tensor, "*batch D"],
    h_prev: Float[Tensor, "*batch H"],
    W_z: Float[Tensor, "H H+D"],
    W_r: Float[Tensor, "H H+D"],
    W: Float[Tensor, "H H+D"],
) -> Float[Tensor, "*batch H"]:
    """One step: the new state."""
    z = update_gate(h_prev, x, W_z)
    r = reset_gate(h_prev, x, W_r)
    return hidden_state(z, h_prev, candidate(r, h_prev, x, W))


@gru_cell.twin
def cell_of_blocks(x: Tensor, h_prev: Tensor, W_z: Tensor, W_r: Tensor, W: Tensor) -> Tensor:
    """All three products by blocks: `nn.GRUCell` cannot stand in, since it resets after the product."""
    z, r = torch.sigmoid(_blocks_apart(h_prev, x, torch.cat([W_z, W_r]))).chunk(2, dim=-1)
    return h_prev + z * (torch.tanh(_blocks_apart(r * h_prev, x, W)) - h_prev)


@formula(
    source="torch's GRUCell; the reset-after variant of cuDNN and of Cho et al. 2014, first version",
    outputs=("h",),
)
def gru_cell_reset_after(
    x: Float[Tensor, "*batch D"],
    h_prev: Float[Tensor, "*batch H"],
    W_ih: Float[Tensor, "3*H D"],
    W_hh: Float[Tensor, "3*H H"],
    b_ih: Float[Tensor, " 3*H"],
    b_hh: Float[Tensor, " 3*H"],
) -> Float[Tensor, "*batch H"]:
    """torch's cell: rows r, z, n; the reset acts on the product, and z keeps the old state."""
    r_x, z_x, n_x = (x @ W_ih.mT + b_ih).chunk(3, dim=-1)
    r_h, z_h, n_h = (h_prev @ W_hh.mT + b_hh).chunk(3, dim=-1)
    r, z = torch.sigmoid(r_x + r_h), torch.sigmoid(z_x + z_h)
    n = torch.tanh(n_x + r * n_h)
    return (1 - z) * n + z * h_prev


@gru_cell_reset_after.twin
def torch_gru_cell(x: Tensor, h_prev: Tensor, W_ih: Tensor, W_hh: Tensor, b_ih: Tensor, b_hh: Tensor) -> Tensor:
    """`nn.GRUCell`."""
    H, D = h_prev.shape[-1], x.shape[-1]
    cell = nn.GRUCell(D, H, device=x.device, dtype=x.dtype)
    named = {"weight_ih": W_ih, "weight_hh": W_hh, "bias_ih": b_ih, "bias_hh": b_hh}
    h: Tensor = functional_call(cell, named, (x.reshape(-1, D), h_prev.reshape(-1, H)))
    return h.view_as(h_prev)


@formula(source="Cho et al. 2014; the notes' GRU over a sequence", outputs=("hs",), extreme={"xs": 1e4, "h_0": 1e4})
def gru(
    xs: Float[Tensor, "*batch T D"],
    h_0: Float[Tensor, "*batch H"],
    W_z: Float[Tensor, "H H+D"],
    W_r: Float[Tensor, "H H+D"],
    W: Float[Tensor, "H H+D"],
) -> Float[Tensor, "*batch T H"]:
    """The state after every step."""
    h, hs = h_0, []
    for x in xs.unbind(-2):
        h = gru_cell(x, h, W_z, W_r, W)
        hs.append(h)
    return torch.stack(hs, dim=-2)


@gru.twin
def gru_of_projected_inputs(xs: Tensor, h_0: Tensor, W_z: Tensor, W_r: Tensor, W: Tensor) -> Tensor:
    """The inputs of all steps projected at once, only the hidden products in the loop."""
    H = h_0.shape[-1]
    projected = xs @ torch.cat([W_z, W_r, W])[:, H:].mT
    h, hs = h_0, []
    for z_x, r_x, n_x in (step.chunk(3, dim=-1) for step in projected.unbind(-2)):
        z, r = torch.sigmoid(z_x + h @ W_z[:, :H].mT), torch.sigmoid(r_x + h @ W_r[:, :H].mT)
        h = torch.lerp(h, torch.tanh(n_x + (r * h) @ W[:, :H].mT), z)
        hs.append(h)
    return torch.stack(hs, dim=-2)


@formula(
    source="The chain rule through the four lines, after Cho et al. 2014",
    outputs=("dx", "dh_prev", "dW_z", "dW_r", "dW"),
)
def gru_cell_gradient(
    g: Float[Tensor, "*batch H"],
    x: Float[Tensor, "*batch D"],
    h_prev: Float[Tensor, "*batch H"],
    W_z: Float[Tensor, "H H+D"],
    W_r: Float[Tensor, "H H+D"],
    W: Float[Tensor, "H H+D"],
) -> tuple[
    Float[Tensor, "*batch D"],
    Float[Tensor, "*batch H"],
    Float[Tensor, "H H+D"],
    Float[Tensor, "H H+D"],
    Float[Tensor, "H H+D"],
]:
    """The gradients of all five arguments of `gru_cell`, for the gradient g of the new state."""
    z, r = update_gate(h_prev, x, W_z), reset_gate(h_prev, x, W_r)
    h_tilde, H = candidate(r, h_prev, x, W), h_prev.shape[-1]
    a_z = g * (h_tilde - h_prev) * z * (1 - z)
    a_n = g * z * (1 - h_tilde**2)
    dv = a_n @ W  # of [r ⊙ h; x], what the candidate's product reads
    a_r = dv[..., :H] * h_prev * r * (1 - r)
    du = a_z @ W_z + a_r @ W_r
    dh = g * (1 - z) + dv[..., :H] * r + du[..., :H]
    u, v = torch.cat([h_prev, x], dim=-1), torch.cat([r * h_prev, x], dim=-1)
    return dv[..., H:] + du[..., H:], dh, _outer(a_z, u), _outer(a_r, u), _outer(a_n, v)


def _outer(a: Tensor, u: Tensor) -> Tensor:
    """The gradient of W in W u, summed over the batch."""
    return torch.einsum("...h,...u->hu", a, u)


@gru_cell_gradient.twin
def gru_cell_autograd(g: Tensor, *arguments: Tensor) -> tuple[Tensor, ...]:
    """autograd through `gru_cell`."""
    gradients: tuple[Tensor, ...] = vjp(gru_cell, *arguments)[1](g)
    return gradients


@formula(
    source="Backpropagation through time through Cho et al. 2014, eq. 5-8",
    outputs=("dxs", "dh_0", "dW_z", "dW_r", "dW"),
)
def gru_gradient(
    g: Float[Tensor, "*batch T H"],
    xs: Float[Tensor, "*batch T D"],
    h_0: Float[Tensor, "*batch H"],
    W_z: Float[Tensor, "H H+D"],
    W_r: Float[Tensor, "H H+D"],
    W: Float[Tensor, "H H+D"],
) -> tuple[
    Float[Tensor, "*batch T D"],
    Float[Tensor, "*batch H"],
    Float[Tensor, "H H+D"],
    Float[Tensor, "H H+D"],
    Float[Tensor, "H H+D"],
]:
    """The gradients of all five arguments of `gru`; those of the weights are summed over time."""
    weights, states = (W_z, W_r, W), [h_0]
    for x in xs.unbind(-2):
        states.append(gru_cell(x, states[-1], *weights))
    dh, dxs, sums = torch.zeros_like(h_0), [], [torch.zeros_like(weight) for weight in weights]
    for x, g_t, h in reversed(list(zip(xs.unbind(-2), g.unbind(-2), states[:-1], strict=True))):
        dx, dh, *steps = gru_cell_gradient(g_t + dh, x, h, *weights)
        sums = [total + step for total, step in zip(sums, steps, strict=True)]
        dxs.append(dx)
    return torch.stack(dxs[::-1], dim=-2), dh, sums[0], sums[1], sums[2]


@gru_gradient.twin
def gru_autograd(g: Tensor, *arguments: Tensor) -> tuple[Tensor, ...]:
    """autograd through `gru`."""
    gradients: tuple[Tensor, ...] = vjp(gru, *arguments)[1](g)
    return gradients
