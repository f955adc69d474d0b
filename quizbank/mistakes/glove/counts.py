"""What goes wrong in counting pairs of words, and in the weight of a count."""

import itertools

import torch
from torch import Tensor

from quizbank.mistake import mistake
from reference import glove


@mistake(
    glove.cooccurrence,
    en="A window ends with its sentence: the last word of one and the first of the next are no neighbours.",
    zh="窗口不跨句：上一句的末词与下一句的首词不算相邻。",
)
def across_sentences(sentences: list[list[int]], window: int, V: int, *, like: Tensor | None = None) -> Tensor:
    return glove.cooccurrence([[word for ids in sentences for word in ids]], window, V, like=like)


@mistake(
    glove.cooccurrence,
    en="The window looks to both sides: each pair counts in (i, j) and in (j, i).",
    zh="窗口向左右两边看：每对词在 (i, j) 和 (j, i) 各计一次。",
)
def right_side_only(sentences: list[list[int]], window: int, V: int, *, like: Tensor | None = None) -> Tensor:
    X = torch.zeros_like(glove.cooccurrence([], window, V, like=like))
    for ids in sentences:
        for place, i in enumerate(ids):
            for j in ids[place + 1 : place + 1 + window]:
                X[i, j] += 1
    return X


@mistake(
    glove.cooccurrence,
    en="X holds counts: a pair that comes twice counts 2, not 1.",
    zh="X 是次数：同一对词出现两次要记 2，不是 1。",
)
def presence_for_count(sentences: list[list[int]], window: int, V: int, *, like: Tensor | None = None) -> Tensor:
    return glove.cooccurrence(sentences, window, V, like=like).clamp(max=1)


@mistake(
    glove.cooccurrence,
    en="Every pair inside the window counts 1 here; the weight 1/distance belongs to the paper and its C code.",
    zh="这里窗口内每对词都记 1；按 1/距离 加权是论文和 C 代码的做法。",
)
def divided_by_distance(sentences: list[list[int]], window: int, V: int, *, like: Tensor | None = None) -> Tensor:
    nested = [glove.cooccurrence(sentences, reach, V, like=like) for reach in range(window + 1)]
    rings = [(wide - narrow) / reach for reach, (narrow, wide) in enumerate(itertools.pairwise(nested), 1)]
    return torch.stack(rings).sum(dim=0)


@mistake(
    glove.cooccurrence,
    en="A word is no context of itself: its own place is left out.",
    zh="词不是自己的上下文：要排除它自己所在的位置。",
)
def own_place_counted(sentences: list[list[int]], window: int, V: int, *, like: Tensor | None = None) -> Tensor:
    X = glove.cooccurrence(sentences, window, V, like=like)
    for i in (word for ids in sentences for word in ids):
        X[i, i] += 1
    return X


@mistake(
    glove.weight,
    en="The weight is capped: from x_max on it stays 1, so that frequent words do not rule.",
    zh="漏了上限：从 x_max 起权重恒为 1，免得高频词主导训练。",
    latex=r"f = (\frac{X}{x_{max}})^{\alpha}",
)
def no_cap(X: Tensor, x_max: float, alpha: float) -> Tensor:
    return (X / x_max) ** alpha


@mistake(
    glove.weight,
    en="The exponent α is missing: with α = 1 rare pairs would weigh too little.",
    zh="漏了指数 α：α = 1 会把低频词对压得过低。",
    latex=r"f = \min(\frac{X}{x_{max}}, 1)",
)
def alpha_of_one(X: Tensor, x_max: float, alpha: float) -> Tensor:
    return glove.weight(X, x_max, 1.0)


@mistake(
    glove.weight,
    en="The count is divided by x_max before the power, else every count is cut to 1.",
    zh="先除以 x_max 再取幂，否则几乎所有次数都会被截成 1。",
    latex=r"f = \min(X^{\alpha}, 1)",
)
def x_max_forgotten(X: Tensor, x_max: float, alpha: float) -> Tensor:
    return glove.weight(X, 1.0, alpha)


@mistake(
    glove.weight,
    en="Frequent pairs keep the weight 1; they are not thrown out.",
    zh="高频词对的权重是 1，并不是丢弃。",
)
def nothing_above_the_cap(X: Tensor, x_max: float, alpha: float) -> Tensor:
    return glove.weight(X, x_max, alpha).masked_fill(x_max < X, 0.0)
