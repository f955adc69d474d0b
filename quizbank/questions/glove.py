"""The answers to the own questions about GloVe, each by running the reference."""

from collections.abc import Iterable
from typing import Any

import torch
from torch import Tensor

from quizbank import measure
from quizbank.answers.lure import lure
from quizbank.mistakes.glove import counts, loss, training
from reference import glove
from reference.formula import Formula, recording

_WORDS = ["I", "like", "deep", "learning", "NLP", "enjoy"]
_CORPUS = ["I like deep learning", "I like NLP", "I enjoy learning"]
_SENTENCES = [[_WORDS.index(word) for word in sentence.split()] for sentence in _CORPUS]
_X_MAX, _ALPHA = 100.0, 0.75


def weight_value(X: float) -> float:
    """The paper's rule."""
    return float(glove.weight(_number(X), _X_MAX, _ALPHA))


@lure(
    weight_value,
    en="That is α = 1: the ratio still goes to the power 3/4.",
    zh="那是 α = 1 的结果：比值还要取 3/4 次幂。",
)
def _alpha_of_one(X: float) -> float:
    return float(counts.alpha_of_one(_number(X), _X_MAX, _ALPHA))


@lure(
    weight_value,
    en="The weight is capped: it never exceeds 1.",
    zh="权重有上限：不超过 1。",
)
def _no_cap(X: float) -> float:
    return float(counts.no_cap(_number(X), _X_MAX, _ALPHA))


def error_value(X: float) -> float:
    """Of the pair that the prompt gives."""
    return float(glove.pair_error(*_pair(X)))


@lure(error_value, en="The target is log X, not X.", zh="目标是 log X，不是 X。")
def _without_logarithm(X: float) -> float:
    return float(loss.count_without_logarithm(*_pair(X)))


@lure(error_value, en="The logarithm is the natural one.", zh="这里是自然对数。")
def _common_logarithm(X: float) -> float:
    return float(loss.common_logarithm(*_pair(X)))


@lure(error_value, en="The biases are missing.", zh="漏了两个偏置。")
def _without_biases(X: float) -> float:
    return float(loss.biases_missing(*_pair(X)))


def loss_value(X: float) -> float:
    """Of the pair that the prompt gives."""
    return float(glove.pair_loss(*_pair(X), _X_MAX, _ALPHA))


@lure(loss_value, en="The ½ is the C code's; the paper has none.", zh="½ 是 C 代码里的，论文里没有。")
def _half(X: float) -> float:
    return float(loss.half_of_the_c_code(*_pair(X), _X_MAX, _ALPHA))


@lure(loss_value, en="The weight f(X) is missing.", zh="漏了权重 f(X)。")
def _unweighted(X: float) -> float:
    return float(loss.unweighted(*_pair(X), _X_MAX, _ALPHA))


@lure(loss_value, en="The weight stands outside the square.", zh="权重在平方外面。")
def _weight_squared(X: float) -> float:
    return float(loss.weight_squared(*_pair(X), _X_MAX, _ALPHA))


def bias_gradient_value(X: float) -> float:
    """The last of the four gradients."""
    return float(glove.pair_gradient(*_pair(X), _X_MAX, _ALPHA)[-1])


@lure(bias_gradient_value, en="The 2 of the square is missing.", zh="漏了平方求导的 2。")
def _two_missing(X: float) -> float:
    return float(training.two_missing(*_pair(X), _X_MAX, _ALPHA)[-1])


def adagrad_value(steps: int) -> float:
    """The new square is added before the division."""
    w, squares = _number(1), _number(0)
    for _ in range(steps):
        w, squares = glove.adagrad_step(w, _number(2), squares, 0.05)
    return float(w)


@lure(
    adagrad_value,
    en="That is the C code's rule: it sums squares of η times the gradient, from 1, and divides by the old sum.",
    zh="那是 C 代码的规则：累积 η 乘梯度的平方，从 1 开始，并除以旧的累积。",
)
def _c_code(steps: int) -> float:
    w, squares = _number(1), _number(1)
    for _ in range(steps):
        w, squares = training.old_accumulator(w, _number(0.05 * 2), squares, 1.0)
    return float(w)


