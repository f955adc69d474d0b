"""What goes wrong in Skip-gram."""

import torch
from torch import Tensor

from quizbank.mistake import mistake
from reference import word2vec
from reference.word2vec import Tree


@mistake(
    word2vec.skipgram_pairs,
    en="A word is no context of itself.",
    zh="一个词不是它自己的上下文。",
)
def own_word_included(tokens: Tensor, window: int) -> Tensor:
    T = len(tokens)
    places = [(i, j) for i in range(T) for j in range(max(0, i - window), min(T, i + window + 1))]
    return tokens[torch.tensor(places, device=tokens.device)]


@mistake(
    word2vec.skipgram_pairs,
    en="The window reaches to both sides of the centre word.",
    zh="窗口向中心词的左右两侧都要延伸。",
)
def right_side_only(tokens: Tensor, window: int) -> Tensor:
    T = len(tokens)
    places = [(i, j) for i in range(T) for j in range(i + 1, min(T, i + window + 1))]
    return tokens[torch.tensor(places, device=tokens.device)]


@mistake(
    word2vec.skipgram_pairs,
    en="The window ends with the sentence: it does not wrap around its edges.",
    zh="窗口到句子边缘为止，不会绕到另一头。",
)
def window_wraps(tokens: Tensor, window: int) -> Tensor:
    T = len(tokens)
    places = [(i, (i + step) % T) for i in range(T) for step in range(-window, window + 1) if step]
    return tokens[torch.tensor(places, device=tokens.device)]


@mistake(
    word2vec.skipgram_loss,
    en="The centre word predicts the context word, not the other way round.",
    zh="是中心词预测上下文词，不是反过来。",
)
def roles_exchanged(centre: int, context: int, C: Tensor, nodes: Tensor, tree: Tree) -> Tensor:
    return word2vec.skipgram_loss(context, centre, C, nodes, tree)


@mistake(
    word2vec.skipgram_loss,
    en="The loss is −log of the probability: the minus is missing.",
    zh="损失是概率的负对数：漏了负号。",
)
def log_likelihood(centre: int, context: int, C: Tensor, nodes: Tensor, tree: Tree) -> Tensor:
    return -word2vec.skipgram_loss(centre, context, C, nodes, tree)


@mistake(
    word2vec.skipgram_loss,
    en="The centre word's vector is trained too: the gradient must reach the table.",
    zh="中心词的向量同样要训练：梯度必须能传到词向量表。",
    channel="gradient",
)
def centre_detached(centre: int, context: int, C: Tensor, nodes: Tensor, tree: Tree) -> Tensor:
    return word2vec.skipgram_loss(centre, context, C.detach(), nodes, tree)


@mistake(
    word2vec.skipgram_softmax_loss,
    en="The centre word's vector is from C and the context word's from U: two vectors a word.",
    zh="中心词的向量取自 C，上下文词的取自 U：每个词有两个向量。",
)
def one_table(centre: Tensor, context: Tensor, C: Tensor, U: Tensor) -> Tensor:
    return word2vec.skipgram_softmax_loss(centre, context, C, C) + 0 * U.sum()


@mistake(
    word2vec.skipgram_softmax_loss,
    en="The centre word predicts the context word, not the other way round.",
    zh="是中心词预测上下文词，不是反过来。",
)
def words_exchanged(centre: Tensor, context: Tensor, C: Tensor, U: Tensor) -> Tensor:
    return word2vec.skipgram_softmax_loss(context, centre, C, U)


@mistake(
    word2vec.skipgram_softmax_loss,
    en="The normaliser is missing: −log softmax is log Σ e^s minus the word's own score.",
    zh="漏了归一化项：−log softmax 是 log Σ e^s 减去该词自己的得分。",
)
def normaliser_missing(centre: Tensor, context: Tensor, C: Tensor, U: Tensor) -> Tensor:
    return -(C[centre] * U[context]).sum(dim=-1)
