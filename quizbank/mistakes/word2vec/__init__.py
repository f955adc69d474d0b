"""What goes wrong in word2vec."""

from quizbank.mistakes.word2vec import cbow, paths, sampling, skipgram

__all__ = ["cbow", "paths", "sampling", "skipgram"]
