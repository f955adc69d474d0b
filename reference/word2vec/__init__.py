"""word2vec: CBOW and Skip-gram, with a tree, with negative samples, or with the whole softmax."""

from reference.word2vec.cbow import cbow_hidden, cbow_loss
from reference.word2vec.paths import path_gradient, path_loss, path_probability, word_probability
from reference.word2vec.skipgram import (
    negative_sampling_loss,
    noise_distribution,
    skipgram_loss,
    skipgram_pairs,
    skipgram_softmax_loss,
    subsample_keep,
)
from reference.word2vec.trees import Path, Tree, balanced_tree, huffman_tree

__all__ = [
    "Path",
    "Tree",
    "balanced_tree",
    "cbow_hidden",
    "cbow_loss",
    "huffman_tree",
    "negative_sampling_loss",
    "noise_distribution",
    "path_gradient",
    "path_loss",
    "path_probability",
    "skipgram_loss",
    "skipgram_pairs",
    "skipgram_softmax_loss",
    "subsample_keep",
    "word_probability",
]
