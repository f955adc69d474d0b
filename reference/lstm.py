"""The LSTM: gates, cell, sequence and stack in column form, one bias, joint weights on [h; x]; and its gradients."""

from collections.abc import Sequence
from math import prod

import torch
from jaxtyping import Float
from torch import Tensor, nn
from torch.func import functional_call, vjp

from reference.formula import formula


@formula(
    source="Gers, Schmidhuber & Cummins 2000, eq. 4; the notes' forget gate",
    latex=r"f_t = \sigma(W_f \cdot [h_{t-1}, x_t] + b_f)",
    outputs=("f",),
    extreme={"x": 1e4, "h_prev": 1e4},
)
def forget_gate(
    h_prev: Float[Tensor, "*batch H"],
    x: Float[Tensor, "*batch D"],
    W_f: Float[Tensor, "H H+D"],
    b_f: Float[Tensor, " H"],
) -> Float[Tensor, "*batch H"]:
    """How much of each old cell value is kept, between 0 and 1."""
    return torch.sigmoid(_affine(h_prev, x, W_f, b_f))


@formula(
    source="Hochreiter & Schmidhuber 1997; the notes' input gate",
    latex=r"i_t = \sigma(W_i \cdot [h_{t-1}, x_t] + b_i)",
    outputs=("i",),
    extreme={"x": 1e4, "h_prev": 1e4},
)
def input_gate(
    h_prev: Float[Tensor, "*batch H"],
    x: Float[Tensor, "*batch D"],
    W_i: Float[Tensor, "H H+D"],
    b_i: Float[Tensor, " H"],
) -> Float[Tensor, "*batch H"]:
    """How much of each candidate value is written, between 0 and 1."""
    return torch.sigmoid(_affine(h_prev, x, W_i, b_i))


@formula(
    source="Hochreiter & Schmidhuber 1997; the notes' candidate",
    latex=r"\tilde{c}_t = \tanh(W_c \cdot [h_{t-1}, x_t] + b_c)",
    outputs=("c_tilde",),
    extreme={"x": 1e4, "h_prev": 1e4},
)
def candidate(
    h_prev: Float[Tensor, "*batch H"],
    x: Float[Tensor, "*batch D"],
    W_c: Float[Tensor, "H H+D"],
    b_c: Float[Tensor, " H"],
) -> Float[Tensor, "*batch H"]:
    """What could be written into the cell, between −1 and 1."""
    return torch.tanh(_affine(h_prev, x, W_c, b_c))


@formula(
    source="Hochreiter & Schmidhuber 1997; the notes' output gate",
    latex=r"o_t = \sigma(W_o \cdot [h_{t-1}, x_t] + b_o)",
    outputs=("o",),
    extreme={"x": 1e4, "h_prev": 1e4},
)
def output_gate(
    h_prev: Float[Tensor, "*batch H"],
    x: Float[Tensor, "*batch D"],
    W_o: Float[Tensor, "H H+D"],
    b_o: Float[Tensor, " H"],
) -> Float[Tensor, "*batch H"]:
    """How much of each cell value is shown, between 0 and 1."""
    return torch.sigmoid(_affine(h_prev, x, W_o, b_o))


def _affine(h_prev: Tensor, x: Tensor, W: Tensor, b: Tensor) -> Tensor:
    return torch.cat([h_prev, x], dim=-1) @ W.mT + b


@forget_gate.twin
@input_gate.twin
@output_gate.twin
def logistic_of_blocks(h_prev: Tensor, x: Tensor, W: Tensor, b: Tensor) -> Tensor:
    """The hidden and the input columns apart, and the sigmoid as 1 / (1 + e^−a)."""
    return 1 / (1 + torch.exp(-_blocks_apart(h_prev, x, W, b)))


@candidate.twin
def tanh_of_blocks(h_prev: Tensor, x: Tensor, W: Tensor, b: Tensor) -> Tensor:
    """The hidden and the input columns apart, and tanh as 2σ(2a) − 1."""
    return 2 * torch.sigmoid(2 * _blocks_apart(h_prev, x, W, b)) - 1


