"""Encoder and decoder blocks, post-norm as in the paper, and the stacks of them."""

from collections.abc import Sequence
from typing import Any

import torch
from jaxtyping import Float
from torch import Tensor, nn
from torch.func import functional_call

from reference.attention import causal_mask, multi_head_attention, multi_head_self_attention
from reference.formula import formula
from reference.transformer.layer import add_and_norm, feed_forward, layer_norm

Weights = Sequence[Tensor]


@formula(
    source="Vaswani et al. 2017, section 3.1, figure 1, left",
    lines=r"A = \mathrm{MultiHead}(X, X) \\ R = \mathrm{LayerNorm}(X + A, \gamma_1, \beta_1) \\ "
    r"B = \mathrm{FFN}(R) \\ Z = \mathrm{LayerNorm}(R + B, \gamma_2, \beta_2)",
    outputs=("Z",),
    sizes={"d_model": "heads*d_k"},
    domains={"eps": "0.1..0.9"},
)
def encoder_block(
    X: Float[Tensor, "*batch n d_model"],
    W_q: Float[Tensor, "d_model d_model"],
    W_k: Float[Tensor, "d_model d_model"],
    W_v: Float[Tensor, "d_model d_model"],
    W_o: Float[Tensor, "d_model d_model"],
    gamma_1: Float[Tensor, " d_model"],
    beta_1: Float[Tensor, " d_model"],
    W_1: Float[Tensor, "d_model d_ff"],
    b_1: Float[Tensor, " d_ff"],
    W_2: Float[Tensor, "d_ff d_model"],
    b_2: Float[Tensor, " d_model"],
    gamma_2: Float[Tensor, " d_model"],
    beta_2: Float[Tensor, " d_model"],
    heads: int,
    eps: float,
) -> Float[Tensor, "*batch n d_model"]:
    """Self-attention, add and norm, feed-forward, add and norm."""
    Z = add_and_norm(X, multi_head_self_attention(X, W_q, W_k, W_v, W_o, heads), gamma_1, beta_1, eps)
    return add_and_norm(Z, feed_forward(Z, W_1, b_1, W_2, b_2), gamma_2, beta_2, eps)


@encoder_block.twin
def torch_encoder_layer(X: Tensor, *arguments: Any) -> Tensor:
    """`nn.TransformerEncoderLayer` in eval mode, its attention biases zero."""
    return _torch_encoder_layer(X, arguments, norm_first=False)


@formula(
    source="Xiong et al. 2020, figure 1b",
    outputs=("Z",),
    sizes={"d_model": "heads*d_k"},
    domains={"eps": "0.1..0.9"},
)
def encoder_block_pre_norm(
    X: Float[Tensor, "*batch n d_model"],
    W_q: Float[Tensor, "d_model d_model"],
    W_k: Float[Tensor, "d_model d_model"],
    W_v: Float[Tensor, "d_model d_model"],
    W_o: Float[Tensor, "d_model d_model"],
    gamma_1: Float[Tensor, " d_model"],
    beta_1: Float[Tensor, " d_model"],
    W_1: Float[Tensor, "d_model d_ff"],
    b_1: Float[Tensor, " d_ff"],
    W_2: Float[Tensor, "d_ff d_model"],
    b_2: Float[Tensor, " d_model"],
    gamma_2: Float[Tensor, " d_model"],
    beta_2: Float[Tensor, " d_model"],
    heads: int,
    eps: float,
) -> Float[Tensor, "*batch n d_model"]:
    """Normalised before each sub-layer, so that the residual path runs through untouched."""
    Z = X + multi_head_self_attention(layer_norm(X, gamma_1, beta_1, eps), W_q, W_k, W_v, W_o, heads)
    return Z + feed_forward(layer_norm(Z, gamma_2, beta_2, eps), W_1, b_1, W_2, b_2)


@encoder_block_pre_norm.twin
def torch_pre_norm_layer(X: Tensor, *arguments: Any) -> Tensor:
    """`nn.TransformerEncoderLayer` with `norm_first=True`."""
    return _torch_encoder_layer(X, arguments, norm_first=True)


def _torch_encoder_layer(X: Tensor, arguments: Sequence[Any], *, norm_first: bool) -> Tensor:
    *weights, heads, eps = arguments
    W_q, W_k, W_v, W_o, gamma_1, beta_1, W_1, b_1, W_2, b_2, gamma_2, beta_2 = weights
    layer = nn.TransformerEncoderLayer(
        len(W_o), heads, W_1.shape[1], layer_norm_eps=eps, batch_first=True, norm_first=norm_first, device="meta"
    ).eval()
    named = _torch_attention("self_attn", W_q, W_k, W_v, W_o) | _torch_feed_forward(W_1, b_1, W_2, b_2)
    named |= _torch_norms((gamma_1, beta_1), (gamma_2, beta_2))
    output: Tensor = functional_call(layer, named, (X,))
    return output


