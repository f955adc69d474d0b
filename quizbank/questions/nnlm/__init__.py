"""The answers to the own questions about the neural language model, each by running the reference."""

from quizbank.questions.nnlm.counts import (
    context_shape,
    cost,
    direct_cost,
    hidden_value,
    output_share,
    parameters,
    toy_parameters,
)
from quizbank.questions.nnlm.experiments import what_is_the_bottleneck, why_not_ngrams

__all__ = [
    "context_shape",
    "cost",
    "direct_cost",
    "hidden_value",
    "output_share",
    "parameters",
    "toy_parameters",
    "what_is_the_bottleneck",
    "why_not_ngrams",
]
