"""What stands behind the `explain` questions about word2vec."""

from typing import Any

import torch
from torch import Tensor

from quizbank import measure
from quizbank.experiment import Reading, reading
from quizbank.mistakes.word2vec import skipgram as mistakes
from quizbank.questions.word2vec.costs import cbow_cost, skipgram_cost, tree_growth
from quizbank.questions.word2vec.values import cbow_gradient_share, huffman_depth, keep_value
from quizbank.training import text
from reference import training, word2vec

_float: dict[str, Any] = {"dtype": torch.float64}


def why_tree() -> tuple[Reading, ...]:
    """Dot products for one word of the corpus, at falling frequencies."""
    sizes = (256, 1024, 4096)
    seed = torch.Generator().manual_seed(0)
    tree, h, nodes = word2vec.balanced_tree(256), torch.randn(8, generator=seed), torch.randn(255, 8, generator=seed)
    leaves = [word2vec.word_probability(h, nodes, tree, word) for word in range(256)]
    return (
        reading(
            "dot products for one word, V = 256, 1024, 4096: flat softmax",
            "算一个词要几次点积，V = 256、1024、4096：普通 softmax",
            *sizes,
        ),
        reading("balanced tree", "平衡树", *[tree_growth(1, V) for V in sizes]),
        reading(
            "Huffman tree, word counts falling as 1/rank",
            "Huffman 树，词频按 1/排名 下降",
            *[huffman_depth(_falling(V)) for V in sizes],
        ),
        reading(
            "the probabilities of all 256 leaves for random scores sum to",
            "随机得分下，256 个叶子的概率之和",
            torch.stack(leaves).sum(),
        ),
        reading(
            "dot products for the whole distribution, V = 256: flat, tree",
            "算出整个分布的点积次数，V = 256：普通 softmax、树",
            len(tree),
            len(nodes),
        ),
    )


