"""Probabilities, losses and slopes of word2vec at small sizes."""

from collections.abc import Iterable, Sequence
from typing import Any

import torch
from torch import Tensor

from quizbank.answers.lure import lure
from quizbank.mistakes.word2vec import paths as path_mistakes
from quizbank.mistakes.word2vec import sampling as mistakes
from reference import nnlm, word2vec

_float: dict[str, Any] = {"dtype": torch.float64}


def path_value(scores: Sequence[float], turns: str) -> float:
    """The path's probability, each score as the only number of its node."""
    sides = [1 if turn == "L" else -1 for turn in turns.split()]
    nodes = torch.tensor(scores, dtype=torch.float64)[:, None]
    return float(word2vec.path_probability(torch.ones(1, dtype=torch.float64), nodes, torch.tensor(sides)))


def turn_slope(score: float, turn: int) -> float:
    """With h = 1 the gradient of the node is that of its score."""
    node = torch.full((1, 1), score, dtype=torch.float64)
    return float(word2vec.path_gradient(torch.ones(1, dtype=torch.float64), node, torch.tensor([turn]))[1])


def cbow_gradient_share(N: int) -> float:
    """∂h/∂ of the first word's vector, for vectors of one number."""
    C = torch.ones(N, 1, dtype=torch.float64, requires_grad=True)
    (slopes,) = torch.autograd.grad(word2vec.cbow_hidden(torch.arange(N), C), C)
    return float(slopes[0])


def huffman_depth(counts: Sequence[int]) -> float:
    """Nodes on the path, weighed by the counts; the same for every Huffman tree of these counts."""
    tree = word2vec.huffman_tree(torch.tensor(counts))
    return sum(count * len(path) for count, path in zip(counts, tree, strict=True)) / sum(counts)


@lure(
    huffman_depth,
    en="Frequent words count more often: weigh each depth by its count.",
    zh="常见词出现得多：每个深度要按出现次数加权。",
)
def _unweighted(counts: Sequence[int]) -> float:
    tree = word2vec.huffman_tree(torch.tensor(counts))
    return sum(len(path) for path in tree) / len(counts)


@lure(
    path_value,
    en="A turn right has the rest of the probability, 1 − σ.",
    zh="向右走的概率是剩下的部分，1 − σ。",
)
def _right_not_complemented(scores: Sequence[float], turns: str) -> float:
    nodes, sides = torch.tensor(scores, **_float)[:, None], torch.ones(len(scores), dtype=torch.long)
    return float(path_mistakes.right_not_complemented(torch.ones(1, **_float), nodes, sides))


@lure(
    turn_slope,
    en="That is the update; the gradient has the opposite sign.",
    zh="那是更新量；梯度与它符号相反。",
)
def _update_for_gradient(score: float, turn: int) -> float:
    return -turn_slope(score, turn)


@lure(cbow_gradient_share, en="h is a mean, not a sum.", zh="h 是平均，不是求和。")
def _undivided(N: int) -> float:
    return N * cbow_gradient_share(N)


def huffman_lengths(counts: Sequence[int]) -> list[int]:
    """Nodes on each word's path."""
    return [len(path) for path in word2vec.huffman_tree(torch.tensor(counts))]


@lure(
    huffman_lengths,
    en="That tree is balanced: Huffman gives frequent words shorter codes.",
    zh="那是平衡树：Huffman 树给常见词更短的编码。",
)
def _balanced(counts: Sequence[int]) -> list[int]:
    return [len(path) for path in word2vec.balanced_tree(len(counts))]


def negative_sampling_value(score: float, noise: Sequence[float]) -> float:
    """With v = 1 the vectors are the scores."""
    return float(word2vec.negative_sampling_loss(*_one_number_each(score, noise)))


@lure(
    negative_sampling_value,
    en="Noise words are pushed down: their scores have a minus inside σ.",
    zh="负样本的得分要压低：σ 里要加负号。",
)
def _noise_not_negated(score: float, noise: Sequence[float]) -> float:
    return float(mistakes.noise_not_negated(*_one_number_each(score, noise)))


