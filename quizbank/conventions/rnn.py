"""The same recurrent cell as torch packs it, in rows, or with the input part first."""

from typing import Any

import torch
from jaxtyping import Float
from torch import Tensor

from quizbank.convention import convention
from reference import rnn

Arguments = dict[str, Any]


@convention(
    rnn.rnn_cell,
    "torch",
    en="Weights and biases apart for state and input, as torch.nn.RNNCell keeps them; the prompt has one W on [h; x] and one b.",
    zh="状态与输入的权重、偏置分开存放，即 torch.nn.RNNCell 的写法；题目中只有一个作用在 [h; x] 上的 W 和一个 b。",
)
def torch_cell(
    x: Float[Tensor, "*batch D"],
    h_prev: Float[Tensor, "*batch H"],
    W_ih: Float[Tensor, "H D"],
    W_hh: Float[Tensor, "H H"],
    b_ih: Float[Tensor, " H"],
    b_hh: Float[Tensor, " H"],
) -> Arguments:
    """Blocks apart, two biases."""
    return {"x": x, "h_prev": h_prev, "W": torch.cat([W_hh, W_ih], dim=1), "b": b_ih + b_hh}


@torch_cell.packing
def _(x: Tensor, h_prev: Tensor, W: Tensor, b: Tensor) -> Arguments:
    H = h_prev.shape[-1]
    return {"x": x, "h_prev": h_prev, "W_ih": W[:, H:], "W_hh": W[:, :H], "b_ih": 0.25 * b, "b_hh": 0.75 * b}


@convention(
    rnn.rnn_cell,
    "row",
    en="Rows as vectors, x W_xh + h W_hh + b; the prompt has columns, W [h; x] + b.",
    zh="行向量写法，x W_xh + h W_hh + b；题目中是列向量，W [h; x] + b。",
)
def row_cell(
    x: Float[Tensor, "*batch D"],
    h_prev: Float[Tensor, "*batch H"],
    W_xh: Float[Tensor, "D H"],
    W_hh: Float[Tensor, "H H"],
    b: Float[Tensor, " H"],
) -> Arguments:
    """Blocks apart and transposed."""
    return {"x": x, "h_prev": h_prev, "W": torch.cat([W_hh, W_xh]).mT, "b": b}


@row_cell.packing
def _(x: Tensor, h_prev: Tensor, W: Tensor, b: Tensor) -> Arguments:
    H = h_prev.shape[-1]
    return {"x": x, "h_prev": h_prev, "W_xh": W[:, H:].mT, "W_hh": W[:, :H].mT, "b": b}


@convention(
    rnn.rnn_cell,
    "xh",
    en="The joint weight acts on [x; h], in the prompt on [h; x]: the same cell with its columns in another order.",
    zh="联合权重作用在 [x; h] 上，题目中是 [h; x]：只是列的顺序不同，单元是同一个。",
)
def xh_cell(
    x: Float[Tensor, "*batch D"],
    h_prev: Float[Tensor, "*batch H"],
    W: Float[Tensor, "H D+H"],
    b: Float[Tensor, " H"],
) -> Arguments:
    """Input columns first."""
    D = x.shape[-1]
    return {"x": x, "h_prev": h_prev, "W": torch.cat([W[:, D:], W[:, :D]], dim=1), "b": b}


@xh_cell.packing
def _(x: Tensor, h_prev: Tensor, W: Tensor, b: Tensor) -> Arguments:
    H = h_prev.shape[-1]
    return {"x": x, "h_prev": h_prev, "W": torch.cat([W[:, H:], W[:, :H]], dim=1), "b": b}
