"""The answers to the own questions about losses, each by running the reference."""

import torch

from reference import losses


def loss_of_a_guess(V: int) -> float:
    """The loss of equal logits."""
    return float(losses.cross_entropy(torch.zeros(V, dtype=torch.float64), torch.tensor(0)))