def _falling(V: int) -> list[int]:
    return [1000000 // rank for rank in range(1, V + 1)]


def cbow_or_skipgram() -> tuple[Reading, ...]:
    """What one position in the text costs and teaches, with four words to each side."""
    D, V, N = 300, 4096, 8
    pairs = word2vec.skipgram_pairs(torch.arange(9), 4)
    return (
        reading(
            "multiplications for one place: CBOW, Skip-gram (8 words, D = 300, V = 4096)",
            "一个位置的乘法次数：CBOW、Skip-gram（8 个词，D = 300，V = 4096）",
            cbow_cost(N, D, V),
            skipgram_cost(N, D, V),
        ),
        reading(
            "predictions that one occurrence of a word makes in Skip-gram",
            "Skip-gram 里一个词出现一次要做几次预测",
            (pairs[:, 0] == 4).sum(),
        ),
        reading(
            "share of the gradient that one context word receives: CBOW, Skip-gram's centre word",
            "一个词向量分到的梯度：CBOW 的一个上下文词、Skip-gram 的中心词",
            cbow_gradient_share(N),
            cbow_gradient_share(1),
        ),
    )


def why_negative_sampling() -> tuple[Reading, ...]:
    """Cost of one pair, and the score that negative sampling settles at."""
    D, V, k = 300, 4096, 5
    whole, half = (measure.multiplications(word2vec.skipgram_softmax_loss, V=size, D=D) for size in (V, V // 2))
    softmax = 2 * (whole - half)  # what grows with V: the look-up of the centre word does not
    sampled = measure.multiplications(word2vec.negative_sampling_loss, D=D, k=k)
    together, apart = 0.004, 0.001  # P(w, c), and P(w) P(c)
    return (
        reading(
            "multiplications for one pair, D = 300, V = 4096: softmax, tree, k = 5 negatives",
            "一对词的乘法次数，D = 300，V = 4096：softmax、树、5 个负样本",
            softmax,
            tree_growth(D, V),
            sampled,
        ),
        reading(
            "output vectors moved by one pair: softmax, tree, negatives",
            "一对词会更新几个输出向量：softmax、树、负采样",
            softmax // D,
            tree_growth(1, V),
            sampled // D,
        ),
        reading(
            "best score of a pair 4 times as frequent as chance, k = 1, 5, 15",
            "共现频率为随机 4 倍的一对词的最优得分，k = 1、5、15",
            *[_settled(together, k * apart) for k in (1, 5, 15)],
        ),
        reading("log 4 − log k", "log 4 − log k", torch.log(4 / torch.tensor([1.0, 5.0, 15.0]))),
    )


def _settled(true: float, noise: float) -> Tensor:
    """The score with the smallest loss where pairs are true and noise this often."""
    scores = torch.linspace(-4, 4, 8001, **_float)[:, None]
    one, none = torch.ones_like(scores), torch.zeros(len(scores), 0, 1, **_float)
    pull = word2vec.negative_sampling_loss(one, scores, none)
    push = word2vec.negative_sampling_loss(one, scores, scores[:, None]) - pull
    return scores[(true * pull + noise * push).argmin(), 0]


def why_two_vectors() -> tuple[Reading, ...]:
    """Skip-gram with the whole softmax on a small text, with two tables and with one for both roles."""
    pairs = word2vec.skipgram_pairs(torch.tensor(text.IDS), 2)
    own = (pairs[:, 0] == pairs[:, 1]).double().mean()
    found = [_trained(pairs, shared=shared) for shared in (False, True)]
    return (
        reading(
            "mean loss after 80 steps: two tables, one table",
            "训练 80 步后的平均损失：两张表、一张表",
            *[loss for loss, _ in found],
        ),
        reading(
            "probability that a word is given to itself: two tables, one table",
            "模型预测词与自身共现的概率：两张表、一张表",
            *[itself for _, itself in found],
        ),
        reading("how often that happens in the text", "文本里实际发生的频率", own),
    )


def _trained(pairs: Tensor, *, shared: bool, D: int = 12, steps: int = 80) -> tuple[float, Tensor]:
    """The loss at the end, and the mean probability of a word next to itself."""
    V, (centre, context) = len(text.WORDS), pairs.unbind(dim=-1)
    rule = mistakes.one_table if shared else word2vec.skipgram_softmax_loss
    tables = 0.3 * torch.randn(2, V, D, generator=torch.Generator().manual_seed(0), **_float)
    m = v = torch.zeros_like(tables)
    for step in range(1, steps + 1):
        tables.requires_grad_()
        (gradient,) = torch.autograd.grad(rule(centre, context, *tables).mean(), tables)
        tables, m, v = training.adam_step(tables.detach(), gradient, m, v, step, 0.05, 0.9, 0.98, 1e-9)
    words = torch.arange(V)
    return float(rule(centre, context, *tables).mean()), torch.exp(-rule(words, words, *tables)).mean()


def why_three_quarters() -> tuple[Reading, ...]:
    """10,000 words whose counts fall as 1/rank."""
    counts = 1 / torch.arange(1, 10001, **_float)
    plain, lifted = counts / counts.sum(), word2vec.noise_distribution(counts)
    return (
        reading(
            "share of the 10 most frequent words: counts, counts^(3/4), uniform",
            "最常见的 10 个词占多大份额：词频、词频^(3/4)、均匀",
            plain[:10].sum(),
            lifted[:10].sum(),
            10 / len(counts),
        ),
        reading("share of the rarer half", "较少见的一半词占多大份额", plain[5000:].sum(), lifted[5000:].sum(), 0.5),
        reading(
            "probability to keep a word of frequency 0.05, 0.001, 0.00001 (t = 0.00001)",
            "频率为 0.05、0.001、0.00001 的词的保留概率（t = 0.00001）",
            *[keep_value(f) for f in (0.05, 1e-3, 1e-5)],
        ),
    )