def _blocks_apart(h_prev: Tensor, x: Tensor, W: Tensor, b: Tensor) -> Tensor:
    H = h_prev.shape[-1]
    return nn.functional.linear(x, W[:, H:], b) + nn.functional.linear(h_prev, W[:, :H])


@formula(
    source="Gers, Schmidhuber & Cummins 2000, eq. 5; the notes' cell update",
    latex=r"c_t = f_t \odot c_{t-1} + i_t \odot \tilde{c}_t",
    outputs=("c",),
)
def cell_state(
    f: Float[Tensor, "*batch H"],
    c_prev: Float[Tensor, "*batch H"],
    i: Float[Tensor, "*batch H"],
    c_tilde: Float[Tensor, "*batch H"],
) -> Float[Tensor, "*batch H"]:
    """Keep a part of the old cell and write a part of the candidate; unbounded, unlike h."""
    return f * c_prev + i * c_tilde


@cell_state.twin
def fused_multiply_add(f: Tensor, c_prev: Tensor, i: Tensor, c_tilde: Tensor) -> Tensor:
    """Both products in one fused operation each."""
    return torch.addcmul(torch.mul(f, c_prev), i, c_tilde)


@formula(
    source="Hochreiter & Schmidhuber 1997; the notes' hidden state",
    latex=r"h_t = o_t \odot \tanh(c_t)",
    outputs=("h",),
    extreme={"c": 1e4},
)
def hidden_state(o: Float[Tensor, "*batch H"], c: Float[Tensor, "*batch H"]) -> Float[Tensor, "*batch H"]:
    """The part of the cell that the gate shows, between −1 and 1."""
    return o * torch.tanh(c)


@hidden_state.twin
def gated_logistic(o: Tensor, c: Tensor) -> Tensor:
    """tanh as 2σ(2c) − 1."""
    return 2 * o * torch.sigmoid(2 * c) - o


@formula(
    source="Gers, Schmidhuber & Cummins 2000; the notes' six lines",
    latex=r"f_t = \sigma(W_f \cdot [h_{t-1}, x_t] + b_f) \\ "
    r"i_t = \sigma(W_i \cdot [h_{t-1}, x_t] + b_i) \\ "
    r"\tilde{c}_t = \tanh(W_c \cdot [h_{t-1}, x_t] + b_c) \\ "
    r"c_t = f_t \odot c_{t-1} + i_t \odot \tilde{c}_t \\ "
    r"o_t = \sigma(W_o \cdot [h_{t-1}, x_t] + b_o) \\ "
    r"h_t = o_t \odot \tanh(c_t)",
    outputs=("h", "c"),
    extreme={"x": 1e4, "h_prev": 1e4},
)
def lstm_cell(
    x: Float[Tensor, "*batch D"],
    h_prev: Float[Tensor, "*batch H"],
    c_prev: Float[Tensor, "*batch H"],
    W_f: Float[Tensor, "H H+D"],
    b_f: Float[Tensor, " H"],
    W_i: Float[Tensor, "H H+D"],
    b_i: Float[Tensor, " H"],
    W_c: Float[Tensor, "H H+D"],
    b_c: Float[Tensor, " H"],
    W_o: Float[Tensor, "H H+D"],
    b_o: Float[Tensor, " H"],
) -> tuple[Float[Tensor, "*batch H"], Float[Tensor, "*batch H"]]:
    """One step: the new hidden state and the new cell."""
    f = forget_gate(h_prev, x, W_f, b_f)
    i = input_gate(h_prev, x, W_i, b_i)
    c_tilde = candidate(h_prev, x, W_c, b_c)
    c = cell_state(f, c_prev, i, c_tilde)
    o = output_gate(h_prev, x, W_o, b_o)
    return hidden_state(o, c), c


