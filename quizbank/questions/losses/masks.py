"""What a loss mask takes out of a loss, and what it leaves in."""

import math
from collections.abc import Iterable
from typing import Any

import torch
from torch import Tensor

from quizbank.answers.lure import lure
from quizbank.experiment import Reading, reading
from quizbank.mistakes.losses import sequences
from reference import attention, embedding, losses

_float: dict[str, Any] = {"dtype": torch.float64}
_LABELS = torch.tensor([losses.IGNORED] * 4 + [1, 2, 3, 4, 5, 6])


def counted_positions(prompt: int, answer: int) -> int:
    """Rows of the logits that receive a gradient."""
    labels = torch.tensor([losses.IGNORED] * prompt + list(range(1, answer + 1)) + [answer + 1])
    logits = torch.zeros(len(labels), answer + 2, requires_grad=True, **_float)
    (gradient,) = torch.autograd.grad(losses.answer_only_loss(logits, labels), logits)
    return int(gradient.any(dim=-1).sum())


@lure(counted_positions, en="The prompt's positions are ignored.", zh="提示的位置不计入。")
def _all_positions(prompt: int, answer: int) -> int:
    return prompt + counted_positions(prompt, answer)


@lure(counted_positions, en="The end mark </s> is a label too.", zh="结束符 </s> 也是标签。")
def _end_forgotten(prompt: int, answer: int) -> int:
    return counted_positions(prompt, answer) - 1


def mean_over_counted(counted: int, T: int) -> float:
    """torch's mean against the one over all positions."""
    labels = torch.tensor([losses.IGNORED] * (T - counted) + [0] * counted)
    logits = torch.zeros(T, 3, **_float)
    return float(losses.answer_only_loss(logits, labels) / sequences.divided_by_length(logits, labels))


@lure(mean_over_counted, en="Ignored positions do not stay in the mean.", zh="被忽略的位置不会留在平均里。")
def _same_mean(counted: int, T: int) -> float:
    return mean_over_counted(T, T)


def prompt_gradient() -> int:
    """Embeddings alone, both, neither, logits alone: whichever rows of the prompt have a gradient."""
    logits, embeddings = (bool(gradient[:4].any()) for gradient in _masked_gradients(_LABELS))
    return [(False, True), (True, True), (False, False), (True, False)].index((logits, embeddings))


def nothing_counted() -> int:
    """The option that equals the loss; that it returned at all rules the error out."""
    loss = losses.answer_only_loss(torch.zeros(3, 5, **_float), torch.full((3,), losses.IGNORED))
    return _only([bool(loss.isnan()), bool(loss == 0), bool(loss == math.log(5)), False])


def why_loss_mask() -> tuple[Reading, ...]:
    """The notes' ten tokens through one causal attention layer."""
    masked = _masked_gradients(_LABELS)
    whole = _masked_gradients(_LABELS.clamp(min=0))
    return (
        reading(
            "rows of logits with a gradient, of 10: masked, not masked",
            "10 行 logits 中有梯度的行数：有掩码、无掩码",
            *[pair[0].any(dim=-1).sum() for pair in (masked, whole)],
        ),
        reading(
            "norm of the gradient at the embeddings of the 4 prompt tokens, masked",
            "有掩码时 4 个提示 token 词向量的梯度范数",
            masked[1][:4].norm(dim=-1),
        ),
        reading(
            "mean over the counted positions ÷ mean over all 10",
            "对计入位置取平均 ÷ 对全部 10 个取平均",
            mean_over_counted(6, 10),
        ),
    )


def _masked_gradients(labels: Tensor) -> tuple[Tensor, Tensor]:
    """At the logits and at the embeddings."""
    seed = torch.Generator().manual_seed(0)
    X = torch.randn(10, 8, generator=seed, requires_grad=True, **_float)
    E = torch.randn(12, 8, generator=seed, **_float)
    logits = embedding.tied_logits(attention.masked_attention(X, X, X, attention.causal_mask(10).double()), E)
    d_logits, d_X = torch.autograd.grad(losses.answer_only_loss(logits, labels), (logits, X))
    return d_logits, d_X


def _only(holds: Iterable[bool]) -> int:
    """The place of the one claim that holds."""
    (place,) = (place for place, held in enumerate(holds) if held)
    return place
