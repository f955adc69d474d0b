"""What goes wrong in the gradients of an LSTM."""

import torch
from torch import Tensor

from quizbank.mistake import mistake
from reference import lstm


@mistake(
    lstm.lstm_cell_gradient,
    en="The cell has two readers: besides g_h ⊙ o ⊙ (1 − tanh² c) the gradient g_c of the next step arrives.",
    zh="细胞状态有两个去处：除了 g_h ⊙ o ⊙ (1 − tanh² c)，还有从下一步传回的 g_c。",
)
def cell_path_dropped(g_h: Tensor, g_c: Tensor, *arguments: Tensor) -> tuple[Tensor, ...]:
    return lstm.lstm_cell_gradient(g_h, torch.zeros_like(g_c), *arguments)


@mistake(
    lstm.lstm_cell_gradient,
    en="The hidden state reads the cell too: g_h ⊙ o ⊙ (1 − tanh² c) is added to g_c.",
    zh="隐状态也由细胞状态算出：g_c 还要加上 g_h ⊙ o ⊙ (1 − tanh² c)。",
)
def hidden_path_dropped(
    g_h: Tensor, g_c: Tensor, x: Tensor, h_prev: Tensor, c_prev: Tensor, *weights: Tensor
) -> tuple[Tensor, ...]:
    o, shown = _output(x, h_prev, c_prev, *weights)
    return lstm.lstm_cell_gradient(g_h, g_c - g_h * o * (1 - shown**2), x, h_prev, c_prev, *weights)


@mistake(
    lstm.lstm_cell_gradient,
    en="On the way from h to the cell tanh is differentiated: the factor 1 − tanh² c is missing.",
    zh="从 h 传到细胞状态要对 tanh 求导：漏了因子 1 − tanh² c。",
)
def tanh_not_differentiated(
    g_h: Tensor, g_c: Tensor, x: Tensor, h_prev: Tensor, c_prev: Tensor, *weights: Tensor
) -> tuple[Tensor, ...]:
    o, shown = _output(x, h_prev, c_prev, *weights)
    return lstm.lstm_cell_gradient(g_h, g_c + g_h * o * shown**2, x, h_prev, c_prev, *weights)


def _output(x: Tensor, h_prev: Tensor, c_prev: Tensor, *weights: Tensor) -> tuple[Tensor, Tensor]:
    """The output gate and tanh of the new cell."""
    *_, W_o, b_o = weights
    return lstm.output_gate(h_prev, x, W_o, b_o), torch.tanh(lstm.lstm_cell(x, h_prev, c_prev, *weights)[1])


@mistake(
    lstm.lstm_cell_gradient,
    en="The old cell receives dc ⊙ f, not dc: the forget gate scales the path back as well.",
    zh="传给旧细胞状态的是 dc ⊙ f，不是 dc：反向时同样要乘遗忘门。",
)
def forget_gate_dropped(
    g_h: Tensor, g_c: Tensor, x: Tensor, h_prev: Tensor, c_prev: Tensor, W_f: Tensor, b_f: Tensor, *rest: Tensor
) -> tuple[Tensor, ...]:
    dx, dh_prev, dc_prev, *gradients = lstm.lstm_cell_gradient(g_h, g_c, x, h_prev, c_prev, W_f, b_f, *rest)
    return dx, dh_prev, dc_prev / lstm.forget_gate(h_prev, x, W_f, b_f), *gradients


@mistake(
    lstm.lstm_gradient,
    en="The gradients of the weights are summed over the steps, not averaged.",
    zh="权重的梯度是各步之和，不是平均。",
)
def averaged_over_time(g_hs: Tensor, g_c_T: Tensor, xs: Tensor, *rest: Tensor) -> tuple[Tensor, ...]:
    dxs, dh_0, dc_0, *gradients = lstm.lstm_gradient(g_hs, g_c_T, xs, *rest)
    return dxs, dh_0, dc_0, *(gradient / xs.shape[-2] for gradient in gradients)


@mistake(
    lstm.lstm_gradient,
    en="Each step's gradient flows on to the step before: the steps are not independent.",
    zh="每一步的梯度都要继续传给前一步：各步并不独立。",
)
def steps_not_connected(
    g_hs: Tensor, g_c_T: Tensor, xs: Tensor, h: Tensor, c: Tensor, *weights: Tensor
) -> tuple[Tensor, ...]:
    steps: list[tuple[Tensor, ...]] = []
    for g_h, x in zip(g_hs.unbind(-2), xs.unbind(-2), strict=True):
        last = len(steps) == xs.shape[-2] - 1
        steps.append(lstm.lstm_cell_gradient(g_h, g_c_T if last else torch.zeros_like(c), x, h, c, *weights))
        h, c = lstm.lstm_cell(x, h, c, *weights)
    dxs, dh, dc, *gradients = zip(*steps, strict=True)
    return torch.stack(dxs, dim=-2), dh[0], dc[0], *(torch.stack(parts).sum(0) for parts in gradients)


@mistake(
    lstm.lstm_gradient,
    en="The last cell has a gradient of its own, g_c_T; it starts the way back.",
    zh="最后的细胞状态有自己的梯度 g_c_T，反向传播从它开始。",
)
def last_cell_ignored(g_hs: Tensor, g_c_T: Tensor, *arguments: Tensor) -> tuple[Tensor, ...]:
    return lstm.lstm_gradient(g_hs, torch.zeros_like(g_c_T), *arguments)
