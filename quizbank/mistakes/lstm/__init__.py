"""What goes wrong in an LSTM."""

from quizbank.mistakes.lstm import cell, gates, gradient, sequence

__all__ = ["cell", "gates", "gradient", "sequence"]
