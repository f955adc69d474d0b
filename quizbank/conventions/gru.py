"""The same GRU with its update gate turned round, with biases, in rows, or with the input part first."""

from typing import Any

import torch
from jaxtyping import Float
from torch import Tensor

from quizbank.convention import convention
from reference import gru

Arguments = dict[str, Any]


@convention(
    gru.hidden_state,
    "cho",
    en="z_t keeps the old state here, as in Cho et al. 2014 and torch; in the prompt 1 − z_t does: the same model with the gate turned round.",
    zh="这里由 z_t 保留旧状态，即 Cho 等人 2014 和 torch 的写法；题目中由 1 − z_t 保留：只是门的含义取反，模型相同。",
)
def cho_state(
    z: Float[Tensor, "*batch H"], h_prev: Float[Tensor, "*batch H"], h_tilde: Float[Tensor, "*batch H"]
) -> Arguments:
    """The gate keeps the old state."""
    return {"z": 1 - z, "h_prev": h_prev, "h_tilde": h_tilde}


@cho_state.packing
def _(z: Tensor, h_prev: Tensor, h_tilde: Tensor) -> Arguments:
    return {"z": 1 - z, "h_prev": h_prev, "h_tilde": h_tilde}


@convention(
    gru.gru_cell,
    "cho",
    en="z_t keeps the old state here, as in Cho et al. 2014 and torch; in the prompt 1 − z_t does: the same model with the gate turned round.",
    zh="这里由 z_t 保留旧状态，即 Cho 等人 2014 和 torch 的写法；题目中由 1 − z_t 保留：只是门的含义取反，模型相同。",
)
def cho_cell(
    x: Float[Tensor, "*batch D"],
    h_prev: Float[Tensor, "*batch H"],
    W_z: Float[Tensor, "H H+D"],
    W_r: Float[Tensor, "H H+D"],
    W: Float[Tensor, "H H+D"],
) -> Arguments:
    """σ(−a) = 1 − σ(a): a negated W_z turns the gate round."""
    return {"x": x, "h_prev": h_prev, "W_z": -W_z, "W_r": W_r, "W": W}


@cho_cell.packing
def _(x: Tensor, h_prev: Tensor, W_z: Tensor, W_r: Tensor, W: Tensor) -> Arguments:
    return {"x": x, "h_prev": h_prev, "W_z": -W_z, "W_r": W_r, "W": W}


def _input_first(W: Tensor, H: int) -> Tensor:
    """The columns of a joint weight on [h; x], put in the order of [x; h]."""
    return torch.cat([W[:, H:], W[:, :H]], dim=1)


def _hidden_first(W: Tensor, H: int) -> Tensor:
    return _input_first(W, W.shape[1] - H)


@convention(
    gru.update_gate,
    "xh",
    en="The joint weight acts on [x; h], in the prompt on [h; x]: the same gate with its columns in another order.",
    zh="联合权重作用在 [x; h] 上，题目中是 [h; x]：只是列的顺序不同，门是同一个。",
)
def xh_update(
    h_prev: Float[Tensor, "*batch H"], x: Float[Tensor, "*batch D"], W_z: Float[Tensor, "H D+H"]
) -> Arguments:
    """Input columns first."""
    return {"h_prev": h_prev, "x": x, "W_z": _hidden_first(W_z, h_prev.shape[-1])}


@xh_update.packing
def _(h_prev: Tensor, x: Tensor, W_z: Tensor) -> Arguments:
    return {"h_prev": h_prev, "x": x, "W_z": _input_first(W_z, h_prev.shape[-1])}


@convention(
    gru.reset_gate,
    "xh",
    en="The joint weight acts on [x; h], in the prompt on [h; x]: the same gate with its columns in another order.",
    zh="联合权重作用在 [x; h] 上，题目中是 [h; x]：只是列的顺序不同，门是同一个。",
)
def xh_reset(h_prev: Float[Tensor, "*batch H"], x: Float[Tensor, "*batch D"], W_r: Float[Tensor, "H D+H"]) -> Arguments:
    """Input columns first."""
    return {"h_prev": h_prev, "x": x, "W_r": _hidden_first(W_r, h_prev.shape[-1])}


@xh_reset.packing
def _(h_prev: Tensor, x: Tensor, W_r: Tensor) -> Arguments:
    return {"h_prev": h_prev, "x": x, "W_r": _input_first(W_r, h_prev.shape[-1])}


