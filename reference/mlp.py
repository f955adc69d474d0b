"""The window model: a fixed number of word vectors, concatenated, through one hidden layer to a distribution."""

import torch
from jaxtyping import Float, Int
from torch import Tensor, nn

from reference.formula import formula


@formula(
    source="The notes' sliding window; Bengio et al. 2003, section 2",
    outputs=("windows", "targets"),
    domains={"tokens": "index V", "n": "2..4"},
)
def sliding_windows(tokens: Int[Tensor, " T"], n: int) -> tuple[Int[Tensor, "windows {n}"], Int[Tensor, " windows"]]:
    """Every n tokens in a row, and the token that follows each: T − n pairs."""
    pairs = tokens.unfold(0, n + 1, 1)
    return pairs[:, :n], pairs[:, n]


@sliding_windows.twin
def gathered_windows(tokens: Tensor, n: int) -> tuple[Tensor, Tensor]:
    """Windows gathered by their positions."""
    starts = torch.arange(len(tokens) - n, device=tokens.device)
    offsets = torch.arange(n, device=tokens.device)
    return tokens[starts[:, None] + offsets], tokens[n:]


@formula(
    source="The notes' MLP for the next word; Bengio et al. 2003 without the direct link",
    latex=r"\hat{y} = \mathrm{softmax}(W_y \tanh(W_h x + b_h) + b_y)",
    outputs=("y",),
    sizes={"nm": "n*m"},
    symbols={"x": r"\mathrm{flatten}(window)"},
    extreme={"window": 1e4},
)
def window_mlp(
    window: Float[Tensor, "*batch n m"],
    W_h: Float[Tensor, "H nm"],
    b_h: Float[Tensor, " H"],
    W_y: Float[Tensor, "V H"],
    b_y: Float[Tensor, " V"],
) -> Float[Tensor, "*batch V"]:
    """Probabilities of the next word; the n word vectors of m numbers are concatenated in reading order."""
    x = window.flatten(-2)
    return (torch.tanh(x @ W_h.mT + b_h) @ W_y.mT + b_y).softmax(dim=-1)


@window_mlp.twin
def word_by_word(window: Tensor, W_h: Tensor, b_h: Tensor, W_y: Tensor, b_y: Tensor) -> Tensor:
    """The hidden layer as a sum over words, each with its own block of columns; log-probabilities exponentiated."""
    blocks = torch.unflatten(W_h, -1, window.shape[-2:])
    hidden = torch.tanh(torch.einsum("...nm,hnm->...h", window, blocks) + b_h)
    return nn.functional.log_softmax(nn.functional.linear(hidden, W_y, b_y), dim=-1).exp()
