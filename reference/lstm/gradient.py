"""The gradients of the LSTM by hand: of one step, and through time."""

import torch
from jaxtyping import Float
from torch import Tensor
from torch.func import vjp

from reference.formula import formula
from reference.lstm.cell import candidate, cell_state, forget_gate, input_gate, lstm_cell, output_gate
from reference.lstm.sequence import lstm


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
