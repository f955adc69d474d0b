"""What goes wrong around the gradient."""

from quizbank.mistakes.training import adam, clipping, rates

__all__ = ["adam", "clipping", "rates"]
