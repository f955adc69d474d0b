"""What goes wrong in a loss."""

from quizbank.mistakes.losses import one_label, sequences

__all__ = ["one_label", "sequences"]
