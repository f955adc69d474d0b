"""One joint weight for decoder and encoder state, as Luong's concat score and many texts have it."""

from typing import Any

import torch
from jaxtyping import Float
from torch import Tensor

from quizbank.convention import convention
from reference import bahdanau

Arguments = dict[str, Any]


@convention(
    bahdanau.energy,
    "joint",
    en="One weight acts on both states, W_a [s; h]; the prompt has two, W_a s + U_a h.",
    zh="一个联合权重同时作用在两个状态上，W_a [s; h]；题目中是两个，W_a s + U_a h。",
)
def joint_energy(
    s_prev: Float[Tensor, "*batch S"],
    h_j: Float[Tensor, "*batch A"],
    W_a: Float[Tensor, "K S+A"],
    v_a: Float[Tensor, " K"],
) -> Arguments:
    """The decoder's columns first."""
    S = s_prev.shape[-1]
    return {"s_prev": s_prev, "h_j": h_j, "W_a": W_a[:, :S], "U_a": W_a[:, S:], "v_a": v_a}


@joint_energy.packing
def _(s_prev: Tensor, h_j: Tensor, W_a: Tensor, U_a: Tensor, v_a: Tensor) -> Arguments:
    return {"s_prev": s_prev, "h_j": h_j, "W_a": torch.cat([W_a, U_a], dim=1), "v_a": v_a}


@convention(
    bahdanau.additive_attention,
    "joint",
    en="One weight acts on both states, W_a [s; h]; the prompt has two, W_a s + U_a h.",
    zh="一个联合权重同时作用在两个状态上，W_a [s; h]；题目中是两个，W_a s + U_a h。",
)
def joint_attention(
    s_prev: Float[Tensor, "*batch S"],
    annotations: Float[Tensor, "*batch T A"],
    W_a: Float[Tensor, "K S+A"],
    v_a: Float[Tensor, " K"],
) -> Arguments:
    """The decoder's columns first."""
    S = s_prev.shape[-1]
    return {"s_prev": s_prev, "annotations": annotations, "W_a": W_a[:, :S], "U_a": W_a[:, S:], "v_a": v_a}


@joint_attention.packing
def _(s_prev: Tensor, annotations: Tensor, W_a: Tensor, U_a: Tensor, v_a: Tensor) -> Arguments:
    return {"s_prev": s_prev, "annotations": annotations, "W_a": torch.cat([W_a, U_a], dim=1), "v_a": v_a}
