"""The answers to the own questions about GloVe, each by running the reference."""

from quizbank.questions.glove.choices import empty_cell, final_vectors, prediction_target, steps
from quizbank.questions.glove.counts import (
    cooccurrence_row,
    cooccurrence_shape,
    cooccurrence_sum,
    distance_weight,
    empty_cells,
    large_parameters,
    numbers_touched,
    parameters,
    vectors_shape,
)
from quizbank.questions.glove.experiments import glove_or_lsa, glove_or_word2vec, why_log, why_weight
from quizbank.questions.glove.values import (
    adagrad_value,
    bias_gradient_value,
    error_value,
    loss_value,
    weight_value,
)

__all__ = [
    "adagrad_value",
    "bias_gradient_value",
    "cooccurrence_row",
    "cooccurrence_shape",
    "cooccurrence_sum",
    "distance_weight",
    "empty_cell",
    "empty_cells",
    "error_value",
    "final_vectors",
    "glove_or_lsa",
    "glove_or_word2vec",
    "large_parameters",
    "loss_value",
    "numbers_touched",
    "parameters",
    "prediction_target",
    "steps",
    "vectors_shape",
    "weight_value",
    "why_log",
    "why_weight",
]