@lstm_cell.twin
def torch_lstm_cell(x: Tensor, h_prev: Tensor, c_prev: Tensor, *weights: Tensor) -> tuple[Tensor, Tensor]:
    """`nn.LSTMCell` with the eight weights stacked as it wants them."""
    H, D = h_prev.shape[-1], x.shape[-1]
    cell = nn.LSTMCell(D, H, device=x.device, dtype=x.dtype)
    named = dict(zip(("weight_ih", "weight_hh", "bias_ih", "bias_hh"), stacked_as_torch(*weights), strict=True))
    h, c = functional_call(cell, named, (x.reshape(-1, D), (h_prev.reshape(-1, H), c_prev.reshape(-1, H))))
    return h.view_as(h_prev), c.view_as(c_prev)


def stacked_as_torch(
    W_f: Tensor, b_f: Tensor, W_i: Tensor, b_i: Tensor, W_c: Tensor, b_c: Tensor, W_o: Tensor, b_o: Tensor
) -> tuple[Tensor, Tensor, Tensor, Tensor]:
    """torch's `weight_ih`, `weight_hh`, `bias_ih`, `bias_hh`: rows i, f, g, o; the second bias is zero."""
    H = len(b_f)
    W, b = torch.cat([W_i, W_f, W_c, W_o]), torch.cat([b_i, b_f, b_c, b_o])
    return W[:, H:], W[:, :H], b, torch.zeros_like(b)


@formula(
    source="Gers, Schmidhuber & Cummins 2000; the notes' LSTM over a sequence",
    outputs=("hs", "c_T"),
    extreme={"xs": 1e4, "h_0": 1e4},
)
def lstm(
    xs: Float[Tensor, "*batch T D"],
    h_0: Float[Tensor, "*batch H"],
    c_0: Float[Tensor, "*batch H"],
    W_f: Float[Tensor, "H H+D"],
    b_f: Float[Tensor, " H"],
    W_i: Float[Tensor, "H H+D"],
    b_i: Float[Tensor, " H"],
    W_c: Float[Tensor, "H H+D"],
    b_c: Float[Tensor, " H"],
    W_o: Float[Tensor, "H H+D"],
    b_o: Float[Tensor, " H"],
) -> tuple[Float[Tensor, "*batch T H"], Float[Tensor, "*batch H"]]:
    """The hidden state after every step, and the last cell."""
    h, c, hs = h_0, c_0, []
    for x in xs.unbind(-2):
        h, c = lstm_cell(x, h, c, W_f, b_f, W_i, b_i, W_c, b_c, W_o, b_o)
        hs.append(h)
    return torch.stack(hs, dim=-2), c


@lstm.twin
def torch_lstm(xs: Tensor, h_0: Tensor, c_0: Tensor, *weights: Tensor) -> tuple[Tensor, Tensor]:
    """`nn.LSTM` of one layer, its batch in the second axis."""
    hs, _, c_T = _torch_stack(xs, h_0.unsqueeze(-2), c_0.unsqueeze(-2), [weights])
    return hs, c_T.squeeze(-2)


@formula(
    source="Graves 2013; Sutskever, Vinyals & Le 2014: layer l reads the hidden states of layer l − 1",
    outputs=("hs", "h_T", "c_T"),
    domains={"layers": "layers L lstm.lstm"},
)
def deep_lstm(
    xs: Float[Tensor, "*batch T D"],
    h_0: Float[Tensor, "*batch L H"],
    c_0: Float[Tensor, "*batch L H"],
    layers: Sequence[Sequence[Tensor]],
) -> tuple[Float[Tensor, "*batch T H"], Float[Tensor, "*batch L H"], Float[Tensor, "*batch L H"]]:
    """A stack of LSTMs; `layers` holds the eight weights of each, the upper ones with H in the place of D.

    Out come the top layer's hidden states, and the last hidden state and cell of every layer.
    """
    hs, h_T, c_T = xs, [], []
    for layer, weights in enumerate(layers):
        hs, c = lstm(hs, h_0[..., layer, :], c_0[..., layer, :], *weights)
        h_T.append(hs[..., -1, :])
        c_T.append(c)
    return hs, torch.stack(h_T, dim=-2), torch.stack(c_T, dim=-2)


@deep_lstm.twin
def torch_deep_lstm(
    xs: Tensor, h_0: Tensor, c_0: Tensor, layers: Sequence[Sequence[Tensor]]
) -> tuple[Tensor, Tensor, Tensor]:
    """`nn.LSTM` with as many layers."""
    return _torch_stack(xs, h_0, c_0, layers)


