"""Sequence to sequence with two LSTMs: one reads the source, its state and cell start the other, which writes."""

import math
from collections.abc import Sequence

import torch
from jaxtyping import Float, Int
from torch import Tensor
from torch.nn import functional as F

from reference.formula import formula
from reference.lstm import lstm, lstm_cell
from reference.lstm.sequence import torch_lstm

Weights = Sequence[Tensor]


@formula(source="Sutskever, Vinyals & Le 2014, section 2", outputs=("h", "c"))
def encode(
    xs: Float[Tensor, "*batch S D"],
    h_0: Float[Tensor, "*batch H"],
    c_0: Float[Tensor, "*batch H"],
    W_f: Float[Tensor, "H H+D"],
    b_f: Float[Tensor, " H"],
    W_i: Float[Tensor, "H H+D"],
    b_i: Float[Tensor, " H"],
    W_c: Float[Tensor, "H H+D"],
    b_c: Float[Tensor, " H"],
    W_o: Float[Tensor, "H H+D"],
    b_o: Float[Tensor, " H"],
) -> tuple[Float[Tensor, "*batch H"], Float[Tensor, "*batch H"]]:
    """The whole source as the last hidden state and the last cell: both are handed to the decoder."""
    h, c = h_0, c_0
    for x in xs.unbind(-2):
        h, c = lstm_cell(x, h, c, W_f, b_f, W_i, b_i, W_c, b_c, W_o, b_o)
    return h, c


@encode.twin
def last_of_the_sequence(xs: Tensor, h_0: Tensor, c_0: Tensor, *weights: Tensor) -> tuple[Tensor, Tensor]:
    """`nn.LSTM`, of which the last step is kept."""
    hs, c = torch_lstm(xs, h_0, c_0, *weights)
    return hs[..., -1, :], c


@formula(source="Sutskever, Vinyals & Le 2014, section 2; Williams & Zipser 1989 for teacher forcing", outputs=("hs",))
def decode(
    ys: Float[Tensor, "*batch T D"],
    h: Float[Tensor, "*batch H"],
    c: Float[Tensor, "*batch H"],
    W_f: Float[Tensor, "H H+D"],
    b_f: Float[Tensor, " H"],
    W_i: Float[Tensor, "H H+D"],
    b_i: Float[Tensor, " H"],
    W_c: Float[Tensor, "H H+D"],
    b_c: Float[Tensor, " H"],
    W_o: Float[Tensor, "H H+D"],
    b_o: Float[Tensor, " H"],
) -> Float[Tensor, "*batch T H"]:
    """Teacher forced: step t reads the gold word before it, starting from the encoder's state and cell."""
    return lstm(ys, h, c, W_f, b_f, W_i, b_i, W_c, b_c, W_o, b_o)[0]


@decode.twin
def torch_decoder(ys: Tensor, h: Tensor, c: Tensor, *weights: Tensor) -> Tensor:
    """`nn.LSTM`."""
    return torch_lstm(ys, h, c, *weights)[0]


@formula(
    source="Sutskever, Vinyals & Le 2014, section 2, without biases in the embeddings",
    outputs=("logits",),
    domains={
        "source": "index V_src",
        "target": "index V",
        "encoder": "weights lstm.lstm",
        "decoder": "weights lstm.lstm",
    },
)
def seq2seq_logits(
    source: Int[Tensor, "*batch S"],
    target: Int[Tensor, "*batch T"],
    E_src: Float[Tensor, "V_src D"],
    E_tgt: Float[Tensor, "V D"],
    encoder: Weights,
    decoder: Weights,
    W_y: Float[Tensor, "V H"],
    b_y: Float[Tensor, " V"],
) -> Float[Tensor, "*batch T V"]:
    """Scores of the word after each target word; `target` is the decoder's input, so it starts with bos.

    `encoder` and `decoder` hold the eight weights of an LSTM each; the encoder starts from zeros.
    """
    zeros = W_y.new_zeros(*source.shape[:-1], W_y.shape[1])
    h, c = encode(E_src[source], zeros, zeros, *encoder)
    return decode(E_tgt[target], h, c, *decoder) @ W_y.mT + b_y


