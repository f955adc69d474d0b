"""The answers to the own questions about word2vec, each by running the reference."""

from quizbank.questions.word2vec.costs import (
    cbow_cost,
    cost_order,
    inner_nodes,
    negative_sampling_cost,
    nnlm_tree_cost,
    output_numbers,
    pair_count,
    skipgram_cost,
    tree_growth,
)
from quizbank.questions.word2vec.experiments import (
    cbow_or_skipgram,
    why_negative_sampling,
    why_three_quarters,
    why_tree,
    why_two_vectors,
)
from quizbank.questions.word2vec.similarity import judging_vectors
from quizbank.questions.word2vec.values import (
    cbow_gradient_share,
    huffman_depth,
    huffman_lengths,
    keep_value,
    leaf_sum,
    negative_sampling_value,
    path_value,
    shuffled_context,
    turn_slope,
    window_mean,
)

__all__ = [
    "cbow_cost",
    "cbow_gradient_share",
    "cbow_or_skipgram",
    "cost_order",
    "huffman_depth",
    "huffman_lengths",
    "inner_nodes",
    "judging_vectors",
    "keep_value",
    "leaf_sum",
    "negative_sampling_cost",
    "negative_sampling_value",
    "nnlm_tree_cost",
    "output_numbers",
    "pair_count",
    "path_value",
    "shuffled_context",
    "skipgram_cost",
    "tree_growth",
    "turn_slope",
    "why_negative_sampling",
    "why_three_quarters",
    "why_tree",
    "why_two_vectors",
    "window_mean",
]
