"""Dot-product attention between a recurrent decoder and its encoder, before the Transformer."""

import torch
import torch.nn.functional as F
from jaxtyping import Float
from torch import Tensor

from reference.formula import formula
from reference.softmax import softmax


@formula(
    source="Luong et al. 2015, section 3.1 (dot), with projections",
    latex=r"\alpha = \mathrm{softmax}(H W_K^\top W_Q s_0) \\ c_0 = \alpha H",
    outputs=("c_0", "alpha"),
    symbols={"q": r"W_Q s_0", "k": r"H W_K^\top"},
)
def dot_attention(
    s_0: Float[Tensor, "*batch S"],
    hs: Float[Tensor, "*batch m A"],
    W_Q: Float[Tensor, "d S"],
    W_K: Float[Tensor, "d A"],
) -> tuple[Float[Tensor, "*batch A"], Float[Tensor, "*batch m"]]:
    """A decoder state asks the encoder states: no scale, and the values are the raw states themselves."""
    query, keys = s_0 @ W_Q.mT, hs @ W_K.mT
    alpha = softmax((keys @ query.unsqueeze(-1)).squeeze(-1))
    c_0 = (alpha.unsqueeze(-2) @ hs).squeeze(-2)
    return c_0, alpha


@dot_attention.twin
def dot_attention_by_index(s_0: Tensor, hs: Tensor, W_Q: Tensor, W_K: Tensor) -> tuple[Tensor, Tensor]:
    """Both products written out by index, with the library's softmax between them."""
    alpha = torch.softmax(torch.einsum("...ma,da,ds,...s->...m", hs, W_K, W_Q, s_0), dim=-1)
    return torch.einsum("...m,...ma->...a", alpha, hs), alpha


@formula(source="Luong et al. 2015, section 3.1 (general)", latex=r"s^\top W h", outputs=("score",))
def luong_score(
    s: Float[Tensor, "*batch S"], h: Float[Tensor, "*batch A"], W: Float[Tensor, "S A"]
) -> Float[Tensor, "*batch"]:
    """The multiplicative score of a decoder state and an encoder state, which may differ in size."""
    return ((s @ W).unsqueeze(-2) @ h.unsqueeze(-1)).squeeze((-2, -1))


@luong_score.twin
def torch_bilinear(s: Tensor, h: Tensor, W: Tensor) -> Tensor:
    """The library's bilinear form, with one output."""
    return F.bilinear(s, h, W.unsqueeze(0)).squeeze(-1)
