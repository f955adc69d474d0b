"""Numbers of one LSTM unit whose pre-activations are set from outside."""

import torch
from torch import Tensor

from quizbank.answers.lure import lure
from quizbank.mistakes.lstm import cell, gates
from reference import lstm
from reference.formula import recording


def cell_value(c_prev: float, a: float) -> float:
    """The cell of one unit whose gates are half open."""
    return float(_unit(c_prev, a)[1])


def hidden_value(c_prev: float, a: float) -> float:
    """The hidden state of one unit whose gates are half open."""
    return float(_unit(c_prev, a)[0])


@lure(cell_value, en="The candidate goes through tanh, not through a sigmoid.", zh="候选值要过 tanh，不是 sigmoid。")
def _sigmoid_cell(c_prev: float, a: float) -> float:
    with lstm.candidate.swapped_for(gates.sigmoid_candidate):
        return cell_value(c_prev, a)


@lure(hidden_value, en="The tanh on the cell is missing.", zh="漏了细胞状态上的 tanh。")
def _cell_shown_raw(c_prev: float, a: float) -> float:
    with lstm.hidden_state.swapped_for(cell.cell_tanh_missing):
        return hidden_value(c_prev, a)


@lure(hidden_value, en="The output gate is missing: it lets only half of it out.", zh="漏了输出门：它只放出一半。")
def _shown_whole(c_prev: float, a: float) -> float:
    with lstm.hidden_state.swapped_for(cell.output_gate_missing):
        return hidden_value(c_prev, a)


def _unit(c_prev: float, a: float) -> tuple[Tensor, Tensor]:
    return lstm.lstm_cell(*start(c_prev), *biased(0.0, 0.0, a, 0.0))


def start(c_prev: float) -> tuple[Tensor, Tensor, Tensor]:
    """Input, hidden state and cell of one unit."""
    zero = torch.zeros(1, dtype=torch.float64)
    return zero, zero, torch.full_like(zero, c_prev)


def biased(*biases: float) -> list[Tensor]:
    """Weights of one unit whose pre-activations are these biases: f, i, candidate, o."""
    W = torch.zeros(1, 2, dtype=torch.float64)
    return [weight for bias in biases for weight in (W, torch.full((1,), bias, dtype=torch.float64))]


def carousel(f: float, T: int) -> float:
    """The product of the forget gates."""
    return float(lstm.cell_path(torch.full((T, 1), f, dtype=torch.float64)))


@lure(carousel, en="The shares are multiplied, not added.", zh="各步的比例是相乘，不是相加。")
def _shares_added(f: float, T: int) -> float:
    return f * T


@lure(
    carousel,
    en="An LSTM's gradient can vanish, too: each step keeps a share.",
    zh="LSTM 的梯度也会消失：每一步只保留一部分。",
)
def _immune(f: float, T: int) -> float:
    return carousel(1.0, T)


def kept_share(b: float, T: int) -> float:
    """What is left of a cell of 1."""
    x, h_0, c_0 = start(1.0)
    return float(lstm.lstm(x.expand(T, 1), h_0, c_0, *biased(b, 0.0, 0.0, 0.0))[1])


@lure(kept_share, en="That is one step; the share is kept again at every step.", zh="那只是一步；每一步都要再乘一次。")
def _one_step(b: float, T: int) -> float:
    return kept_share(b, 1)


def unbounded() -> int:
    """The quantity that is largest after ten steps with everything open: f, candidate, cell or h."""
    x, h_0, c_0 = start(0.0)
    with recording() as calls:
        lstm.lstm(x.expand(10, 1), h_0, c_0, *biased(50.0, 50.0, 50.0, 50.0))
    last = {call.formula.name: float(call.result) for call in calls if torch.is_tensor(call.result)}
    sizes = [last[part] for part in ("forget_gate", "candidate", "cell_state", "hidden_state")]
    return sizes.index(max(sizes))
