"""What goes wrong in a plain recurrent network."""

import torch
from torch import Tensor

from quizbank.mistake import mistake
from reference import rnn


@mistake(
    rnn.rnn_cell,
    en="State and input are concatenated, not added: adding forces both to share one weight.",
    zh="状态与输入是拼接，不是相加；相加等于强迫两者共用同一权重。",
)
def sum_for_concatenation(x: Tensor, h_prev: Tensor, W: Tensor, b: Tensor) -> Tensor:
    H, D = h_prev.shape[-1], x.shape[-1]
    size = min(H, D)
    u = h_prev[..., :size] + x[..., :size]
    return torch.tanh(u @ W[:, :size].mT + b)


@mistake(
    rnn.rnn_cell,
    en="The tanh is missing: without it the network is linear in its inputs.",
    zh="漏了 tanh：没有它，整个网络对输入就是线性的。",
    latex=r"h_t = W \cdot [h_{t-1}, x_t] + b",
)
def tanh_missing(x: Tensor, h_prev: Tensor, W: Tensor, b: Tensor) -> Tensor:
    return torch.cat([h_prev, x], dim=-1) @ W.mT + b


@mistake(
    rnn.rnn_cell,
    en="The bias is missing.",
    zh="漏了偏置。",
    latex=r"h_t = \tanh(W \cdot [h_{t-1}, x_t])",
)
def bias_missing(x: Tensor, h_prev: Tensor, W: Tensor, b: Tensor) -> Tensor:
    return rnn.rnn_cell(x, h_prev, W, torch.zeros_like(b))


@mistake(
    rnn.rnn_cell,
    en="The state of a plain RNN is squashed by tanh, not by a sigmoid.",
    zh="普通 RNN 的状态用 tanh，不用 sigmoid。",
    latex=r"h_t = \sigma(W \cdot [h_{t-1}, x_t] + b)",
)
def sigmoid_for_tanh(x: Tensor, h_prev: Tensor, W: Tensor, b: Tensor) -> Tensor:
    return torch.sigmoid(torch.cat([h_prev, x], dim=-1) @ W.mT + b)


@mistake(
    rnn.rnn_cell,
    en="The previous state is not read: that is a layer without memory.",
    zh="没有读上一时刻的状态：那只是没有记忆的普通一层。",
    latex=r"h_t = \tanh(W_{xh} \cdot x_t + b)",
)
def state_ignored(x: Tensor, h_prev: Tensor, W: Tensor, b: Tensor) -> Tensor:
    return rnn.rnn_cell(x, torch.zeros_like(h_prev), W, b)


@mistake(
    rnn.rnn_cell,
    en="The input x_t is not read: every state would follow from the first one alone.",
    zh="没有读当前输入 x_t：那样所有状态都只由初始状态决定。",
)
def input_ignored(x: Tensor, h_prev: Tensor, W: Tensor, b: Tensor) -> Tensor:
    return rnn.rnn_cell(torch.zeros_like(x), h_prev, W, b)


@mistake(
    rnn.rnn_output,
    en="The softmax is missing: W_y h + b_y are logits, not probabilities.",
    zh="漏了 softmax：W_y h + b_y 是 logits，不是概率。",
    latex=r"\hat{y}_t = W_y h_t + b_y",
)
def logits_for_probabilities(h: Tensor, W_y: Tensor, b_y: Tensor) -> Tensor:
    return h @ W_y.mT + b_y


@mistake(
    rnn.rnn_output,
    en="One word out of V is chosen, so the scores are normalised together: softmax, not a sigmoid each.",
    zh="要在 V 个词里选一个，分数要一起归一化：用 softmax，不是逐个 sigmoid。",
    latex=r"\hat{y}_t = \sigma(W_y h_t + b_y)",
)
def sigmoid_for_softmax(h: Tensor, W_y: Tensor, b_y: Tensor) -> Tensor:
    return torch.sigmoid(h @ W_y.mT + b_y)


@mistake(
    rnn.rnn_output,
    en="The output bias is missing.",
    zh="漏了输出层的偏置。",
    latex=r"\hat{y}_t = \mathrm{softmax}(W_y h_t)",
)
def output_bias_missing(h: Tensor, W_y: Tensor, b_y: Tensor) -> Tensor:
    return rnn.rnn_output(h, W_y, torch.zeros_like(b_y))


@mistake(
    rnn.rnn,
    en="The state is not carried on: every step starts from h_0.",
    zh="状态没有传下去：每一步都从 h_0 开始了。",
)
def state_not_carried(xs: Tensor, h_0: Tensor, W: Tensor, b: Tensor) -> Tensor:
    return torch.stack([rnn.rnn_cell(x, h_0, W, b) for x in xs.unbind(-2)], dim=-2)


