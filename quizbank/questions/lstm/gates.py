"""In which order torch's LSTMCell stacks its gates, found by closing one block after the other."""

import torch
from torch import Tensor, nn
from torch.func import functional_call

from quizbank.answers.lure import lure
from quizbank.draw import draw
from quizbank.questions.lstm.values import biased, start
from reference import lstm
from reference.formula import recording


def torch_forget_block() -> int:
    """The block that acts as the reference's forget gate."""
    return torch_gate_order().index(0)


@lure(torch_forget_block, en="Most texts list it first; torch does not.", zh="多数教材先写遗忘门，torch 不是。")
def _as_in_the_notes() -> int:
    with recording() as calls:
        lstm.lstm_cell(*start(1.0), *biased(0.0, 0.0, 0.0, 0.0))
    return [call.formula.id for call in calls].index(lstm.forget_gate.id)


def torch_gate_order() -> list[int]:
    """For each of torch's blocks the part of the reference whose closing has the same effect."""
    closings = [[-50.0 if place == closed else 50.0 for place in range(4)] for closed in range(4)]
    f, i, g, o = (lstm.lstm_cell(*start(4.0), *biased(*biases)) for biases in closings)
    effects = [_torch_cell(torch.zeros(4, 2), torch.tensor(biases), *start(4.0)) for biases in closings]
    return [next(p for p, part in enumerate((f, i, g, o)) if _agree(part, effect)) for effect in effects]


def loaded_as_printed() -> int:
    """The same numbers, other numbers, or an error of torch."""
    arguments = draw(lstm.lstm_cell, 0).arguments
    x, h_prev, c_prev, *weights = arguments.values()
    try:
        got = _torch_cell(torch.cat(weights[::2]), torch.cat(weights[1::2]), x, h_prev, c_prev)
    except RuntimeError:
        return 2
    return 0 if _agree(lstm.lstm_cell(**arguments), got) else 1


def _torch_cell(W: Tensor, b: Tensor, x: Tensor, h_prev: Tensor, c_prev: Tensor) -> tuple[Tensor, Tensor]:
    """nn.LSTMCell with the blocks of rows as they are given, columns on [h; x]."""
    H = len(h_prev)
    named = {"weight_ih": W[:, H:], "weight_hh": W[:, :H], "bias_ih": b, "bias_hh": torch.zeros_like(b)}
    cell = nn.LSTMCell(len(x), H, dtype=torch.float64)
    h, c = functional_call(cell, {name: weight.double() for name, weight in named.items()}, (x, (h_prev, c_prev)))
    return h, c


def _agree(one: tuple[Tensor, Tensor], other: tuple[Tensor, Tensor]) -> bool:
    return all(torch.allclose(a, b) for a, b in zip(one, other, strict=True))
