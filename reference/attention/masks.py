"""Masks are added to the scores: 0 where a query may look, -inf where it may not."""

from math import inf

import torch
import torch.nn.functional as F
from jaxtyping import Float, Int
from torch import Tensor, nn

from reference.attention.dot_product import scaled_scores
from reference.formula import formula
from reference.softmax import softmax


@formula(source="Vaswani et al. 2017, section 3.2.3")
def causal_mask(n: int, *, like: Float[Tensor, "..."] | None = None) -> Float[Tensor, "{n} {n}"]:
    """Added to the scores: 0 where a token may look, -inf above the diagonal, where the future is."""
    blocked = torch.full((n, n), -inf) if like is None else like.new_full((n, n), -inf)
    return blocked.triu(1)


@causal_mask.twin
def torch_causal_mask(n: int, *, like: Tensor | None = None) -> Tensor:
    """The library's own, in the dtype and on the device of `like`."""
    mask = nn.Transformer.generate_square_subsequent_mask(n)
    return mask if like is None else mask.to(like)


@formula(source="Vaswani et al. 2017, section 3.2.3", domains={"lengths": "index n+1"})
def padding_mask(lengths: Int[Tensor, " B"], n: int) -> Float[Tensor, "B {n}"]:
    """Added to the scores: 0 for the first `length` keys of each sentence, -inf for its padding.

    Scores are (B, queries, n), so the mask is unsqueezed and expanded over the queries before it is added.
    """
    is_token = torch.arange(n, device=lengths.device) < lengths.unsqueeze(-1)
    return torch.where(is_token, 0.0, -inf)


@padding_mask.twin
def padding_by_rows(lengths: Tensor, n: int) -> Tensor:
    """One sentence after the other."""
    return torch.tensor([[0.0] * length + [-inf] * (n - length) for length in lengths.tolist()], device=lengths.device)


@formula(
    source="Vaswani et al. 2017, sections 3.2.1 and 3.2.3",
    latex=r"\mathrm{softmax}\left(\frac{Q K^\top}{\sqrt{d_k}} + M\right) V",
    notation="MaskedAttention",
    extra={"d_model": "size"},
    domains={"M": "mask"},
    extreme={"Q": 200.0, "K": 200.0},
)
def masked_attention(
    Q: Float[Tensor, "*batch n d_k"],
    K: Float[Tensor, "*batch m d_k"],
    V: Float[Tensor, "*batch m d_v"],
    M: Float[Tensor, "*#batch n m"],
) -> Float[Tensor, "*batch n d_v"]:
    """Attention that sees only the keys where the additive mask is 0; -inf leaves a weight of exactly 0.

    A query whose keys are all masked has no weights: the result is NaN, so never mask a whole row.
    """
    return softmax(scaled_scores(Q, K) + M) @ V


@masked_attention.twin
def torch_masked_attention(Q: Tensor, K: Tensor, V: Tensor, M: Tensor) -> Tensor:
    """The library's fused kernel, which adds a float mask too."""
    return F.scaled_dot_product_attention(Q, K, V, attn_mask=M)
