"""What stands behind the `explain` questions about losses."""

from typing import Any

import torch
from torch import Tensor

from quizbank.experiment import Reading, reading
from quizbank.mistakes.losses import one_label
from quizbank.questions.losses.values import loss_of_a_guess, perplexity_value
from reference import embedding, losses

_float: dict[str, Any] = {"dtype": torch.float64}


def why_cross_entropy() -> tuple[Reading, ...]:
    """One logit against another at 0, the first class being right."""
    logits = torch.linspace(-8, 8, 33, **_float)
    slow, fast = _descent(squared=True), _descent(squared=False)
    return (
        reading(
            "|gradient| of cross-entropy, right logit − other = −8 … 8",
            "交叉熵的 |梯度|，正确 logit − 另一个 = −8 … 8",
            _slope(logits, squared=False),
        ),
        reading("|gradient| of the squared error, the same", "平方误差的 |梯度|，同上", _slope(logits, squared=True)),
        reading(
            "steps of rate 1 from −6 to p = 0.9: cross-entropy, squared error",
            "学习率 1，从 −6 走到 p = 0.9 的步数：交叉熵、平方误差",
            fast,
            slow,
        ),
    )


def _slope(logits: Tensor, *, squared: bool) -> Tensor:
    """∂/∂z of −log p, or of ½(1 − p)² by the chain rule through p."""
    pairs, right = torch.stack([logits, torch.zeros_like(logits)], dim=-1), torch.zeros(len(logits), dtype=torch.long)
    rule = one_label.softmax_derivative_again if squared else losses.cross_entropy_gradient
    return rule(pairs, right)[:, 0].abs()


def _descent(*, squared: bool) -> int:
    z, steps = torch.full((1,), -6.0, **_float), 0
    while torch.sigmoid(z) < 0.9:
        z = embedding.sgd_step(z, -_slope(z, squared=squared), 1.0)
        steps += 1
    return steps


def what_is_perplexity() -> tuple[Reading, ...]:
    """A few models that guess, and two ways to average."""
    guesses = [losses.perplexity(torch.tensor(loss_of_a_guess(V), **_float)) for V in (6, 100, 10000)]
    sentences, lengths = torch.tensor([1.0, 5.0], **_float), torch.tensor([10.0, 2.0], **_float)
    pooled = (sentences * lengths).sum() / lengths.sum()
    total = torch.tensor(12.0, **_float)
    return (
        reading("uniform over 6, 100, 10000 words", "在 6、100、10000 个词上均匀猜测", *guesses),
        reading(
            "words of probability 1/2, 1/4, 1/8", "各词概率为 1/2、1/4、1/8", perplexity_value([1 / 2, 1 / 4, 1 / 8])
        ),
        reading(
            "10 words at loss 1 and 2 at loss 5, pooled",
            "10 个词损失 1、2 个词损失 5，合在一起算",
            losses.perplexity(pooled),
        ),
        reading("the mean of both perplexities", "两个困惑度的平均", losses.perplexity(sentences).mean()),
        reading(
            "12 nats over 3 words, 6 subwords, 15 characters",
            "总共 12 nat，按 3 个词、6 个子词、15 个字符算",
            *[losses.perplexity(total / n) for n in (3, 6, 15)],
        ),
    )


def why_label_smoothing() -> tuple[Reading, ...]:
    """Ten classes, nine of them at 0: how large should the target's logit be?"""
    gaps, right = torch.linspace(0, 12, 1201, **_float), torch.tensor(0)
    rows = torch.cat([gaps[:, None], torch.zeros(len(gaps), 9, **_float)], dim=-1)
    curves = [losses.label_smoothed_loss(rows, right.expand(len(gaps)), eps) for eps in (0.0, 0.1)]
    best = [gaps[losses.label_smoothed_loss(rows, right.expand(len(gaps)), eps).argmin()] for eps in (0.05, 0.1, 0.2)]
    return (
        reading("loss for a gap of 0 … 12, plain", "logit 差从 0 到 12 的损失，无平滑", curves[0][::40]),
        reading("the same with ε = 0.1", "ε = 0.1 时", curves[1][::40]),
        reading("best gap for ε = 0.05, 0.1, 0.2", "ε = 0.05、0.1、0.2 时的最优差", *best),
    )
