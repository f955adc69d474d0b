"""The answers to the own questions about position codes, each by running the reference."""

import torch
from torch import Tensor

from reference import positions

_FLOAT64 = torch.empty(0, dtype=torch.float64)


def squared_norm(pos: int, d: int) -> float:
    """‖PE(pos)‖²."""
    return float(_code(pos, d).square().sum())


def first_entries(pos: int, d: int) -> Tensor:
    """The whole code of a small width."""
    return _code(pos, d)


def _code(pos: int, d: int) -> Tensor:
    return positions.sinusoidal_positions(pos + 1, d, like=_FLOAT64)[-1]