@lure(
    adagrad_value,
    en="That is plain descent: AdaGrad divides by the root of the summed squares.",
    zh="那是普通梯度下降：AdaGrad 还要除以平方和的平方根。",
)
def _plain_descent(steps: int) -> float:
    return 1 - 0.05 * 2 * steps


def parameters(V: int, d: int) -> int:
    """Two tables and two biases a word."""
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
    en="The biases are trained too: two numbers a word.",
    zh="偏置也要训练：每个词两个。",
)
def _vectors_alone(V: int, d: int) -> int:
    return measure.parameters(glove.word_vectors, V=V, d=d)


def large_parameters(V: int, d: int) -> int:
    """Word by word: a table of counts for 400,000 words would fill any memory."""
    return V * parameters(1, d)


def numbers_touched(d: int) -> int:
    """The sizes of the four gradients."""
    w, number = torch.ones(d, dtype=torch.float64), _number(1)
    return sum(gradient.numel() for gradient in glove.pair_gradient(w, w, number, number, number, _X_MAX, _ALPHA))


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


def cooccurrence_row(word: str) -> list[float]:
    """The word's row of the notes' table."""
    row: list[float] = _table()[_WORDS.index(word)].tolist()
    return row


def cooccurrence_sum() -> float:
    """Over all cells of the notes' table."""
    return float(_table().sum())


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
    return float((_table() == 0).sum())


def distance_weight(window: int) -> float:
    """Every pair inside the window counts 1."""
    return float(_table(window)[_WORDS.index("I"), _WORDS.index("deep")])


@lure(
    distance_weight,
    en="That is weighted by 1/distance, as in the paper and its C code; the notes count plainly.",
    zh="那是按 1/距离 加权的结果，是论文和 C 代码的做法；笔记直接计数。",
)
def _divided_by_distance(window: int) -> float:
    X = counts.divided_by_distance(_SENTENCES, window, len(_WORDS))
    return float(X[_WORDS.index("I"), _WORDS.index("deep")])


def prediction_target() -> int:
    """The option for which the error is 0, when a bias alone predicts it."""
    X, none = _number(50), torch.zeros(1, dtype=torch.float64)
    f = glove.weight(X, _X_MAX, _ALPHA)
    options = [torch.log(X), X, f * X, f * torch.log(X), torch.log1p(X)]
    return _only(bool(glove.pair_error(none, none, option, _number(0), X) == 0) for option in options)


def final_vectors() -> int:
    """The option that equals the reference."""
    W, W_tilde = _pair(50)[:2]
    options = [W + W_tilde, W, W_tilde, torch.cat([W, W_tilde]), W * W_tilde]
    vectors = glove.word_vectors(W[None], W_tilde[None])[0]
    return _only(torch.equal(option, vectors) for option in options)


def steps() -> list[int]:
    """The order in which the formulas are first called while the notes' sentences are learned."""
    options: list[Formula[..., Any]] = [
        glove.cooccurrence,
        glove.pair_error,
        glove.pair_gradient,
        glove.adagrad_step,
        glove.glove_loss,
        glove.word_vectors,
    ]
    with recording() as calls:
        X = _table()
        ones = torch.ones(len(X), 2)
        W, W_tilde, *_ = glove.train(X, ones, ones, X[0], X[0], 1, 0.05)
        glove.word_vectors(W, W_tilde)
    names = [call.formula.id for call in calls]
    return sorted(range(len(options)), key=lambda place: names.index(options[place].id))


def _only(holds: Iterable[bool]) -> int:
    """The place of the one option that holds."""
    (place,) = (place for place, held in enumerate(holds) if held)
    return place


def _table(window: int = 1) -> Tensor:
    return glove.cooccurrence(_SENTENCES, window, len(_WORDS))


def _pair(X: float) -> tuple[Tensor, Tensor, Tensor, Tensor, Tensor]:
    w, w_tilde = torch.tensor([[0.1, -0.2, 0.3], [0.4, 0.1, -0.3]], dtype=torch.float64)
    return w, w_tilde, _number(0.05), _number(-0.1), _number(X)


def _number(value: float) -> Tensor:
    return torch.tensor(value, dtype=torch.float64)
