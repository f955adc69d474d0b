"""The answers to the own questions about position codes, each by running the reference."""

from math import prod

import torch
from torch import Tensor

from quizbank import measure
from quizbank.answers.lure import lure
from quizbank.experiment import Reading, reading
from quizbank.mistakes.positions import codes as mistakes
from reference import attention, positions

_FLOAT64 = torch.empty(0, dtype=torch.float64)


def squared_norm(pos: int, d: int) -> float:
    """‖PE(pos)‖²."""
    return float(_code(pos, d).square().sum())


@lure(
    squared_norm,
    en="sin² + cos² = 1 for each of d/2 pairs, not for each dimension.",
    zh="sin² + cos² = 1 是每对（共 d/2 对），不是每一维。",
)
def _one_a_dimension(pos: int, d: int) -> float:
    return 2 * squared_norm(pos, d)


def first_entries(pos: int, d: int) -> Tensor:
    """The whole code of a small width."""
    return _code(pos, d)


@lure(first_entries, en="Sine comes first in each pair.", zh="每一对里正弦在前。")
def _cosine_first(pos: int, d: int) -> Tensor:
    swapped: Tensor = mistakes.odd_and_even_swapped(pos + 1, d, like=_FLOAT64)
    return swapped[-1]


@lure(
    first_entries,
    en="A pair shares one frequency; here every dimension has its own.",
    zh="同一对共用一个频率；这里每一维各用一个。",
)
def _own_frequencies(pos: int, d: int) -> Tensor:
    rows: Tensor = mistakes.every_dimension_its_own_frequency(pos + 1, d, like=_FLOAT64)
    return rows[-1]


def position_zero(d: int) -> Tensor:
    """The first row of the table."""
    return _code(0, d)


@lure(position_zero, en="sin 0 = 0, but cos 0 = 1.", zh="sin 0 = 0，但 cos 0 = 1。")
def _all_zero(d: int) -> Tensor:
    return torch.zeros(d)


def longest_wavelength(d: int) -> float:
    """From the slowest pair's angle between two positions, in units of 2π."""
    sine, cosine = _code(1, d)[-2:]
    return float(1 / torch.atan2(sine, cosine))


@lure(
    longest_wavelength,
    en="10000 would need i = d/2; the last pair has i = d/2 − 1.",
    zh="要 i = d/2 才到 10000；最后一对是 i = d/2 − 1。",
)
def _the_papers_bound(d: int) -> float:
    return positions.BASE


def frequency_ratio(d: int) -> float:
    """The second pair's angle over the first's, one position on."""
    first, second = torch.atan2(*_code(1, d)[:4].reshape(2, 2).unbind(-1))
    return float(second / first)


@lure(
    frequency_ratio,
    en="i counts pairs: the exponent moves by 2/d from pair to pair, not by 1/d.",
    zh="i 数的是维度对：相邻两对的指数相差 2/d，不是 1/d。",
)
def _half_the_exponent(d: int) -> float:
    return float(frequency_ratio(d) ** 0.5)


def unit_step(n: int) -> float:
    """Between neighbours when positions run from 0 to 1."""
    first, second = positions.unit_interval_positions(n, like=_FLOAT64)[:2]
    return float(second - first)


@lure(unit_step, en="n positions have n − 1 steps between them.", zh="n 个位置之间只有 n − 1 步。")
def _one_step_too_many(n: int) -> float:
    first, second = mistakes.divided_by_n(n, like=_FLOAT64)[:2]
    return float(second - first)


def bits_changed(k: int) -> float:
    """Between the binary codes of k and k + 1."""
    codes = positions.binary_positions(k + 2, 6, like=_FLOAT64)
    return float((codes[k + 1] - codes[k]).abs().sum())


@lure(bits_changed, en="Neighbouring numbers may differ in many bits.", zh="相邻的数可能有很多位不同。")
def _one_bit(k: int) -> float:
    return float(positions.integer_positions(k + 2, like=_FLOAT64).diff()[k])


def shuffled_tokens() -> int:
    """Unchanged, permuted in the same way, or otherwise: the output of self-attention for permuted tokens."""
    X, order = _tokens(5, 8), torch.tensor([2, 0, 4, 1, 3])
    before, after = _attended(X), _attended(X[order])
    holds = [torch.allclose(after, before), torch.allclose(after, before[order])]
    return [(True, False), (False, True), (False, False)].index((holds[0], holds[1]))


def shift_depends_on() -> int:
    """Whether one matrix moves every code by the same δ, and whether another δ needs another matrix."""
    P = positions.sinusoidal_positions(30, 8, like=_FLOAT64)
    two, three = (positions.shift_rotation(float(delta), 8, like=_FLOAT64) for delta in (2, 3))
    same_everywhere = torch.allclose(P[2:], P[:-2] @ two.mT)
    same_for_every_shift = torch.allclose(two, three)
    return [(True, True), (True, False), (False, False)].index((same_everywhere, same_for_every_shift))


