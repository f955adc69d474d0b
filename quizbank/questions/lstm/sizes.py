"""Shapes and counts of the LSTM, measured on the reference or on torch's own module."""

import torch
from torch import Tensor, nn

from quizbank import measure
from quizbank.answers.lure import lure
from quizbank.draw import draw
from reference import lstm


def joint_weight_shape(H: int, D: int) -> tuple[int, ...]:
    """Of the forget gate's weight; the other three have it too."""
    return measure.shape(lstm.forget_gate, "W_f", H=H, D=D)


@lure(
    joint_weight_shape,
    en="That is the row convention, [h, x] W; here the weight stands on the left.",
    zh="那是行向量写法 [h, x] W 的形状；这里权重在左边。",
)
def _row_weight(H: int, D: int) -> tuple[int, ...]:
    return joint_weight_shape(H, D)[::-1]


@lure(
    joint_weight_shape,
    en="That is the input's part alone: the gate also reads the hidden state.",
    zh="那只是输入部分的形状：门还要读隐状态。",
)
def _input_part(H: int, D: int) -> tuple[int, ...]:
    return H, D


def torch_weight_shape(H: int, D: int) -> tuple[int, ...]:
    """Of `weight_ih`: the four gates in one."""
    return tuple(nn.LSTMCell(D, H, device="meta").weight_ih.shape)


@lure(
    torch_weight_shape,
    en="torch stores the transpose: (outputs, inputs), as in nn.Linear.",
    zh="torch 存的是转置：（输出，输入），与 nn.Linear 一致。",
)
def _transposed(H: int, D: int) -> tuple[int, ...]:
    return torch_weight_shape(H, D)[::-1]


@lure(
    torch_weight_shape,
    en="That is one gate: torch stacks all four in one weight.",
    zh="那只是一个门：torch 把四个门堆在一个权重里。",
)
def _one_gate(H: int, D: int) -> tuple[int, ...]:
    return H, D


@lure(
    torch_weight_shape,
    en="The hidden state's weight is weight_hh, a tensor of its own.",
    zh="隐状态的权重是另一个张量 weight_hh。",
)
def _joint(H: int, D: int) -> tuple[int, ...]:
    return 4 * H, H + D


def upper_weight_shape(H: int, D: int) -> tuple[int, ...]:
    """Of the first weight of the second layer."""
    layers = draw(lstm.deep_lstm, 0, sizes={"H": H, "D": D, "L": 2}).arguments["layers"]
    return tuple(layers[1][0].shape)


@lure(
    upper_weight_shape,
    en="Upper layers read the hidden states below, not the inputs x.",
    zh="上层读的是下层的隐状态，不是输入 x。",
)
def _first_layer(H: int, D: int) -> tuple[int, ...]:
    return joint_weight_shape(H, D)


def parameters(H: int, D: int) -> int:
    """Of the notes' cell, which has one bias per gate."""
    return measure.parameters(lstm.lstm_cell, H=H, D=D)


def torch_parameters(H: int, D: int) -> int:
    """Of torch's module, which has two biases per gate."""
    return sum(weight.numel() for weight in nn.LSTM(D, H, device="meta").parameters())


@lure(
    parameters,
    en="That is torch's count, with two biases per block; here each has one.",
    zh="那是 torch 的参数量，每块两个偏置；这里每块只有一个。",
)
def _two_biases(H: int, D: int) -> int:
    return torch_parameters(H, D)


@lure(
    torch_parameters,
    en="That has one bias per block, as most papers count; torch keeps two, b_ih and b_hh.",
    zh="那是多数论文的数法，每块一个偏置；torch 有 b_ih 和 b_hh 两个。",
)
def _one_bias(H: int, D: int) -> int:
    return parameters(H, D)


@lure(parameters, en="The biases are missing, one per gate.", zh="漏了偏置，每个门一个。")
@lure(torch_parameters, en="The biases are missing, two per gate.", zh="漏了偏置，每个门两个。")
def _no_biases(H: int, D: int) -> int:
    return step_cost(H, D)


@lure(
    parameters,
    en="The candidate is forgotten: it has weights too, so four groups, not three.",
    zh="忘了候选值：它也有权重，所以是四组，不是三组。",
)
def _three_gates(H: int, D: int) -> int:
    return 3 * measure.parameters(lstm.forget_gate, H=H, D=D)


def deep_parameters(L: int, H: int, D: int) -> int:
    """Of all layers, one bias per gate."""
    return measure.parameters(lstm.deep_lstm, L=L, H=H, D=D)


@lure(
    deep_parameters,
    en="Only the first layer reads inputs of size D; the others read hidden states of size H.",
    zh="只有第一层的输入是 D 维；其余各层读的是 H 维的隐状态。",
)
def _inputs_everywhere(L: int, H: int, D: int) -> int:
    return L * parameters(H, D)


@lure(
    deep_parameters,
    en="The first layer is one of the L: L − 1 layers read hidden states.",
    zh="第一层也算在 L 层之内：读隐状态的是其余 L − 1 层。",
)
def _one_layer_more(L: int, H: int, D: int) -> int:
    return deep_parameters(L + 1, H, D)


def state_numbers(L: int, H: int) -> int:
    """Hidden states and cells of all layers."""
    draws = draw(lstm.deep_lstm, 0, sizes={"L": L, "H": H})
    _, h_T, c_T = lstm.deep_lstm(**draws.arguments)
    return h_T.numel() + c_T.numel()


@lure(state_numbers, en="The cell states are kept as well.", zh="细胞状态也要保留。")
def _hidden_only(L: int, H: int) -> int:
    return state_numbers(L, H) // 2


def step_cost(H: int, D: int) -> int:
    """Multiplications of one step."""
    return measure.multiplications(lstm.lstm_cell, H=H, D=D)


@lure(
    step_cost,
    en="The candidate is forgotten: four matrices, not three.",
    zh="忘了候选值：是四个矩阵，不是三个。",
)
def _three_matrices(H: int, D: int) -> int:
    return 3 * measure.multiplications(lstm.forget_gate, H=H, D=D)


def step_growth(H: int) -> int:
    """Multiplications of one step on inputs of a fixed size."""
    return measure.multiplications(lstm.lstm_cell, H=H, D=3)


def final_state_shape(L: int, T: int, B: int, H: int) -> tuple[int, ...]:
    """Of torch's own module, whose weights need no values for that."""
    return tuple(_torch_outputs(L, T, B, H)[1][0].shape)


@lure(final_state_shape, en="That is output: the top layer at every step.", zh="那是 output：最高层在每一步的状态。")
def _output(L: int, T: int, B: int, H: int) -> tuple[int, ...]:
    return tuple(_torch_outputs(L, T, B, H)[0].shape)


@lure(final_state_shape, en="That is the top layer alone; h_n has all layers.", zh="那只是最高层；h_n 包含所有层。")
def _top_layer(L: int, T: int, B: int, H: int) -> tuple[int, ...]:
    return final_state_shape(L, T, B, H)[1:]


def _torch_outputs(L: int, T: int, B: int, H: int) -> tuple[Tensor, tuple[Tensor, Tensor]]:
    module = nn.LSTM(1, H, L, device="meta").to_empty(device="cpu")  # the width of its input is in no output
    found: tuple[Tensor, tuple[Tensor, Tensor]] = module(torch.zeros(T, B, 1))
    return found