@seq2seq_logits.twin
def logits_step_by_step(
    source: Tensor,
    target: Tensor,
    E_src: Tensor,
    E_tgt: Tensor,
    encoder: Weights,
    decoder: Weights,
    W_y: Tensor,
    b_y: Tensor,
) -> Tensor:
    """Words as one-hot rows, the decoder one step at a time."""
    xs = F.one_hot(source, len(E_src)).to(E_src) @ E_src
    zeros = torch.zeros_like(xs[..., :1, :1]).squeeze(-2).expand(*source.shape[:-1], W_y.shape[1])
    h, c = last_of_the_sequence(xs, zeros, zeros, *encoder)
    rows = []
    for y in F.embedding(target, E_tgt).unbind(-2):
        hs, c = torch_lstm(y.unsqueeze(-2), h, c, *decoder)
        h = hs[..., 0, :]
        rows.append(F.linear(h, W_y, b_y))
    return torch.stack(rows, dim=-2)


@formula(
    source="Sutskever, Vinyals & Le 2014, section 3.3",
    outputs=("reversed",),
    domains={"ids": "index V"},
)
def reverse_source(ids: Int[Tensor, "*batch S"]) -> Int[Tensor, "*batch S"]:
    """The source backwards: the mean distance of aligned words stays, the smallest shrinks to 1."""
    return ids.flip(-1)


@reverse_source.twin
def gathered_backwards(ids: Tensor) -> Tensor:
    """Gathered by falling positions."""
    S = ids.shape[-1]
    return ids.index_select(-1, torch.arange(S - 1, -1, -1, device=ids.device))


@formula(
    source="Bengio, Vinyals, Jaitly & Shazeer 2015, section 2.4, inverse sigmoid decay",
    latex=r"\epsilon_i = \frac{k}{k + e^{i / k}}",
    outputs=("rate",),
    domains={"i": "1..9", "k": "2..6"},
)
def scheduled_sampling_rate(i: Float[Tensor, "*batch"], k: Float[Tensor, "*batch"]) -> Float[Tensor, "*batch"]:
    """The probability of feeding the gold word at training step i; it falls from k/(k + 1) towards 0."""
    return k / (k + torch.exp(i / k))


@scheduled_sampling_rate.twin
def falling_sigmoid(i: Tensor, k: Tensor) -> Tensor:
    """σ(ln k − i/k)."""
    return torch.sigmoid(torch.log(k) - i / k)


@formula(
    source="Tachibana, Uenoyama & Aihara 2018, the guided attention loss",
    latex=r"L = \frac{1}{N T} \sum_{n=1}^{N} \sum_{t=1}^{T} A_{nt} (1 - e^{-(n/N - t/T)^2 / (2 g^2)})",
    outputs=("penalty",),
    domains={"A": "positive", "g": "0.2..0.9"},
)
def guided_attention_penalty(A: Float[Tensor, "*batch N T"], g: float) -> Float[Tensor, "*batch"]:
    """The mean of the attention weights, each by its distance from the diagonal; n and t count from 1."""
    N, T = A.shape[-2:]
    n = torch.arange(1, N + 1, dtype=A.dtype, device=A.device) / N
    t = torch.arange(1, T + 1, dtype=A.dtype, device=A.device) / T
    W = 1 - torch.exp(-((n[:, None] - t) ** 2) / (2 * g**2))
    return (A * W).mean(dim=(-2, -1))


@guided_attention_penalty.twin
def penalty_cell_by_cell(A: Tensor, g: float) -> Tensor:
    """A double loop over the cells."""
    N, T = A.shape[-2:]
    total = torch.zeros_like(A[..., 0, 0])
    for n in range(N):
        for t in range(T):
            distance = (n + 1) / N - (t + 1) / T
            total = total - A[..., n, t] * math.expm1(-(distance**2) / (2 * g**2))
    return total / (N * T)
