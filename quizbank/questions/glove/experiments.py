"""What stands behind the `explain` questions about GloVe."""

import torch

from quizbank.experiment import Reading, reading
from quizbank.questions.glove.values import ALPHA, X_MAX
from quizbank.training import glove as notes
from quizbank.training import text
from quizbank.training.watched import events
from reference import glove, word2vec


def why_log() -> tuple[Reading, ...]:
    """Predictions that are 10 % too high, and what the notes' sentences teach about a ratio."""
    X = torch.tensor([1.0, 10.0, 100.0, 1000.0], dtype=torch.float64)
    nothing = torch.zeros(len(X), 1, dtype=torch.float64), torch.zeros(len(X), 1, dtype=torch.float64)
    zero = torch.zeros_like(X)
    plain = glove.pair_error(*nothing, 1.1 * X, zero, X) + torch.log(X) - X
    logarithmic = glove.pair_error(*nothing, torch.log(1.1 * X), zero, X)
    *_, done = events("glove")
    return (
        reading(
            "squared error of a prediction 10 % too high, X = 1, 10, 100, 1000: target X",
            "预测偏高 10% 的平方误差，X = 1、10、100、1000：以 X 为目标",
            plain**2,
        ),
        reading("target log X", "以 log X 为目标", logarithmic**2),
        reading(
            "P(like | I) / P(like | NLP) in three sentences: counted",
            "三句话里的 P(like | I) / P(like | NLP)：按计数",
            done["results"]["ratio_counted"],
        ),
        reading(
            "the same from differences of trained vectors and biases",
            "由训练好的向量与偏置之差得到",
            done["results"]["ratio_fitted"],
        ),
    )


def why_weight() -> tuple[Reading, ...]:
    """How much counts tremble, and what they weigh."""
    expected = torch.tensor([2.0, 10.0, 100.0, 1000.0], dtype=torch.float64)
    drawn = torch.poisson(expected.expand(4000, 4), generator=torch.Generator().manual_seed(0))
    spread = [torch.log(column[column > 0]).std() for column in drawn.unbind(dim=1)]
    X = torch.linspace(1, 200, 40, dtype=torch.float64)
    return (
        reading(
            "standard deviation of log X for an expected count of 2, 10, 100, 1000",
            "期望次数为 2、10、100、1000 时 log X 的标准差",
            *spread,
        ),
        reading("weight f of these counts", "这些次数的权重 f", glove.weight(expected, X_MAX, ALPHA)),
        reading("f(X) for X = 1 … 200", "f(X)，X = 1 … 200", glove.weight(X, X_MAX, ALPHA)),
    )


def glove_or_word2vec() -> tuple[Reading, ...]:
    """A small text, read once and ten times over."""
    sentences = " ".join(text.TOKENS).split(" . ")
    ids = [[text.WORDS.index(word) for word in sentence.split()] for sentence in sentences]
    pairs = [sum(len(word2vec.skipgram_pairs(torch.tensor(s), 2)) for s in ids * times) for times in (1, 10)]
    cells = [int((glove.cooccurrence(ids * times, 2, len(text.WORDS)) > 0).sum()) for times in (1, 10)]
    return (
        reading(
            "pairs per epoch of Skip-gram: the text once, ten times", "Skip-gram 每轮的词对数：文本一遍、十遍", *pairs
        ),
        reading("cells per epoch of GloVe: the same", "GloVe 每轮的格子数：同上", *cells),
        reading("cells of the whole table", "整张表的格子数", len(text.WORDS) ** 2),
    )


def glove_or_lsa() -> tuple[Reading, ...]:
    """The notes' three sentences with vectors of two numbers."""
    X = notes.counts(torch.device("cpu"))
    *_, done = events("glove")
    U, s, V = torch.linalg.svd(torch.log1p(X))
    residual = torch.log1p(X) - (U[:, : notes.D] * s[: notes.D]) @ V[: notes.D]
    return (
        reading(
            "GloVe's weighted loss: truncated SVD of log(1 + X), GloVe",
            "GloVe 的加权损失：log(1 + X) 的截断 SVD、GloVe",
            notes.svd_loss(X),
            done["losses"][-1],
        ),
        reading(
            "unweighted squared error of the SVD over all cells",
            "SVD 在全部格子上的不加权平方误差",
            (residual**2).sum(),
        ),
        reading("squares of the singular values left out", "舍去的奇异值的平方和", (s[notes.D :] ** 2).sum()),
        reading("cells of the table, of which zero", "表的格子数、其中为 0 的", X.numel(), (X == 0).sum()),
    )
