"""A Transformer of two encoder and two decoder blocks that learns to say sequences backwards."""

from collections.abc import Callable

import torch
from torch import Tensor

from quizbank.training.descent import Run, adam, warmed_up
from quizbank.training.reversing import VOCABULARY, Sequences, Step, judged
from quizbank.training.weights import Layout, Weight, weights_of
from reference import losses, transformer

BLOCKS, HEADS, D_K, D_FF, EPS = 2, 2, 16, 64, 1e-5
D_MODEL = HEADS * D_K
BATCH, STEPS, WARMUP, PEAK = 64, 300, 100, 4e-3

Cut = dict[str, tuple[Tensor, ...]]


def layout() -> Layout:
    """The shared table, and each block's weights."""
    sizes = {"d_model": D_MODEL, "d_ff": D_FF}
    groups: dict[str, tuple[Weight, ...]] = {"table": (Weight("E", (VOCABULARY, D_MODEL)),)}
    for place in range(BLOCKS):
        groups[f"encoder {place}"] = weights_of(transformer.encoder_block, **sizes)
        groups[f"decoder {place}"] = weights_of(transformer.decoder_block, **sizes)
    return Layout(groups)


def run(seed: int, device: torch.device) -> Run:
    """Train with warm-up, then decode greedily and with a beam."""
    laid_out, sequences = layout(), Sequences(seed, device)

    def loss(vector: Tensor) -> Tensor:
        source, read, written = sequences.batch(BATCH)
        return losses.sequence_loss(logits(source, read, laid_out.cut(vector)), written).mean()

    trained = yield from adam(laid_out.start(seed, device), loss, warmed_up(PEAK, WARMUP, STEPS))
    return judged(sequences, _steps(laid_out.cut(trained)), device)


def logits(source: Tensor, target: Tensor, weights: Cut) -> Tensor:
    """The model's scores with weights cut from one vector."""
    encoder, decoder = ([weights[f"{side} {place}"] for place in range(BLOCKS)] for side in ("encoder", "decoder"))
    return transformer.transformer_logits(source, target, weights["table"][0], encoder, decoder, HEADS, EPS)


def _steps(weights: Cut) -> Callable[[Tensor], Step]:
    def step_for(source: Tensor) -> Step:
        return lambda ids: logits(source, source.new_tensor(ids), weights)[-1].log_softmax(dim=-1)

    return step_for
