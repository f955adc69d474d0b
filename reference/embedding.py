"""From words to vectors and back: vocabulary, table of vectors, one table for input and output."""

from collections import Counter
from math import sqrt
from typing import Any

import torch
from jaxtyping import Float, Int
from torch import Tensor
from torch.func import vjp
from torch.nn import functional as F
from torch.optim.sgd import sgd

from reference.formula import formula

UNKNOWN = "[UNK]"
"""What stands for every word that is not in the vocabulary; it has the index 0."""


@formula(
    source="The notes' vocabulary: count, sort, special tokens first",
    outputs=("vocabulary",),
    domains={"tokens": "words", "min_count": "2..3"},
    reads_data=True,
)
def build_vocabulary(tokens: list[str], min_count: int) -> list[str]:
    """[UNK], then the words that occur at least `min_count` times, frequent ones first; the place is the index."""
    return [UNKNOWN, *(word for word, count in Counter(tokens).most_common() if count >= min_count)]


@build_vocabulary.twin
def vocabulary_by_sorting(tokens: list[str], min_count: int) -> list[str]:
    """All words sorted by falling count, equal ones by first appearance."""
    words = sorted(set(tokens), key=lambda word: (-tokens.count(word), tokens.index(word)))
    return [UNKNOWN] + [word for word in words if tokens.count(word) >= min_count]


@formula(
    source="The notes' one-hot rows times the table",
    latex=r"X = \mathrm{onehot}(ids, V) E",
    outputs=("X",),
    domains={"ids": "index V"},
)
def one_hot_lookup(ids: Int[Tensor, "*batch T"], E: Float[Tensor, "V d"]) -> Float[Tensor, "*batch T d"]:
    """A row with a single 1, times the table, is a row of the table."""
    places = torch.arange(len(E), device=ids.device)
    return (ids[..., None] == places).to(E.dtype) @ E


@one_hot_lookup.twin
def torch_embedding(ids: Tensor, E: Tensor) -> Tensor:
    """`F.embedding`."""
    return F.embedding(ids, E)


@formula(
    source="Vaswani et al. 2017, section 3.4; the notes' √d_model · E",
    latex=r"X = \sqrt{d} \, \mathrm{onehot}(ids, V) E",
    outputs=("X",),
    domains={"ids": "index V"},
)
def scaled_embedding(ids: Int[Tensor, "*batch T"], E: Float[Tensor, "V d"]) -> Float[Tensor, "*batch T d"]:
    """Rows of the table times √d, so that the positions added next do not drown them."""
    return F.embedding(ids, E) * sqrt(E.shape[-1])


@scaled_embedding.twin
def gathered_rows(ids: Tensor, E: Tensor) -> Tensor:
    """Rows of a table that was scaled as a whole."""
    return (E * torch.sqrt(torch.full_like(E, E.shape[-1])))[ids]


@formula(
    source="Vaswani et al. 2017, section 3.4, after Press & Wolf 2017; the notes' L = Z Eᵀ",
    latex=r"L = Z E^\top",
    outputs=("logits",),
    domains={"E": "-1.2..1.2"},  # no trained weight of its own, whose layout would be free: the transpose is the point
)
def tied_logits(Z: Float[Tensor, "*batch T d"], E: Float[Tensor, "V d"]) -> Float[Tensor, "*batch T V"]:
    """A score for every word: how far its own input vector points the way of the output."""
    return Z @ E.mT


@tied_logits.twin
def linear_without_bias(Z: Tensor, E: Tensor) -> Tensor:
    """`F.linear`, whose weight has a row per output."""
    return F.linear(Z, E)


@formula(
    source="The notes' grad = grad_out + grad_in of a shared matrix",
    latex=r"dE = dL^\top Z + \mathrm{onehot}(ids, V)^\top dL E",
    outputs=("dE",),
    domains={"ids": "index V", "E": "-1.2..1.2"},
)
def tied_gradient(
    ids: Int[Tensor, "*batch T"],
    E: Float[Tensor, "V d"],
    d_logits: Float[Tensor, "*batch T V"],
    Z: Float[Tensor, "*batch T d"],
) -> Float[Tensor, "V d"]:
    """The gradient of a table used as input and as output, where Z is the looked-up rows plus what is fixed.

    The output part reaches every row; the input part reaches the rows `ids`, and adds up where a token repeats.
    """
    d_logits, Z = d_logits.flatten(0, -2), Z.flatten(0, -2)
    return (d_logits.mT @ Z).index_add(0, ids.flatten(), d_logits @ E)


@tied_gradient.twin
def tied_autograd(ids: Tensor, E: Tensor, d_logits: Tensor, Z: Tensor) -> Tensor:
    """autograd through lookup and logits together."""
    fixed = Z - F.embedding(ids, E)
    dE: Tensor = vjp(lambda table: tied_logits(F.embedding(ids, table) + fixed, table), E)[1](d_logits)[0]
    return dE


@formula(
    source="Robbins & Monro 1951; the notes' W_new = W_old − lr · grad",
    latex=r"w_{new} = w - \eta g",
    outputs=("w_new",),
    domains={"lr": "0.1..0.9"},
)
def sgd_step(w: Float[Tensor, "*batch"], grad: Float[Tensor, "*batch"], lr: float) -> Float[Tensor, "*batch"]:
    """One step down the gradient."""
    return w - lr * grad


@sgd_step.twin
def torch_sgd(w: Tensor, grad: Tensor, lr: float) -> Tensor:
    """`torch.optim.SGD`'s own step."""
    w = w.clone()
    plain: dict[str, Any] = {"weight_decay": 0.0, "momentum": 0.0, "dampening": 0.0, "nesterov": False}
    sgd([w], [grad], [None], foreach=False, lr=lr, maximize=False, **plain)
    return w
