"""Two LSTMs, of which the second says backwards what the first has read, from its last state and cell alone."""

from collections.abc import Callable

import torch
from torch import Tensor

from quizbank.training.descent import Run, adam, falling
from quizbank.training.reversing import VOCABULARY, Sequences, Step, judged
from quizbank.training.weights import Layout, Weight, weights_of
from reference import losses, lstm, seq2seq

D, H = 16, 48
BATCH, STEPS, RATE = 64, 400, 1e-2

Cut = dict[str, tuple[Tensor, ...]]


def layout() -> Layout:
    """Two tables, two LSTMs, and the output layer."""
    recurrent = weights_of(lstm.lstm, H=H, D=D)
    return Layout(
        {
            "tables": (Weight("E_src", (VOCABULARY, D)), Weight("E_tgt", (VOCABULARY, D))),
            "encoder": recurrent,
            "decoder": recurrent,
            "output": (Weight("W_y", (VOCABULARY, H)), Weight("b_y", (VOCABULARY,))),
        }
    )


def run(seed: int, device: torch.device) -> Run:
    """Train teacher forced, then decode greedily and with a beam."""
    laid_out, sequences = layout(), Sequences(seed, device)

    def loss(vector: Tensor) -> Tensor:
        source, read, written = sequences.batch(BATCH)
        return losses.sequence_loss(logits(source, read, laid_out.cut(vector)), written).mean()

    trained = yield from adam(laid_out.start(seed, device), loss, falling(RATE, STEPS))
    return judged(sequences, _steps(laid_out.cut(trained)), device)


def logits(source: Tensor, target: Tensor, weights: Cut) -> Tensor:
    """The model's scores with weights cut from one vector."""
    (E_src, E_tgt), encoder, decoder, (W_y, b_y) = weights.values()
    return seq2seq.seq2seq_logits(source, target, E_src, E_tgt, encoder, decoder, W_y, b_y)


def _steps(weights: Cut) -> Callable[[Tensor], Step]:
    def step_for(source: Tensor) -> Step:
        return lambda ids: logits(source, source.new_tensor(ids), weights)[-1].log_softmax(dim=-1)

    return step_for
