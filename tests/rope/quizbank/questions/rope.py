"""The answers to the own questions about rotary positions, each by running the reference."""

import torch

from quizbank import measure
from reference import rope


def rotated_shape(n: int, d: int) -> tuple[int, ...]:
    """The rotation changes no shape."""
    return measure.shape(rope.rotate, "Y", n=n, d=2 * (d // 2))


def score_shift(pos: int) -> float:
    """The change of q·k when both tokens move by `pos`."""
    X = torch.rand(pos + 4, 8, generator=torch.Generator().manual_seed(0), dtype=torch.float64)
    q, k = X[:1].expand_as(X), X[1:2].expand_as(X)
    scores = rope.rotate(q) @ rope.rotate(k).mT
    return round(float(scores[pos + 3, pos] - scores[3, 0]), 9) + 0.0
