"""The gates stacked in one weight for the input and one for the state, as torch, a textbook and a course do."""

from collections.abc import Mapping, Sequence
from typing import Any

import torch
from jaxtyping import Float
from torch import Tensor

from quizbank.convention import convention
from reference import lstm

Arguments = dict[str, Any]

TORCH, TEXTBOOK, COURSE = "ifco", "fcio", "ifoc"
"""The order of the blocks; c is the candidate, which torch calls g."""


def _split(W: Tensor, b: Tensor, order: str) -> dict[str, Tensor]:
    """The eight weights from (4H, H+D) and (4H), in the notes' order."""
    matrices, biases = dict(zip(order, W.chunk(4), strict=True)), dict(zip(order, b.chunk(4), strict=True))
    return {f"{kind}_{gate}": part[gate] for gate in "fico" for kind, part in (("W", matrices), ("b", biases))}


def _stack(weights: Mapping[str, Tensor], order: str) -> tuple[Tensor, Tensor]:
    return torch.cat([weights[f"W_{gate}"] for gate in order]), torch.cat([weights[f"b_{gate}"] for gate in order])


def _from_torch(W_ih: Tensor, W_hh: Tensor, b_ih: Tensor, b_hh: Tensor) -> dict[str, Tensor]:
    return _split(torch.cat([W_hh, W_ih], dim=1), b_ih + b_hh, TORCH)


def _as_torch(weights: Mapping[str, Tensor]) -> dict[str, Tensor]:
    W, b = _stack(weights, TORCH)
    H = len(b) // 4
    return {"W_ih": W[:, H:], "W_hh": W[:, :H], "b_ih": b, "b_hh": torch.zeros_like(b)}


def _from_rows(W_x: Tensor, W_h: Tensor, b: Tensor, order: str) -> dict[str, Tensor]:
    return _split(torch.cat([W_h, W_x]).mT, b, order)


def _as_rows(weights: Mapping[str, Tensor], order: str) -> dict[str, Tensor]:
    W, b = _stack(weights, order)
    H = len(b) // 4
    return {"W_x": W[:, H:].mT, "W_h": W[:, :H].mT, "b": b}


@convention(
    lstm.lstm_cell,
    "torch",
    en="Weights packed as torch.nn.LSTMCell packs them, rows i, f, g, o, and two biases; the prompt has a weight on [h; x] and a bias for each gate.",
    zh="权重按 torch.nn.LSTMCell 的方式打包，行块顺序 i、f、g、o，偏置有两个；题目中每个门有一个作用在 [h; x] 上的权重和一个偏置。",
)
def torch_cell(
    x: Float[Tensor, "*batch D"],
    h_prev: Float[Tensor, "*batch H"],
    c_prev: Float[Tensor, "*batch H"],
    W_ih: Float[Tensor, "4*H D"],
    W_hh: Float[Tensor, "4*H H"],
    b_ih: Float[Tensor, " 4*H"],
    b_hh: Float[Tensor, " 4*H"],
) -> Arguments:
    """Rows i, f, g, o."""
    return {"x": x, "h_prev": h_prev, "c_prev": c_prev, **_from_torch(W_ih, W_hh, b_ih, b_hh)}


@torch_cell.packing
def _(x: Tensor, h_prev: Tensor, c_prev: Tensor, **weights: Tensor) -> Arguments:
    return {"x": x, "h_prev": h_prev, "c_prev": c_prev, **_as_torch(weights)}


@convention(
    lstm.lstm_cell,
    "row",
    en="Rows as vectors, weights stacked as W_x (D, 4H) and W_h (H, 4H) with columns f, g, i, o; the prompt has columns and a weight on [h; x] for each gate.",
    zh="行向量写法，权重拼成 W_x (D, 4H) 与 W_h (H, 4H)，列块顺序 f、g、i、o；题目中是列向量，每个门有一个作用在 [h; x] 上的权重。",
)
def row_cell(
    x: Float[Tensor, "*batch D"],
    h_prev: Float[Tensor, "*batch H"],
    c_prev: Float[Tensor, "*batch H"],
    W_x: Float[Tensor, "D 4*H"],
    W_h: Float[Tensor, "H 4*H"],
    b: Float[Tensor, " 4*H"],
) -> Arguments:
    """Columns f, g, i, o."""
    return {"x": x, "h_prev": h_prev, "c_prev": c_prev, **_from_rows(W_x, W_h, b, TEXTBOOK)}