@convention(
    gru.candidate,
    "xh",
    en="The joint weight acts on [x; r ⊙ h], in the prompt on [r ⊙ h; x]: the same candidate with its columns in another order.",
    zh="联合权重作用在 [x; r ⊙ h] 上，题目中是 [r ⊙ h; x]：只是列的顺序不同，候选状态是同一个。",
)
def xh_candidate(
    r: Float[Tensor, "*batch H"],
    h_prev: Float[Tensor, "*batch H"],
    x: Float[Tensor, "*batch D"],
    W: Float[Tensor, "H D+H"],
) -> Arguments:
    """Input columns first."""
    return {"r": r, "h_prev": h_prev, "x": x, "W": _hidden_first(W, h_prev.shape[-1])}


@xh_candidate.packing
def _(r: Tensor, h_prev: Tensor, x: Tensor, W: Tensor) -> Arguments:
    return {"r": r, "h_prev": h_prev, "x": x, "W": _input_first(W, h_prev.shape[-1])}


@convention(
    gru.gru_cell,
    "xh",
    en="The joint weights act on [x; h], in the prompt on [h; x]: the same cell with its columns in another order.",
    zh="联合权重作用在 [x; h] 上，题目中是 [h; x]：只是列的顺序不同，单元是同一个。",
)
def xh_cell(
    x: Float[Tensor, "*batch D"],
    h_prev: Float[Tensor, "*batch H"],
    W_z: Float[Tensor, "H D+H"],
    W_r: Float[Tensor, "H D+H"],
    W: Float[Tensor, "H D+H"],
) -> Arguments:
    """Input columns first in all three weights."""
    H = h_prev.shape[-1]
    weights = {name: _hidden_first(weight, H) for name, weight in (("W_z", W_z), ("W_r", W_r), ("W", W))}
    return {"x": x, "h_prev": h_prev, **weights}


@xh_cell.packing
def _(x: Tensor, h_prev: Tensor, W_z: Tensor, W_r: Tensor, W: Tensor) -> Arguments:
    H = h_prev.shape[-1]
    weights = {name: _input_first(weight, H) for name, weight in (("W_z", W_z), ("W_r", W_r), ("W", W))}
    return {"x": x, "h_prev": h_prev, **weights}


@convention(
    gru.gru_cell,
    "row",
    en="Rows as vectors, weights stacked as W_x (D, 3H) and W_h (H, 3H) with columns z, r, h; the prompt has columns and W_z, W_r, W on [h; x].",
    zh="行向量写法，权重拼成 W_x (D, 3H) 与 W_h (H, 3H)，列的顺序是 z、r、h；题目中是列向量，W_z、W_r、W 作用在 [h; x] 上。",
)
def row_cell(
    x: Float[Tensor, "*batch D"],
    h_prev: Float[Tensor, "*batch H"],
    W_x: Float[Tensor, "D 3*H"],
    W_h: Float[Tensor, "H 3*H"],
) -> Arguments:
    """Columns z, r, h in both weights."""
    W_z, W_r, W = torch.cat([W_h, W_x]).mT.chunk(3)
    return {"x": x, "h_prev": h_prev, "W_z": W_z, "W_r": W_r, "W": W}


@row_cell.packing
def _(x: Tensor, h_prev: Tensor, W_z: Tensor, W_r: Tensor, W: Tensor) -> Arguments:
    H, stacked = h_prev.shape[-1], torch.cat([W_z, W_r, W]).mT
    return {"x": x, "h_prev": h_prev, "W_x": stacked[H:], "W_h": stacked[:H]}


@convention(
    gru.gru_cell,
    "biases",
    en="Gates and candidate have biases, which the prompt leaves out: the same cell with one more input that is always 1.",
    zh="门和候选状态带了偏置，题目里省略了：相当于输入多一维恒为 1，单元是同一个。",
)
def cell_with_biases(
    x: Float[Tensor, "*batch D"],
    h_prev: Float[Tensor, "*batch H"],
    W_z: Float[Tensor, "H H+D"],
    W_r: Float[Tensor, "H H+D"],
    W: Float[Tensor, "H H+D"],
    b_z: Float[Tensor, " H"],
    b_r: Float[Tensor, " H"],
    b: Float[Tensor, " H"],
) -> Arguments:
    """A bias is the weight of an input that is always 1."""
    weights = {"W_z": (W_z, b_z), "W_r": (W_r, b_r), "W": (W, b)}
    widened = {name: torch.cat([weight, bias[:, None]], dim=1) for name, (weight, bias) in weights.items()}
    return {"x": torch.cat([x, torch.ones_like(x[..., :1])], dim=-1), "h_prev": h_prev, **widened}


@cell_with_biases.packing
def _(x: Tensor, h_prev: Tensor, W_z: Tensor, W_r: Tensor, W: Tensor) -> Arguments:
    biases = {name: torch.zeros_like(W_z[:, 0]) for name in ("b_z", "b_r", "b")}
    return {"x": x, "h_prev": h_prev, "W_z": W_z, "W_r": W_r, "W": W, **biases}
