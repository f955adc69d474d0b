"""One step of the LSTM: gates, cell and hidden state in column form, joint weights on [h; x], one bias each."""

import torch
from jaxtyping import Float
from torch import Tensor, nn
from torch.func import functional_call

from reference.formula import formula


@formula(
    source="Gers, Schmidhuber & Cummins 2000; the notes' forget gate",
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
    source="Gers, Schmidhuber & Cummins 2000; the notes' cell update",
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
