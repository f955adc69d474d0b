"""The answers to the own questions about losses, each by running the reference."""

from quizbank.questions.losses.divergence import entropy_and_kl, kl_value
from quizbank.questions.losses.experiments import what_is_perplexity, why_cross_entropy, why_label_smoothing
from quizbank.questions.losses.masks import (
    counted_positions,
    mean_over_counted,
    nothing_counted,
    prompt_gradient,
    why_loss_mask,
)
from quizbank.questions.losses.values import (
    logit_gradient,
    loss_of_a_guess,
    notes_loss,
    perplexity_value,
    smoothed_value,
    target_loss,
)

__all__ = [
    "counted_positions",
    "entropy_and_kl",
    "kl_value",
    "logit_gradient",
    "loss_of_a_guess",
    "mean_over_counted",
    "notes_loss",
    "nothing_counted",
    "perplexity_value",
    "prompt_gradient",
    "smoothed_value",
    "target_loss",
    "what_is_perplexity",
    "why_cross_entropy",
    "why_label_smoothing",
    "why_loss_mask",
]
