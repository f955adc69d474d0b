"""What dropout keeps, what it disturbs, and what it wipes out."""

from collections.abc import Callable

import torch
from torch import Tensor

from quizbank.experiment import Reading, reading
from quizbank.mistakes.transformer import residual
from reference import transformer

Drop = Callable[[Tensor, Tensor, float], Tensor]

_RATES = (0.1, 0.3, 0.5)


def why_dropout() -> tuple[Reading, ...]:
    """A hundred thousand normal entries of mean 1; two linear units; a state that is dropped again and again."""
    x = torch.randn(100_000, generator=torch.Generator().manual_seed(0), dtype=torch.float64) + 1
    return (
        reading("mean of the entries, p = 0.1, 0.3, 0.5", "各分量的均值，p = 0.1、0.3、0.5", _means(x)),
        reading("without the division by 1 − p", "不除以 1 − p", _means(x, residual.not_scaled_up)),
        reading("at inference", "推理时", x.mean()),
        reading(
            "variance, p = 0.1, 0.3, 0.5, and at inference",
            "方差，p = 0.1、0.3、0.5 以及推理时",
            *[_dropped(x, p).var() for p in _RATES],
            x.var(),
        ),
        reading(
            "p = 0.5: squared error that dropout adds to a sum of 1 made of one entry, of four",
            "p = 0.5：和为 1，由一个分量构成、由四个分量构成，dropout 带来的平方误差",
            *[_disturbed(parts) for parts in (1, 4)],
        ),
        reading(
            "share of a state left after 1 … 50 steps, p = 0.1, a new mask each step",
            "p = 0.1，每步换掩码，1 … 50 步后状态还剩的比例",
            _left(is_new_each_step=True),
        ),
        reading("after 50 steps with one mask for all", "始终用同一个掩码，50 步后", _left(is_new_each_step=False)[-1]),
    )


def _means(x: Tensor, drop: Drop = transformer.dropout) -> list[Tensor]:
    return [_dropped(x, p, drop).mean() for p in _RATES]


def _dropped(x: Tensor, p: float, drop: Drop = transformer.dropout) -> Tensor:
    return drop(x, _kept(x.shape, p, torch.Generator().manual_seed(1)), p)


def _kept(shape: torch.Size, p: float, seed: torch.Generator) -> Tensor:
    return torch.rand(shape, generator=seed) >= p


def _disturbed(parts: int) -> Tensor:
    """Of a linear unit, over many masks."""
    contributions = torch.full((50_000, parts), 1 / parts, dtype=torch.float64)
    return ((_dropped(contributions, 0.5).sum(dim=-1) - 1) ** 2).mean()


def _left(*, is_new_each_step: bool, p: float = 0.1) -> list[Tensor]:
    """The share of a state's entries that are not 0 after each of 50 steps."""
    seed, state = torch.Generator().manual_seed(0), torch.ones(10_000, dtype=torch.float64)
    keep, found = _kept(state.shape, p, seed), []
    for _ in range(50):
        state = transformer.dropout(state, keep, p)
        found.append((state != 0).double().mean())
        keep = _kept(state.shape, p, seed) if is_new_each_step else keep
    return found
