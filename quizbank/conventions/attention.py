"""Attention in other hands: torch's stacked projections, tokens as columns, masks of True and False."""

from typing import Any

import torch
from jaxtyping import Bool, Float, Int
from torch import Tensor

from quizbank.convention import convention
from reference import attention

Arguments = dict[str, Any]

# torch.nn.MultiheadAttention


@convention(
    attention.multi_head_attention,
    "torch",
    en="torch's layer: three projections stacked in in_proj_weight, with a bias, weights (out, in); the prompt has them apart, (in, out), without biases.",
    zh="torch 的层：三个投影叠放在 in_proj_weight 里，带偏置，权重为 (输出, 输入)；题目中它们分开，为 (输入, 输出)，没有偏置。",
)
def torch_layer(
    X_q: Float[Tensor, "*batch n d_model"],
    X_kv: Float[Tensor, "*batch m d_model"],
    in_proj_weight: Float[Tensor, "3*d_model d_model"],
    in_proj_bias: Float[Tensor, " 3*d_model"],
    out_proj: Float[Tensor, "d_model d_model"],
    heads: int,
    mask: Float[Tensor, "*#batch n m"] | None = None,
) -> Arguments:
    """Three stacked projections, each with a bias."""
    weights = _apart(in_proj_weight, in_proj_bias, out_proj)
    return {"X_q": _with_one(X_q), "X_kv": _with_one(X_kv), **weights, "heads": heads, "mask": mask}


def _with_one(X: Tensor) -> Tensor:
    """The notes' attention has no biases, so they ride on an input that is always 1."""
    return torch.cat([X, torch.ones_like(X[..., :1])], dim=-1)


def _apart(in_proj_weight: Tensor, in_proj_bias: Tensor, out_proj: Tensor) -> Arguments:
    stacked = torch.cat([in_proj_weight.mT, in_proj_bias.unsqueeze(0)])
    W_q, W_k, W_v = stacked.chunk(3, dim=-1)
    return {"W_q": W_q, "W_k": W_k, "W_v": W_v, "W_o": out_proj.mT}


def _stacked(W_q: Tensor, W_k: Tensor, W_v: Tensor, W_o: Tensor) -> Arguments:
    stacked = torch.cat([W_q, W_k, W_v], dim=1).mT
    return {"in_proj_weight": stacked, "in_proj_bias": stacked.new_zeros(stacked.shape[0]), "out_proj": W_o.mT}


@torch_layer.packing
def _(
    X_q: Tensor,
    X_kv: Tensor,
    W_q: Tensor,
    W_k: Tensor,
    W_v: Tensor,
    W_o: Tensor,
    heads: int,
    mask: Tensor | None = None,
) -> Arguments:
    given = {} if mask is None else {"mask": mask}
    return {"X_q": X_q, "X_kv": X_kv, **_stacked(W_q, W_k, W_v, W_o), "heads": heads, **given}


@convention(
    attention.multi_head_self_attention,
    "torch",
    en="torch's layer: three projections stacked in in_proj_weight, with a bias, weights (out, in); the prompt has them apart, (in, out), without biases.",
    zh="torch 的层：三个投影叠放在 in_proj_weight 里，带偏置，权重为 (输出, 输入)；题目中它们分开，为 (输入, 输出)，没有偏置。",
)
def torch_self_layer(
    X: Float[Tensor, "*batch n d_model"],
    in_proj_weight: Float[Tensor, "3*d_model d_model"],
    in_proj_bias: Float[Tensor, " 3*d_model"],
    out_proj: Float[Tensor, "d_model d_model"],
    heads: int,
) -> Arguments:
    """Three stacked projections of the same tokens."""
    return {"X": _with_one(X), **_apart(in_proj_weight, in_proj_bias, out_proj), "heads": heads}


@torch_self_layer.packing
def _(X: Tensor, W_q: Tensor, W_k: Tensor, W_v: Tensor, W_o: Tensor, heads: int) -> Arguments:
    return {"X": X, **_stacked(W_q, W_k, W_v, W_o), "heads": heads}


# Tokens as columns


@convention(
    attention.attention,
    "column",
    en="Tokens as columns, V softmax(KᵀQ/√d_k), the softmax down each column; the prompt has rows, softmax(QKᵀ/√d_k) V.",
    zh="token 作列，V softmax(KᵀQ/√d_k)，softmax 沿每一列做；题目中是行，softmax(QKᵀ/√d_k) V。",
)
def columns(
    Q: Float[Tensor, "*batch d_k n"], K: Float[Tensor, "*batch d_k m"], V: Float[Tensor, "*batch d_v m"]
) -> Arguments:
    """Every matrix transposed."""
    return {"Q": Q.mT, "K": K.mT, "V": V.mT}


@columns.packing
def _(Q: Tensor, K: Tensor, V: Tensor) -> Arguments:
    return {"Q": Q.mT, "K": K.mT, "V": V.mT}


@columns.rewriting
def _(output: Tensor) -> Tensor:
    return output.mT


