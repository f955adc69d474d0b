"""The answers to the own questions about recurrent networks, each by running the reference."""

from collections.abc import Sequence

import torch

from quizbank import measure
from reference import rnn


def parameters(H: int, D: int) -> int:
    """Of the notes' cell, which has one bias."""
    return measure.parameters(rnn.rnn_cell, H=H, D=D)


def notes_parameters(D: int, H: int, V: int) -> int:
    """Of the cell and the output layer; the table of word vectors is frozen."""
    return measure.parameters(rnn.rnn_cell, H=H, D=D) + measure.parameters(rnn.rnn_output, H=H, V=V)


def layer_growth(n: int, d: int) -> int:
    """Multiplications of n steps of width d."""
    return measure.multiplications(rnn.rnn, T=n, H=d, D=d)


def path_growth(n: int) -> int:
    """The longest chain of contractions over n steps."""
    return measure.longest_chain(rnn.rnn, T=n)


def vanishing_factor(w: float, h: Sequence[float]) -> float:
    """∂h_3/∂h_0: one step more than `gradient_norms` of the three states, signs kept by positive weights."""
    states = torch.tensor([0.0, *h], dtype=torch.float64)[:, None]
    norms = rnn.gradient_norms(torch.ones(1, dtype=torch.float64), states, torch.full((1, 1), w, dtype=torch.float64))
    return float(norms[0])
