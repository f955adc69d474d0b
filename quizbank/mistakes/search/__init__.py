"""What goes wrong when sentences are decoded, sampled and scored."""

from quizbank.mistakes.search import decoding, scoring

__all__ = ["decoding", "scoring"]
