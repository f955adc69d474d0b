"""CBOW: the mean of the context predicts the word in its middle."""

import torch
from jaxtyping import Float, Int
from torch import Tensor
from torch.nn import functional as F

from reference.formula import formula
from reference.word2vec.paths import one_leaf_of_all, path_loss, path_to
from reference.word2vec.trees import Tree


@formula(
    source="Mikolov, Chen et al. 2013, section 3.1",
    latex=r"h = \frac{1}{n} \sum_{i=1}^{n} C_{w_i}",
    outputs=("h",),
    domains={"ids": "index V"},
)
def cbow_hidden(ids: Int[Tensor, "*batch n"], C: Float[Tensor, "V D"]) -> Float[Tensor, "*batch D"]:
    """The mean of the context words' vectors; their order is lost."""
    return C[ids].mean(dim=-2)


@cbow_hidden.twin
def counted_words(ids: Tensor, C: Tensor) -> Tensor:
    """How often each word occurs in the context, times the table."""
    return F.one_hot(ids, len(C)).sum(dim=-2).to(C) @ C / ids.shape[-1]


@formula(
    source="Mikolov, Chen et al. 2013, section 3.1",
    outputs=("loss",),
    domains={"ids": "index V", "tree": "tree V", "word": "index V"},
    sizes={"inner": "V-1"},
)
def cbow_loss(
    ids: Int[Tensor, "*batch n"], word: int, C: Float[Tensor, "V D"], nodes: Float[Tensor, "inner D"], tree: Tree
) -> Float[Tensor, "*batch"]:
    """−log of the probability that the tree gives the middle word, from the mean of its context."""
    return path_loss(cbow_hidden(ids, C), *path_to(tree, word, nodes))


@cbow_loss.twin
def cbow_by_probability(ids: Tensor, word: int, C: Tensor, nodes: Tensor, tree: Tree) -> Tensor:
    """The logarithm of the walk down."""
    return -torch.log(one_leaf_of_all(counted_words(ids, C), nodes, tree, word))
