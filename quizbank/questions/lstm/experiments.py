"""What stands behind the LSTM's `explain` questions."""

import torch
from torch import Tensor

from quizbank.experiment import Reading, reading
from quizbank.mistakes.lstm import gates
from quizbank.questions.lstm.values import biased
from reference import lstm, rnn
from reference.formula import recording


def why_no_vanishing() -> tuple[Reading, ...]:
    """Gradients of the last cell and of the last state, on their way back over 50 steps."""
    seed = torch.Generator().manual_seed(0)
    W = torch.randn(4, 16, 20, generator=seed, dtype=torch.float64) / 5
    xs = torch.randn(50, 4, generator=seed, dtype=torch.float64)
    zero = torch.zeros(16, dtype=torch.float64)
    readings = [
        reading(
            f"log10 ‖∂L/∂c_t‖ of an LSTM, t = 1 … 50, forget bias {bias}",
            f"LSTM 的 log10 ‖∂L/∂c_t‖，t = 1 … 50，遗忘门偏置 {bias}",
            _cell_norms(xs, zero, (W[0], zero + bias, W[1], zero, W[2], zero, W[3], zero)).log10(),
        )
        for bias in (0, 1, 4)
    ]
    plain = rnn.gradient_norms(zero + 1 / 4, rnn.rnn(xs, zero, W[0], zero), W[0, :, :16])
    return (reading("log10 ‖∂L/∂h_t‖ of a plain RNN", "普通 RNN 的 log10 ‖∂L/∂h_t‖", plain.log10()), *readings)


def _cell_norms(xs: Tensor, zero: Tensor, weights: tuple[Tensor, ...]) -> Tensor:
    states = [(zero, zero)]
    for x in xs:
        states.append(lstm.lstm_cell(x, *states[-1], *weights))
    g_h, g_c = zero, torch.full_like(zero, 1 / 4)
    norms = [g_c.norm()]
    for x, (h, c) in zip(xs[1:].flip(0), states[-2:0:-1], strict=True):
        _, g_h, g_c, *_ = lstm.lstm_cell_gradient(g_h, g_c, x, h, c, *weights)
        norms.append(g_c.norm())
    return torch.stack(norms[::-1])


def what_the_gates_do() -> tuple[Reading, ...]:
    """One unit, its gates opened and closed from outside: write, keep hidden, show, forget."""
    write, keep, show, forget = [50, 50, 1, -50], [50, -50, 1, -50], [50, -50, 1, 50], [-50, -50, 1, 50]
    steps = torch.tensor([write, write, keep, keep, show, forget, show], dtype=torch.float64)
    rows = torch.cat([torch.zeros(4, 1, dtype=torch.float64), torch.eye(4, dtype=torch.float64)], dim=1)
    zero = torch.zeros(1, dtype=torch.float64)
    with recording() as calls:
        hs, _ = lstm.lstm(steps, zero, zero, *[part for row in rows for part in (row[None], zero)])
    cells = [call.result for call in calls if call.formula.id == lstm.cell_state.id]
    doing_en, doing_zh = "write, write, keep, keep, show, forget, show", "写、写、保留、保留、读出、遗忘、读出"
    return reading(f"c: {doing_en}", f"c：{doing_zh}", *cells), reading("h, the same steps", "h，同样的步骤", hs[:, 0])


def why_sigmoid_and_tanh() -> tuple[Reading, ...]:
    """A cell over 30 random inputs, with either candidate."""
    with lstm.candidate.swapped_for(gates.sigmoid_candidate):
        growing = _cells_of_random_inputs()
    return (
        reading(
            "cell over 30 inputs around 0, tanh candidate",
            "30 个零均值输入下的细胞状态，候选值用 tanh",
            *_cells_of_random_inputs(),
        ),
        reading("the same with a sigmoid candidate", "候选值改用 sigmoid", *growing),
    )


def _cells_of_random_inputs() -> list[Tensor]:
    xs = torch.randn(30, 1, generator=torch.Generator().manual_seed(0), dtype=torch.float64)
    weights = biased(3.0, 0.0, 0.0, 0.0)
    weights[4] = torch.tensor([[0.0, 1.0]], dtype=torch.float64)  # the candidate alone reads the input
    zero = torch.zeros(1, dtype=torch.float64)
    with recording() as calls:
        lstm.lstm(xs, zero, zero, *weights)
    return [call.result for call in calls if call.formula.id == lstm.cell_state.id]
