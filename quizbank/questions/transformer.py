"""The answers to the own questions about the Transformer, each by running the reference."""

from collections.abc import Sequence

import torch
from torch import Tensor

from quizbank import measure
from reference import transformer


def encoder_block_parameters(d_model: int, d_ff: int) -> int:
    """Attention has no biases here; the heads cut the weights up and add none."""
    return measure.parameters(transformer.encoder_block, d_model=d_model, d_ff=d_ff)


def decoder_block_parameters(d_model: int, d_ff: int) -> int:
    """As in the encoder block, with one more attention and norm."""
    return measure.parameters(transformer.decoder_block, d_model=d_model, d_ff=d_ff)


def encoder_block_cost(n: int, d_model: int, d_ff: int) -> int:
    """With one head: the number of heads does not change the count."""
    return measure.multiplications(transformer.encoder_block, n=n, d_model=d_model, d_ff=d_ff, heads=1, d_k=d_model)


def normalised_value(x: Sequence[float]) -> Tensor:
    """With a neutral scale and shift, and no ε."""
    values = torch.tensor(x, dtype=torch.float64)
    return transformer.layer_norm(values, torch.ones_like(values), torch.zeros_like(values), 0.0)
