"""What goes wrong when sentences are scored."""

import math
from collections.abc import Sequence

import torch
from torch import Tensor

from quizbank.mistake import mistake
from reference import search


@mistake(
    search.length_penalty,
    en="The five is added to the length, so that short sentences differ less: (5 + n)/6.",
    zh="长度要加 5，使短句之间差别变小：(5 + n)/6。",
    latex=r"lp = n^{\alpha}",
)
def plain_length(n: Tensor, alpha: float) -> Tensor:
    return n**alpha


@mistake(
    search.length_penalty,
    en="The whole fraction is raised to the power α.",
    zh="整个分式取 α 次幂。",
    latex=r"lp = \frac{(5 + n)^{\alpha}}{6}",
)
def numerator_alone_raised(n: Tensor, alpha: float) -> Tensor:
    return (5 + n) ** alpha / 6


@mistake(
    search.length_penalty,
    en="α is the exponent, not a factor.",
    zh="α 是指数，不是系数。",
    latex=r"lp = \alpha \frac{5 + n}{6}",
)
def exponent_as_factor(n: Tensor, alpha: float) -> Tensor:
    return alpha * (5 + n) / 6


@mistake(
    search.brevity_penalty,
    en="Candidate and reference are exchanged: it is e^{1 − r/c}, with the reference's length on top.",
    zh="候选与参考的长度写反了：是 e^{1 − r/c}，参考长度在分子。",
    latex=r"BP = \min(1, e^{1 - c / r})",
)
def lengths_exchanged(c: Tensor, r: Tensor) -> Tensor:
    return search.brevity_penalty(r, c)


@mistake(
    search.brevity_penalty,
    en="The penalty is never above 1: a long candidate is punished by its precision already.",
    zh="惩罚不超过 1：过长的候选已经被精度惩罚了。",
    latex=r"BP = e^{1 - r / c}",
)
def not_capped(c: Tensor, r: Tensor) -> Tensor:
    return torch.exp(1 - r / c)


@mistake(
    search.brevity_penalty,
    en="The penalty falls exponentially, not as the ratio c/r.",
    zh="惩罚按指数下降，不是比值 c/r。",
    latex=r"BP = \min(1, c / r)",
)
def ratio_of_lengths(c: Tensor, r: Tensor) -> Tensor:
    return (c / r).clamp(max=1)


@mistake(
    search.bleu,
    en="The four precisions are averaged geometrically, not arithmetically.",
    zh="四个精度取几何平均，不是算术平均。",
)
def arithmetic_mean(candidate: Sequence[int], references: Sequence[Sequence[int]]) -> float:
    precisions = [_precision(candidate, references, n) for n in range(1, 5)]
    return _penalty(candidate, references) * sum(precisions) / 4


@mistake(
    search.bleu,
    en="The brevity penalty is missing.",
    zh="漏了长度惩罚（brevity penalty）。",
)
def penalty_missing(candidate: Sequence[int], references: Sequence[Sequence[int]]) -> float:
    return search.bleu(candidate, references) / _penalty(candidate, references)


@mistake(
    search.bleu,
    en="BLEU goes up to four-grams, not to single words alone.",
    zh="BLEU 要算到 4-gram，不是只算单词。",
)
def single_words_alone(candidate: Sequence[int], references: Sequence[Sequence[int]]) -> float:
    return _penalty(candidate, references) * _precision(candidate, references, 1)


def _precision(candidate: Sequence[int], references: Sequence[Sequence[int]], n: int) -> float:
    grams = [tuple(candidate[i : i + n]) for i in range(len(candidate) - n + 1)]
    found = 0
    for gram in set(grams):
        most = max(sum(tuple(ref[i : i + n]) == gram for i in range(len(ref))) for ref in references)
        found += min(grams.count(gram), most)
    return found / len(grams)


def _penalty(candidate: Sequence[int], references: Sequence[Sequence[int]]) -> float:
    closest = min(references, key=lambda reference: (abs(len(reference) - len(candidate)), len(reference)))
    return min(1.0, math.exp(1 - len(closest) / len(candidate)))


@mistake(
    search.length_penalty,
    en="α is the exponent, not a divisor.",
    zh="α 是指数，不是除数。",
)
def exponent_as_divisor(n: Tensor, alpha: float) -> Tensor:
    return (5 + n) / 6 / alpha


@mistake(
    search.brevity_penalty,
    en="The penalty falls exponentially with r/c: it is e^{1 − r/c}, not the ratio itself.",
    zh="惩罚随 r/c 按指数下降：是 e^{1 − r/c}，不是比值本身。",
)
def ratio_upside_down(c: Tensor, r: Tensor) -> Tensor:
    return (r / c).clamp(max=1)


@mistake(
    search.brevity_penalty,
    en="The lengths are compared by their ratio, 1 − r/c, not by their difference.",
    zh="比较长度用的是比值 1 − r/c，不是差。",
)
def difference_of_lengths(c: Tensor, r: Tensor) -> Tensor:
    return torch.exp(c - r).clamp(max=1)


@mistake(
    search.brevity_penalty,
    en="The 1 stands in the exponent: e^{1 − r/c}, not 1 − e^{−r/c}.",
    zh="1 在指数里：e^{1 − r/c}，不是 1 − e^{−r/c}。",
)
def one_outside_the_exponent(c: Tensor, r: Tensor) -> Tensor:
    return (1 - torch.exp(-r / c)).clamp(max=1)
