"""What goes wrong in a vocabulary and in the lookup of vectors."""

from collections import Counter
from math import sqrt

from torch import Tensor
from torch.nn import functional as F

from quizbank.mistake import mistake
from reference import embedding
from reference.embedding import UNKNOWN


@mistake(
    embedding.build_vocabulary,
    en="Frequent words come first, so a rare word has a large index.",
    zh="按词频从高到低排，低频词的下标大，不是小。",
)
def rare_words_first(tokens: list[str], min_count: int) -> list[str]:
    unknown, *words = embedding.build_vocabulary(tokens, min_count)
    return [unknown, *reversed(words)]


@mistake(
    embedding.build_vocabulary,
    en="Words below the threshold need a token to stand for them: [UNK].",
    zh="低于阈值的词要有 [UNK] 来代替。",
)
def unknown_forgotten(tokens: list[str], min_count: int) -> list[str]:
    return embedding.build_vocabulary(tokens, min_count)[1:]


@mistake(
    embedding.build_vocabulary,
    en="Special tokens come first, so that their indices do not move with the text.",
    zh="特殊符号排在最前，这样下标不随语料变化。",
)
def unknown_last(tokens: list[str], min_count: int) -> list[str]:
    unknown, *words = embedding.build_vocabulary(tokens, min_count)
    return [*words, unknown]


@mistake(
    embedding.build_vocabulary,
    en="A word that occurs exactly min_count times is kept.",
    zh="恰好出现 min_count 次的词要保留。",
)
def threshold_excluded(tokens: list[str], min_count: int) -> list[str]:
    return embedding.build_vocabulary(tokens, min_count + 1)


@mistake(
    embedding.build_vocabulary,
    en="Words below the threshold are left out: they become [UNK].",
    zh="低于阈值的词不进词表，统一变成 [UNK]。",
)
def rare_words_kept(tokens: list[str], min_count: int) -> list[str]:
    return embedding.build_vocabulary(tokens, 1)


@mistake(
    embedding.build_vocabulary,
    en="The order is by frequency, not by the alphabet.",
    zh="按词频排序，不是按字母序。",
)
def alphabetical(tokens: list[str], min_count: int) -> list[str]:
    return [UNKNOWN, *sorted(word for word, count in Counter(tokens).items() if count >= min_count)]


@mistake(
    embedding.one_hot_lookup,
    en="A one-hot word is a row left of the table; as columns they need Eᵀ before them, and give (d, T).",
    zh="one-hot 是行向量，放在词向量表左边；写成列向量就要左乘 Eᵀ，得到的是 (d, T)。",
)
def column_one_hot(ids: Tensor, E: Tensor) -> Tensor:
    return E.mT @ F.one_hot(ids, len(E)).to(E).mT


@mistake(
    embedding.one_hot_lookup,
    en="Indices count from 0: id 0 is the first row of the table.",
    zh="下标从 0 开始：id 0 对应表的第一行。",
)
def ids_from_one(ids: Tensor, E: Tensor) -> Tensor:
    return F.embedding((ids - 1) % len(E), E)


@mistake(
    embedding.one_hot_lookup,
    en="A lookup is differentiable in the table: the looked-up rows are trained.",
    zh="查表对词向量表可导：被查到的行会得到梯度。",
    channel="gradient",
)
def table_detached(ids: Tensor, E: Tensor) -> Tensor:
    return F.embedding(ids, E.detach())


@mistake(
    embedding.one_hot_lookup,
    en="Each position has a vector of its own; a bag of words adds them up.",
    zh="每个位置有自己的向量；加起来就成了词袋。",
)
def summed_over_positions(ids: Tensor, E: Tensor) -> Tensor:
    return embedding.one_hot_lookup(ids, E).sum(dim=-2)


@mistake(
    embedding.scaled_embedding,
    en="The factor √d is missing.",
    zh="漏了系数 √d。",
    latex=r"X = \mathrm{onehot}(ids, V) E",
)
def unscaled(ids: Tensor, E: Tensor) -> Tensor:
    return F.embedding(ids, E)


@mistake(
    embedding.scaled_embedding,
    en="The rows are multiplied by √d; dividing by √d belongs to the attention scores.",
    zh="是乘以 √d；除以 √d 是注意力得分的做法。",
    latex=r"X = \frac{\mathrm{onehot}(ids, V) E}{\sqrt{d}}",
)
def divided_by_root(ids: Tensor, E: Tensor) -> Tensor:
    return F.embedding(ids, E) / sqrt(E.shape[-1])


@mistake(
    embedding.scaled_embedding,
    en="The factor is the root of d, not d itself.",
    zh="系数是 d 的平方根，不是 d 本身。",
    latex=r"X = d \, \mathrm{onehot}(ids, V) E",
)
def without_root(ids: Tensor, E: Tensor) -> Tensor:
    return F.embedding(ids, E) * E.shape[-1]


@mistake(
    embedding.scaled_embedding,
    en="d is the width of a vector, not the number of words.",
    zh="d 是词向量的维数，不是词表大小。",
    latex=r"X = \sqrt{V} \, \mathrm{onehot}(ids, V) E",
)
def root_of_vocabulary(ids: Tensor, E: Tensor) -> Tensor:
    return F.embedding(ids, E) * sqrt(len(E))
