"""The notes' co-occurrence table, and how many numbers GloVe trains."""

import torch
from torch import Tensor

from quizbank import measure
from quizbank.answers.lure import lure
from quizbank.mistakes.glove import counts, training
from quizbank.questions.glove.values import ALPHA, X_MAX, number
from reference import glove

_WORDS = ["I", "like", "deep", "learning", "NLP", "enjoy"]
_CORPUS = ["I like deep learning", "I like NLP", "I enjoy learning"]
_SENTENCES = [[_WORDS.index(word) for word in sentence.split()] for sentence in _CORPUS]


def parameters(V: int, d: int) -> int:
    """Two tables and two biases per word."""
    return measure.parameters(glove.glove_loss, V=V, d=d)


@lure(
    parameters,
    en="A word has two vectors and two biases: as a word and as a context.",
    zh="每个词有两个向量、两个偏置：一个作中心词，一个作上下文词。",
)
def _one_role(V: int, d: int) -> int:
    return parameters(V, d) // 2


@lure(
    parameters,
    en="The biases are trained too: two numbers per word.",
    zh="偏置也要训练：每个词两个。",
)
def _vectors_alone(V: int, d: int) -> int:
    return measure.parameters(glove.word_vectors, V=V, d=d)


@lure(
    parameters,
    en="Each word has a second vector as a context, and a bias in both roles.",
    zh="每个词还有一个作上下文词的向量，两种身份各有一个偏置。",
)
def _one_table(V: int, d: int) -> int:
    return _vectors_alone(V, d) // 2


def large_parameters(V: int, d: int) -> int:
    """Word by word: a table of counts for 400,000 words would fill any memory."""
    return V * parameters(1, d)


@lure(
    large_parameters,
    en="A word has two vectors and two biases: as a word and as a context.",
    zh="每个词有两个向量、两个偏置：一个作中心词，一个作上下文词。",
)
def _one_large_role(V: int, d: int) -> int:
    return large_parameters(V, d) // 2


@lure(large_parameters, en="The biases are trained too.", zh="偏置也要训练。")
def _large_vectors_alone(V: int, d: int) -> int:
    return V * _vectors_alone(1, d)


def numbers_touched(d: int) -> int:
    """The sizes of the four gradients."""
    w, one = torch.ones(d, dtype=torch.float64), number(1)
    return sum(gradient.numel() for gradient in glove.pair_gradient(w, w, one, one, one, X_MAX, ALPHA))


@lure(numbers_touched, en="Both biases are updated too.", zh="两个偏置也要更新。")
def _without_two_biases(d: int) -> int:
    return numbers_touched(d) - 2


def cooccurrence_shape(V: int) -> tuple[int, ...]:
    """Words by words."""
    return measure.shape(glove.cooccurrence, "X", V=V)


def vectors_shape(V: int, d: int) -> tuple[int, ...]:
    """A sum, so the width stays."""
    return measure.shape(glove.word_vectors, "vectors", V=V, d=d)


@lure(vectors_shape, en="The two tables are added, not concatenated.", zh="两张表是相加，不是拼接。")
def _concatenated(V: int, d: int) -> tuple[int, ...]:
    tables = torch.empty(2, V, d, device="meta")
    return tuple(training.side_by_side(*tables).shape)


def cooccurrence_row(word: str, window: int) -> list[float]:
    """The word's row of the table of the notes' sentences."""
    row: list[float] = table(window)[_WORDS.index(word)].tolist()
    return row


@lure(cooccurrence_row, en="The window looks to both sides.", zh="窗口向左右两边看。")
def _row_of_right_sides(word: str, window: int) -> list[float]:
    row: list[float] = counts.right_side_only(_SENTENCES, window, len(_WORDS))[_WORDS.index(word)].tolist()
    return row


def cooccurrence_sum() -> float:
    """Over all cells of the notes' table."""
    return float(table().sum())


@lure(
    cooccurrence_sum,
    en="The window does not cross sentence ends.",
    zh="窗口不跨句。",
)
def _across_sentences() -> float:
    return float(counts.across_sentences(_SENTENCES, 1, len(_WORDS)).sum())


@lure(cooccurrence_sum, en="The window looks to both sides.", zh="窗口向左右两边看。")
def _right_side_only() -> float:
    return float(counts.right_side_only(_SENTENCES, 1, len(_WORDS)).sum())


def empty_cells() -> float:
    """Zeros of the notes' table."""
    return float((table() == 0).sum())


@lure(empty_cells, en="Those are the cells that the loss keeps.", zh="那些是损失保留的格子。")
def _full_cells() -> float:
    return table().numel() - empty_cells()


def distance_weight(window: int) -> float:
    """Every pair inside the window counts 1."""
    return float(table(window)[_WORDS.index("I"), _WORDS.index("deep")])


@lure(
    distance_weight,
    en="That is weighted by 1/distance, as in the paper and its C code; here each pair counts 1.",
    zh="那是按 1/距离 加权的结果，是论文和 C 代码的做法；这里每次记 1。",
)
def _divided_by_distance(window: int) -> float:
    X = counts.divided_by_distance(_SENTENCES, window, len(_WORDS))
    return float(X[_WORDS.index("I"), _WORDS.index("deep")])


def table(window: int = 1) -> Tensor:
    """The notes' counts."""
    return glove.cooccurrence(_SENTENCES, window, len(_WORDS))
