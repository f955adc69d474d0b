"""The answers to the own questions about the GRU, each by running the reference or torch's own cell."""

from typing import Any

import torch
from torch import Tensor

from quizbank import measure
from quizbank.answers.lure import lure
from quizbank.draw import draw
from quizbank.experiment import Reading, reading
from quizbank.mistakes import gru as mistakes
from reference import gru, lstm
from reference.formula import Formula


def parameters(H: int, D: int) -> int:
    """Of the notes' cell, which has no biases."""
    return measure.parameters(gru.gru_cell, H=H, D=D)


@lure(
    parameters,
    en="The candidate has weights of its own: three matrices, not two.",
    zh="候选状态也有自己的权重：三个矩阵，不是两个。",
)
def _gates_only(H: int, D: int) -> int:
    return 2 * measure.parameters(gru.update_gate, H=H, D=D)


@lure(
    parameters,
    en="Four blocks are an LSTM's: a GRU has two gates and a candidate.",
    zh="四块是 LSTM 的：GRU 只有两个门和一个候选状态。",
)
def _four_blocks(H: int, D: int) -> int:
    return parameters(H, D) // 3 * 4


def torch_parameters(H: int, D: int) -> int:
    """Of torch's cell, which has two biases per block."""
    return measure.parameters(gru.gru_cell_reset_after, H=H, D=D)


@lure(
    torch_parameters, en="torch keeps two biases per block, b_ih and b_hh.", zh="torch 每一块有 b_ih 和 b_hh 两个偏置。"
)
def _one_bias(H: int, D: int) -> int:
    return parameters(H, D) + 3 * H


@lure(torch_parameters, en="The biases are missing, two per block.", zh="漏了偏置，每一块有两个。")
def _no_biases(H: int, D: int) -> int:
    return parameters(H, D)


def lstm_ratio(H: int, D: int) -> float:
    """Entries of the GRU's weight matrices over those of the LSTM's."""
    return _matrix_entries(gru.gru_cell, H, D) / _matrix_entries(lstm.lstm_cell, H, D)


@lure(
    lstm_ratio,
    en="That counts the gates alone; both also have a candidate with weights.",
    zh="那只数了门；两者都还有带权重的候选值。",
)
def _gates_against_gates(H: int, D: int) -> float:
    gate = _matrix_entries(gru.update_gate, H, D)
    return (_matrix_entries(gru.gru_cell, H, D) - gate) / (_matrix_entries(lstm.lstm_cell, H, D) - gate)


def _matrix_entries(formula: Formula[..., Any], H: int, D: int) -> int:
    arguments = draw(formula, 0, sizes={"H": H, "D": D}).arguments
    return sum(arguments[a.name].numel() for a in formula.arguments if a.is_weight and len(a.axes or ()) == 2)


def one_step(x: float, h: float) -> float:
    """The new state of one unit."""
    return float(gru.gru_cell(_row(x), _row(h), *(weight[None] for weight in _WEIGHTS)))


@lure(
    one_step,
    en="Here z stands on the candidate; torch and Cho put it on the old state.",
    zh="这里 z 在候选状态上；放在旧状态上是 torch 和 Cho 的写法。",
)
def _z_on_the_old_state(x: float, h: float) -> float:
    with gru.hidden_state.swapped_for(lambda z, h_prev, h_tilde: gru.hidden_state(1 - z, h_prev, h_tilde)):
        return one_step(x, h)


@lure(one_step, en="The reset gate is ignored: the candidate reads r·h.", zh="漏了重置门：候选状态读的是 r·h。")
def _reset_ignored(x: float, h: float) -> float:
    with gru.candidate.swapped_for(mistakes.reset_ignored):
        return one_step(x, h)


def direct_path(z: float) -> float:
    """The gradient of the old state, gates set through an input of 1."""
    weights = (_row(0.0, float(torch.logit(torch.tensor(z, dtype=torch.float64)))), _row(0.0, -50.0), _row(2.0, 0.5))
    _, dh, *_ = gru.gru_cell_gradient(_row(1.0), _row(1.0), _row(0.3), *(weight[None] for weight in weights))
    return float(dh)


@lure(
    direct_path,
    en="z stands on the candidate, which does not see the old state here.",
    zh="z 在候选状态上，而候选状态此时看不到旧状态。",
)
def _update_share(z: float) -> float:
    return 1 - direct_path(z)


