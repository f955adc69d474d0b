"""What goes wrong in one step of an LSTM."""

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
    lstm.cell_state,
    en="f and i are swapped: the forget gate keeps the old cell, the input gate lets the candidate in.",
    zh="f 和 i 用反了：遗忘门乘旧的细胞状态，输入门乘候选值。",
    latex=r"c_t = i_t \odot c_{t-1} + f_t \odot \tilde{c}_t",
)
def gates_swapped(f: Tensor, c_prev: Tensor, i: Tensor, c_tilde: Tensor) -> Tensor:
    return i * c_prev + f * c_tilde


@mistake(
    lstm.cell_state,
    en="The forget gate f_t decides how much of the old cell stays, not the input gate.",
    zh="旧的细胞状态保留多少由遗忘门 f_t 决定，不是由输入门。",
    latex=r"c_t = i_t \odot c_{t-1} + i_t \odot \tilde{c}_t",
)
def old_cell_by_input_gate(f: Tensor, c_prev: Tensor, i: Tensor, c_tilde: Tensor) -> Tensor:
    return i * c_prev + i * c_tilde


@mistake(
    lstm.cell_state,
    en="The forget gate is missing: without it the cell can only accumulate, as in the LSTM of 1997.",
    zh="漏了遗忘门：没有它，细胞状态只能一直累加，那是 1997 年的 LSTM。",
    latex=r"c_t = c_{t-1} + i_t \odot \tilde{c}_t",
)
def forget_gate_missing(f: Tensor, c_prev: Tensor, i: Tensor, c_tilde: Tensor) -> Tensor:
    return c_prev + i * c_tilde


@mistake(
    lstm.cell_state,
    en="The candidate passes the input gate before it is added: i_t ⊙ c̃_t.",
    zh="候选值要先过输入门再相加：i_t ⊙ c̃_t。",
    latex=r"c_t = f_t \odot c_{t-1} + \tilde{c}_t",
)
def input_gate_missing(f: Tensor, c_prev: Tensor, i: Tensor, c_tilde: Tensor) -> Tensor:
    return f * c_prev + c_tilde


@mistake(
    lstm.cell_state,
    en="The LSTM does not tie its gates: the candidate is weighted by i_t, not by 1 − f_t as in a GRU.",
    zh="LSTM 的两个门互不绑定：候选值乘 i_t，而不是像 GRU 那样乘 1 − f_t。",
    latex=r"c_t = f_t \odot c_{t-1} + (1 - f_t) \odot \tilde{c}_t",
)
def gates_tied(f: Tensor, c_prev: Tensor, i: Tensor, c_tilde: Tensor) -> Tensor:
    return f * c_prev + (1 - f) * c_tilde


@mistake(
    lstm.cell_state,
    en="f_t and i_t have passed through σ already: they multiply as they are.",
    zh="f_t 和 i_t 已经过了 σ，直接相乘即可。",
)
def gates_squashed_again(f: Tensor, c_prev: Tensor, i: Tensor, c_tilde: Tensor) -> Tensor:
    return torch.sigmoid(f) * c_prev + torch.sigmoid(i) * c_tilde


@mistake(
    lstm.cell_state,
    en="Both gates are missing: f_t weighs the old cell, i_t the candidate.",
    zh="两个门都漏了：f_t 乘旧的细胞状态，i_t 乘候选值。",
)
def gates_left_out(f: Tensor, c_prev: Tensor, i: Tensor, c_tilde: Tensor) -> Tensor:
    return c_prev + c_tilde


@mistake(
    lstm.cell_state,
    en="The old cell is lost: f_t ⊙ c_{t-1} is what carries the memory on.",
    zh="旧的细胞状态丢了：记忆靠 f_t ⊙ c_{t-1} 传下去。",
)
def old_cell_dropped(f: Tensor, c_prev: Tensor, i: Tensor, c_tilde: Tensor) -> Tensor:
    return i * c_tilde


@mistake(
    lstm.hidden_state,
    en="tanh on the cell is missing: the cell is unbounded, the hidden state must stay between −1 and 1.",
    zh="细胞状态外面漏了 tanh：细胞状态无界，隐状态必须落在 −1 和 1 之间。",
    latex=r"h_t = o_t \odot c_t",
)
def cell_tanh_missing(o: Tensor, c: Tensor) -> Tensor:
    return o * c


