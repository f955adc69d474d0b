"""The answers to the own questions about the window model, each by running the reference."""

import torch

from quizbank import measure
from reference import mlp


def pairs(T: int, n: int) -> float:
    """How many windows have a word after them."""
    return float(len(mlp.sliding_windows(torch.arange(T), n)[1]))


def notes_parameters(n: int, m: int, H: int, V: int) -> int:
    """Of both layers, biases included."""
    return measure.parameters(mlp.window_mlp, n=n, m=m, H=H, V=V)