@convention(
    attention.self_attention,
    "column",
    en="Tokens as columns, weights in front, W_v X softmax((W_k X)ᵀ W_q X/√d_k); the prompt has rows, X W_q, X W_k, X W_v.",
    zh="token 作列、权重在左，W_v X softmax((W_k X)ᵀ W_q X/√d_k)；题目中是行，X W_q、X W_k、X W_v。",
)
def self_columns(
    X: Float[Tensor, "*batch d_model n"],
    W_q: Float[Tensor, "d_k d_model"],
    W_k: Float[Tensor, "d_k d_model"],
    W_v: Float[Tensor, "d_v d_model"],
) -> Arguments:
    """Every matrix transposed, so that weights stand on the left."""
    return {"X": X.mT, "W_q": W_q.mT, "W_k": W_k.mT, "W_v": W_v.mT}


@self_columns.packing
def _(X: Tensor, W_q: Tensor, W_k: Tensor, W_v: Tensor) -> Arguments:
    return {"X": X.mT, "W_q": W_q.mT, "W_k": W_k.mT, "W_v": W_v.mT}


@self_columns.rewriting
def _(output: Tensor) -> Tensor:
    return output.mT


# What a mask means


def _additive(blocked: Tensor, like: Tensor) -> Tensor:
    return torch.zeros(blocked.shape, dtype=like.dtype, device=like.device).masked_fill(blocked, -torch.inf)


@convention(
    attention.masked_attention,
    "keep",
    en="M as True where a query may look (as in F.scaled_dot_product_attention); the notes' M is 0 there, −∞ elsewhere",
    zh="M 中 True 表示可以看（与 F.scaled_dot_product_attention 相同）；笔记里的 M 在那里是 0，别处是 −∞",
)
def masked_keeping(
    Q: Float[Tensor, "*batch n d_k"],
    K: Float[Tensor, "*batch m d_k"],
    V: Float[Tensor, "*batch m d_v"],
    M: Bool[Tensor, "*#batch n m"],
) -> Arguments:
    """A pattern of what is seen."""
    return {"Q": Q, "K": K, "V": V, "M": _additive(~M, Q)}


@masked_keeping.packing
def _(Q: Tensor, K: Tensor, V: Tensor, M: Tensor) -> Arguments:
    return {"Q": Q, "K": K, "V": V, "M": M == 0}


@convention(
    attention.masked_attention,
    "block",
    en="M as True where a query may not look (as in nn.MultiheadAttention); the notes' M is −∞ there, 0 elsewhere",
    zh="M 中 True 表示不许看（与 nn.MultiheadAttention 相同）；笔记里的 M 在那里是 −∞，别处是 0",
)
def masked_blocking(
    Q: Float[Tensor, "*batch n d_k"],
    K: Float[Tensor, "*batch m d_k"],
    V: Float[Tensor, "*batch m d_v"],
    M: Bool[Tensor, "*#batch n m"],
) -> Arguments:
    """A pattern of what is hidden."""
    return {"Q": Q, "K": K, "V": V, "M": _additive(M, Q)}


@masked_blocking.packing
def _(Q: Tensor, K: Tensor, V: Tensor, M: Tensor) -> Arguments:
    return {"Q": Q, "K": K, "V": V, "M": M != 0}


@convention(
    attention.causal_mask,
    "keep",
    en="True means may look, a lower triangle; the prompt's mask is added, 0 or −∞.",
    zh="True 表示可以看，即下三角；题目中的掩码是加上去的 0 或 −∞。",
)
def causal_keeping(n: int) -> Arguments:
    """True on and below the diagonal."""
    return {"n": n}


@convention(
    attention.causal_mask,
    "block",
    en="True means may not look, the triangle above the diagonal; the prompt's mask is added, 0 or −∞.",
    zh="True 表示不许看，即对角线上方的三角；题目中的掩码是加上去的 0 或 −∞。",
)
def causal_blocking(n: int) -> Arguments:
    """True above the diagonal."""
    return {"n": n}


@causal_keeping.packing
@causal_blocking.packing
def _(n: int) -> Arguments:
    return {"n": n}


@convention(
    attention.padding_mask,
    "keep",
    en="True means a token, which may be looked at; the prompt's mask is added, 0 or −∞.",
    zh="True 表示真实 token，可以看；题目中的掩码是加上去的 0 或 −∞。",
)
def padding_keeping(lengths: Int[Tensor, " B"], n: int) -> Arguments:
    """True for tokens."""
    return {"lengths": lengths, "n": n}


@convention(
    attention.padding_mask,
    "block",
    en="True means padding, which may not be looked at, as in key_padding_mask; the prompt's mask is added, 0 or −∞.",
    zh="True 表示填充，不许看，与 key_padding_mask 相同；题目中的掩码是加上去的 0 或 −∞。",
)
def padding_blocking(lengths: Int[Tensor, " B"], n: int) -> Arguments:
    """True for padding."""
    return {"lengths": lengths, "n": n}


@padding_keeping.packing
@padding_blocking.packing
def _(lengths: Tensor, n: int) -> Arguments:
    return {"lengths": lengths, "n": n}


@causal_keeping.rewriting
@padding_keeping.rewriting
def _(mask: Tensor) -> Tensor:
    return mask == 0


@causal_blocking.rewriting
@padding_blocking.rewriting
def _(mask: Tensor) -> Tensor:
    return mask != 0
