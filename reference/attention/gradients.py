"""Backward passes by hand: what reaches each argument when g arrives at the output."""

from functools import partial
from math import sqrt

from jaxtyping import Float
from torch import Tensor
from torch.func import vjp

from reference.attention.dot_product import attention, project, scaled_scores
from reference.attention.heads import merge_heads, multi_head_attention, split_heads
from reference.formula import formula
from reference.softmax import softmax


@formula(source="Matrix calculus of a linear map", latex=r"dX = g W^\top \\ dW = X^\top g", outputs=("dX", "dW"))
def project_gradient(
    g: Float[Tensor, "*batch n d_k"], X: Float[Tensor, "*batch n d_model"], W: Float[Tensor, "d_model d_k"]
) -> tuple[Float[Tensor, "*batch n d_model"], Float[Tensor, "d_model d_k"]]:
    """The tokens' gradient goes back through W transposed; the weight's is summed over all tokens of all sentences."""
    return g @ W.mT, X.flatten(0, -2).mT @ g.flatten(0, -2)


@project_gradient.twin
def project_gradient_by_autograd(g: Tensor, X: Tensor, W: Tensor) -> tuple[Tensor, Tensor]:
    """What autograd says of the formula."""
    pull = vjp(project, X, W)[1]
    dX, dW = pull(g)
    return dX, dW


@formula(
    source="Matrix calculus of eq. 1 in Vaswani et al. 2017",
    latex=r"P = \mathrm{softmax}\left(\frac{Q K^\top}{\sqrt{d_k}}\right) \\ dP = g V^\top \\ "
    r"dS_{ij} = P_{ij} (dP_{ij} - \sum_{k} P_{ik} dP_{ik}) \\ "
    r"dQ = \frac{dS K}{\sqrt{d_k}} \\ dK = \frac{dS^\top Q}{\sqrt{d_k}} \\ dV = P^\top g",
    outputs=("dQ", "dK", "dV"),
    symbols={"P": r"\mathrm{softmax}\left(\frac{Q K^\top}{\sqrt{d_k}}\right)"},
)
def attention_gradient(
    g: Float[Tensor, "*batch n d_v"],
    Q: Float[Tensor, "*batch n d_k"],
    K: Float[Tensor, "*batch m d_k"],
    V: Float[Tensor, "*batch m d_v"],
) -> tuple[Float[Tensor, "*batch n d_k"], Float[Tensor, "*batch m d_k"], Float[Tensor, "*batch m d_v"]]:
    """What reaches queries, keys and values when g arrives at the output."""
    P = softmax(scaled_scores(Q, K))
    dP = g @ V.mT
    dS = P * (dP - (P * dP).sum(-1, keepdim=True))  # a softmax passes on only what deviates from the row's mean
    scale = sqrt(Q.shape[-1])
    return dS @ K / scale, dS.mT @ Q / scale, P.mT @ g


@attention_gradient.twin
def attention_gradient_by_autograd(g: Tensor, Q: Tensor, K: Tensor, V: Tensor) -> tuple[Tensor, Tensor, Tensor]:
    """What autograd says of the formula."""
    pull = vjp(attention, Q, K, V)[1]
    dQ, dK, dV = pull(g)
    return dQ, dK, dV


@formula(
    source="Matrix calculus of section 3.2.2 in Vaswani et al. 2017",
    outputs=("dX_q", "dX_kv", "dW_q", "dW_k", "dW_v", "dW_o"),
    sizes={"d_model": "heads*d_k"},
)
def multi_head_attention_gradient(
    g: Float[Tensor, "*batch n d_model"],
    X_q: Float[Tensor, "*batch n d_model"],
    X_kv: Float[Tensor, "*batch m d_model"],
    W_q: Float[Tensor, "d_model d_model"],
    W_k: Float[Tensor, "d_model d_model"],
    W_v: Float[Tensor, "d_model d_model"],
    W_o: Float[Tensor, "d_model d_model"],
    heads: int,
) -> tuple[
    Float[Tensor, "*batch n d_model"],
    Float[Tensor, "*batch m d_model"],
    Float[Tensor, "d_model d_model"],
    Float[Tensor, "d_model d_model"],
    Float[Tensor, "d_model d_model"],
    Float[Tensor, "d_model d_model"],
]:
    """Back through W_o, through each head, through the three projections; X_kv hears from keys and values."""
    Q, K, V = (split_heads(project(X, W), heads) for X, W in ((X_q, W_q), (X_kv, W_k), (X_kv, W_v)))
    d_mixed, dW_o = project_gradient(g, merge_heads(attention(Q, K, V)), W_o)
    dQ, dK, dV = (merge_heads(d) for d in attention_gradient(split_heads(d_mixed, heads), Q, K, V))
    dX_q, dW_q = project_gradient(dQ, X_q, W_q)
    dX_k, dW_k = project_gradient(dK, X_kv, W_k)
    dX_v, dW_v = project_gradient(dV, X_kv, W_v)
    return dX_q, dX_k + dX_v, dW_q, dW_k, dW_v, dW_o


@multi_head_attention_gradient.twin
def multi_head_attention_gradient_by_autograd(
    g: Tensor, X_q: Tensor, X_kv: Tensor, W_q: Tensor, W_k: Tensor, W_v: Tensor, W_o: Tensor, heads: int
) -> tuple[Tensor, Tensor, Tensor, Tensor, Tensor, Tensor]:
    """What autograd says of the formula."""
    pull = vjp(partial(multi_head_attention, heads=heads), X_q, X_kv, W_q, W_k, W_v, W_o)[1]
    dX_q, dX_kv, dW_q, dW_k, dW_v, dW_o = pull(g)
    return dX_q, dX_kv, dW_q, dW_k, dW_v, dW_o
