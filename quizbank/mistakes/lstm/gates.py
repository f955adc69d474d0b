"""What goes wrong in an LSTM's gates and candidate."""

import torch
from torch import Tensor

from quizbank.mistake import mistake
from reference import lstm


@mistake(
    lstm.forget_gate,
    en="The bias b_f is missing; it is what lets the gate start open.",
    zh="漏了偏置 b_f；训练之初要让遗忘门保持打开，靠的就是它。",
    latex=r"f_t = \sigma(W_f \cdot [h_{t-1}, x_t])",
)
@mistake(
    lstm.input_gate,
    en="The bias b_i is missing: every gate of the LSTM has one.",
    zh="漏了偏置 b_i：LSTM 的每个门都有偏置。",
    latex=r"i_t = \sigma(W_i \cdot [h_{t-1}, x_t])",
)
@mistake(
    lstm.output_gate,
    en="The bias b_o is missing: every gate of the LSTM has one.",
    zh="漏了偏置 b_o：LSTM 的每个门都有偏置。",
    latex=r"o_t = \sigma(W_o \cdot [h_{t-1}, x_t])",
)
def bias_missing(h_prev: Tensor, x: Tensor, W: Tensor, b: Tensor) -> Tensor:
    return lstm.forget_gate(h_prev, x, W, torch.zeros_like(b))


@mistake(
    lstm.forget_gate,
    en="A gate is a fraction between 0 and 1: sigmoid, not tanh.",
    zh="门是 0 到 1 之间的比例，要用 sigmoid，不是 tanh。",
    latex=r"f_t = \tanh(W_f \cdot [h_{t-1}, x_t] + b_f)",
)
@mistake(
    lstm.input_gate,
    en="The input gate is a fraction between 0 and 1: sigmoid; tanh belongs to the candidate.",
    zh="输入门是 0 到 1 之间的比例，要用 sigmoid；tanh 是候选值用的。",
    latex=r"i_t = \tanh(W_i \cdot [h_{t-1}, x_t] + b_i)",
)
@mistake(
    lstm.output_gate,
    en="The output gate is a fraction between 0 and 1: sigmoid; tanh acts on the cell, not here.",
    zh="输出门是 0 到 1 之间的比例，要用 sigmoid；tanh 作用在细胞状态上，不在这里。",
    latex=r"o_t = \tanh(W_o \cdot [h_{t-1}, x_t] + b_o)",
)
def tanh_for_sigmoid(h_prev: Tensor, x: Tensor, W: Tensor, b: Tensor) -> Tensor:
    return lstm.candidate(h_prev, x, W, b)


@mistake(
    lstm.forget_gate,
    en="The gate also reads the previous hidden state h_{t-1}, not the input alone.",
    zh="遗忘门不只看当前输入，还要读上一时刻的隐状态 h_{t-1}。",
    latex=r"f_t = \sigma(W_{xf} \cdot x_t + b_f)",
)
@mistake(
    lstm.input_gate,
    en="The input gate reads the previous hidden state h_{t-1} as well, in spite of its name.",
    zh="虽然叫输入门，它同样要读上一时刻的隐状态 h_{t-1}。",
    latex=r"i_t = \sigma(W_{xi} \cdot x_t + b_i)",
)
@mistake(
    lstm.output_gate,
    en="The output gate also reads the previous hidden state h_{t-1}, not the input alone.",
    zh="输出门不只看当前输入，还要读上一时刻的隐状态 h_{t-1}。",
    latex=r"o_t = \sigma(W_{xo} \cdot x_t + b_o)",
)
def state_ignored(h_prev: Tensor, x: Tensor, W: Tensor, b: Tensor) -> Tensor:
    return lstm.forget_gate(torch.zeros_like(h_prev), x, W, b)


@mistake(
    lstm.forget_gate,
    en="f_t is the fraction that is kept, not the one that is erased: no 1 − f_t.",
    zh="f_t 是保留的比例，不是抹去的比例，不要写成 1 − f_t。",
)
def share_erased(h_prev: Tensor, x: Tensor, W: Tensor, b: Tensor) -> Tensor:
    return 1 - lstm.forget_gate(h_prev, x, W, b)


@mistake(
    lstm.candidate,
    en="The candidate may be negative: tanh, not sigmoid.",
    zh="候选值可以为负，要用 tanh，不是 sigmoid。",
    latex=r"\tilde{c}_t = \sigma(W_c \cdot [h_{t-1}, x_t] + b_c)",
)
def sigmoid_candidate(h_prev: Tensor, x: Tensor, W: Tensor, b: Tensor) -> Tensor:
    return lstm.forget_gate(h_prev, x, W, b)


@mistake(
    lstm.candidate,
    en="The bias b_c is missing: the candidate has one like the three gates.",
    zh="漏了偏置 b_c：候选值和三个门一样有偏置。",
    latex=r"\tilde{c}_t = \tanh(W_c \cdot [h_{t-1}, x_t])",
)
def candidate_bias_missing(h_prev: Tensor, x: Tensor, W: Tensor, b: Tensor) -> Tensor:
    return lstm.candidate(h_prev, x, W, torch.zeros_like(b))


@mistake(
    lstm.candidate,
    en="tanh is missing: without it the candidate is unbounded.",
    zh="漏了 tanh：没有它，候选值就没有上下界。",
    latex=r"\tilde{c}_t = W_c \cdot [h_{t-1}, x_t] + b_c",
)
def linear_candidate(h_prev: Tensor, x: Tensor, W: Tensor, b: Tensor) -> Tensor:
    return torch.cat([h_prev, x], dim=-1) @ W.mT + b


@mistake(
    lstm.candidate,
    en="The candidate also reads the previous hidden state h_{t-1}, not the input alone.",
    zh="候选值不只看当前输入，还要读上一时刻的隐状态 h_{t-1}。",
    latex=r"\tilde{c}_t = \tanh(W_{xc} \cdot x_t + b_c)",
)
def candidate_state_ignored(h_prev: Tensor, x: Tensor, W: Tensor, b: Tensor) -> Tensor:
    return lstm.candidate(torch.zeros_like(h_prev), x, W, b)


@mistake(
    lstm.forget_gate,
    en="The gate also reads the current input x_t, not the previous hidden state alone.",
    zh="遗忘门不只看上一时刻的隐状态，还要读当前输入 x_t。",
)
@mistake(
    lstm.input_gate,
    en="The input gate reads the current input x_t as well: it decides how much of that is let in.",
    zh="输入门也要读当前输入 x_t：它决定让多少新信息进来。",
)
@mistake(
    lstm.output_gate,
    en="The output gate also reads the current input x_t, not the previous hidden state alone.",
    zh="输出门不只看上一时刻的隐状态，还要读当前输入 x_t。",
)
def input_ignored(h_prev: Tensor, x: Tensor, W: Tensor, b: Tensor) -> Tensor:
    return lstm.forget_gate(h_prev, torch.zeros_like(x), W, b)


@mistake(
    lstm.candidate,
    en="The candidate is made of the current input x_t as well, not of the previous hidden state alone.",
    zh="候选值不只来自上一时刻的隐状态，还要读当前输入 x_t。",
)
def candidate_input_ignored(h_prev: Tensor, x: Tensor, W: Tensor, b: Tensor) -> Tensor:
    return lstm.candidate(h_prev, torch.zeros_like(x), W, b)