def _torch_stack(
    xs: Tensor, h_0: Tensor, c_0: Tensor, layers: Sequence[Sequence[Tensor]]
) -> tuple[Tensor, Tensor, Tensor]:
    *batch, T, D = xs.shape
    L, H = h_0.shape[-2:]
    B = prod(batch)
    module = nn.LSTM(D, H, L, device=xs.device, dtype=xs.dtype)
    names = ("weight_ih_l", "weight_hh_l", "bias_ih_l", "bias_hh_l")
    named = {
        f"{name}{layer}": tensor
        for layer, weights in enumerate(layers)
        for name, tensor in zip(names, stacked_as_torch(*weights), strict=True)
    }
    states = tuple(state.reshape(B, L, H).transpose(0, 1).contiguous() for state in (h_0, c_0))
    hs, (h_T, c_T) = functional_call(module, named, (xs.reshape(B, T, D).transpose(0, 1), states))
    hs, h_T, c_T = hs.transpose(0, 1), h_T.transpose(0, 1), c_T.transpose(0, 1)
    return hs.reshape(*batch, T, H), h_T.reshape(*batch, L, H), c_T.reshape(*batch, L, H)


@formula(
    source="The chain rule through the six lines, after Gers, Schmidhuber & Cummins 2000",
    outputs=("dx", "dh_prev", "dc_prev", "dW_f", "db_f", "dW_i", "db_i", "dW_c", "db_c", "dW_o", "db_o"),
)
def lstm_cell_gradient(
    g_h: Float[Tensor, "*batch H"],
    g_c: Float[Tensor, "*batch H"],
    x: Float[Tensor, "*batch D"],
    h_prev: Float[Tensor, "*batch H"],
    c_prev: Float[Tensor, "*batch H"],
    W_f: Float[Tensor, "H H+D"],
    b_f: Float[Tensor, " H"],
    W_i: Float[Tensor, "H H+D"],
    b_i: Float[Tensor, " H"],
    W_c: Float[Tensor, "H H+D"],
    b_c: Float[Tensor, " H"],
    W_o: Float[Tensor, "H H+D"],
    b_o: Float[Tensor, " H"],
) -> tuple[
    Float[Tensor, "*batch D"],
    Float[Tensor, "*batch H"],
    Float[Tensor, "*batch H"],
    Float[Tensor, "H H+D"],
    Float[Tensor, " H"],
    Float[Tensor, "H H+D"],
    Float[Tensor, " H"],
    Float[Tensor, "H H+D"],
    Float[Tensor, " H"],
    Float[Tensor, "H H+D"],
    Float[Tensor, " H"],
]:
    """The gradients of all eleven arguments of `lstm_cell`, for the gradients g_h and g_c of its two results."""
    f, i = forget_gate(h_prev, x, W_f, b_f), input_gate(h_prev, x, W_i, b_i)
    c_tilde, o = candidate(h_prev, x, W_c, b_c), output_gate(h_prev, x, W_o, b_o)
    shown = torch.tanh(cell_state(f, c_prev, i, c_tilde))
    dc = g_c + g_h * o * (1 - shown**2)  # the cell is read by h and by the next step
    a_f = dc * c_prev * f * (1 - f)
    a_i = dc * c_tilde * i * (1 - i)
    a_c = dc * i * (1 - c_tilde**2)
    a_o = g_h * shown * o * (1 - o)
    du = a_f @ W_f + a_i @ W_i + a_c @ W_c + a_o @ W_o
    u, H = torch.cat([h_prev, x], dim=-1), h_prev.shape[-1]
    weights = [gradient for a in (a_f, a_i, a_c, a_o) for gradient in _weight_gradients(a, u)]
    return (du[..., H:], du[..., :H], dc * f, *weights)  # type: ignore[return-value]  # eight, which mypy cannot count


def _weight_gradients(a: Tensor, u: Tensor) -> tuple[Tensor, Tensor]:
    """Those of W and b in W u + b, summed over the batch."""
    return torch.einsum("...h,...u->hu", a, u), torch.einsum("...h->h", a)


