"""The answers to the own questions about recurrent networks, each by running the reference."""

from collections.abc import Sequence
from typing import Any

import torch
from torch import Tensor, nn

from quizbank import measure
from quizbank.answers.lure import lure
from quizbank.draw import draw
from quizbank.experiment import Reading, reading
from quizbank.mistakes import rnn as mistakes
from reference import rnn, training
from reference.attention import attention

_float: dict[str, Any] = {"dtype": torch.float64}


def parameters(H: int, D: int) -> int:
    """Of the notes' cell, which has one bias."""
    return measure.parameters(rnn.rnn_cell, H=H, D=D)


def torch_parameters(H: int, D: int) -> int:
    """Of torch's module, which has two biases."""
    return sum(weight.numel() for weight in nn.RNN(D, H, device="meta").parameters())


@lure(torch_parameters, en="torch keeps two biases, b_ih and b_hh.", zh="torch 有 b_ih 和 b_hh 两个偏置。")
def _one_bias(H: int, D: int) -> int:
    return parameters(H, D)


@lure(parameters, en="The bias is missing.", zh="漏了偏置。")
@lure(torch_parameters, en="Both biases are missing.", zh="两个偏置都漏了。")
def _no_bias(H: int, D: int) -> int:
    return measure.multiplications(rnn.rnn_cell, H=H, D=D)


def notes_parameters(D: int, H: int, V: int) -> int:
    """Of the cell and the output layer; the table of word vectors is frozen."""
    return measure.parameters(rnn.rnn_cell, H=H, D=D) + measure.parameters(rnn.rnn_output, H=H, V=V)


@lure(notes_parameters, en="Both layers have a bias.", zh="两层都有偏置。")
def _without_biases(D: int, H: int, V: int) -> int:
    return notes_parameters(D, H, V) - H - V


@lure(notes_parameters, en="The word vectors are frozen: they are not trained.", zh="词向量是冻结的，不参与训练。")
def _table_counted(D: int, H: int, V: int) -> int:
    return notes_parameters(D, H, V) + V * D


def row_weight_shape(H: int, D: int) -> tuple[int, ...]:
    """The transpose of the reference's weight."""
    return tuple(draw(rnn.rnn_cell, 0, sizes={"H": H, "D": D}).arguments["W"].mT.shape)


@lure(row_weight_shape, en="That is the column form, W [h; x].", zh="那是列向量写法 W [h; x] 的形状。")
def _column_weight(H: int, D: int) -> tuple[int, ...]:
    return row_weight_shape(H, D)[::-1]


@lure(row_weight_shape, en="The state is multiplied as well, not the input alone.", zh="状态也要乘，不只是输入。")
def _input_block(H: int, D: int) -> tuple[int, ...]:
    return D, H


def joint_or_apart() -> int:
    """The first claim that agrees with the product, else the claim that none does."""
    arguments = draw(rnn.rnn_cell, 0, sizes={"H": 4, "D": 4}).arguments
    h, x, W = (arguments[name] for name in ("h_prev", "x", "W"))
    W_h, W_x = W[:, :4], W[:, 4:]
    joint = torch.atanh(rnn.rnn_cell(x, h, W, torch.zeros_like(h)))
    claims = [W_h @ h + W_x @ x, (W_h @ h) * (W_x @ x), (W_h + W_x) @ (h + x), joint]
    return next(place for place, claim in enumerate(claims) if torch.allclose(claim, joint))


def two_steps(w: float, x: Sequence[float]) -> Tensor:
    """Both states of one unit without bias."""
    return _scalar(rnn.rnn, w, x)


@lure(two_steps, en="The second step starts from h_1, not from h_0.", zh="第二步从 h_1 开始，不是从 h_0 开始。")
def _not_carried(w: float, x: Sequence[float]) -> Tensor:
    return _scalar(mistakes.state_not_carried, w, x)


@lure(two_steps, en="The tanh is missing: each state is squashed.", zh="漏了 tanh：每个状态都要压缩。")
def _unsquashed(w: float, x: Sequence[float]) -> Tensor:
    with rnn.rnn_cell.swapped_for(mistakes.tanh_missing):
        return _scalar(rnn.rnn, w, x)


def _scalar(model: Any, w: float, x: Sequence[float]) -> Tensor:
    zero = torch.zeros(1, **_float)
    states: Tensor = model(torch.tensor(x, **_float)[:, None], zero, torch.tensor([[w, 1.0]], **_float), zero)
    return states[:, 0]


def layer_growth(n: int, d: int) -> int:
    """Multiplications of n steps of width d."""
    return measure.multiplications(rnn.rnn, T=n, H=d, D=d)


