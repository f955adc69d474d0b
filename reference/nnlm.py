"""Bengio's neural language model: look the context up, concatenate, one tanh layer, and a direct link to the output."""

import torch
from jaxtyping import Float, Int
from torch import Tensor
from torch.func import vjp
from torch.nn import functional as F

from reference.formula import formula


@formula(
    source="Bengio et al. 2003, eq. 1, inside tanh",
    latex=r"a = \tanh(d + H x)",
    outputs=("a",),
    sizes={"nm": "n*m"},
    extreme={"x": 1e4},
)
def hidden(
    x: Float[Tensor, "*batch nm"], H: Float[Tensor, "h nm"], d: Float[Tensor, " h"]
) -> Float[Tensor, "*batch h"]:
    """The hidden layer; x holds the vectors of the n context words one after the other, the oldest first."""
    return torch.tanh(d + x @ H.mT)


@hidden.twin
def hidden_by_sigmoid(x: Tensor, H: Tensor, d: Tensor) -> Tensor:
    """tanh as 2σ(2a) − 1, of a sum over the columns of H."""
    a = d + torch.einsum("...i,hi->...h", x, H)
    return 2 * torch.sigmoid(2 * a) - 1


@formula(
    source="Bengio et al. 2003, eq. 1",
    latex=r"y = b + W x + U \tanh(d + H x)",
    outputs=("y",),
    sizes={"nm": "n*m"},
    extreme={"x": 1e4},
)
def nnlm_logits(
    x: Float[Tensor, "*batch nm"],
    H: Float[Tensor, "h nm"],
    d: Float[Tensor, " h"],
    U: Float[Tensor, "V h"],
    W: Float[Tensor, "V nm"],
    b: Float[Tensor, " V"],
) -> Float[Tensor, "*batch V"]:
    """One score a word: through the hidden layer, and straight from the context by W."""
    return b + x @ W.mT + hidden(x, H, d) @ U.mT


@nnlm_logits.twin
def stacked_layer(x: Tensor, H: Tensor, d: Tensor, U: Tensor, W: Tensor, b: Tensor) -> Tensor:
    """One layer [W U] on the context and the hidden units together."""
    both = torch.cat([x, torch.tanh(F.linear(x, H, d))], dim=-1)
    return F.linear(both, torch.cat([W, U], dim=1), b)


@formula(
    source="Mikolov, Chen et al. 2013, section 2.1, whose cost is N·D + N·D·H + H·V",
    outputs=("y",),
    domains={"ids": "index V"},
    sizes={"nm": "n*m"},
)
def nnlm_without_direct(
    ids: Int[Tensor, "*batch n"],
    C: Float[Tensor, "V m"],
    H: Float[Tensor, "h nm"],
    d: Float[Tensor, " h"],
    U: Float[Tensor, "V h"],
    b: Float[Tensor, " V"],
) -> Float[Tensor, "*batch V"]:
    """The scores of the model without the direct link, lookup included."""
    return b + hidden(C[ids].flatten(-2), H, d) @ U.mT


@nnlm_without_direct.twin
def zero_direct_link(ids: Tensor, C: Tensor, H: Tensor, d: Tensor, U: Tensor, b: Tensor) -> Tensor:
    """The full model with a direct link of zeros, its words as one-hot rows."""
    x = (F.one_hot(ids, len(C)).to(C) @ C).flatten(-2)
    return stacked_layer(x, H, d, U, U.new_zeros(len(U), x.shape[-1]), b)


@formula(
    source="Bengio et al. 2003, eq. 1 and the softmax before it",
    lines=r"x = \mathrm{flatten}(C_{ids}) \\ a = \tanh(d + H x) \\ y = b + W x + U a \\ p = \mathrm{softmax}(y)",
    outputs=("p",),
    domains={"ids": "index V"},
    sizes={"nm": "n*m"},
)
def nnlm(
    ids: Int[Tensor, "*batch n"],
    C: Float[Tensor, "V m"],
    H: Float[Tensor, "h nm"],
    d: Float[Tensor, " h"],
    U: Float[Tensor, "V h"],
    W: Float[Tensor, "V nm"],
    b: Float[Tensor, " V"],
) -> Float[Tensor, "*batch V"]:
    """The probability of each word to come next, given n words, the oldest first."""
    return torch.softmax(nnlm_logits(C[ids].flatten(-2), H, d, U, W, b), dim=-1)


@nnlm.twin
def nnlm_by_blocks(ids: Tensor, C: Tensor, H: Tensor, d: Tensor, U: Tensor, W: Tensor, b: Tensor) -> Tensor:
    """Word by word: each place of the context has its own blocks of H and W."""
    m, a, y = C.shape[1], d, b
    for place, word in enumerate(F.embedding(ids, C).unbind(-2)):
        block = slice(place * m, (place + 1) * m)
        a, y = a + word @ H[:, block].T, y + word @ W[:, block].T
    return torch.exp(torch.log_softmax(y + torch.tanh(a) @ U.T, dim=-1))


@formula(
    source="Bengio et al. 2003, section 3.2, backward phase",
    outputs=("dC", "dH", "dd", "dU", "dW", "db"),
    domains={"target": "index V", "ids": "index V"},
    sizes={"nm": "n*m"},
)
def nnlm_gradient(
    target: Int[Tensor, "*batch"],
    ids: Int[Tensor, "*batch n"],
    C: Float[Tensor, "V m"],
    H: Float[Tensor, "h nm"],
    d: Float[Tensor, " h"],
    U: Float[Tensor, "V h"],
    W: Float[Tensor, "V nm"],
    b: Float[Tensor, " V"],
) -> tuple[
    Float[Tensor, "V m"],
    Float[Tensor, "h nm"],
    Float[Tensor, " h"],
    Float[Tensor, "V h"],
    Float[Tensor, "V nm"],
    Float[Tensor, " V"],
]:
    """The gradients of −log p(target), summed over the batch; those of C fall on the rows of the context's words."""
    words = C[ids]
    x = words.flatten(-2)
    a = hidden(x, H, d)
    dy = torch.softmax(nnlm_logits(x, H, d, U, W, b), dim=-1) - F.one_hot(target, len(b))
    da = (dy @ U) * (1 - a**2)
    dx = dy @ W + da @ H
    dC = torch.zeros_like(C).index_put((ids,), dx.view_as(words), accumulate=True)
    return dC, _outer(da, x), _total(da), _outer(dy, a), _outer(dy, x), _total(dy)


def _outer(g: Tensor, x: Tensor) -> Tensor:
    return torch.einsum("...i,...j->ij", g, x)


def _total(g: Tensor) -> Tensor:
    return torch.einsum("...i->i", g)


@nnlm_gradient.twin
def nnlm_autograd(target: Tensor, ids: Tensor, *weights: Tensor) -> tuple[Tensor, ...]:
    """autograd through the probabilities."""

    def loss(*weights: Tensor) -> Tensor:
        return -torch.log(nnlm(ids, *weights).gather(-1, target[..., None])).sum()

    gradients: tuple[Tensor, ...] = vjp(loss, *weights)[1](weights[0].new_ones(()))
    return gradients
