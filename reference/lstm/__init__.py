"""The LSTM: one step, the sequence, the stack, and their gradients."""

from reference.lstm.cell import (
    candidate,
    cell_state,
    forget_gate,
    hidden_state,
    input_gate,
    lstm_cell,
    output_gate,
)
from reference.lstm.gradient import lstm_cell_gradient, lstm_gradient
from reference.lstm.sequence import cell_path, deep_lstm, lstm

__all__ = [
    "candidate",
    "cell_path",
    "cell_state",
    "deep_lstm",
    "forget_gate",
    "hidden_state",
    "input_gate",
    "lstm",
    "lstm_cell",
    "lstm_cell_gradient",
    "lstm_gradient",
    "output_gate",
]
