"""What stands behind the `explain` questions about training."""

from collections.abc import Callable
from typing import Any

import torch
from torch import Tensor

from quizbank.draw import draw
from quizbank.experiment import Reading, reading
from quizbank.mistakes.training import adam as mistakes
from reference import embedding, mlp, training

_float: dict[str, Any] = {"dtype": torch.float64}
_PAPER: dict[str, float] = {"beta_1": 0.9, "beta_2": 0.98, "eps": 1e-9}


def why_warmup() -> tuple[Reading, ...]:
    """Adam on pure noise, and the paper's rates."""
    noise = torch.randn(40, 1000, generator=torch.Generator().manual_seed(0), **_float)
    steps = torch.arange(500, 20001, 500, **_float)
    rates = training.warmup_rate(steps, torch.full_like(steps, 512), torch.full_like(steps, 4000))
    return (
        reading(
            "mean step of Adam ÷ learning rate when gradients are pure noise, steps 1 … 40",
            "梯度全是噪声时 Adam 的平均步长 ÷ 学习率，第 1 … 40 步",
            _lengths(noise, training.adam_step, _PAPER),
        ),
        reading(
            "learning rate of the paper, d = 512, steps 500 … 20,000",
            "论文的学习率，d = 512，第 500 … 20,000 步",
            rates,
        ),
        reading("its peak, at step 4000", "峰值（第 4000 步）", rates.max()),
    )


def why_correct() -> tuple[Reading, ...]:
    """A constant gradient, β₁ = 0.9 and β₂ = 0.999."""
    constant, betas = torch.ones(40, 1, **_float), {"beta_1": 0.9, "beta_2": 0.999, "eps": 1e-8}
    rules: dict[str, Callable[..., Any]] = {"corrected": training.adam_step, "not": mistakes.correction_missing}
    found = {name: _lengths(constant, rule, betas) for name, rule in rules.items()}
    return (
        reading(
            "step ÷ learning rate for a constant gradient, steps 1, 2, 3, 10, 40: corrected",
            "梯度恒定时步长 ÷ 学习率，第 1、2、3、10、40 步：有修正",
            found["corrected"][[0, 1, 2, 9, 39]],
        ),
        reading("not corrected", "没有修正", found["not"][[0, 1, 2, 9, 39]]),
        reading("not corrected, steps 1 … 40", "没有修正，第 1 … 40 步", found["not"]),
    )


def _lengths(gradients: Tensor, rule: Callable[..., Any], betas: dict[str, float]) -> Tensor:
    """The mean size of each step for the learning rate 1."""
    w = m = v = torch.zeros_like(gradients[0])
    lengths = []
    for t, g in enumerate(gradients, start=1):
        moved, m, v = rule(w, g, m, v, t, 1.0, **betas)
        lengths.append((moved - w).abs().mean())
        w = moved
    return torch.stack(lengths)


def why_adam() -> tuple[Reading, ...]:
    """Narrow valleys, ½(w₁² + s w₂²), and gradients of very different size."""
    ratios = (10.0, 100.0, 1000.0)
    sizes, zero = torch.tensor([0.01, 1.0, 100.0], **_float), torch.zeros(3, **_float)
    adam = training.adam_step(zero, sizes, zero, zero, 1, 0.001, 0.9, 0.999, 1e-8)[0]
    return (
        reading(
            "loss along the flat direction, of 1, after 100 steps in a valley 10, 100, 1000 times as steep across as along: SGD",
            "一个方向比另一个陡 10、100、1000 倍的山谷，100 步后平缓方向上剩余的损失（起初为 1）：SGD",
            *[_left_by_descent(torch.tensor([1.0, ratio], **_float)) for ratio in ratios],
        ),
        reading(
            "Adam, rate 0.1",
            "Adam，学习率 0.1",
            *[_left_by_adam(torch.tensor([1.0, ratio], **_float)) for ratio in ratios],
        ),
        reading(
            "first step for gradients 0.01, 1, 100, rate 0.001: SGD",
            "梯度为 0.01、1、100 时的第一步，学习率 0.001：SGD",
            -embedding.sgd_step(zero, sizes, 0.001),
        ),
        reading("Adam", "Adam", -adam),
    )


def _left_by_descent(steepness: Tensor) -> Tensor:
    """From (1, 1); the rate is just below what the steep direction bears."""
    w = torch.ones(2, **_float)
    for _ in range(100):
        w = embedding.sgd_step(w, steepness * w, 1.9 / float(steepness.max()))
    return _left(steepness, w)


def _left_by_adam(steepness: Tensor) -> Tensor:
    w = torch.ones(2, **_float)
    m = v = torch.zeros(2, **_float)
    for t in range(1, 101):
        w, m, v = training.adam_step(w, steepness * w, m, v, t, 0.1, **_PAPER)
    return _left(steepness, w)


def _left(steepness: Tensor, w: Tensor) -> Tensor:
    """Of the flat direction, which is the one that takes long."""
    return (steepness * w**2)[0] / steepness[0]


def why_start_small() -> tuple[Reading, ...]:
    """Ten tanh layers of 128 units from three starts, and one layer that starts with equal weights."""
    width = torch.tensor(128.0)
    bound = float(training.xavier_bound(width, width))
    found = {times: _through(128, times * bound) for times in (0.1, 1.0, 10.0)}
    spreads = [
        reading(
            f"spread of the activations after layers 1, 4, 7, 10, start {times:g} × Xavier's bound",
            f"第 1、4、7、10 层激活的标准差，初始化为 {times:g} × Xavier 边界",
            *spread,
        )
        for times, (spread, _) in found.items()
    ]
    return (
        *spreads,
        reading(
            "share of the last layer's units beyond ±0.99: 0.1 ×, 1 ×, 10 ×",
            "最后一层超出 ±0.99 的单元比例：0.1 ×、1 ×、10 ×",
            *[saturated for _, saturated in found.values()],
        ),
        reading(
            "different gradients among 4 hidden units: random start, equal weights",
            "4 个隐藏单元中不同的梯度有几种：随机初始化、权重全相等",
            _kinds(equal=False),
            _kinds(equal=True),
        ),
    )


def _through(width: int, bound: float) -> tuple[list[Tensor], Tensor]:
    """The spread after every third layer, and how much of the last is saturated."""
    seed = torch.Generator().manual_seed(0)
    x, spread = torch.randn(100, width, generator=seed), []
    for _ in range(10):
        x = torch.tanh(x @ (2 * torch.rand(width, width, generator=seed) - 1) * bound)
        spread.append(x.std())
    return spread[::3], (x.abs() > 0.99).double().mean()


def _kinds(*, equal: bool) -> int:
    """How many different rows the gradient of the hidden weight has."""
    arguments = draw(mlp.window_mlp, 0, sizes={"n": 2, "m": 3, "H": 4, "V": 5}).arguments
    if equal:
        arguments |= {name: torch.full_like(arguments[name], 0.1) for name in ("W_h", "b_h", "W_y", "b_y")}
    arguments["W_h"].requires_grad_()
    (slope,) = torch.autograd.grad(-mlp.window_mlp(**arguments)[0].log(), arguments["W_h"])
    return len(slope.unique(dim=0))
