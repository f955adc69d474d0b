"""What goes wrong in one step of an LSTM."""

import torch
from torch import Tensor

from quizbank.mistake import mistake
from reference import lstm


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


@mistake(
    lstm.cell_state,
    en="Each gate weighs its own part: f_t ⊙ c_{t-1} + i_t ⊙ c̃_t, not the sum of gates times the sum of parts.",
    zh="每个门只乘自己的那一项：f_t ⊙ c_{t-1} + i_t ⊙ c̃_t，不是和乘以和。",
)
def sums_multiplied(f: Tensor, c_prev: Tensor, i: Tensor, c_tilde: Tensor) -> Tensor:
    return (f + i) * (c_prev + c_tilde)
