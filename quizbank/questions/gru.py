"""The answers to the own questions about the GRU, each by running the reference."""

from typing import Any

from quizbank import measure
from quizbank.draw import draw
from reference import gru, lstm
from reference.formula import Formula


def parameters(H: int, D: int) -> int:
    """Of the notes' cell, which has no biases."""
    return measure.parameters(gru.gru_cell, H=H, D=D)


def torch_parameters(H: int, D: int) -> int:
    """Of torch's cell, which has two biases a block."""
    return measure.parameters(gru.gru_cell_reset_after, H=H, D=D)


def lstm_ratio(H: int, D: int) -> float:
    """Entries of the GRU's weight matrices over those of the LSTM's."""
    return _matrix_entries(gru.gru_cell, H, D) / _matrix_entries(lstm.lstm_cell, H, D)


def _matrix_entries(formula: Formula[..., Any], H: int, D: int) -> int:
    arguments = draw(formula, 0, sizes={"H": H, "D": D}).arguments
    return sum(arguments[a.name].numel() for a in formula.arguments if a.is_weight and len(a.axes or ()) == 2)
