"""The answers to the own questions about training, each by running the reference."""

from collections.abc import Callable, Sequence
from itertools import permutations
from typing import Any

import torch
from torch import Tensor

from quizbank.answers.lure import lure
from quizbank.mistakes.training import adam, clipping, rates
from reference import embedding, training

_ADAM = {"lr": 0.001, "beta_1": 0.9, "beta_2": 0.999, "eps": 1e-8}


def warmup_peak(d: int, warmup: int) -> float:
    """At the step at which both terms are equal."""
    return _rate(warmup, d, warmup)


@lure(
    warmup_peak,
    en="The width is missing: the rate is divided by the root of d_model.",
    zh="漏了模型宽度：学习率还要除以 √d_model。",
)
def _width_missing(d: int, warmup: int) -> float:
    return float(rates.width_missing(_number(warmup), _number(d), _number(warmup)))


def warmup_step(early: int, late: int, d: int, warmup: int) -> list[float]:
    """The paper's schedule on both sides of its peak."""
    return [_rate(step, d, warmup) for step in (early, late)]


@lure(
    warmup_step,
    en="That is the other branch: the smaller of both terms counts.",
    zh="那是另一支：要取两项中较小的。",
)
def _larger_term(early: int, late: int, d: int, warmup: int) -> list[float]:
    return [float(rates.larger_term(_number(step), _number(d), _number(warmup))) for step in (early, late)]


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
    return -float(adam.correction_missing(zero, _number(g), zero, zero, 1, **_ADAM)[0])


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
    return float(rates.standard_deviation(_number(inputs), _number(outputs)))


def adam_memory(parameters: int) -> int:
    """What a step hands on besides the weights, for each of them."""
    one = torch.ones(1, dtype=torch.float64)
    _, *kept = training.adam_step(one, one, one, one, 1, **_ADAM)
    return parameters * sum(moment.numel() for moment in kept)


@lure(
    adam_memory,
    en="It keeps two averages per weight: of the gradient and of its square.",
    zh="每个权重要存两个平均：梯度的和梯度平方的。",
)
def _one_moment(parameters: int) -> int:
    return adam_memory(parameters) // 2


def clipped_value(c: float) -> Tensor:
    """A gradient that is too long, then one that is not."""
    return torch.stack([training.clip_by_norm(gradient, c) for gradient in _gradients()])


@lure(
    clipped_value,
    en="The whole vector is scaled; cutting each entry turns its direction.",
    zh="要缩放整个向量；逐元素截断会改变方向。",
)
def _each_entry_clipped(c: float) -> Tensor:
    clipped: Tensor = clipping.each_entry_clipped(torch.stack(_gradients()), c)
    return clipped


def two_steps(w: float, lr: float) -> float:
    """On L = w², by autograd."""
    return _descended(w, lr, 2)


@lure(two_steps, en="The derivative of w² is 2w, not w.", zh="w² 的导数是 2w，不是 w。")
def _two_missing(w: float, lr: float) -> float:
    return _descended(w, lr / 2, 2)


@lure(two_steps, en="That is one step only.", zh="这只走了一步。")
def _one_step(w: float, lr: float) -> float:
    return _descended(w, lr, 1)


def _descended(w: float, lr: float, steps: int) -> float:
    place = _number(w)
    for _ in range(steps):
        place.requires_grad_()
        (slope,) = torch.autograd.grad(place**2, place)
        place = embedding.sgd_step(place.detach(), slope, lr)
    return float(place)


def largest_rate(c: float) -> float:
    """Between a rate after which |w| is no larger and one after which it is, halved again and again."""
    low, high, w = _number(0), _number(4), _number(1)
    for _ in range(50):
        middle = (low + high) / 2
        is_larger = bool(embedding.sgd_step(w, c * w, float(middle)).abs() > w)
        low, high = (low, middle) if is_larger else (middle, high)
    return float(low)


@lure(
    largest_rate,
    en="At that rate one step lands in the minimum; from there to divergence it is twice as far.",
    zh="这个学习率一步就到最小值；到发散还差一倍。",
)
def _newton_rate(c: float) -> float:
    return largest_rate(c) / 2


def after_warmup(times: int) -> float:
    """The rate then over the rate now."""
    return _rate(4000 * times, 512, 4000) / warmup_peak(512, 4000)


@lure(
    after_warmup, en="It falls with the root of the steps, not with the steps.", zh="它按步数的平方根下降，不是按步数。"
)
def _root_forgotten(times: int) -> float:
    return after_warmup(times**2)


def step_order() -> list[int]:
    """The only order that neither stumbles nor differs from a clipped step, and leaves no gradient behind."""
    parts = (_clip, _backward, _loss, _clear, _step, _forward)
    wanted = _clipped_step()
    (order,) = (places for places in permutations(range(len(parts))) if _runs([parts[p] for p in places], wanted))
    return list(order)


def _start() -> dict[str, Any]:
    return {"w": torch.tensor([0.5, -1.0], dtype=torch.float64, requires_grad=True), "x": _gradient()}


def _clipped_step() -> Tensor:
    state = _start()
    _forward(state)
    _loss(state)
    (slope,) = torch.autograd.grad(state["loss"], state["w"])
    return embedding.sgd_step(state["w"].detach(), training.clip_by_norm(slope, 1.0), 0.1)


def _runs(parts: Sequence[Callable[[dict[str, Any]], None]], wanted: Tensor) -> bool:
    state = _start()
    try:
        for part in parts:
            part(state)
    except (KeyError, TypeError):  # something is not there yet
        return False
    return state["w"].grad is None and torch.equal(state["w"].detach(), wanted)


def _forward(state: dict[str, Any]) -> None:
    state["y"] = state["w"] @ state["x"]


def _loss(state: dict[str, Any]) -> None:
    state["loss"] = (state["y"] - 1) ** 2


def _backward(state: dict[str, Any]) -> None:
    state["loss"].backward()


def _clip(state: dict[str, Any]) -> None:
    gradient = _arrived(state)
    gradient.copy_(training.clip_by_norm(gradient, 1.0))


def _step(state: dict[str, Any]) -> None:
    state["w"].data = embedding.sgd_step(state["w"].detach(), _arrived(state), 0.1)


def _clear(state: dict[str, Any]) -> None:
    _arrived(state)
    state["w"].grad = None


def _arrived(state: dict[str, Any]) -> Tensor:
    """The gradient; a TypeError where there is none."""
    gradient: Tensor | None = state["w"].grad
    if gradient is None:
        raise TypeError("no gradient yet")
    return gradient


def _gradient() -> Tensor:
    return torch.tensor([3.0, 4.0], dtype=torch.float64)


def _gradients() -> tuple[Tensor, Tensor]:
    return _gradient(), _gradient() / 10


def _rate(step: int, d: int, warmup: int) -> float:
    return float(training.warmup_rate(_number(step), _number(d), _number(warmup)))


def _number(value: float) -> Tensor:
    return torch.tensor(value, dtype=torch.float64)