@row_cell.packing
def _(x: Tensor, h_prev: Tensor, c_prev: Tensor, **weights: Tensor) -> Arguments:
    return {"x": x, "h_prev": h_prev, "c_prev": c_prev, **_as_rows(weights, TEXTBOOK)}


@convention(
    lstm.lstm_cell,
    "ifog",
    en="Rows as vectors, weights stacked as W_x (D, 4H) and W_h (H, 4H) with columns i, f, o, g, as in CS231n; the prompt has columns and a weight on [h; x] for each gate.",
    zh="行向量写法，权重拼成 W_x (D, 4H) 与 W_h (H, 4H)，列块顺序 i、f、o、g，同 CS231n；题目中是列向量，每个门有一个作用在 [h; x] 上的权重。",
)
def ifog_cell(
    x: Float[Tensor, "*batch D"],
    h_prev: Float[Tensor, "*batch H"],
    c_prev: Float[Tensor, "*batch H"],
    W_x: Float[Tensor, "D 4*H"],
    W_h: Float[Tensor, "H 4*H"],
    b: Float[Tensor, " 4*H"],
) -> Arguments:
    """Columns i, f, o, g."""
    return {"x": x, "h_prev": h_prev, "c_prev": c_prev, **_from_rows(W_x, W_h, b, COURSE)}


@ifog_cell.packing
def _(x: Tensor, h_prev: Tensor, c_prev: Tensor, **weights: Tensor) -> Arguments:
    return {"x": x, "h_prev": h_prev, "c_prev": c_prev, **_as_rows(weights, COURSE)}


@convention(
    lstm.lstm,
    "torch",
    en="Weights packed as torch.nn.LSTM packs them, rows i, f, g, o, two biases, results as output, (h_n, c_n); the prompt has a weight on [h; x] and a bias for each gate.",
    zh="权重按 torch.nn.LSTM 的方式打包，行块 i、f、g、o，两个偏置，返回 output, (h_n, c_n)；题目中每个门有一个作用在 [h; x] 上的权重和一个偏置。",
)
def torch_sequence(
    xs: Float[Tensor, "*batch T D"],
    h_0: Float[Tensor, "*batch H"],
    c_0: Float[Tensor, "*batch H"],
    W_ih: Float[Tensor, "4*H D"],
    W_hh: Float[Tensor, "4*H H"],
    b_ih: Float[Tensor, " 4*H"],
    b_hh: Float[Tensor, " 4*H"],
) -> Arguments:
    """Rows i, f, g, o; batch first."""
    return {"xs": xs, "h_0": h_0, "c_0": c_0, **_from_torch(W_ih, W_hh, b_ih, b_hh)}


@torch_sequence.packing
def _(xs: Tensor, h_0: Tensor, c_0: Tensor, **weights: Tensor) -> Arguments:
    return {"xs": xs, "h_0": h_0, "c_0": c_0, **_as_torch(weights)}


@torch_sequence.rewriting
def _(hs: Tensor, c_T: Tensor) -> tuple[Tensor, tuple[Tensor, Tensor]]:
    return hs, (hs[..., -1, :], c_T)


@convention(
    lstm.lstm,
    "row",
    en="Rows as vectors, weights stacked as W_x (D, 4H) and W_h (H, 4H) with columns f, g, i, o; the prompt has columns and a weight on [h; x] for each gate.",
    zh="行向量写法，权重拼成 W_x (D, 4H) 与 W_h (H, 4H)，列块顺序 f、g、i、o；题目中是列向量，每个门有一个作用在 [h; x] 上的权重。",
)
def row_sequence(
    xs: Float[Tensor, "*batch T D"],
    h_0: Float[Tensor, "*batch H"],
    c_0: Float[Tensor, "*batch H"],
    W_x: Float[Tensor, "D 4*H"],
    W_h: Float[Tensor, "H 4*H"],
    b: Float[Tensor, " 4*H"],
) -> Arguments:
    """Columns f, g, i, o."""
    return {"xs": xs, "h_0": h_0, "c_0": c_0, **_from_rows(W_x, W_h, b, TEXTBOOK)}


@row_sequence.packing
def _(xs: Tensor, h_0: Tensor, c_0: Tensor, **weights: Tensor) -> Arguments:
    return {"xs": xs, "h_0": h_0, "c_0": c_0, **_as_rows(weights, TEXTBOOK)}


