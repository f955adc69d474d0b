"""The answers to the own questions about additive attention, each by running the reference."""

from collections.abc import Sequence

import torch
from torch import Tensor

from quizbank import measure
from reference import bahdanau


def context_shape(A: int) -> tuple[int, ...]:
    """Of the context that the reference returns."""
    return measure.shape(bahdanau.context, "c", A=A)


def alignment_parameters(S: int, A: int, K: int) -> int:
    """Of W_a, U_a and v_a."""
    return measure.parameters(bahdanau.energies, S=S, A=A, K=K)


def two_words(e: Sequence[float]) -> Tensor:
    """Both shares."""
    return bahdanau.weights(torch.tensor(e, dtype=torch.float64))