@lstm_cell_gradient.twin
def lstm_cell_autograd(g_h: Tensor, g_c: Tensor, *arguments: Tensor) -> tuple[Tensor, ...]:
    """autograd through `lstm_cell`."""
    gradients: tuple[Tensor, ...] = vjp(lstm_cell, *arguments)[1]((g_h, g_c))
    return gradients


@formula(
    source="Backpropagation through time, after Graves & Schmidhuber 2005",
    outputs=("dxs", "dh_0", "dc_0", "dW_f", "db_f", "dW_i", "db_i", "dW_c", "db_c", "dW_o", "db_o"),
)
def lstm_gradient(
    g_hs: Float[Tensor, "*batch T H"],
    g_c_T: Float[Tensor, "*batch H"],
    xs: Float[Tensor, "*batch T D"],
    h_0: Float[Tensor, "*batch H"],
    c_0: Float[Tensor, "*batch H"],
    W_f: Float[Tensor, "H H+D"],
    b_f: Float[Tensor, " H"],
    W_i: Float[Tensor, "H H+D"],
    b_i: Float[Tensor, " H"],
    W_c: Float[Tensor, "H H+D"],
    b_c: Float[Tensor, " H"],
    W_o: Float[Tensor, "H H+D"],
    b_o: Float[Tensor, " H"],
) -> tuple[
    Float[Tensor, "*batch T D"],
    Float[Tensor, "*batch H"],
    Float[Tensor, "*batch H"],
    Float[Tensor, "H H+D"],
    Float[Tensor, " H"],
    Float[Tensor, "H H+D"],
    Float[Tensor, " H"],
    Float[Tensor, "H H+D"],
    Float[Tensor, " H"],
    Float[Tensor, "H H+D"],
    Float[Tensor, " H"],
]:
    """The gradients of all eleven arguments of `lstm`; those of the weights are summed over time."""
    weights = (W_f, b_f, W_i, b_i, W_c, b_c, W_o, b_o)
    states = [(h_0, c_0)]
    for x in xs.unbind(-2):
        states.append(lstm_cell(x, *states[-1], *weights))
    g_h, g_c, dxs = torch.zeros_like(h_0), g_c_T, []
    sums = [torch.zeros_like(weight) for weight in weights]
    for x, g, (h, c) in reversed(list(zip(xs.unbind(-2), g_hs.unbind(-2), states[:-1], strict=True))):
        dx, g_h, g_c, *steps = lstm_cell_gradient(g + g_h, g_c, x, h, c, *weights)
        sums = [total + step for total, step in zip(sums, steps, strict=True)]
        dxs.append(dx)
    return (torch.stack(dxs[::-1], dim=-2), g_h, g_c, *sums)  # type: ignore[return-value]  # eight sums


@lstm_gradient.twin
def lstm_autograd(g_hs: Tensor, g_c_T: Tensor, *arguments: Tensor) -> tuple[Tensor, ...]:
    """autograd through `lstm`."""
    gradients: tuple[Tensor, ...] = vjp(lstm, *arguments)[1]((g_hs, g_c_T))
    return gradients


@formula(
    source="Gers, Schmidhuber & Cummins 2000: the constant error carousel, gated",
    outputs=("dc_T_dc_0",),
)
def cell_path(f: Float[Tensor, "*batch T H"]) -> Float[Tensor, "*batch H"]:
    """∂c_T/∂c_0 along the cell, gates held fixed: one number per unit, since the path never mixes units."""
    return f.prod(dim=-2)


@cell_path.twin
def cell_path_autograd(f: Tensor) -> Tensor:
    """autograd through T cell updates that write nothing."""

    def last_cell(c: Tensor) -> Tensor:
        for f_t in f.unbind(-2):
            c = cell_state(f_t, c, torch.zeros_like(c), torch.zeros_like(c))
        return c

    ones = torch.ones_like(f[..., 0, :])
    path: Tensor = vjp(last_cell, ones)[1](ones)[0]
    return path