@lure(
    direct_path,
    en="The reset hides the old state from the candidate alone; the mixture keeps it.",
    zh="重置只是不让候选状态看到旧状态，混合时旧状态还在。",
)
def _erased(z: float) -> float:
    return direct_path(z) - (1 - z)


def z_side() -> int:
    """Which of both cells ends close to the candidate when z is open: both, none, the notes', torch's."""
    one, half = _row(1.0), _row(0.5)
    opened = gru.hidden_state(torch.sigmoid(50 * one), half, torch.tanh(50 * one))
    b = torch.tensor([0.0, 50.0, 50.0], dtype=torch.float64)
    zeros = torch.zeros(3, 1, dtype=torch.float64)
    torchs = gru.torch_gru_cell(one, half, zeros, zeros, b, torch.zeros_like(b))
    near_opened, near_torchs = (bool((state - 1).abs() < (state - half).abs()) for state in (opened, torchs))
    return [(True, True), (False, False), (True, False), (False, True)].index((near_opened, near_torchs))


def into_torch() -> int:
    """The first way to load the weights that leaves nothing over, else the claim that there is none."""
    arguments = draw(gru.gru_cell, 0).arguments
    x, h_prev, W_z, W_r, W = arguments.values()
    for place, sign in enumerate((1, -1)):
        stacked, H = torch.cat([W_r, sign * W_z, W]), len(h_prev)
        zero = stacked.new_zeros(3 * H)
        got = gru.torch_gru_cell(x, h_prev, stacked[:, H:], stacked[:, :H], zero, zero)
        if torch.allclose(got, gru.gru_cell(**arguments)):
            return place
    return 2


def gru_or_lstm() -> tuple[Reading, ...]:
    """Sizes, costs, and what happens where 1 is written at every step."""
    one, zero = _row(1.0), _row(0.0)
    W = torch.zeros(1, 2, dtype=torch.float64)
    cells, states, (h, c), s = [], [], (zero, zero), zero
    for _ in range(12):
        h, c = lstm.lstm_cell(zero, h, c, W, 50 * one, W, 50 * one, W, 50 * one, W, 50 * one)
        s = gru.gru_cell(one, s, *(_row(0.0, pre)[None] for pre in (50.0, 50.0, 50.0)))
        cells.append(c)
        states.append(s)
    sizes = {"H": 128, "D": 300}
    work = measure.multiplications(gru.gru_cell, **sizes) / measure.multiplications(lstm.lstm_cell, **sizes)
    return (
        reading("GRU over LSTM: numbers in the weight matrices", "GRU 与 LSTM 权重矩阵大小之比", lstm_ratio(**sizes)),
        reading("GRU over LSTM: multiplications of a step", "GRU 与 LSTM 每步乘法次数之比", work),
        reading("LSTM's cell, 1 written 12 times", "LSTM 的细胞状态，连续写入 12 次 1", *cells),
        reading("GRU's state, the same", "GRU 的状态，同样写入", *states),
    )


def two_gates() -> tuple[Reading, ...]:
    """∂h_t/∂h_{t−1} of one unit, for gates that an input of 1 sets."""
    found = {}
    for r in (0, 1):
        slopes = []
        for z in (0.01, 0.25, 0.5, 0.75, 0.99):
            logit = float(torch.logit(torch.tensor(z, dtype=torch.float64)))
            weights = (_row(0.0, logit), _row(0.0, 100.0 * r - 50), _row(0.5, 0.5))
            slopes.append(gru.gru_cell_gradient(_row(1.0), _row(1.0), _row(0.3), *(w[None] for w in weights))[1])
        found[r] = slopes
    en, zh = "∂h_t/∂h_{t-1} for z = 0.01, 0.25, 0.5, 0.75, 0.99", "∂h_t/∂h_{t-1}，z = 0.01、0.25、0.5、0.75、0.99"
    return (
        reading(f"{en}, reset closed", f"{zh}，重置门关", *found[0]),
        reading("the same, reset open, recurrent weight 0.5", "重置门开，循环权重 0.5", *found[1]),
    )


def _row(*numbers: float) -> Tensor:
    return torch.tensor(numbers, dtype=torch.float64)


_WEIGHTS = (_row(0.5, 1.0), _row(1.0, -1.0), _row(2.0, 0.5))
"""Of the update gate, the reset gate and the candidate, each on (h, x)."""