@convention(
    lstm.lstm,
    "ifog",
    en="Rows as vectors, weights stacked as W_x (D, 4H) and W_h (H, 4H) with columns i, f, o, g, as in CS231n; the prompt has columns and a weight on [h; x] for each gate.",
    zh="行向量写法，权重拼成 W_x (D, 4H) 与 W_h (H, 4H)，列块顺序 i、f、o、g，同 CS231n；题目中是列向量，每个门有一个作用在 [h; x] 上的权重。",
)
def ifog_sequence(
    xs: Float[Tensor, "*batch T D"],
    h_0: Float[Tensor, "*batch H"],
    c_0: Float[Tensor, "*batch H"],
    W_x: Float[Tensor, "D 4*H"],
    W_h: Float[Tensor, "H 4*H"],
    b: Float[Tensor, " 4*H"],
) -> Arguments:
    """Columns i, f, o, g."""
    return {"xs": xs, "h_0": h_0, "c_0": c_0, **_from_rows(W_x, W_h, b, COURSE)}


@ifog_sequence.packing
def _(xs: Tensor, h_0: Tensor, c_0: Tensor, **weights: Tensor) -> Arguments:
    return {"xs": xs, "h_0": h_0, "c_0": c_0, **_as_rows(weights, COURSE)}


@convention(
    lstm.lstm,
    "time-major",
    en="Time is the first axis of the inputs and of the hidden states, as torch.nn.LSTM has it by default; the prompt has the batch first.",
    zh="输入和隐状态的第一维是时间，即 torch.nn.LSTM 的默认布局；题目中批次在前。",
)
def time_major(
    xs: Float[Tensor, "T *batch D"],
    h_0: Float[Tensor, "*batch H"],
    c_0: Float[Tensor, "*batch H"],
    W_f: Float[Tensor, "H H+D"],
    b_f: Float[Tensor, " H"],
    W_i: Float[Tensor, "H H+D"],
    b_i: Float[Tensor, " H"],
    W_c: Float[Tensor, "H H+D"],
    b_c: Float[Tensor, " H"],
    W_o: Float[Tensor, "H H+D"],
    b_o: Float[Tensor, " H"],
) -> Arguments:
    """(T, batch, D)."""
    weights = {"W_f": W_f, "b_f": b_f, "W_i": W_i, "b_i": b_i, "W_c": W_c, "b_c": b_c, "W_o": W_o, "b_o": b_o}
    return {"xs": xs.movedim(0, -2), "h_0": h_0, "c_0": c_0, **weights}


@time_major.packing
def _(xs: Tensor, h_0: Tensor, c_0: Tensor, **weights: Tensor) -> Arguments:
    return {"xs": xs.movedim(-2, 0), "h_0": h_0, "c_0": c_0, **weights}


@time_major.rewriting
def _(hs: Tensor, c_T: Tensor) -> tuple[Tensor, Tensor]:
    return hs.movedim(-2, 0), c_T


@convention(
    lstm.deep_lstm,
    "torch",
    en="Each layer's weights packed as torch.nn.LSTM packs them, results as output, (h_n, c_n); the prompt has a weight on [h; x] and a bias for each gate.",
    zh="每一层的权重按 torch.nn.LSTM 的方式打包，返回 output, (h_n, c_n)；题目中每个门有一个作用在 [h; x] 上的权重和一个偏置。",
)
def torch_layers(
    xs: Float[Tensor, "*batch T D"],
    h_0: Float[Tensor, "*batch L H"],
    c_0: Float[Tensor, "*batch L H"],
    layers: Sequence[Sequence[Tensor]],
) -> Arguments:
    """A layer is (W_ih, W_hh, b_ih, b_hh)."""
    unpacked = [tuple(_from_torch(*weights).values()) for weights in layers]
    return {"xs": xs, "h_0": h_0, "c_0": c_0, "layers": unpacked}


@torch_layers.packing
def _(xs: Tensor, h_0: Tensor, c_0: Tensor, layers: Sequence[Sequence[Tensor]]) -> Arguments:
    names = [f"{kind}_{gate}" for gate in "fico" for kind in "Wb"]
    packed = [tuple(_as_torch(dict(zip(names, weights, strict=True))).values()) for weights in layers]
    return {"xs": xs, "h_0": h_0, "c_0": c_0, "layers": packed}


@torch_layers.rewriting
def _(hs: Tensor, h_T: Tensor, c_T: Tensor) -> tuple[Tensor, tuple[Tensor, Tensor]]:
    return hs, (h_T, c_T)
