"""Which claim about GloVe holds, and the order of its steps: found by running it."""

from collections.abc import Iterable
from typing import Any

import torch

from quizbank.mistakes.glove import loss as mistakes
from quizbank.questions.glove.counts import table
from quizbank.questions.glove.values import ALPHA, X_MAX, number, pair
from reference import glove
from reference.formula import Formula, recording


def prediction_target() -> int:
    """The option for which the error is 0, when a bias alone predicts it."""
    X, none = number(50), torch.zeros(1, dtype=torch.float64)
    f = glove.weight(X, X_MAX, ALPHA)
    options = [torch.log(X), X, f * X, f * torch.log(X), torch.log1p(X)]
    return _only(bool(glove.pair_error(none, none, option, number(0), X) == 0) for option in options)


def final_vectors() -> int:
    """The option that equals the reference."""
    W, W_tilde = pair(50)[:2]
    options = [W + W_tilde, W, W_tilde, torch.cat([W, W_tilde]), W * W_tilde]
    vectors = glove.word_vectors(W[None], W_tilde[None])[0]
    return _only(torch.equal(option, vectors) for option in options)


def empty_cell() -> int:
    """The claim that agrees with the loss and its gradient, a zero cell summed with the weight f(0) = 0."""
    X = table()
    W, b = torch.ones(len(X), 2, dtype=X.dtype, requires_grad=True), torch.zeros(len(X), dtype=X.dtype)
    summed = mistakes.empty_cells_summed(W, W, b, b, X, X_MAX, ALPHA)
    skipped = glove.glove_loss(W, W, b, b, X, X_MAX, ALPHA)
    return _only([bool(summed.isnan()), bool(summed == skipped), bool(summed.isinf()), bool(summed > skipped)])


def steps() -> list[int]:
    """The order in which the formulas are first called while the notes' sentences are learned."""
    options: list[Formula[..., Any]] = [
        glove.cooccurrence,
        glove.pair_error,
        glove.pair_gradient,
        glove.adagrad_step,
        glove.glove_loss,
        glove.word_vectors,
    ]
    with recording() as calls:
        X = table()
        ones = torch.ones(len(X), 2)
        W, W_tilde, *_ = glove.train(X, ones, ones, X[0], X[0], 1, 0.05)
        glove.word_vectors(W, W_tilde)
    names = [call.formula.id for call in calls]
    return sorted(range(len(options)), key=lambda place: names.index(options[place].id))


def _only(holds: Iterable[bool]) -> int:
    """The place of the one option that holds."""
    (place,) = (place for place, held in enumerate(holds) if held)
    return place
