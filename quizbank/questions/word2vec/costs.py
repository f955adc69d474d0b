"""What word2vec and its forerunners cost, counted while the reference runs."""

from collections.abc import Callable
from math import prod
from typing import Any

import torch

from quizbank import measure
from quizbank.answers.lure import lure
from quizbank.draw import draw
from reference import nnlm, word2vec
from reference.counting import Cost
from reference.formula import Formula


def nnlm_tree_cost(N: int, D: int, H: int, V: int) -> int:
    """Look-up, hidden layer, and the path to one word with its node rows handed in."""
    words = _arguments(nnlm.nnlm_without_direct, n=N, m=D, h=H, V=V)
    path = _arguments(word2vec.path_probability, D=H, L=_depth(V))

    def run() -> None:
        x = words["C"][words["ids"]].flatten()
        word2vec.path_probability(**{**path, "h": nnlm.hidden(x, words["H"], words["d"])})

    return _multiplications(run)


@lure(
    nnlm_tree_cost,
    en="A path has log₂V nodes, not V: that is the cost without the tree.",
    zh="一条路径只有 log₂V 个结点，不是 V 个：那是不用树的计算量。",
)
def _flat(N: int, D: int, H: int, V: int) -> int:
    return measure.multiplications(nnlm.nnlm_without_direct, n=N, m=D, h=H, V=V)


@lure(
    nnlm_tree_cost,
    en="The node vectors are as long as the hidden layer, H, not D.",
    zh="结点向量与隐藏层等长，是 H 维，不是 D 维。",
)
def _nodes_of_word_size(N: int, D: int, H: int, V: int) -> int:
    return nnlm_tree_cost(N, D, H, V) + (D - H) * _depth(V)


def cbow_cost(N: int, D: int, V: int) -> int:
    """Look-up, mean, and the path to one word."""
    context = _arguments(word2vec.cbow_hidden, n=N, D=D, V=V)
    path = _arguments(word2vec.path_probability, D=D, L=_depth(V))
    return _multiplications(lambda: word2vec.path_probability(**{**path, "h": word2vec.cbow_hidden(**context)}))


@lure(
    cbow_cost,
    en="After the mean one vector is left: the path is walked once, not for each context word.",
    zh="取平均后只剩一个向量：路径只走一次，不是每个上下文词各走一次。",
)
def _not_averaged(N: int, D: int, V: int) -> int:
    return N * cbow_cost(1, D, V)


@lure(
    cbow_cost,
    en="The look-up of the N context words is missing.",
    zh="漏了 N 个上下文词的查表。",
)
def _path_only(N: int, D: int, V: int) -> int:
    return measure.multiplications(word2vec.path_probability, D=D, L=_depth(V))


def skipgram_cost(C: int, D: int, V: int) -> int:
    """For each of C context words the look-up of the centre word and a path."""
    centre = _arguments(word2vec.cbow_hidden, n=1, D=D, V=V)  # the mean of one word is that word, looked up
    path = _arguments(word2vec.path_probability, D=D, L=_depth(V))

    def run() -> None:
        for _ in range(C):
            word2vec.path_probability(**{**path, "h": word2vec.cbow_hidden(**centre)})

    return _multiplications(run)


@lure(
    skipgram_cost,
    en="Each of the C context words is predicted: the factor C is missing.",
    zh="C 个上下文词都要预测：漏了因子 C。",
)
def _one_pair(C: int, D: int, V: int) -> int:
    return skipgram_cost(1, D, V)


@lure(
    skipgram_cost,
    en="Here the centre word is looked up for each context word anew, as the paper counts it.",
    zh="按论文的算法，每个上下文词都要重新查一次中心词。",
)
def _one_lookup(C: int, D: int, V: int) -> int:
    return skipgram_cost(C, D, V) - (C - 1) * D


def tree_growth(D: int, V: int) -> int:
    """Of one path, its node rows handed in."""
    return measure.multiplications(word2vec.path_probability, D=D, L=_depth(V))


def inner_nodes(V: int) -> int:
    """Counted on a tree."""
    return len({node for path in word2vec.balanced_tree(V) for node, _ in path})


@lure(
    inner_nodes,
    en="V are the leaves; joining V of them takes one step less.",
    zh="V 是叶子数；把它们合并成一棵树少一步。",
)
def _leaves(V: int) -> int:
    return V


@lure(
    inner_nodes,
    en="That counts the leaves too; they have no output vector.",
    zh="这把叶子也算进去了；叶子没有输出向量。",
)
def _all_nodes(V: int) -> int:
    return V + inner_nodes(V)


def pair_count(T: int, window: int) -> int:
    """Counted on a sentence of different words."""
    return len(word2vec.skipgram_pairs(torch.arange(T), window))


@lure(
    pair_count,
    en="At both ends of the sentence the window is cut off.",
    zh="句子两端的窗口会被截断。",
)
def _edges_ignored(T: int, window: int) -> int:
    return 2 * window * T


@lure(pair_count, en="The window reaches to both sides.", zh="窗口向左右两侧都要算。")
def _one_side(T: int, window: int) -> int:
    return pair_count(T, window) // 2


@lure(
    pair_count,
    en="The window reaches to both sides, and at both ends of the sentence it is cut off.",
    zh="窗口向左右两侧都要算，而且在句子两端会被截断。",
)
def _one_side_edges_ignored(T: int, window: int) -> int:
    return window * T


def output_numbers(V: int, D: int) -> int:
    """What the vectors of the inner nodes hold."""
    return prod(measure.shape(word2vec.word_probability, "nodes", V=V, D=D))


@lure(
    output_numbers,
    en="The words are leaves without vectors; of inner nodes there is one less.",
    zh="词是叶子，没有输出向量；内部结点比词少一个。",
)
def _a_vector_a_word(V: int, D: int) -> int:
    return prod(measure.shape(word2vec.skipgram_softmax_loss, "U", V=V, D=D))


def negative_sampling_cost(D: int, k: int) -> int:
    """One product for the true word and for each noise word."""
    return measure.multiplications(word2vec.negative_sampling_loss, D=D, k=k)


@lure(negative_sampling_cost, en="The true word is scored too.", zh="真实的上下文词也要打分。")
def _noise_alone(D: int, k: int) -> int:
    return k * negative_sampling_cost(D, 1) // 2


def cost_order() -> list[int]:
    """By what was measured at the sizes of the prompt."""
    N, D, H, V = 10, 300, 500, 8192
    costs = [nnlm_tree_cost(N, D, H, V), skipgram_cost(N, D, V), _flat(N, D, H, V), cbow_cost(N, D, V)]
    return sorted(range(len(costs)), key=costs.__getitem__)


def _arguments(formula: Formula[..., Any], **sizes: int) -> dict[str, Any]:
    return draw(formula, 0, sizes=sizes).arguments


def _depth(V: int) -> int:
    """Nodes on the longest path of a balanced tree, log₂V for a power of two."""
    return max(len(path) for path in word2vec.balanced_tree(V))


def _multiplications(run: Callable[[], object]) -> int:
    cost = Cost()
    with torch.no_grad(), cost:
        run()
    return cost.multiplications
