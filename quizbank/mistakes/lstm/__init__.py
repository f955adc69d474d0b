"""What goes wrong in an LSTM."""

from quizbank.mistakes.lstm import cell, gradient, sequence

__all__ = ["cell", "gradient", "sequence"]
