"""The answers to the own questions about the LSTM, each by running the reference or torch's own module."""

import torch
from torch import Tensor, nn
from torch.func import functional_call

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
    """Of the notes' cell, which has one bias a gate."""
    return measure.parameters(lstm.lstm_cell, H=H, D=D)


def torch_parameters(H: int, D: int) -> int:
    """Of torch's module, which has two biases a gate."""
    return sum(weight.numel() for weight in nn.LSTM(D, H, device="meta").parameters())


@lure(
    parameters,
    en="That is torch's count, with two biases a gate; the notes have one.",
    zh="那是 torch 的参数量，每个门两个偏置；笔记里每个门只有一个。",
)
def _two_biases(H: int, D: int) -> int:
    return torch_parameters(H, D)


@lure(
    torch_parameters,
    en="That is the notes' count, with one bias a gate; torch keeps two, b_ih and b_hh.",
    zh="那是笔记的参数量，每个门一个偏置；torch 有 b_ih 和 b_hh 两个。",
)
def _one_bias(H: int, D: int) -> int:
    return parameters(H, D)


@lure(parameters, en="The biases are missing, one a gate.", zh="漏了偏置，每个门一个。")
@lure(torch_parameters, en="The biases are missing, two a gate.", zh="漏了偏置，每个门两个。")
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
    """Of all layers, one bias a gate."""
    return measure.parameters(lstm.deep_lstm, L=L, H=H, D=D)


@lure(
    deep_parameters,
    en="Only the first layer reads inputs of size D; the others read hidden states of size H.",
    zh="只有第一层的输入是 D 维；其余各层读的是 H 维的隐状态。",
)
def _inputs_everywhere(L: int, H: int, D: int) -> int:
    return L * parameters(H, D)


def state_numbers(L: int, H: int) -> int:
    """Hidden states and cells of all layers."""
    draws = draw(lstm.deep_lstm, 0, sizes={"L": L, "H": H})
    _, h_T, c_T = lstm.deep_lstm(**draws.arguments)
    return h_T.numel() + c_T.numel()


@lure(state_numbers, en="The cells are handed over as well.", zh="细胞状态也要一起传过去。")
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


def cell_value(c_prev: float, a: float) -> float:
    """The cell of one unit whose gates are half open."""
    return float(_unit(c_prev, a)[1])


def hidden_value(c_prev: float, a: float) -> float:
    """The hidden state of one unit whose gates are half open."""
    return float(_unit(c_prev, a)[0])


def _unit(c_prev: float, a: float) -> tuple[Tensor, Tensor]:
    zero, W = torch.zeros(1, dtype=torch.float64), torch.zeros(1, 2, dtype=torch.float64)
    cell, candidate = torch.full_like(zero, c_prev), torch.full_like(zero, a)
    return lstm.lstm_cell(zero, zero, cell, W, zero, W, zero, W, candidate, W, zero)


def carousel(f: float, T: int) -> float:
    """The product of the forget gates."""
    return float(lstm.cell_path(torch.full((T, 1), f, dtype=torch.float64)))


def kept_share(b: float, T: int) -> float:
    """What is left of a cell of 1."""
    zero, W = torch.zeros(1, dtype=torch.float64), torch.zeros(1, 2, dtype=torch.float64)
    weights = (W, torch.full_like(zero, b), W, zero, W, zero, W, zero)
    _, c_T = lstm.lstm(torch.zeros(T, 1, dtype=torch.float64), zero, torch.ones_like(zero), *weights)
    return float(c_T)


@lure(kept_share, en="That is one step; the share is kept again at every step.", zh="那只是一步；每一步都要再乘一次。")
def _one_step(b: float, T: int) -> float:
    return kept_share(b, 1)


def torch_forget_block() -> int:
    """The block whose closing wipes the cell."""
    left = [abs(_cell_with_closed(block)) for block in range(4)]
    return left.index(min(left))


def _cell_with_closed(block: int) -> float:
    closed = torch.zeros(4, 1).index_fill(0, torch.tensor([block]), -50.0)
    cell, zero = nn.LSTMCell(1, 1), torch.zeros(1)
    weights = {
        name: closed.flatten() if name == "bias_ih" else torch.zeros_like(w) for name, w in cell.named_parameters()
    }
    _, c = functional_call(cell, weights, (zero, (zero, torch.full((1,), 2.0))))
    return float(c)
