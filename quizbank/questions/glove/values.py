"""Weights, errors, losses and steps of GloVe for one pair of words."""

import torch
from torch import Tensor

from quizbank.answers.lure import lure
from quizbank.mistakes.glove import counts, loss, training
from reference import glove

X_MAX, ALPHA = 100.0, 0.75


def weight_value(rare: float, often: float) -> list[float]:
    """The paper's rule, below its cap and above."""
    return [float(glove.weight(number(X), X_MAX, ALPHA)) for X in (rare, often)]


@lure(
    weight_value,
    en="That is α = 1: the ratio still goes to the power 3/4.",
    zh="那是 α = 1 的结果：比值还要取 3/4 次幂。",
)
def _alpha_of_one(rare: float, often: float) -> list[float]:
    return [float(counts.alpha_of_one(number(X), X_MAX, ALPHA)) for X in (rare, often)]


@lure(
    weight_value,
    en="The weight is capped: it never exceeds 1.",
    zh="权重有上限：不超过 1。",
)
def _no_cap(rare: float, often: float) -> list[float]:
    return [float(counts.no_cap(number(X), X_MAX, ALPHA)) for X in (rare, often)]


def error_value(X: float) -> float:
    """Of the pair that the prompt gives."""
    return float(glove.pair_error(*pair(X)))


@lure(error_value, en="The target is log X, not X.", zh="目标是 log X，不是 X。")
def _without_logarithm(X: float) -> float:
    return float(loss.count_without_logarithm(*pair(X)))


@lure(error_value, en="The logarithm is the natural one.", zh="这里是自然对数。")
def _common_logarithm(X: float) -> float:
    return float(loss.common_logarithm(*pair(X)))


@lure(error_value, en="The biases are missing.", zh="漏了两个偏置。")
def _without_biases(X: float) -> float:
    return float(loss.biases_missing(*pair(X)))


def loss_value(X: float) -> float:
    """Of the pair that the prompt gives."""
    return float(glove.pair_loss(*pair(X), X_MAX, ALPHA))


@lure(loss_value, en="The ½ is the C code's; the paper has none.", zh="½ 是 C 代码里的，论文里没有。")
def _half(X: float) -> float:
    return float(loss.half_of_the_c_code(*pair(X), X_MAX, ALPHA))


@lure(loss_value, en="The weight f(X) is missing.", zh="漏了权重 f(X)。")
def _unweighted(X: float) -> float:
    return float(loss.unweighted(*pair(X), X_MAX, ALPHA))


@lure(loss_value, en="The weight stands outside the square.", zh="权重在平方外面。")
def _weight_squared(X: float) -> float:
    return float(loss.weight_squared(*pair(X), X_MAX, ALPHA))


def bias_gradient_value(X: float) -> float:
    """The last of the four gradients."""
    return float(glove.pair_gradient(*pair(X), X_MAX, ALPHA)[-1])


@lure(bias_gradient_value, en="The 2 of the square is missing.", zh="漏了平方求导的 2。")
def _two_missing(X: float) -> float:
    return float(training.two_missing(*pair(X), X_MAX, ALPHA)[-1])


def adagrad_value(steps: int) -> float:
    """The new square is added before the division."""
    w, squares = number(1), number(0)
    for _ in range(steps):
        w, squares = glove.adagrad_step(w, number(2), squares, 0.05)
    return float(w)


@lure(
    adagrad_value,
    en="That is the C code's rule: it sums squares of η times the gradient, from 1, and divides by the old sum.",
    zh="那是 C 代码的规则：累积 η 乘梯度的平方，从 1 开始，并除以旧的累积。",
)
def _c_code(steps: int) -> float:
    w, squares = number(1), number(1)
    for _ in range(steps):
        w, squares = training.old_accumulator(w, number(0.05 * 2), squares, 1.0)
    return float(w)


@lure(
    adagrad_value,
    en="That is plain descent: AdaGrad divides by the root of the summed squares.",
    zh="那是普通梯度下降：AdaGrad 还要除以平方和的平方根。",
)
def _plain_descent(steps: int) -> float:
    return 1 - 0.05 * 2 * steps


def pair(X: float) -> tuple[Tensor, Tensor, Tensor, Tensor, Tensor]:
    """The prompts' two vectors and biases, with a count."""
    w, w_tilde = torch.tensor([[0.1, -0.2, 0.3], [0.4, 0.1, -0.3]], dtype=torch.float64)
    return w, w_tilde, number(0.05), number(-0.1), number(X)


def number(value: float) -> Tensor:
    """A scalar tensor in double precision."""
    return torch.tensor(value, dtype=torch.float64)
