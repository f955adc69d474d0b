"""The answers to the own questions about decoding, each by running the reference."""

from collections.abc import Sequence

import torch

from reference import search


def penalised(n: int, alpha: float) -> float:
    """What the log-probability is divided by."""
    return float(search.length_penalty(torch.tensor(float(n), dtype=torch.float64), alpha))


def two_words_at_temperature(z: Sequence[float], tau: float) -> float:
    """The first word's probability."""
    return float(search.temperature(torch.tensor(z, dtype=torch.float64), tau)[0])
