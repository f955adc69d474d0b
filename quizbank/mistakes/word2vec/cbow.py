"""What goes wrong in CBOW."""

import torch
from torch import Tensor

from quizbank.mistake import mistake
from reference import word2vec
from reference.word2vec import Tree


@mistake(
    word2vec.cbow_hidden,
    en="The context vectors are averaged, not only summed: divide by the number of words.",
    zh="上下文向量要取平均，不只是求和：还要除以词数。",
    latex=r"h = \sum_{i=1}^{n} C_{w_i}",
)
def sum_for_mean(ids: Tensor, C: Tensor) -> Tensor:
    return C[ids].sum(dim=-2)


@mistake(
    word2vec.cbow_hidden,
    en="CBOW averages the context; concatenating it is what NNLM does.",
    zh="CBOW 对上下文取平均；拼接起来是 NNLM 的做法。",
)
def concatenated(ids: Tensor, C: Tensor) -> Tensor:
    return C[ids].flatten(-2)


@mistake(
    word2vec.cbow_hidden,
    en="The mean divides the gradient as well: each context row receives 1/n of it.",
    zh="取平均时梯度也要除以词数：每个上下文词的那一行只分到 1/n。",
    channel="gradient",
)
def undivided_gradient(ids: Tensor, C: Tensor) -> Tensor:
    total = C[ids].sum(dim=-2)
    return word2vec.cbow_hidden(ids, C.detach()) + total - total.detach()


@mistake(
    word2vec.cbow_hidden,
    en="The context vectors are trained too: the gradient must reach the table.",
    zh="上下文词的向量同样要训练：梯度必须能传到词向量表。",
    channel="gradient",
)
def context_detached(ids: Tensor, C: Tensor) -> Tensor:
    return word2vec.cbow_hidden(ids, C.detach()) + 0 * C.sum()


@mistake(
    word2vec.cbow_loss,
    en="The loss is −log of the word's probability: the minus is missing.",
    zh="损失是词概率的负对数：漏了负号。",
)
def log_likelihood(ids: Tensor, word: int, C: Tensor, nodes: Tensor, tree: Tree) -> Tensor:
    return -word2vec.cbow_loss(ids, word, C, nodes, tree)


@mistake(
    word2vec.cbow_loss,
    en="The loss is the logarithm of the probability, −log P, not 1 − P.",
    zh="损失取概率的负对数 −log P，不是 1 − P。",
)
def probability_missed(ids: Tensor, word: int, C: Tensor, nodes: Tensor, tree: Tree) -> Tensor:
    return 1 - torch.exp(-word2vec.cbow_loss(ids, word, C, nodes, tree))


@mistake(
    word2vec.cbow_loss,
    en="The word that is predicted stays out of its own context.",
    zh="要预测的词本身不能出现在上下文里。",
)
def word_in_its_context(ids: Tensor, word: int, C: Tensor, nodes: Tensor, tree: Tree) -> Tensor:
    itself = torch.full_like(ids[..., :1], word)
    return word2vec.cbow_loss(torch.cat([ids, itself], dim=-1), word, C, nodes, tree)


@mistake(
    word2vec.cbow_hidden,
    en="All context words count alike: their vectors are averaged, and the last one is not taken alone.",
    zh="上下文里的词同等重要：要对它们的向量取平均，不是只取最后一个。",
)
def last_word_alone(ids: Tensor, C: Tensor) -> Tensor:
    return C[ids[..., -1]]


@mistake(
    word2vec.cbow_hidden,
    en="Only the n context words are averaged, not all V words of the table.",
    zh="只对上下文的 n 个词取平均，不是对词表里全部 V 个词。",
)
def whole_table_averaged(ids: Tensor, C: Tensor) -> Tensor:
    return C.mean(dim=-2).expand(*ids.shape[:-1], C.shape[-1])
