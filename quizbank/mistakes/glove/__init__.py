"""What goes wrong in GloVe."""

from quizbank.mistakes.glove import counts, loss, training

__all__ = ["counts", "loss", "training"]
