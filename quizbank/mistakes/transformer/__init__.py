"""What goes wrong in a Transformer."""

from quizbank.mistakes.transformer import block, layer, residual

__all__ = ["block", "layer", "residual"]
