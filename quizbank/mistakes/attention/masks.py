"""What goes wrong with masks, and with a head that has one."""

import torch
from torch import Tensor

from quizbank.mistake import mistake
from reference import attention
from reference.softmax import softmax


def _kept(M: Tensor) -> Tensor:
    return (M == 0).to(M.dtype)


@mistake(
    attention.causal_mask,
    en="Shifted by one: a token may look at itself, so −∞ begins above the diagonal, not on it.",
    zh="错了一位：token 可以看自己，−∞ 从对角线上方开始，不含对角线。",
)
def diagonal_blocked(n: int, *, like: Tensor | None = None) -> Tensor:
    return torch.triu(torch.full_like(attention.causal_mask(n, like=like), -torch.inf))


@mistake(
    attention.causal_mask,
    en="Shifted by one: here each token sees its successor, the very token it is to predict.",
    zh="错了一位：这样每个 token 都能看到下一个，也就是它要预测的那个。",
)
def next_token_visible(n: int, *, like: Tensor | None = None) -> Tensor:
    return torch.triu(torch.full_like(attention.causal_mask(n, like=like), -torch.inf), diagonal=2)


@mistake(
    attention.causal_mask,
    en="Upside down: the future lies above the diagonal, and that is what is blocked.",
    zh="上下颠倒了：未来在对角线上方，要挡住的是那里。",
)
def past_blocked(n: int, *, like: Tensor | None = None) -> Tensor:
    return attention.causal_mask(n, like=like).mT


@mistake(
    attention.padding_mask,
    en="Shifted by one: position `length` counts from 0, so it is already padding.",
    zh="错了一位：位置从 0 数起，第 length 个位置已经是填充。",
)
def one_key_too_many(lengths: Tensor, n: int) -> Tensor:
    return attention.padding_mask(lengths + 1, n)


@mistake(
    attention.padding_mask,
    en="Shifted by one: a sentence of `length` tokens keeps all `length` keys.",
    zh="错了一位：长度为 length 的句子要保留全部 length 个键。",
)
def one_key_too_few(lengths: Tensor, n: int) -> Tensor:
    return attention.padding_mask(lengths - 1, n)


@mistake(
    attention.padding_mask,
    en="Inverted: the tokens get 0, the padding gets −∞.",
    zh="反了：真实 token 处为 0，填充处为 −∞。",
)
def tokens_blocked(lengths: Tensor, n: int) -> Tensor:
    return torch.where(attention.padding_mask(lengths, n) == 0, -torch.inf, 0.0)


@mistake(
    attention.masked_attention,
    en="A mask of 0 and 1 cannot be added to the scores: allowed is 0, blocked is −∞.",
    zh="0/1 掩码不能加到得分上：允许是 0，挡住是 −∞。",
)
def mask_added_as_ones(Q: Tensor, K: Tensor, V: Tensor, M: Tensor) -> Tensor:
    return softmax(attention.scaled_scores(Q, K) + _kept(M)) @ V


@mistake(
    attention.masked_attention,
    en="A score of 0 is not a weight of 0: before the softmax a blocked score must be −∞.",
    zh="得分为 0 不等于权重为 0：softmax 之前，被挡住的得分必须是 −∞。",
)
def mask_multiplied(Q: Tensor, K: Tensor, V: Tensor, M: Tensor) -> Tensor:
    return softmax(attention.scaled_scores(Q, K) * _kept(M)) @ V


@mistake(
    attention.masked_attention,
    en="The sign: blocked scores become −10⁹; with +10⁹ only the blocked keys are seen.",
    zh="符号错了：被挡住的得分换成 −10⁹；写成 +10⁹，就只看得到被挡住的键。",
)
def plus_a_billion(Q: Tensor, K: Tensor, V: Tensor, M: Tensor) -> Tensor:
    return softmax(attention.scaled_scores(Q, K).masked_fill(M != 0, 1e9)) @ V


@mistake(
    attention.masked_attention,
    en="Mask before the softmax: zeroing the weights afterwards leaves rows that no longer sum to 1.",
    zh="掩码要加在 softmax 之前：之后再清零，各行之和就不再是 1。",
)
def masked_after_softmax(Q: Tensor, K: Tensor, V: Tensor, M: Tensor) -> Tensor:
    return softmax(attention.scaled_scores(Q, K)) * _kept(M) @ V


@mistake(
    attention.masked_attention,
    en="The mask is missing: add M to the scaled scores.",
    zh="漏了掩码：要把 M 加到缩放后的得分上。",
    latex=r"\mathrm{softmax}\left(\frac{Q K^\top}{\sqrt{d_k}}\right) V",
)
def mask_missing(Q: Tensor, K: Tensor, V: Tensor, M: Tensor) -> Tensor:
    return attention.attention(Q, K, V)


@mistake(
    attention.masked_attention,
    en="The mask is added: subtracting −∞ makes the blocked scores +∞ and the row NaN.",
    zh="掩码是加上去的：减去 −∞，被挡住的得分成了 +∞，整行变成 NaN。",
    latex=r"\mathrm{softmax}\left(\frac{Q K^\top}{\sqrt{d_k}} - M\right) V",
)
def mask_subtracted(Q: Tensor, K: Tensor, V: Tensor, M: Tensor) -> Tensor:
    return softmax(attention.scaled_scores(Q, K) - M) @ V


@mistake(
    attention.masked_attention,
    en="−10⁴ leaks: once the scores are as large, blocked keys are seen again; use −∞.",
    zh="−10⁴ 会漏：得分一样大时，被挡住的键又看得见了；要用 −∞。",
    channel="extreme",
)
def leaking_mask(Q: Tensor, K: Tensor, V: Tensor, M: Tensor) -> Tensor:
    return softmax(attention.scaled_scores(Q, K) + M.clamp(min=-1e4)) @ V
