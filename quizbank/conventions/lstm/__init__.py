"""The same LSTM with the input part first, in rows, or with its gates stacked."""

from quizbank.conventions.lstm import joint, stacked

__all__ = ["joint", "stacked"]