@formula(
    source="Vaswani et al. 2017, section 3.1, figure 1, right",
    outputs=("Z",),
    sizes={"d_model": "heads*d_k"},
    domains={"eps": "0.1..0.9"},
)
def decoder_block(
    Y: Float[Tensor, "*batch t d_model"],
    memory: Float[Tensor, "*batch n d_model"],
    W_q: Float[Tensor, "d_model d_model"],
    W_k: Float[Tensor, "d_model d_model"],
    W_v: Float[Tensor, "d_model d_model"],
    W_o: Float[Tensor, "d_model d_model"],
    gamma_1: Float[Tensor, " d_model"],
    beta_1: Float[Tensor, " d_model"],
    W_q_cross: Float[Tensor, "d_model d_model"],
    W_k_cross: Float[Tensor, "d_model d_model"],
    W_v_cross: Float[Tensor, "d_model d_model"],
    W_o_cross: Float[Tensor, "d_model d_model"],
    gamma_2: Float[Tensor, " d_model"],
    beta_2: Float[Tensor, " d_model"],
    W_1: Float[Tensor, "d_model d_ff"],
    b_1: Float[Tensor, " d_ff"],
    W_2: Float[Tensor, "d_ff d_model"],
    b_2: Float[Tensor, " d_model"],
    gamma_3: Float[Tensor, " d_model"],
    beta_3: Float[Tensor, " d_model"],
    heads: int,
    eps: float,
) -> Float[Tensor, "*batch t d_model"]:
    """Masked self-attention, cross-attention to the encoder's output, feed-forward, each with add and norm."""
    seen = multi_head_attention(Y, Y, W_q, W_k, W_v, W_o, heads, causal_mask(Y.shape[-2], like=Y))
    Z = add_and_norm(Y, seen, gamma_1, beta_1, eps)
    asked = multi_head_attention(Z, memory, W_q_cross, W_k_cross, W_v_cross, W_o_cross, heads)
    Z = add_and_norm(Z, asked, gamma_2, beta_2, eps)
    return add_and_norm(Z, feed_forward(Z, W_1, b_1, W_2, b_2), gamma_3, beta_3, eps)


@decoder_block.twin
def torch_decoder_layer(Y: Tensor, memory: Tensor, *arguments: Any) -> Tensor:
    """`nn.TransformerDecoderLayer` in eval mode, its attention biases zero."""
    *weights, heads, eps = arguments
    layer = nn.TransformerDecoderLayer(
        Y.shape[-1], heads, weights[12].shape[1], layer_norm_eps=eps, batch_first=True, device="meta"
    ).eval()
    named = _torch_attention("self_attn", *weights[:4]) | _torch_attention("multihead_attn", *weights[6:10])
    named |= _torch_feed_forward(*weights[12:16])
    named |= _torch_norms(weights[4:6], weights[10:12], weights[16:18])
    t = Y.shape[-2]
    blocked = torch.ones(t, t, dtype=torch.bool, device=Y.device).triu(1)  # for torch True is what may not be seen
    output: Tensor = functional_call(layer, named, (Y, memory), {"tgt_mask": blocked})
    return output


def _torch_attention(prefix: str, W_q: Tensor, W_k: Tensor, W_v: Tensor, W_o: Tensor) -> dict[str, Tensor]:
    """torch stacks three projections, stores every weight transposed, and has biases."""
    stacked = torch.cat([W_q, W_k, W_v], dim=1).mT
    return {
        f"{prefix}.in_proj_weight": stacked,
        f"{prefix}.in_proj_bias": torch.zeros_like(stacked[:, 0]),
        f"{prefix}.out_proj.weight": W_o.mT,
        f"{prefix}.out_proj.bias": torch.zeros_like(W_o[0]),
    }


def _torch_feed_forward(W_1: Tensor, b_1: Tensor, W_2: Tensor, b_2: Tensor) -> dict[str, Tensor]:
    return {"linear1.weight": W_1.mT, "linear1.bias": b_1, "linear2.weight": W_2.mT, "linear2.bias": b_2}


def _torch_norms(*norms: Sequence[Tensor]) -> dict[str, Tensor]:
    named: dict[str, Tensor] = {}
    for place, (gamma, beta) in enumerate(norms, start=1):
        named |= {f"norm{place}.weight": gamma, f"norm{place}.bias": beta}
    return named


@formula(
    source="Vaswani et al. 2017, section 3.1: N identical blocks",
    outputs=("memory",),
    sizes={"d_model": "heads*d_k"},
    domains={"blocks": "layers L transformer.encoder_block", "eps": "0.1..0.9"},
)
def encoder(
    X: Float[Tensor, "*batch n d_model"], blocks: Sequence[Weights], heads: int, eps: float
) -> Float[Tensor, "*batch n d_model"]:
    """One block after another; `blocks` holds the twelve weights of each, in the order of `encoder_block`."""
    for weights in blocks:
        X = encoder_block(X, *weights, heads, eps)  # type: ignore[call-arg, arg-type]  # mypy cannot count twelve
    return X


@encoder.twin
def torch_encoder(X: Tensor, blocks: Sequence[Weights], heads: int, eps: float) -> Tensor:
    """torch's layers in a row."""
    for weights in blocks:
        X = torch_encoder_layer(X, *weights, heads, eps)
    return X


@formula(
    source="Vaswani et al. 2017, section 3.1: N identical blocks",
    outputs=("Z",),
    sizes={"d_model": "heads*d_k"},
    domains={"blocks": "layers L transformer.decoder_block", "eps": "0.1..0.9"},
)
def decoder(
    Y: Float[Tensor, "*batch t d_model"],
    memory: Float[Tensor, "*batch n d_model"],
    blocks: Sequence[Weights],
    heads: int,
    eps: float,
) -> Float[Tensor, "*batch t d_model"]:
    """One block after another, each asking the same memory; `blocks` holds the eighteen weights of each."""
    for weights in blocks:
        Y = decoder_block(Y, memory, *weights, heads, eps)  # type: ignore[call-arg, arg-type]  # nor eighteen
    return Y


@decoder.twin
def torch_decoder(Y: Tensor, memory: Tensor, blocks: Sequence[Weights], heads: int, eps: float) -> Tensor:
    """torch's layers in a row."""
    for weights in blocks:
        Y = torch_decoder_layer(Y, memory, *weights, heads, eps)
    return Y