@mistake(
    lstm.hidden_state,
    en="The output gate is missing: it decides how much of the cell is shown.",
    zh="漏了输出门：细胞状态露出多少由它决定。",
    latex=r"h_t = \tanh(c_t)",
)
def output_gate_missing(o: Tensor, c: Tensor) -> Tensor:
    return torch.tanh(c)


@mistake(
    lstm.hidden_state,
    en="The cell goes through tanh, not through a sigmoid: h_t may be negative.",
    zh="细胞状态要过 tanh，不是 sigmoid：h_t 可以为负。",
    latex=r"h_t = o_t \odot \sigma(c_t)",
)
def sigmoid_cell(o: Tensor, c: Tensor) -> Tensor:
    return o * torch.sigmoid(c)


@mistake(
    lstm.hidden_state,
    en="The gate acts after tanh: o_t ⊙ tanh(c_t), not tanh of the product.",
    zh="先取 tanh 再过门：o_t ⊙ tanh(c_t)，不是对乘积取 tanh。",
    latex=r"h_t = \tanh(o_t \odot c_t)",
)
def gate_inside_tanh(o: Tensor, c: Tensor) -> Tensor:
    return torch.tanh(o * c)


@mistake(
    lstm.lstm_cell,
    en="The hidden state shows the new cell c_t, not the old one c_{t-1}.",
    zh="隐状态取自新的细胞状态 c_t，不是旧的 c_{t-1}。",
    latex=r"f_t = \sigma(W_f \cdot [h_{t-1}, x_t] + b_f) \\ "
    r"i_t = \sigma(W_i \cdot [h_{t-1}, x_t] + b_i) \\ "
    r"\tilde{c}_t = \tanh(W_c \cdot [h_{t-1}, x_t] + b_c) \\ "
    r"c_t = f_t \odot c_{t-1} + i_t \odot \tilde{c}_t \\ "
    r"o_t = \sigma(W_o \cdot [h_{t-1}, x_t] + b_o) \\ "
    r"h_t = o_t \odot \tanh(c_{t-1})",
)
def old_cell_shown(x: Tensor, h_prev: Tensor, c_prev: Tensor, *weights: Tensor) -> tuple[Tensor, Tensor]:
    *_, W_o, b_o = weights
    _, c = lstm.lstm_cell(x, h_prev, c_prev, *weights)
    return lstm.hidden_state(lstm.output_gate(h_prev, x, W_o, b_o), c_prev), c


@mistake(
    lstm.lstm_cell,
    en="The weights of f and i are exchanged; torch stacks them as i, f, g, o, the notes list f, i, c̃, o.",
    zh="f 和 i 的权重用反了；torch 按 i、f、g、o 堆叠，笔记的顺序是 f、i、c̃、o。",
)
def forget_and_input_exchanged(
    x: Tensor, h_prev: Tensor, c_prev: Tensor, W_f: Tensor, b_f: Tensor, W_i: Tensor, b_i: Tensor, *rest: Tensor
) -> tuple[Tensor, Tensor]:
    return lstm.lstm_cell(x, h_prev, c_prev, W_i, b_i, W_f, b_f, *rest)


@mistake(
    lstm.lstm_cell,
    en="The blocks of the candidate and of the output gate are exchanged: torch's order is i, f, g, o, not i, f, o, g.",
    zh="候选值和输出门的权重块弄反了：torch 的顺序是 i、f、g、o，不是 i、f、o、g。",
)
def candidate_and_output_exchanged(
    x: Tensor, h_prev: Tensor, c_prev: Tensor, *weights: Tensor
) -> tuple[Tensor, Tensor]:
    return lstm.lstm_cell(x, h_prev, c_prev, *weights[:4], *weights[6:], *weights[4:6])


@mistake(
    lstm.lstm_cell,
    en="The order of the results is hidden state, then cell.",
    zh="返回的顺序是先隐状态，后细胞状态。",
)
def results_exchanged(x: Tensor, h_prev: Tensor, c_prev: Tensor, *weights: Tensor) -> tuple[Tensor, Tensor]:
    h, c = lstm.lstm_cell(x, h_prev, c_prev, *weights)
    return c, h
