"""Hierarchical softmax: a word's probability is that of the path to it."""

import torch
from jaxtyping import Float, Int
from torch import Tensor
from torch.func import vjp
from torch.nn import functional as F

from reference.formula import formula
from reference.word2vec.trees import Tree


@formula(
    source="Morin & Bengio 2005; Mikolov, Sutskever et al. 2013, eq. 3",
    latex=r"P = \prod_{j=1}^{L} \sigma(s_j \, \theta_j^\top h)",
    outputs=("P",),
    domains={"turns": "sign"},
    extreme={"h": 1e3},
)
def path_probability(
    h: Float[Tensor, "*batch D"], nodes: Float[Tensor, "L D"], turns: Int[Tensor, " L"]
) -> Float[Tensor, "*batch"]:
    """The probability of the word at the end of a path: σ for a turn left (+1), 1 − σ for a turn right (−1)."""
    return torch.sigmoid(turns * (h @ nodes.mT)).prod(dim=-1)


@path_probability.twin
def complemented(h: Tensor, nodes: Tensor, turns: Tensor) -> Tensor:
    """1 − σ written out for the turns right."""
    left = torch.sigmoid(torch.einsum("...d,ld->...l", h, nodes))
    return torch.where(turns > 0, left, 1 - left).prod(dim=-1)


@formula(
    source="Morin & Bengio 2005: hierarchical softmax",
    outputs=("P",),
    domains={"tree": "tree V", "word": "index V"},
    sizes={"inner": "V-1"},
)
def word_probability(
    h: Float[Tensor, "*batch D"], nodes: Float[Tensor, "inner D"], tree: Tree, word: int
) -> Float[Tensor, "*batch"]:
    """The probability of a word: that of its path; over all V words they sum to 1."""
    rows, turns = path_to(tree, word, nodes)
    return path_probability(h, rows, turns)


def path_to(tree: Tree, word: int, nodes: Tensor) -> tuple[Tensor, Tensor]:
    """The node vectors and the turns on the way to a word."""
    places, turns = zip(*tree[word], strict=True)
    return nodes[list(places)], torch.tensor(turns, device=nodes.device)


@word_probability.twin
def one_leaf_of_all(h: Tensor, nodes: Tensor, tree: Tree, word: int) -> Tensor:
    """Walk down, and at each node keep the share that turns the word's way."""
    probability = torch.ones_like(h[..., 0])
    for node, turn in tree[word]:
        left = torch.sigmoid((h * nodes[node]).sum(dim=-1))
        probability = probability * (left if turn > 0 else 1 - left)
    return probability


@formula(
    source="Morin & Bengio 2005; Mikolov, Sutskever et al. 2013, eq. 3",
    latex=r"J = -\sum_{j=1}^{L} \log \sigma(s_j \, \theta_j^\top h)",
    outputs=("loss",),
    domains={"turns": "sign"},
    extreme={"h": 1e3},
)
def path_loss(
    h: Float[Tensor, "*batch D"], nodes: Float[Tensor, "L D"], turns: Int[Tensor, " L"]
) -> Float[Tensor, "*batch"]:
    """−log of the path's probability, as a sum of logarithms so that no product underflows."""
    return -F.logsigmoid(turns * (h @ nodes.mT)).sum(dim=-1)


@path_loss.twin
def turns_as_labels(h: Tensor, nodes: Tensor, turns: Tensor) -> Tensor:
    """One logistic regression a node, whose label is 1 for left."""
    scores = torch.einsum("...d,ld->...l", h, nodes)
    labels = (turns > 0).to(scores).expand_as(scores)
    return F.binary_cross_entropy_with_logits(scores, labels, reduction="none").sum(dim=-1)


@formula(
    source="Mikolov, Chen et al. 2013, its code: (1 − code − σ) is the update, this is the gradient",
    outputs=("dh", "dnodes"),
    domains={"turns": "sign"},
)
def path_gradient(
    h: Float[Tensor, "*batch D"], nodes: Float[Tensor, "L D"], turns: Int[Tensor, " L"]
) -> tuple[Float[Tensor, "*batch D"], Float[Tensor, "L D"]]:
    """The gradients of `path_loss`: at each node σ minus 1 for left, minus 0 for right."""
    e = torch.sigmoid(h @ nodes.mT) - (turns > 0).to(h)
    return e @ nodes, torch.einsum("...l,...d->ld", e, h)


@path_gradient.twin
def path_autograd(h: Tensor, nodes: Tensor, turns: Tensor) -> tuple[Tensor, Tensor]:
    """autograd through `path_loss`."""
    gradients: tuple[Tensor, Tensor] = vjp(lambda h, nodes: path_loss(h, nodes, turns), h, nodes)[1](
        torch.ones_like(h[..., 0])
    )
    return gradients
