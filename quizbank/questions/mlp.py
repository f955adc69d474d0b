"""The answers to the own questions about the window model, each by running the reference."""

from typing import Any

import torch
from torch import Tensor

from quizbank import measure
from quizbank.answers.lure import lure
from quizbank.draw import draw
from quizbank.experiment import Reading, reading
from quizbank.mistakes import mlp as mistakes
from quizbank.training.descent import adam
from quizbank.training.weights import Layout, weights_of
from reference import mlp, rnn, word2vec

_SENTENCE = "the cat sat on my mat".split()


def pairs(T: int, n: int) -> float:
    """How many windows have a word after them."""
    return float(len(mlp.sliding_windows(torch.arange(T), n)[1]))


@lure(pairs, en="The last window has no word after it.", zh="最后一个窗口后面没有词了。")
def _without_a_target(T: int, n: int) -> float:
    return pairs(T, n - 1)


def notes_parameters(n: int, m: int, H: int, V: int) -> int:
    """Of both layers, biases included."""
    return measure.parameters(mlp.window_mlp, n=n, m=m, H=H, V=V)


@lure(notes_parameters, en="Both layers have a bias.", zh="两层都有偏置。")
def _without_biases(n: int, m: int, H: int, V: int) -> int:
    return measure.multiplications(mlp.window_mlp, n=n, m=m, H=H, V=V)


@lure(notes_parameters, en="The words are concatenated, not averaged.", zh="各词是拼接，不是取平均。")
def _one_word(n: int, m: int, H: int, V: int) -> int:
    return notes_parameters(1, m, H, V)


def window_weight_shape(n: int, m: int, H: int) -> tuple[int, ...]:
    """As the reference has it."""
    return measure.shape(mlp.window_mlp, "W_h", n=n, m=m, H=H)


@lure(window_weight_shape, en="That is the row form, x W_h.", zh="那是行向量写法 x W_h 的形状。")
def _row_form(n: int, m: int, H: int) -> tuple[int, ...]:
    return window_weight_shape(n, m, H)[::-1]


@lure(window_weight_shape, en="The words are concatenated, not averaged.", zh="各词是拼接，不是取平均。")
def _averaged(n: int, m: int, H: int) -> tuple[int, ...]:
    return H, *measure.shape(word2vec.cbow_hidden, "h", n=n, D=m)


def longer_prefix() -> int:
    """An error, or the option that its output agrees with."""
    arguments = draw(mlp.window_mlp, 0, sizes={"n": 5, "m": 3, "H": 4, "V": 6}).arguments
    window, weights = arguments.pop("window"), arguments
    longer = torch.cat([window[:1], window])
    ignoring = mlp.window_mlp(window, **weights)
    padded = {**weights, "W_h": torch.nn.functional.pad(weights["W_h"], (3, 0))}
    averaging = mlp.window_mlp(longer.mean(dim=0).expand(5, 3), **weights)
    try:
        found = mlp.window_mlp(longer, **weights)
    except (RuntimeError, TypeError):
        return 0
    claims = [ignoring, mlp.window_mlp(longer, **padded), averaging]
    return 1 + next(place for place, claim in enumerate(claims) if torch.allclose(claim, found))


def targets() -> list[int]:
    """The places of the words after each window."""
    _, following = mlp.sliding_windows(torch.arange(len(_SENTENCE)), 2)
    options = ["on", "mat", "sat", "my"]
    return [options.index(_SENTENCE[place]) for place in following.tolist()]


def why_nonlinear() -> tuple[Reading, ...]:
    """XOR of two words' single numbers, with and without the tanh."""
    arguments = draw(mlp.window_mlp, 0, sizes={"n": 2, "m": 3, "H": 4, "V": 5}).arguments
    W = arguments["W_y"] @ arguments["W_h"]
    b = arguments["W_y"] @ arguments["b_h"] + arguments["b_y"]
    gap = mistakes.tanh_missing(**arguments) - torch.softmax(W @ arguments["window"].flatten() + b, dim=-1)
    return (
        reading(
            "two linear layers against one, W_2 W_1: largest difference",
            "两个线性层与合并成的一层 W_2 W_1 的最大差",
            gap.abs().max(),
        ),
        reading(
            "XOR after training, P of the right answer in its four cases: with tanh",
            "训练后的异或，四种情况下正确答案的概率：有 tanh",
            _learned(mlp.window_mlp),
        ),
        reading("without tanh", "没有 tanh", _learned(mistakes.tanh_missing)),
    )


def _learned(model: Any) -> Tensor:
    """The probabilities of the right answers after 200 steps of Adam."""
    cases = torch.tensor([[[-1.0], [-1.0]], [[-1.0], [1.0]], [[1.0], [-1.0]], [[1.0], [1.0]]])
    answers = torch.tensor([0, 1, 1, 0])[:, None]
    laid_out = Layout({"all": weights_of(mlp.window_mlp, n=2, m=1, H=4, V=2)})

    def right(vector: Tensor) -> Tensor:
        p: Tensor = model(cases, *laid_out.cut(vector)["all"])
        return p.gather(-1, answers)

    run = adam(laid_out.start(0, torch.device("cpu")), lambda vector: -right(vector).log().mean(), [0.05] * 200)
    while True:
        try:
            next(run)
        except StopIteration as end:
            return right(end.value).flatten()


def why_not_a_window() -> tuple[Reading, ...]:
    """Parameters over the window's length, and what shuffling and moving words does."""
    lengths = (2, 4, 8, 16)
    windows = [measure.shape(mlp.window_mlp, "W_h", n=n, m=50, H=64) for n in lengths]
    arguments = draw(mlp.window_mlp, 0, sizes={"n": 3, "m": 3, "H": 4, "V": 5}).arguments
    before = mlp.window_mlp(**arguments)
    arguments["window"] = arguments["window"].roll(1, dims=0)
    moved = (mlp.window_mlp(**arguments) - before).abs().max()
    return (
        reading(
            "entries of the hidden weight, m = 50, H = 64: a window of 2, 4, 8, 16 words",
            "隐藏层权重的元素数，m = 50，H = 64：窗口为 2、4、8、16 个词",
            *[H * nm for H, nm in windows],
        ),
        reading(
            "an RNN of the same sizes, any length",
            "同样大小的 RNN，任意长度",
            measure.multiplications(rnn.rnn_cell, H=64, D=50),
        ),
        reading(
            "largest change of P when the same words stand one place further",
            "同样的词都往后移一位，概率的最大变化",
            moved,
        ),
    )
