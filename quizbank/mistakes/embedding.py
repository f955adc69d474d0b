"""What goes wrong between words and vectors."""

from collections import Counter
from math import sqrt

import torch
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


@mistake(
    embedding.tied_logits,
    en="Each position is a row: Z Eᵀ is (T, V), E Zᵀ is its transpose.",
    zh="每个位置占一行：Z Eᵀ 是 (T, V)，E Zᵀ 是它的转置。",
    latex=r"L = E Z^\top",
)
def words_as_rows(Z: Tensor, E: Tensor) -> Tensor:
    return E @ Z.mT


@mistake(
    embedding.tied_logits,
    en="Eᵀ is a transpose, not an inverse: for V > d there is no E⁻¹, and none is needed.",
    zh="Eᵀ 是转置，不是逆：V > d 时 E 没有逆，也不需要。",
)
def inverse_for_transpose(Z: Tensor, E: Tensor) -> Tensor:
    inverse: Tensor = torch.linalg.pinv(E)
    return Z @ inverse


@mistake(
    embedding.tied_logits,
    en="Logits are not scaled here: 1/√d belongs to the attention scores.",
    zh="这里的 logits 不缩放：1/√d 是注意力得分的做法。",
    latex=r"L = \frac{Z E^\top}{\sqrt{d}}",
)
def scaled_logits(Z: Tensor, E: Tensor) -> Tensor:
    return Z @ E.mT / sqrt(E.shape[-1])


@mistake(
    embedding.tied_logits,
    en="Logits come before the softmax.",
    zh="logits 是 softmax 之前的值。",
    latex=r"L = \mathrm{softmax}(Z E^\top)",
)
def probabilities(Z: Tensor, E: Tensor) -> Tensor:
    return (Z @ E.mT).softmax(dim=-1)


def _parts(ids: Tensor, E: Tensor, d_logits: Tensor, Z: Tensor) -> tuple[Tensor, Tensor]:
    """What the output side and what the input side contribute."""
    out = embedding.tied_gradient(ids, torch.zeros_like(E), d_logits, Z)
    return out, embedding.tied_gradient(ids, E, d_logits, torch.zeros_like(Z))


@mistake(
    embedding.tied_gradient,
    en="The lookup is trained too: its part is missing.",
    zh="查表一侧也要训练：漏了输入部分的梯度。",
    latex=r"dE = dL^\top Z",
)
def output_part_alone(ids: Tensor, E: Tensor, d_logits: Tensor, Z: Tensor) -> Tensor:
    return _parts(ids, E, d_logits, Z)[0]


@mistake(
    embedding.tied_gradient,
    en="The output layer uses the same matrix: its part is missing.",
    zh="输出层用的是同一个矩阵：漏了输出部分的梯度。",
    latex=r"dE = \mathrm{onehot}(ids, V)^\top dL E",
)
def input_part_alone(ids: Tensor, E: Tensor, d_logits: Tensor, Z: Tensor) -> Tensor:
    return _parts(ids, E, d_logits, Z)[1]


@mistake(
    embedding.tied_gradient,
    en="Gradients of a shared matrix are added, not averaged.",
    zh="共享矩阵的梯度是相加，不是取平均。",
)
def averaged(ids: Tensor, E: Tensor, d_logits: Tensor, Z: Tensor) -> Tensor:
    return embedding.tied_gradient(ids, E, d_logits, Z) / 2


@mistake(
    embedding.tied_gradient,
    en="A token that repeats adds up its gradients; here the last one overwrites the others.",
    zh="重复出现的词要把各次梯度相加；这里后一次把前面的覆盖了。",
)
def last_write_wins(ids: Tensor, E: Tensor, d_logits: Tensor, Z: Tensor) -> Tensor:
    out, rows = _parts(ids, E, d_logits, Z)[0], (d_logits @ E).flatten(0, -2)
    written = torch.zeros_like(out)
    for token, row in zip(ids.flatten().tolist(), rows, strict=True):
        written[token] = row
    return out + written


@mistake(
    embedding.tied_gradient,
    en="The output side uses Eᵀ: its gradient (d, V) is transposed before the two are added.",
    zh="输出侧用的是 Eᵀ：它的梯度是 (d, V)，要先转置再相加。",
)
def output_part_not_transposed(ids: Tensor, E: Tensor, d_logits: Tensor, Z: Tensor) -> Tensor:
    return embedding.tied_gradient(ids, E, d_logits, Z).mT


@mistake(
    embedding.sgd_step,
    en="Descent goes against the gradient: the step is subtracted.",
    zh="下降要逆着梯度走：更新量前面是减号。",
    latex=r"w_{new} = w + \eta g",
)
def uphill(w: Tensor, grad: Tensor, lr: float) -> Tensor:
    return w + lr * grad


@mistake(
    embedding.sgd_step,
    en="The learning rate is missing.",
    zh="漏了学习率。",
    latex=r"w_{new} = w - g",
)
def rate_missing(w: Tensor, grad: Tensor, lr: float) -> Tensor:
    return w - grad


@mistake(
    embedding.sgd_step,
    en="The step starts from the old weight: w is missing.",
    zh="更新要从旧权重出发：漏了 w。",
    latex=r"w_{new} = -\eta g",
)
def old_weight_missing(w: Tensor, grad: Tensor, lr: float) -> Tensor:
    return -lr * grad


@mistake(
    embedding.sgd_step,
    en="That shrinks the weight as weight decay does; plain descent leaves w itself alone.",
    zh="这样会像权重衰减那样缩小权重；普通梯度下降不改动 w 本身。",
    latex=r"w_{new} = (1 - \eta) w - \eta g",
)
def decayed(w: Tensor, grad: Tensor, lr: float) -> Tensor:
    return (1 - lr) * w - lr * grad
