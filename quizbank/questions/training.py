"""The answers to the own questions about training, each by running the reference."""

import torch
from torch import Tensor

from quizbank.answers.lure import lure
from quizbank.mistakes import training as mistakes
from reference import training

_ADAM = {"lr": 0.001, "beta_1": 0.9, "beta_2": 0.999, "eps": 1e-8}


def warmup_peak(d: int, warmup: int) -> float:
    """At the step at which both terms are equal."""
    return warmup_step(warmup, d, warmup)


@lure(
    warmup_peak,
    en="The width is missing: the rate is divided by the root of d_model.",
    zh="漏了模型宽度：学习率还要除以 √d_model。",
)
def _width_missing(d: int, warmup: int) -> float:
    return float(mistakes.width_missing(_number(warmup), _number(d), _number(warmup)))


def warmup_step(step: int, d: int, warmup: int) -> float:
    """The paper's schedule."""
    return float(training.warmup_rate(_number(step), _number(d), _number(warmup)))


@lure(
    warmup_step,
    en="That is the other branch: the smaller of both terms counts.",
    zh="那是另一支：要取两项中较小的。",
)
def _larger_term(step: int, d: int, warmup: int) -> float:
    return float(mistakes.larger_term(_number(step), _number(d), _number(warmup)))


def first_adam_step(g: float) -> float:
    """From moments of 0."""
    zero = _number(0)
    return -float(training.adam_step(zero, _number(g), zero, zero, 1, **_ADAM)[0])


@lure(
    first_adam_step,
    en="Both moments are corrected for their start at 0.",
    zh="两个矩都要做偏差修正。",
)
def _correction_missing(g: float) -> float:
    zero = _number(0)
    return -float(mistakes.correction_missing(zero, _number(g), zero, zero, 1, **_ADAM)[0])


@lure(
    first_adam_step,
    en="That is plain descent: Adam divides by the root of the second moment.",
    zh="那是普通梯度下降：Adam 还要除以二阶矩的平方根。",
)
def _plain_descent(g: float) -> float:
    return _ADAM["lr"] * g


def xavier_value(inputs: int, outputs: int) -> float:
    """The uniform bound."""
    return float(training.xavier_bound(_number(inputs), _number(outputs)))


@lure(
    xavier_value,
    en="That is the standard deviation; the bound is √3 times as large.",
    zh="那是标准差；边界是它的 √3 倍。",
)
def _standard_deviation(inputs: int, outputs: int) -> float:
    return float(mistakes.standard_deviation(_number(inputs), _number(outputs)))


def adam_memory(parameters: int) -> int:
    """What a step hands on besides the weights, for each of them."""
    one = torch.ones(1, dtype=torch.float64)
    _, *kept = training.adam_step(one, one, one, one, 1, **_ADAM)
    return parameters * sum(moment.numel() for moment in kept)


@lure(
    adam_memory,
    en="It keeps two averages a weight: of the gradient and of its square.",
    zh="每个权重要存两个平均：梯度的和梯度平方的。",
)
def _one_moment(parameters: int) -> int:
    return adam_memory(parameters) // 2


def clipped_value(c: float) -> list[float]:
    """A gradient of length 5."""
    clipped: list[float] = training.clip_by_norm(_gradient(), c).tolist()
    return clipped


@lure(
    clipped_value,
    en="The whole vector is scaled; cutting each entry turns its direction.",
    zh="要缩放整个向量；逐元素截断会改变方向。",
)
def _each_entry_clipped(c: float) -> list[float]:
    entries: list[float] = mistakes.each_entry_clipped(_gradient(), c).tolist()
    return entries


def _gradient() -> Tensor:
    return torch.tensor([3.0, 4.0], dtype=torch.float64)


def _number(value: float) -> Tensor:
    return torch.tensor(value, dtype=torch.float64)
