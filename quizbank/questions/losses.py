"""The answers to the own questions about losses, each by running the reference."""

import math
from collections.abc import Iterable, Sequence
from typing import Any

import torch
from torch import Tensor

from quizbank.answers.lure import lure
from quizbank.experiment import Reading, reading
from quizbank.mistakes import losses as mistakes
from reference import attention, embedding, losses

_float: dict[str, Any] = {"dtype": torch.float64}
_SCORES = torch.tensor([0.5, 0.2, 0.9, -1.2, 0.1, 0.8], **_float)
_LABELS = torch.tensor([losses.IGNORED] * 4 + [1, 2, 3, 4, 5, 6])


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
    return float(mistakes.loss_at_the_maximum(torch.tensor(z, **_float), torch.tensor(y - 1)))


@lure(target_loss, en="That is 1 − p; the loss is −log p.", zh="那是 1 − p；损失是 −log p。")
def _one_minus_probability(z: Sequence[float], y: int) -> float:
    return float(mistakes.one_minus_probability(torch.tensor(z, **_float), torch.tensor(y - 1)))


def notes_loss(y: int) -> float:
    """Of the notes' six scores."""
    return float(losses.cross_entropy(_SCORES, torch.tensor(y - 1)))


@lure(
    notes_loss,
    en="The loss reads the right word's probability, not the largest one.",
    zh="损失取的是正确词的概率，不是最大的概率。",
)
def _notes_at_the_maximum(y: int) -> float:
    return float(mistakes.loss_at_the_maximum(_SCORES, torch.tensor(y - 1)))


def logit_gradient(p: Sequence[float], y: int) -> Tensor:
    """Where the softmax gives p; y counts from 1."""
    return losses.cross_entropy_gradient(torch.log(torch.tensor(p, **_float)), torch.tensor(y - 1))


@lure(logit_gradient, en="The sign is flipped: the gradient is p − y.", zh="符号反了：梯度是 p − y。")
def _sign_flipped(p: Sequence[float], y: int) -> Tensor:
    flipped: Tensor = mistakes.gradient_sign_flipped(torch.log(torch.tensor(p, **_float)), torch.tensor(y - 1))
    return flipped


@lure(
    logit_gradient,
    en="The other logits have gradients too: they share the normaliser.",
    zh="其他 logit 也有梯度：它们共用同一个分母。",
)
def _target_only(p: Sequence[float], y: int) -> Tensor:
    alone: Tensor = mistakes.target_entry_only(torch.log(torch.tensor(p, **_float)), torch.tensor(y - 1))
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
    return float(losses.answer_only_loss(logits, labels) / mistakes.divided_by_length(logits, labels))


@lure(mean_over_counted, en="Ignored positions do not stay in the mean.", zh="被忽略的位置不会留在平均里。")
def _same_mean(counted: int, T: int) -> float:
    return mean_over_counted(T, T)


def smoothed_value(eps: float) -> float:
    """Of the four logits in the prompt."""
    return float(losses.label_smoothed_loss(torch.tensor([2.0, 1, 0, -1], **_float), torch.tensor(0), eps))


@lure(
    smoothed_value,
    en="ε is spread over all four classes, the right one included.",
    zh="ε 分给全部四类，包括正确的那一类。",
)
def _spread_over_the_others(eps: float) -> float:
    return float(mistakes.spread_over_the_others(torch.tensor([2.0, 1, 0, -1], **_float), torch.tensor(0), eps))


@lure(smoothed_value, en="That is the loss without smoothing.", zh="那是没有平滑的损失。")
def _not_smoothed(eps: float) -> float:
    return smoothed_value(0.0)


def prompt_gradient() -> int:
    """Embeddings alone, both, neither, logits alone: whichever rows of the prompt have a gradient."""
    logits, embeddings = (bool(gradient[:4].any()) for gradient in _masked_gradients(_LABELS))
    return [(False, True), (True, True), (False, False), (True, False)].index((logits, embeddings))


def nothing_counted() -> int:
    """The option that equals the loss; that it returned at all rules the error out."""
    loss = losses.answer_only_loss(torch.zeros(3, 5, **_float), torch.full((3,), losses.IGNORED))
    return _only([bool(loss.isnan()), bool(loss == 0), bool(loss == math.log(5)), False])


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
    rule = mistakes.softmax_derivative_again if squared else losses.cross_entropy_gradient
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


def _only(holds: Iterable[bool]) -> int:
    """The place of the one claim that holds."""
    (place,) = (place for place, held in enumerate(holds) if held)
    return place
