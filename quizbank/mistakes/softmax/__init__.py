"""What goes wrong in squashing functions and their derivatives."""

from quizbank.mistakes.softmax import rows, squashing

__all__ = ["rows", "squashing"]
