"""The LSTM over a sequence, several of them stacked, and the path that the cell opens through time."""

from collections.abc import Sequence
from math import prod

import torch
from jaxtyping import Float
from torch import Tensor, nn
from torch.func import functional_call, vjp

from reference.formula import formula
from reference.lstm.cell import cell_state, lstm_cell, stacked_as_torch


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
