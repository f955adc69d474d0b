"""Skip-gram: a word predicts each word around it, with a tree, with negative samples, or with the whole softmax."""

import torch
from jaxtyping import Float, Int
from torch import Tensor
from torch.nn import functional as F

from reference.formula import formula
from reference.word2vec.paths import one_leaf_of_all, path_loss, path_to
from reference.word2vec.trees import Tree


@formula(
    source="Mikolov, Chen et al. 2013, section 3.2",
    outputs=("pairs",),
    domains={"tokens": "index V", "window": "1..3"},
)
def skipgram_pairs(tokens: Int[Tensor, " T"], window: int) -> Int[Tensor, "pairs 2"]:
    """Every (centre, context) at most `window` words apart, by centre and then from left to right."""
    T = len(tokens)
    places = [(i, j) for i in range(T) for j in range(max(0, i - window), min(T, i + window + 1)) if j != i]
    return tokens[torch.tensor(places, device=tokens.device)]


@skipgram_pairs.twin
def pairs_by_distance(tokens: Tensor, window: int) -> Tensor:
    """The cells of a band matrix without its diagonal."""
    places = torch.arange(len(tokens), device=tokens.device)
    distance = (places[:, None] - places).abs()
    centre, context = torch.where((distance > 0) & (distance <= window))
    return torch.stack([tokens[centre], tokens[context]], dim=-1)


@formula(
    source="Mikolov, Sutskever et al. 2013, eq. 2",
    outputs=("loss",),
    domains={"centre": "index V", "context": "index V"},
)
def skipgram_softmax_loss(
    centre: Int[Tensor, "*batch"], context: Int[Tensor, "*batch"], C: Float[Tensor, "V D"], U: Float[Tensor, "V D"]
) -> Float[Tensor, "*batch"]:
    """−log of the softmax over all words: C holds the centre vectors, U the context vectors."""
    v = F.embedding(centre, C)
    return -torch.log_softmax(v @ U.mT, dim=-1).gather(-1, context[..., None]).squeeze(-1)


@skipgram_softmax_loss.twin
def log_of_normaliser(centre: Tensor, context: Tensor, C: Tensor, U: Tensor) -> Tensor:
    """log Σ e^s minus the context word's own score."""
    v = F.one_hot(centre, len(C)).to(C) @ C
    return torch.logsumexp(torch.einsum("...d,vd->...v", v, U), dim=-1) - (v * F.embedding(context, U)).sum(dim=-1)


@formula(
    source="Mikolov, Chen et al. 2013, section 3.2",
    outputs=("loss",),
    domains={"centre": "index V", "context": "index V", "tree": "tree V"},
    sizes={"inner": "V-1"},
)
def skipgram_loss(
    centre: int, context: int, C: Float[Tensor, "V D"], nodes: Float[Tensor, "inner D"], tree: Tree
) -> Float[Tensor, ""]:
    """−log of the probability that the tree gives one context word, from the centre word's vector."""
    return path_loss(C[centre], *path_to(tree, context, nodes))


@skipgram_loss.twin
def skipgram_by_probability(centre: int, context: int, C: Tensor, nodes: Tensor, tree: Tree) -> Tensor:
    """The logarithm of the walk down."""
    return -torch.log(one_leaf_of_all(C[centre], nodes, tree, context))


@formula(
    source="Mikolov, Sutskever et al. 2013, eq. 4",
    latex=r"J = -\log \sigma(u^\top v) - \sum_{i=1}^{k} \log \sigma(-\tilde{u}_i^\top v)",
    outputs=("loss",),
    extreme={"v": 1e3},
)
def negative_sampling_loss(
    v: Float[Tensor, "*batch D"], u: Float[Tensor, "*batch D"], negatives: Float[Tensor, "*batch k D"]
) -> Float[Tensor, "*batch"]:
    """Tell the context word's vector u from those of k noise words, seen from the centre word's vector v."""
    towards_one = torch.cat([u[..., None, :], -negatives], dim=-2) @ v[..., None]  # 1 − σ(a) is σ(−a)
    return -F.logsigmoid(towards_one.squeeze(-1)).sum(dim=-1)


@negative_sampling_loss.twin
def one_true_among_noise(v: Tensor, u: Tensor, negatives: Tensor) -> Tensor:
    """Logistic regression with the label 1 for the context word and 0 for the noise."""
    scores = torch.einsum("...kd,...d->...k", torch.cat([u[..., None, :], negatives], dim=-2), v)
    labels = torch.zeros_like(scores).index_fill(-1, torch.tensor([0], device=scores.device), 1.0)
    return F.binary_cross_entropy_with_logits(scores, labels, reduction="none").sum(dim=-1)


@formula(
    source="Mikolov, Sutskever et al. 2013, eq. 5: a word is discarded with the rest of the probability",
    latex=r"P = \min(1, \sqrt{t / f})",
    outputs=("P",),
    domains={"frequency": "0.1..0.9", "t": "0.1..0.9"},
)
def subsample_keep(frequency: Float[Tensor, "*batch"], t: float) -> Float[Tensor, "*batch"]:
    """The probability to keep a word of this relative frequency; at most as frequent as t, it always stays."""
    return torch.sqrt(t / frequency).clamp(max=1.0)


@subsample_keep.twin
def keep_by_branch(frequency: Tensor, t: float) -> Tensor:
    """The two cases apart."""
    return torch.where(frequency > t, (frequency / t) ** -0.5, 1.0)


@formula(
    source="Mikolov, Sutskever et al. 2013, section 2.2",
    latex=r"P_i = \frac{c_i^{3/4}}{\sum_{j} c_j^{3/4}}",
    outputs=("P",),
    domains={"counts": "positive"},
)
def noise_distribution(counts: Float[Tensor, "*batch V"]) -> Float[Tensor, "*batch V"]:
    """The distribution of negative samples: the unigram counts to the power 3/4, which lifts rare words."""
    lifted = counts**0.75
    return lifted / lifted.sum(dim=-1, keepdim=True)


@noise_distribution.twin
def noise_by_softmax(counts: Tensor) -> Tensor:
    """The softmax of three quarters of the logarithm."""
    return torch.softmax(0.75 * torch.log(counts), dim=-1)