@mistake(
    rnn.bidirectional_rnn,
    en="The backward states come out in reversed order: flip them back before they are put beside the forward ones.",
    zh="反向的状态顺序是倒的：与正向拼接之前要翻转回来。",
)
def backward_not_flipped_back(
    xs: Tensor,
    h_0_forward: Tensor,
    h_0_backward: Tensor,
    W_forward: Tensor,
    b_forward: Tensor,
    W_backward: Tensor,
    b_backward: Tensor,
) -> Tensor:
    forward = rnn.rnn(xs, h_0_forward, W_forward, b_forward)
    return torch.cat([forward, rnn.rnn(xs.flip(-2), h_0_backward, W_backward, b_backward)], dim=-1)


@mistake(
    rnn.bidirectional_rnn,
    en="The second network reads the sequence from its end: its input is not reversed here.",
    zh="第二个网络要从序列末尾往前读：这里输入没有反转。",
)
def both_forward(
    xs: Tensor,
    h_0_forward: Tensor,
    h_0_backward: Tensor,
    W_forward: Tensor,
    b_forward: Tensor,
    W_backward: Tensor,
    b_backward: Tensor,
) -> Tensor:
    forward = rnn.rnn(xs, h_0_forward, W_forward, b_forward)
    return torch.cat([forward, rnn.rnn(xs, h_0_backward, W_backward, b_backward)], dim=-1)


@mistake(
    rnn.rnn_cell_gradient,
    en="The derivative of tanh is 1 − h_t², and it is missing.",
    zh="漏了 tanh 的导数 1 − h_t²。",
)
def tanh_derivative_missing(g: Tensor, x: Tensor, h_prev: Tensor, W: Tensor, b: Tensor) -> tuple[Tensor, ...]:
    h = rnn.rnn_cell(x, h_prev, W, b)
    return rnn.rnn_cell_gradient(g / (1 - h**2), x, h_prev, W, b)


@mistake(
    rnn.rnn_cell_gradient,
    en="Backwards the weight is transposed: du = Wᵀ δ takes W's columns; here its square part is used untransposed.",
    zh="反向传播要用转置：du = Wᵀ δ；这里方阵部分没有转置。",
)
def hidden_block_not_transposed(g: Tensor, x: Tensor, h_prev: Tensor, W: Tensor, b: Tensor) -> tuple[Tensor, ...]:
    dx, _, dW, db = rnn.rnn_cell_gradient(g, x, h_prev, W, b)
    delta = g * (1 - rnn.rnn_cell(x, h_prev, W, b) ** 2)
    return dx, delta @ W[:, : h_prev.shape[-1]].mT, dW, db


@mistake(
    rnn.bptt,
    en="Every step used the same W: its gradient is the sum over time, not the last step's alone.",
    zh="每一步都用了同一个 W：梯度要对时间求和，不能只取最后一步。",
)
def last_step_only(g: Tensor, xs: Tensor, h_0: Tensor, W: Tensor, b: Tensor) -> Tensor:
    before = rnn.rnn(xs[..., :-1, :], h_0, W, b)[..., -1, :]
    return rnn.rnn_cell_gradient(g[..., -1, :], xs[..., -1, :], before, W, b)[2]


@mistake(
    rnn.bptt,
    en="The steps' gradients are summed, not averaged over T.",
    zh="各步的梯度是求和，不是除以 T 取平均。",
)
def averaged_over_time(g: Tensor, xs: Tensor, h_0: Tensor, W: Tensor, b: Tensor) -> Tensor:
    return rnn.bptt(g, xs, h_0, W, b) / xs.shape[-2]


@mistake(
    rnn.bptt,
    en="The gradient also travels back through h_{t-1}; here each step keeps only its own.",
    zh="梯度还要经 h_{t-1} 往回传；这里每一步只用了自己的梯度。",
)
def not_carried_back(g: Tensor, xs: Tensor, h_0: Tensor, W: Tensor, b: Tensor) -> Tensor:
    before = torch.cat([h_0.unsqueeze(-2), rnn.rnn(xs, h_0, W, b)[..., :-1, :]], dim=-2)
    return rnn.rnn_cell_gradient(g, xs, before, W, b)[2]


@mistake(
    rnn.gradient_norms,
    en="The derivative of tanh, 1 − h_t², is missing: each step multiplies by diag(1 − h²) W.",
    zh="漏了 tanh 的导数 1 − h_t²：每一步乘的是 diag(1 − h²) W。",
)
def norms_without_tanh(g: Tensor, hs: Tensor, W: Tensor) -> Tensor:
    return rnn.gradient_norms(g, torch.zeros_like(hs), W)


@mistake(
    rnn.gradient_norms,
    en="The first entry belongs to the first step: these norms are in the order in which they were computed, from the end.",
    zh="第一个数对应第一步：这里是按从后往前的计算顺序排的。",
)
def norms_from_the_end(g: Tensor, hs: Tensor, W: Tensor) -> Tensor:
    return rnn.gradient_norms(g, hs, W).flip(-1)