@lure(layer_growth, en="That is self-attention's cost.", zh="那是自注意力的计算量。")
def _attention_growth(n: int, d: int) -> int:
    return measure.multiplications(attention, n=n, m=n, d_k=d, d_v=d)


@lure(layer_growth, en="That is one step; there are n of them.", zh="那只是一步，一共有 n 步。")
def _one_step_growth(n: int, d: int) -> int:
    return layer_growth(1, d)


def path_growth(n: int) -> int:
    """The longest chain of contractions over n steps."""
    return measure.longest_chain(rnn.rnn, T=n)


def vanishing_factor(w: float, h: Sequence[float]) -> float:
    """∂h_3/∂h_0: one step more than `gradient_norms` of the three states, signs kept by positive weights."""
    states = torch.tensor([0.0, *h], **_float)[:, None]
    return float(rnn.gradient_norms(torch.ones(1, **_float), states, torch.full((1, 1), w, **_float))[0])


@lure(
    vanishing_factor, en="The derivative of tanh is missing, 1 − h² a step.", zh="漏了 tanh 的导数，每步一个 1 − h²。"
)
def _without_tanh(w: float, h: Sequence[float]) -> float:
    with rnn.gradient_norms.swapped_for(mistakes.norms_without_tanh):
        return vanishing_factor(w, h)


@lure(vanishing_factor, en="The weight is missing: it counts at every step.", zh="漏了权重：每一步都要乘。")
def _without_weight(w: float, h: Sequence[float]) -> float:
    return vanishing_factor(1.0, h)


def many_steps(s: float, T: int) -> float:
    """Of a gradient of length 1; states of 0 leave tanh linear."""
    Q = torch.linalg.qr(torch.randn(4, 4, generator=torch.Generator().manual_seed(0), **_float))[0]
    start = torch.eye(4, **_float)[0]
    return float(rnn.gradient_norms(start, torch.zeros(T + 1, 4, **_float), s * Q)[0])


@lure(many_steps, en="The factors are multiplied, not added.", zh="各步的系数是相乘，不是相加。")
def _added(s: float, T: int) -> float:
    return s * T


@lure(many_steps, en="Q keeps the length, but s does not.", zh="Q 不改变长度，但 s 会。")
def _orthogonal_saves(s: float, T: int) -> float:
    return many_steps(1.0, T)


def steps_that_count(n: int) -> int:
    """How many contributions are not zero with one loss at the end."""
    return _nonzero(n, only_last=True)


@lure(
    steps_that_count, en="The gradient flows back to the earlier steps.", zh="梯度会往回传到前面的步，不只有最后一步。"
)
def _only_the_last(n: int) -> int:
    return steps_that_count(2)


@lure(steps_that_count, en="The first step multiplied W_hh by h_0 = 0.", zh="第一步里 W_hh 乘的是 h_0 = 0，没有贡献。")
def _first_counted(n: int) -> int:
    return len(_contributions(n, only_last=True))


def sum_when() -> int:
    """Losses everywhere, one loss, both or neither: which gradients have more than one contribution."""
    everywhere, at_the_end = _nonzero(6, only_last=False) > 1, _nonzero(6, only_last=True) > 1
    return [(True, False), (False, True), (True, True), (False, False)].index((everywhere, at_the_end))


def _nonzero(n: int, *, only_last: bool) -> int:
    return sum(float(step.norm()) > 0 for step in _contributions(n, only_last=only_last))


def _contributions(n: int, *, only_last: bool) -> list[Tensor]:
    """What each of n steps adds to the gradient of the recurrent block, the last step first; h_0 is 0."""
    g, xs, h_0, W, b = _bptt_arguments(n, only_last=only_last)
    hs = [h_0, *rnn.rnn(xs, h_0, W, b)]
    dh, found = torch.zeros_like(h_0), []
    for t in range(n - 1, -1, -1):
        _, dh, dW, _ = rnn.rnn_cell_gradient(g[t] + dh, xs[t], hs[t], W, b)
        found.append(dW[:, : len(h_0)])
    return found


def _bptt_arguments(n: int, *, only_last: bool) -> tuple[Tensor, ...]:
    arguments = draw(rnn.bptt, 0, sizes={"T": n, "H": 4, "D": 3}).arguments
    arguments["h_0"] = torch.zeros_like(arguments["h_0"])
    if only_last:
        arguments["g"][:-1] = 0
    return tuple(arguments.values())


def bptt_sum() -> tuple[Reading, ...]:
    """A loss at the last of eight steps, taken apart."""
    arguments, steps = _bptt_arguments(8, only_last=True), _contributions(8, only_last=True)[::-1]
    gap = rnn.bptt(*arguments)[:, :4] - torch.stack(steps).sum(dim=0)
    return (
        reading(
            "norm of each step's contribution to ∂L/∂W_hh", "各步对 ∂L/∂W_hh 贡献的范数", *[s.norm() for s in steps]
        ),
        reading("largest difference between their sum and the gradient", "各步之和与梯度的最大差", gap.abs().max()),
    )


