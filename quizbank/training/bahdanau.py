"""The same two LSTMs, the second with additive attention: at each word it looks at every state of the first."""

from collections.abc import Callable

import torch
from torch import Tensor

from quizbank.training.descent import Run, adam, falling
from quizbank.training.reversing import LENGTH, VOCABULARY, Sequences, Step, judged
from quizbank.training.weights import Layout, Weight, weights_of
from reference import bahdanau, lstm

D, H, K = 16, 32, 24
BATCH, STEPS, RATE = 64, 300, 1e-2

Cut = dict[str, tuple[Tensor, ...]]


def layout() -> Layout:
    """Two tables, two LSTMs of which the second also reads the context, the alignment, and the output layer."""
    return Layout(
        {
            "tables": (Weight("E_src", (VOCABULARY, D)), Weight("E_tgt", (VOCABULARY, D))),
            "encoder": weights_of(lstm.lstm, H=H, D=D),
            "decoder": weights_of(lstm.lstm, H=H, D=D + H),
            "alignment": weights_of(bahdanau.additive_attention, K=K, S=H, A=H),
            "output": weights_of(bahdanau.output_distribution, V=VOCABULARY, M=D, S=H, A=H),
        }
    )


def run(seed: int, device: torch.device) -> Run:
    """Train teacher forced, then decode greedily and with a beam, and see where the attention went."""
    laid_out, sequences = layout(), Sequences(seed, device)

    def loss(vector: Tensor) -> Tensor:
        source, read, written = sequences.batch(BATCH)
        p = written_by(source, read, laid_out.cut(vector))[0]
        return -p.gather(-1, written[..., None]).log().mean()

    trained = yield from adam(laid_out.start(seed, device), loss, falling(RATE, STEPS))
    weights = laid_out.cut(trained)
    found = judged(sequences, _steps(weights), device)
    return {**found, "attention": _on_the_word_said(sequences, weights, device)}


def written_by(source: Tensor, target: Tensor, weights: Cut) -> tuple[Tensor, Tensor]:
    """The probabilities of the word after each target word, (…, T, V), and what each step attended to, (…, T, S)."""
    tables, encoder, decoder, alignment, output = weights.values()
    zeros = output[0].new_zeros(*source.shape[:-1], H)
    annotations, c = lstm.lstm(tables[0][source], zeros, zeros, *encoder)
    h, words, shares = annotations[..., -1, :], [], []
    for y in tables[1][target].unbind(-2):
        context, alpha = bahdanau.additive_attention(h, annotations, *alignment)
        h, c = lstm.lstm_cell(torch.cat([y, context], dim=-1), h, c, *decoder)
        words.append(bahdanau.output_distribution(y, h, context, *output))
        shares.append(alpha)
    return torch.stack(words, dim=-2), torch.stack(shares, dim=-2)


def _steps(weights: Cut) -> Callable[[Tensor], Step]:
    def step_for(source: Tensor) -> Step:
        return lambda ids: written_by(source, source.new_tensor(ids), weights)[0][-1].log()

    return step_for


def _on_the_word_said(sequences: Sequences, weights: Cut, device: torch.device) -> list[list[float]]:
    """The mean attention of each step of the decoder on each place of the held-out sequences."""
    source = sequences.held_out.to(device)
    with torch.no_grad():
        read = torch.cat([torch.zeros_like(source[:, :1]), source.flip(-1)], dim=-1)
        alpha = written_by(source, read, weights)[1]
    mean: list[list[float]] = alpha[:, :LENGTH].mean(dim=0).tolist()
    return mean
