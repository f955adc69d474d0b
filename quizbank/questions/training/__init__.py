"""The answers to the own questions about training, each by running the reference."""

from quizbank.questions.training.decay import l2_or_decay
from quizbank.questions.training.experiments import why_adam, why_correct, why_start_small, why_warmup
from quizbank.questions.training.values import (
    adam_memory,
    after_warmup,
    clipped_value,
    first_adam_step,
    largest_rate,
    step_order,
    two_steps,
    warmup_peak,
    warmup_step,
    xavier_value,
)

__all__ = [
    "adam_memory",
    "after_warmup",
    "clipped_value",
    "first_adam_step",
    "l2_or_decay",
    "largest_rate",
    "step_order",
    "two_steps",
    "warmup_peak",
    "warmup_step",
    "why_adam",
    "why_correct",
    "why_start_small",
    "why_warmup",
    "xavier_value",
]
