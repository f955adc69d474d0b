"""What goes wrong in word2vec."""

from quizbank.mistakes.word2vec import cbow, paths, skipgram

__all__ = ["cbow", "paths", "skipgram"]