@lure(negative_sampling_value, en="The noise words are summed, not averaged.", zh="各负样本相加，不取平均。")
def _mean_over_noise(score: float, noise: Sequence[float]) -> float:
    return float(mistakes.mean_over_noise(*_one_number_each(score, noise)))


@lure(negative_sampling_value, en="The true word's term is missing.", zh="漏了真实上下文词那一项。")
def _true_word_missing(score: float, noise: Sequence[float]) -> float:
    return float(mistakes.true_word_missing(*_one_number_each(score, noise)))


def _one_number_each(score: float, noise: Sequence[float]) -> tuple[Tensor, Tensor, Tensor]:
    return torch.ones(1, **_float), torch.tensor([score], **_float), torch.tensor(noise, **_float)[:, None]


def keep_value(f: float) -> float:
    """At the threshold of the prompt."""
    return float(word2vec.subsample_keep(torch.tensor(f, **_float), 1e-5))


@lure(keep_value, en="That is the probability to discard.", zh="那是丢弃的概率。")
def _discarded(f: float) -> float:
    return float(mistakes.discarded(torch.tensor(f, **_float), 1e-5))


@lure(keep_value, en="The root is missing.", zh="漏了平方根。")
def _root_missing(f: float) -> float:
    return float(mistakes.root_missing(torch.tensor(f, **_float), 1e-5))


def window_mean(C: int) -> float:
    """The pairs of one word far from both ends, averaged over the windows 1 … C."""
    tokens = torch.arange(2 * C + 1)
    pairs = [word2vec.skipgram_pairs(tokens, R) for R in range(1, C + 1)]
    return sum(int((found[:, 0] == C).sum()) for found in pairs) / C


@lure(
    window_mean,
    en="C is the largest distance, to each side; R is smaller on average.",
    zh="C 是单侧的最大距离，R 平均比它小。",
)
def _largest_window(C: int) -> float:
    return 2 * C


@lure(
    window_mean,
    en="The window reaches to both sides, and R has the mean (C + 1) / 2.",
    zh="窗口左右都有，而 R 的平均是 (C + 1) / 2。",
)
def _count_of_words(C: int) -> float:
    return C


def shuffled_context() -> int:
    """NNLM, CBOW, both, neither: whose output changes."""
    seed = torch.Generator().manual_seed(0)
    C, H, U = (torch.randn(*shape, generator=seed, **_float) for shape in ((6, 3), (4, 9), (6, 4)))
    ids, shuffled = torch.tensor([0, 1, 4]), torch.tensor([4, 0, 1])
    scores = [nnlm.nnlm_without_direct(order, C, H, H[:, 0], U, U[:, 0]) for order in (ids, shuffled)]
    means = [word2vec.cbow_hidden(order, C) for order in (ids, shuffled)]
    changed = tuple(bool((one - other).abs().max() > 1e-9) for one, other in (scores, means))
    return [(True, False), (False, True), (True, True), (False, False)].index(changed)  # type: ignore[arg-type]


def leaf_sum() -> int:
    """The claim that two random trees of scores leave standing."""
    seed = torch.Generator().manual_seed(0)
    tree = word2vec.balanced_tree(8)
    sums = []
    for _ in range(2):
        h, nodes = torch.randn(5, generator=seed, **_float), torch.randn(7, 5, generator=seed, **_float)
        sums.append(sum(float(word2vec.word_probability(h, nodes, tree, word)) for word in range(8)))
    ones = [abs(total - 1) < 1e-12 for total in sums]
    return _only([all(ones), not any(ones), max(sums) < 1 - 1e-12, min(sums) > 1 + 1e-12])


def _only(holds: Iterable[bool]) -> int:
    """The place of the one claim that holds."""
    (place,) = (place for place, held in enumerate(holds) if held)
    return place
