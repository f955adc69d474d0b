"""Multi-head attention: the width is cut into heads, which attend in parallel and are mixed by W_o."""

from math import sqrt

import torch
from jaxtyping import Float
from torch import Tensor, nn
from torch.func import functional_call

from reference.attention.dot_product import attention, project
from reference.attention.masks import masked_attention
from reference.formula import formula


@formula(source="Vaswani et al. 2017, section 3.2.2", sizes={"d_model": "heads*d_k"})
def split_heads(X: Float[Tensor, "*batch n d_model"], heads: int) -> Float[Tensor, "*batch {heads} n d_k"]:
    """Give head i its own block of columns, for every token; a bare `view` would deal out tokens instead."""
    return torch.unflatten(X, -1, (heads, -1)).transpose(-3, -2)


@split_heads.twin
def split_by_chunks(X: Tensor, heads: int) -> Tensor:
    """Cut the columns into blocks and stack them."""
    return torch.stack(X.chunk(heads, dim=-1), dim=-3)


@formula(source="Vaswani et al. 2017, section 3.2.2", notation="Concat", sizes={"d_model": "heads*d_k"})
def merge_heads(X: Float[Tensor, "*batch heads n d_k"]) -> Float[Tensor, "*batch n d_model"]:
    """Lay the heads' outputs side by side: the inverse of `split_heads`."""
    return X.transpose(-3, -2).flatten(-2)


@merge_heads.twin
def merge_by_concatenation(X: Tensor) -> Tensor:
    """Concat(head_1, ..., head_h), as the paper writes it."""
    return torch.cat(X.unbind(-3), dim=-1)


@formula(
    source="Vaswani et al. 2017, section 3.2.2",
    latex=r"\mathrm{head}_i = \mathrm{Attention}(X_q W_i^Q, X_{kv} W_i^K, X_{kv} W_i^V) \\ "
    r"\mathrm{MultiHead} = \mathrm{Concat}(\mathrm{head}_1, \ldots, \mathrm{head}_h) W^O",
    notation="MultiHead",
    outputs=("MultiHead",),
    sizes={"d_model": "heads*d_k"},
)
def multi_head_attention(
    X_q: Float[Tensor, "*batch n d_model"],
    X_kv: Float[Tensor, "*batch m d_model"],
    W_q: Float[Tensor, "d_model d_model"],
    W_k: Float[Tensor, "d_model d_model"],
    W_v: Float[Tensor, "d_model d_model"],
    W_o: Float[Tensor, "d_model d_model"],
    heads: int,
    mask: Float[Tensor, "*#batch n m"] | None = None,
) -> Float[Tensor, "*batch n d_model"]:
    """Each head attends with its own columns of the projections; W_o lets the heads speak to each other.

    Self-attention has X_q = X_kv; cross-attention asks with the decoder's X_q what the encoder's output X_kv knows.
    The additive mask is the same for every head.
    """
    Q, K, V = (split_heads(project(X, W), heads) for X, W in ((X_q, W_q), (X_kv, W_k), (X_kv, W_v)))
    mixed = attention(Q, K, V) if mask is None else masked_attention(Q, K, V, mask.unsqueeze(-3))
    return project(merge_heads(mixed), W_o)


@multi_head_attention.twin
def torch_multi_head_attention(
    X_q: Tensor,
    X_kv: Tensor,
    W_q: Tensor,
    W_k: Tensor,
    W_v: Tensor,
    W_o: Tensor,
    heads: int,
    mask: Tensor | None = None,
) -> Tensor:
    """The library's layer: one stacked projection, every weight stored transposed."""
    layer = nn.MultiheadAttention(W_o.shape[0], heads, bias=False, batch_first=True, device="meta")
    weights = {"in_proj_weight": torch.cat([W_q, W_k, W_v], dim=1).mT, "out_proj.weight": W_o.mT}
    if mask is not None and mask.ndim == 3:
        mask = mask.repeat_interleave(heads, dim=0)
    options = {"need_weights": False, "attn_mask": mask}
    output: Tensor = functional_call(layer, weights, (X_q, X_kv, X_kv), options)[0]
    return output


@multi_head_attention.twin
def multi_head_attention_by_head(
    X_q: Tensor,
    X_kv: Tensor,
    W_q: Tensor,
    W_k: Tensor,
    W_v: Tensor,
    W_o: Tensor,
    heads: int,
    mask: Tensor | None = None,
) -> Tensor:
    """The sum over heads of head_i W_i^O: each head sees all inputs, through its own columns of the weights."""
    output = torch.zeros_like(X_q)
    blocks = zip(W_q.chunk(heads, 1), W_k.chunk(heads, 1), W_v.chunk(heads, 1), W_o.chunk(heads, 0), strict=True)
    for w_q, w_k, w_v, w_o in blocks:
        S = X_q @ w_q @ (X_kv @ w_k).mT / sqrt(w_k.shape[1])
        output = output + torch.softmax(S if mask is None else S + mask, dim=-1) @ X_kv @ w_v @ w_o
    return output


@formula(
    source="Vaswani et al. 2017, sections 3.2.2 and 3.2.3",
    latex=r"\mathrm{head}_i = \mathrm{Attention}(X W_i^Q, X W_i^K, X W_i^V) \\ "
    r"\mathrm{MultiHead} = \mathrm{Concat}(\mathrm{head}_1, \ldots, \mathrm{head}_h) W^O",
    outputs=("MultiHead",),
    sizes={"d_model": "heads*d_k"},
)
def multi_head_self_attention(
    X: Float[Tensor, "*batch n d_model"],
    W_q: Float[Tensor, "d_model d_model"],
    W_k: Float[Tensor, "d_model d_model"],
    W_v: Float[Tensor, "d_model d_model"],
    W_o: Float[Tensor, "d_model d_model"],
    heads: int,
) -> Float[Tensor, "*batch n d_model"]:
    """Multi-head attention of the tokens to themselves."""
    return multi_head_attention(X, X, W_q, W_k, W_v, W_o, heads)


@multi_head_self_attention.twin
def torch_multi_head_self_attention(
    X: Tensor, W_q: Tensor, W_k: Tensor, W_v: Tensor, W_o: Tensor, heads: int
) -> Tensor:
    """The library's layer with one input in all three places."""
    return torch_multi_head_attention(X, X, W_q, W_k, W_v, W_o, heads)
