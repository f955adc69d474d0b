"""What goes wrong in attention."""

from quizbank.mistakes.attention import gradients, heads, masks, one_head

__all__ = ["gradients", "heads", "masks", "one_head"]