def why_gradients_vanish() -> tuple[Reading, ...]:
    """Gradient norms over 50 steps for three scales of an orthogonal weight."""
    return tuple(
        reading(
            f"log10 ‖∂L/∂h_t‖ for t = 1 … 50, W_hh = {s} × orthogonal",
            f"log10 ‖∂L/∂h_t‖，t = 1 … 50，W_hh = {s} × 正交矩阵",
            _norms(s).log10(),
        )
        for s in (0.5, 1.0, 1.5)
    )


def _norms(s: float, H: int = 32, D: int = 8, T: int = 50) -> Tensor:
    seed = torch.Generator().manual_seed(0)
    W = s * torch.linalg.qr(torch.randn(H, H, generator=seed, **_float))[0]
    xs = 0.1 * torch.randn(T, D, generator=seed, **_float)
    joint = torch.cat([W, 0.1 * torch.randn(H, D, generator=seed, **_float)], dim=1)
    hs = rnn.rnn(xs, torch.zeros(H, **_float), joint, torch.zeros(H, **_float))
    g = torch.randn(H, generator=seed, **_float)
    return rnn.gradient_norms(g / g.norm(), hs, W)


def why_clip() -> tuple[Reading, ...]:
    """One unit whose end state tips over at a certain weight: the gradient there, and what clipping leaves of it."""
    slopes = torch.stack([_slope(float(w)) for w in torch.linspace(1.82, 1.86, 41, **_float)])
    steepest = slopes[slopes.abs().argmax()]
    clipped = training.clip_by_norm(torch.stack([steepest]), 1.0)
    vanished = training.clip_by_norm(torch.full((1,), 1e-12, **_float), 1.0)
    return (
        reading("|∂L/∂w| across a cliff, w = 1.82 … 1.86", "跨过悬崖时的 |∂L/∂w|，w = 1.82 … 1.86", slopes.abs()),
        reading("steepest slope: before, and clipped at 1", "最陡处的梯度：裁剪前、按 1 裁剪后", steepest, clipped[0]),
        reading("a vanished gradient of 1e-12, clipped at 1", "已消失的梯度 1e-12，按 1 裁剪后", vanished),
    )


def _slope(w: float, T: int = 12) -> Tensor:
    """∂L/∂w for L = (h_T − 1)²/2, with h_t = tanh(w h − 0.1) and h_0 = 0.12."""
    h_0, W, b = torch.full((1,), 0.12, **_float), torch.tensor([[w, 0.0]], **_float), torch.full((1,), -0.1, **_float)
    xs, g = torch.zeros(T, 1, **_float), torch.zeros(T, 1, **_float)
    g[-1] = rnn.rnn(xs, h_0, W, b)[-1] - 1
    return rnn.bptt(g, xs, h_0, W, b)[0, 0]


def bidirectional_when() -> tuple[Reading, ...]:
    """The last of eight inputs is replaced: which states notice?"""
    arguments = draw(rnn.bidirectional_rnn, 0, sizes={"T": 8, "H": 4, "D": 3}).arguments
    before = rnn.bidirectional_rnn(**arguments)
    arguments["xs"][-1] = -arguments["xs"][-1]
    change = (rnn.bidirectional_rnn(**arguments) - before).reshape(8, 2, 4).norm(dim=-1)
    labels = (
        ("change of the forward states 1 … 8", "前向状态 1 … 8 的变化"),
        ("of the backward states", "反向状态的变化"),
    )
    return tuple(reading(*label, half) for label, half in zip(labels, change.unbind(-1), strict=True))


def why_replaced() -> tuple[Reading, ...]:
    """Multiplications and longest chains of both layers, measured at width 32 and growing length."""
    lengths, d = (8, 16, 32, 64), 32
    recurrent = [{"T": n, "H": d, "D": d} for n in lengths]
    attending = [{"n": n, "m": n, "d_k": d, "d_v": d} for n in lengths]
    return (
        reading(
            "products in a row, RNN, n = 8, 16, 32, 64",
            "RNN 依次进行的乘积，n = 8、16、32、64",
            *[measure.longest_chain(rnn.rnn, **sizes) for sizes in recurrent],
        ),
        reading("the same, attention", "注意力", *[measure.longest_chain(attention, **sizes) for sizes in attending]),
        reading(
            "multiplications, RNN of width 32",
            "乘法次数，宽 32 的 RNN",
            *[measure.multiplications(rnn.rnn, **sizes) for sizes in recurrent],
        ),
        reading("the same, attention", "注意力", *[measure.multiplications(attention, **sizes) for sizes in attending]),
    )
