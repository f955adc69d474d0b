"""Scaled dot-product attention: tokens are rows, `X @ W` projects them, each query's weights sum to 1."""

from math import sqrt

import torch
import torch.nn.functional as F
from jaxtyping import Float
from torch import Tensor

from reference.formula import formula
from reference.softmax import softmax


@formula(source="Vaswani et al. 2017, section 3.2.2", latex=r"Q = X W", outputs=("Q",))
def project(X: Float[Tensor, "*batch n d_model"], W: Float[Tensor, "d_model d_k"]) -> Float[Tensor, "*batch n d_k"]:
    """Queries, keys and values are linear images of the tokens, without a bias."""
    return X @ W


@project.twin
def torch_linear(X: Tensor, W: Tensor) -> Tensor:
    """The library's layer, whose weight is stored transposed."""
    return F.linear(X, W.mT)


@formula(source="Vaswani et al. 2017, section 3.2.1", latex=r"S = Q K^\top", outputs=("S",))
def scores(Q: Float[Tensor, "*batch n d_k"], K: Float[Tensor, "*batch m d_k"]) -> Float[Tensor, "*batch n m"]:
    """Each query against each key: a row per query, a column per key, not yet scaled."""
    return Q @ K.mT


@scores.twin
def scores_by_index(Q: Tensor, K: Tensor) -> Tensor:
    """The sum over the features, written out by index."""
    return torch.einsum("...nd,...md->...nm", Q, K)


@formula(
    source="Vaswani et al. 2017, section 3.2.1",
    latex=r"S = \frac{Q K^\top}{\sqrt{d_k}}",
    outputs=("S",),
    extra={"d_model": "size"},
)
def scaled_scores(Q: Float[Tensor, "*batch n d_k"], K: Float[Tensor, "*batch m d_k"]) -> Float[Tensor, "*batch n m"]:
    """A sum of d_k independent products has variance d_k; divided by its root, the scores keep variance 1."""
    return scores(Q, K) / sqrt(Q.shape[-1])


@scaled_scores.twin
def scores_of_scaled_queries(Q: Tensor, K: Tensor) -> Tensor:
    """Scaling the queries instead, as fused kernels do."""
    return torch.einsum("...nd,...md->...nm", Q * Q.shape[-1] ** -0.5, K)


@formula(
    source="Vaswani et al. 2017, eq. 1",
    latex=r"\mathrm{softmax}\left(\frac{Q K^\top}{\sqrt{d_k}}\right) V",
    notation="Attention",
    extra={"d_model": "size"},
    extreme={"Q": 200.0, "K": 200.0},
)
def attention(
    Q: Float[Tensor, "*batch n d_k"], K: Float[Tensor, "*batch m d_k"], V: Float[Tensor, "*batch m d_v"]
) -> Float[Tensor, "*batch n d_v"]:
    """Each query receives the mean of the values, weighted by how well their keys match it."""
    return softmax(scaled_scores(Q, K)) @ V


@attention.twin
def torch_attention(Q: Tensor, K: Tensor, V: Tensor) -> Tensor:
    """The library's fused kernel."""
    return F.scaled_dot_product_attention(Q, K, V)


@formula(
    source="Vaswani et al. 2017, section 3.2.3",
    latex=r"\mathrm{Attention}(X W^Q, X W^K, X W^V)",
    notation="SelfAttention",
)
def self_attention(
    X: Float[Tensor, "*batch n d_model"],
    W_q: Float[Tensor, "d_model d_k"],
    W_k: Float[Tensor, "d_model d_k"],
    W_v: Float[Tensor, "d_model d_v"],
) -> Float[Tensor, "*batch n d_v"]:
    """One head whose queries, keys and values all come from the same tokens."""
    return attention(project(X, W_q), project(X, W_k), project(X, W_v))


@self_attention.twin
def self_attention_by_query(X: Tensor, W_q: Tensor, W_k: Tensor, W_v: Tensor) -> Tensor:
    """A soft dictionary: each token compares its query with every key and mixes the values."""
    keys, values = X @ W_k, X @ W_v
    rows = []
    for x in X.unbind(-2):
        match = torch.exp((keys * (x @ W_q).unsqueeze(-2)).sum(-1) / sqrt(W_k.shape[1]))
        rows.append((match.unsqueeze(-1) * values).sum(-2) / match.sum(-1, keepdim=True))
    return torch.stack(rows, dim=-2)
