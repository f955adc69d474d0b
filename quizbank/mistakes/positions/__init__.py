"""What goes wrong in a position code."""

from quizbank.mistakes.positions import codes, terms

__all__ = ["codes", "terms"]
