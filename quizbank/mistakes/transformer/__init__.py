"""What goes wrong in a Transformer."""

from quizbank.mistakes.transformer import block, layer

__all__ = ["block", "layer"]
