"""Losses, gradients and perplexities of a few numbers."""

import math
from collections.abc import Sequence
from typing import Any

import torch
from torch import Tensor

from quizbank.answers.lure import lure
from quizbank.mistakes.losses import one_label, sequences
from reference import losses

_float: dict[str, Any] = {"dtype": torch.float64}
_SCORES = torch.tensor([0.5, 0.2, 0.9, -1.2, 0.1, 0.8], **_float)


def loss_of_a_guess(V: int) -> float:
    """The loss of equal logits."""
    return float(losses.cross_entropy(torch.zeros(V, **_float), torch.tensor(0)))


@lure(loss_of_a_guess, en="That is in bits; a nat is the natural logarithm's.", zh="那是以 bit 计；nat 用自然对数。")
def _in_bits(V: int) -> float:
    return loss_of_a_guess(V) / math.log(2)


def target_loss(z: Sequence[float], y: int) -> float:
    """Of one prediction; y counts from 1."""
    return float(losses.cross_entropy(torch.tensor(z, **_float), torch.tensor(y - 1)))


@lure(
    target_loss,
    en="The loss reads the right class's probability, not the largest one.",
    zh="损失取的是正确类别的概率，不是最大的概率。",
)
def _at_the_maximum(z: Sequence[float], y: int) -> float:
    return float(one_label.loss_at_the_maximum(torch.tensor(z, **_float), torch.tensor(y - 1)))


@lure(target_loss, en="That is 1 − p; the loss is −log p.", zh="那是 1 − p；损失是 −log p。")
def _one_minus_probability(z: Sequence[float], y: int) -> float:
    return float(one_label.one_minus_probability(torch.tensor(z, **_float), torch.tensor(y - 1)))


def notes_loss(y: int) -> float:
    """Of the notes' six scores."""
    return float(losses.cross_entropy(_SCORES, torch.tensor(y - 1)))


@lure(
    notes_loss,
    en="The loss reads the right word's probability, not the largest one.",
    zh="损失取的是正确词的概率，不是最大的概率。",
)
def _notes_at_the_maximum(y: int) -> float:
    return float(one_label.loss_at_the_maximum(_SCORES, torch.tensor(y - 1)))


def logit_gradient(p: Sequence[float], y: int) -> Tensor:
    """Where the softmax gives p; y counts from 1."""
    return losses.cross_entropy_gradient(torch.log(torch.tensor(p, **_float)), torch.tensor(y - 1))


@lure(logit_gradient, en="The sign is flipped: the gradient is p − y.", zh="符号反了：梯度是 p − y。")
def _sign_flipped(p: Sequence[float], y: int) -> Tensor:
    flipped: Tensor = one_label.gradient_sign_flipped(torch.log(torch.tensor(p, **_float)), torch.tensor(y - 1))
    return flipped


@lure(
    logit_gradient,
    en="The other logits have gradients too: they share the normaliser.",
    zh="其他 logit 也有梯度：它们共用同一个分母。",
)
def _target_only(p: Sequence[float], y: int) -> Tensor:
    alone: Tensor = one_label.target_entry_only(torch.log(torch.tensor(p, **_float)), torch.tensor(y - 1))
    return alone


def perplexity_value(p: Sequence[float]) -> float:
    """Of the mean loss of words that have these probabilities."""
    return float(losses.perplexity(_mean_loss(p)))


@lure(
    perplexity_value,
    en="The mean is taken of the logarithms, not of the probabilities.",
    zh="取平均的是对数，不是概率本身。",
)
def _arithmetic_mean(p: Sequence[float]) -> float:
    return len(p) / sum(p)


@lure(
    perplexity_value,
    en="Perplexity is per word: the loss is a mean, not a sum.",
    zh="困惑度按词计：损失取平均，不是求和。",
)
def _whole_sentence(p: Sequence[float]) -> float:
    return float(losses.perplexity(_mean_loss(p) * len(p)))


def _mean_loss(p: Sequence[float]) -> Tensor:
    right = torch.tensor(p, **_float)
    logits = torch.log(torch.stack([right, 1 - right], dim=-1))
    return losses.sequence_loss(logits, torch.zeros(len(p), dtype=torch.long))


def smoothed_value(eps: float) -> float:
    """Of the four logits in the prompt."""
    return float(losses.label_smoothed_loss(torch.tensor([2.0, 1, 0, -1], **_float), torch.tensor(0), eps))


@lure(
    smoothed_value,
    en="ε is spread over all four classes, the right one included.",
    zh="ε 分给全部四类，包括正确的那一类。",
)
def _spread_over_the_others(eps: float) -> float:
    return float(sequences.spread_over_the_others(torch.tensor([2.0, 1, 0, -1], **_float), torch.tensor(0), eps))


@lure(smoothed_value, en="That is the loss without smoothing.", zh="那是没有平滑的损失。")
def _not_smoothed(eps: float) -> float:
    return smoothed_value(0.0)
