"""What goes wrong between the steps and between the layers of an LSTM."""

from collections.abc import Sequence

import torch
from torch import Tensor

from quizbank.mistake import mistake
from reference import lstm

Layers = Sequence[Sequence[Tensor]]


@mistake(
    lstm.lstm,
    en="The state is carried on: step t starts from the h and c that step t − 1 returned, not from h_0 and c_0.",
    zh="状态要逐步传下去：第 t 步从第 t − 1 步得到的 h 和 c 开始，而不是每步都从 h_0 和 c_0 开始。",
)
def state_not_carried(xs: Tensor, h_0: Tensor, c_0: Tensor, *weights: Tensor) -> tuple[Tensor, Tensor]:
    steps = [lstm.lstm_cell(x, h_0, c_0, *weights) for x in xs.unbind(-2)]
    return torch.stack([h for h, _ in steps], dim=-2), steps[-1][1]


@mistake(
    lstm.lstm,
    en="The cell is carried on too: c_0 belongs to the first step only.",
    zh="细胞状态也要传下去：c_0 只用在第一步。",
)
def cell_not_carried(xs: Tensor, h_0: Tensor, c_0: Tensor, *weights: Tensor) -> tuple[Tensor, Tensor]:
    h, c, hs = h_0, c_0, []
    for x in xs.unbind(-2):
        h, c = lstm.lstm_cell(x, h, c_0, *weights)
        hs.append(h)
    return torch.stack(hs, dim=-2), c


@mistake(
    lstm.lstm,
    en="The second result is the last cell c_T, not the last hidden state.",
    zh="第二个返回值是最后的细胞状态 c_T，不是最后的隐状态。",
)
def hidden_state_for_cell(xs: Tensor, h_0: Tensor, c_0: Tensor, *weights: Tensor) -> tuple[Tensor, Tensor]:
    hs, _ = lstm.lstm(xs, h_0, c_0, *weights)
    return hs, hs[..., -1, :]


@mistake(
    lstm.deep_lstm,
    en="Every layer has a last state: h_T and c_T hold all L layers, not the top one alone.",
    zh="每一层都有自己的末状态：h_T 和 c_T 要包含全部 L 层，而不只是最上层。",
)
def only_last_layer_kept(xs: Tensor, h_0: Tensor, c_0: Tensor, layers: Layers) -> tuple[Tensor, Tensor, Tensor]:
    hs, h_T, c_T = lstm.deep_lstm(xs, h_0, c_0, layers)
    return hs, h_T[..., -1, :], c_T[..., -1, :]


@mistake(
    lstm.deep_lstm,
    en="Layer l starts from its own row l of h_0 and c_0, not from the first layer's.",
    zh="第 l 层从 h_0、c_0 中自己的那一行开始，不是都用第一层的。",
)
def first_state_for_all(xs: Tensor, h_0: Tensor, c_0: Tensor, layers: Layers) -> tuple[Tensor, Tensor, Tensor]:
    return lstm.deep_lstm(xs, h_0[..., :1, :].expand_as(h_0), c_0[..., :1, :].expand_as(c_0), layers)


@mistake(
    lstm.deep_lstm,
    en="Going up, only the hidden states are handed over; a layer's last state does not start the layer above.",
    zh="往上一层传的只有隐状态序列；下层的末状态不是上层的初状态。",
)
def states_handed_up(xs: Tensor, h_0: Tensor, c_0: Tensor, layers: Layers) -> tuple[Tensor, Tensor, Tensor]:
    hs, h, c, states = xs, h_0[..., 0, :], c_0[..., 0, :], []
    for weights in layers:
        hs, c = lstm.lstm(hs, h, c, *weights)
        h = hs[..., -1, :]
        states.append((h, c))
    return hs, torch.stack([h for h, _ in states], dim=-2), torch.stack([c for _, c in states], dim=-2)


@mistake(
    lstm.cell_path,
    en="Over T steps the factors multiply, they do not add.",
    zh="经过 T 步，各因子是相乘，不是相加。",
)
def factors_added(f: Tensor) -> Tensor:
    return f.sum(dim=-2)


@mistake(
    lstm.cell_path,
    en="∂c_t/∂c_{t-1} is f_t itself: the gate is a factor here and its sigmoid is not differentiated.",
    zh="∂c_t/∂c_{t-1} 就是 f_t 本身：门在这里只是系数，不对它的 sigmoid 求导。",
)
def gate_differentiated(f: Tensor) -> Tensor:
    return (f * (1 - f)).prod(dim=-2)


@mistake(
    lstm.cell_path,
    en="The gates of all steps multiply, not the last one alone.",
    zh="每一步的门都要乘上，不只是最后一步。",
)
def last_step_only(f: Tensor) -> Tensor:
    return f[..., -1, :]