def fastest_dimension() -> int:
    """The first pair, the last pair, or all alike: which entries move most from one position to the next."""
    moves = positions.sinusoidal_positions(50, 64, like=_FLOAT64).diff(dim=0).abs().sum(0)
    first, last = float(moves[0]), float(moves[-2])
    return [first > last, first < last, first == last].index(True)


def product_depends_on() -> int:
    """Distance, direction, and place: what the dot product of two codes tells."""
    P = positions.sinusoidal_positions(60, 64, like=_FLOAT64)
    by_pair = [P[10] @ P[13], P[13] @ P[10], P[50] @ P[53], P[10] @ P[20]]
    forth, back, elsewhere, farther = (round(float(product), 9) for product in by_pair)
    found = (forth == back, forth == elsewhere, forth != farther)
    return [(False, True, True), (True, True, True), (True, False, True), (True, True, False)].index(found)


def why_positions() -> tuple[Reading, ...]:
    """Five tokens change places: what self-attention makes of it without positions and with them."""
    X, P, order = _tokens(5, 8), positions.sinusoidal_positions(5, 8, like=_FLOAT64), torch.tensor([2, 0, 4, 1, 3])
    plain = _attended(X[order]) - _attended(X)[order]
    placed = _attended(positions.add_positions(X[order], P)) - _attended(positions.add_positions(X, P))[order]
    return (
        reading(
            "output of permuted tokens − permuted output, each row: no positions",
            "打乱后的输出 − 输出再打乱，逐行：没有位置编码",
            plain.norm(dim=-1),
        ),
        reading("the same, positions added", "同上：加了位置编码", placed.norm(dim=-1)),
    )


def why_sines() -> tuple[Reading, ...]:
    """Four codes of eight positions, and the sinusoids' product over growing distance."""
    P = positions.sinusoidal_positions(64, 128, like=_FLOAT64)
    rotation = positions.shift_rotation(5.0, 128, like=_FLOAT64)
    return (
        reading(
            "PE(10) · PE(10 + δ), δ = 0 … 40, d = 128", "PE(10) · PE(10 + δ)，δ = 0 … 40，d = 128", P[10:51] @ P[10]
        ),
        reading(
            "largest error of one rotation for a shift by 5, all positions",
            "同一个旋转把所有位置平移 5，最大误差",
            (P[:-5] @ rotation.mT - P[5:]).abs().max(),
        ),
        reading(
            "step of [0, 1] positions for 4, 16, 64 words",
            "[0, 1] 编码的步长：4、16、64 个词",
            [unit_step(n) for n in (4, 16, 64)],
        ),
        reading(
            "bits that change from k to k + 1, k = 0 … 15",
            "二进制编码从 k 到 k + 1 改变的位数，k = 0 … 15",
            [bits_changed(k) for k in range(16)],
        ),
    )


def why_added() -> tuple[Reading, ...]:
    """Adding against concatenating: the same with a shared weight; what concatenating costs."""
    E, P, W = _tokens(4, 8), positions.sinusoidal_positions(4, 8, like=_FLOAT64), _tokens(8, 8)
    added = attention.project(positions.add_positions(E, P), W)
    beside = attention.project(mistakes.concatenated(E, P), torch.cat([W, W]))
    cosines = [_cosine(d) for d in (8, 64, 512)]
    widths = [measure.multiplications(attention.project, n=4, d_model=d, d_k=8) for d in (8, 16)]
    return (
        reading(
            "(e + p) W − [e; p] [W; W], largest entry",
            "(e + p) W − [e; p] [W; W] 的最大元素",
            (added - beside).abs().max(),
        ),
        reading("multiplications of a projection: added, concatenated", "一个投影的乘法次数：相加、拼接", widths),
        reading(
            "mean |cos| between random embeddings and encodings, d = 8, 64, 512",
            "随机词向量与位置编码夹角余弦的平均绝对值，d = 8、64、512",
            cosines,
        ),
    )


def _cosine(d: int) -> float:
    P, E = positions.sinusoidal_positions(50, d, like=_FLOAT64), _tokens(50, d)
    return float(torch.cosine_similarity(E, P, dim=-1).abs().mean())


def learned_table(n: int, d_model: int) -> int:
    """One trained row a position."""
    return prod(measure.shape(positions.add_positions, "P", n=n, d=d_model))


def _attended(X: Tensor) -> Tensor:
    return attention.self_attention(X, *_tokens(3 * X.shape[1], X.shape[1]).chunk(3))


def _tokens(n: int, d: int) -> Tensor:
    return torch.randn(n, d, generator=torch.Generator().manual_seed(0), dtype=torch.float64)


def _code(pos: int, d: int) -> Tensor:
    return positions.sinusoidal_positions(pos + 1, d, like=_FLOAT64)[-1]
