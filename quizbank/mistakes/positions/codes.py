"""What goes wrong in a position code as a whole, and in other codes."""

import torch
from torch import Tensor

from quizbank.mistake import mistake
from reference import positions
from reference.positions import BASE


@mistake(
    positions.sinusoidal_positions,
    en="Sine comes first in each pair: even dimensions have the sine, odd ones the cosine.",
    zh="每一对里正弦在前：偶数维是正弦，奇数维是余弦。",
)
def odd_and_even_swapped(n: int, d: int, *, like: Tensor | None = None) -> Tensor:
    P = positions.sinusoidal_positions(n, d, like=like)
    return P.reshape(n, -1, 2).flip(-1).flatten(-2)


@mistake(
    positions.sinusoidal_positions,
    en="Positions count from 0: the first row is 0, 1, 0, 1, …",
    zh="位置从 0 开始：第一行是 0, 1, 0, 1, …",
)
def positions_from_one(n: int, d: int, *, like: Tensor | None = None) -> Tensor:
    return positions.sinusoidal_positions(n + 1, d, like=like)[1:]


@mistake(
    positions.sinusoidal_positions,
    en="The exponent is 2i/d for pair i; here it is i/d, so that the rates fall half as fast.",
    zh="第 i 对的指数是 2i/d；这里用了 i/d，频率下降慢了一半。",
)
def rates_of_half_the_exponent(n: int, d: int, *, like: Tensor | None = None) -> Tensor:
    P = positions.sinusoidal_positions(n, 2 * d, like=like)
    return P[:, :d]


@mistake(
    positions.sinusoidal_positions,
    en="Both entries of a pair have the same frequency; here every dimension has one of its own.",
    zh="同一对的两维频率相同；这里每一维各用一个频率。",
)
def every_dimension_its_own_frequency(n: int, d: int, *, like: Tensor | None = None) -> Tensor:
    doubled = positions.sinusoidal_positions(n, 2 * d, like=like).reshape(n, -1, 2)
    return torch.stack([doubled[:, 0::2, 0], doubled[:, 1::2, 1]], dim=-1).flatten(-2)


@mistake(
    positions.shift_rotation,
    en="The sine has its minus below the diagonal for (sin, cos) pairs; the transposed matrix moves back to pos − δ.",
    zh="对 (sin, cos) 对，负号在对角线下方；转置后的矩阵会移到 pos − δ。",
)
def transposed_rotation(delta: float, d: int, *, like: Tensor | None = None) -> Tensor:
    return positions.shift_rotation(delta, d, like=like).mT


@mistake(
    positions.shift_rotation,
    en="Each pair turns by its own angle δ·10000^(−2i/d), not all by δ.",
    zh="每一对转过的角度是 δ·10000^(−2i/d)，各不相同，不是都转 δ。",
)
def one_angle_for_all(delta: float, d: int, *, like: Tensor | None = None) -> Tensor:
    identity = torch.diag(torch.ones_like(positions.integer_positions(d // 2, like=like)))
    return torch.kron(identity, positions.shift_rotation(delta, 2, like=like))


@mistake(
    positions.unit_interval_positions,
    en="The last position is 1: divide by n − 1, not by n.",
    zh="最后一个位置是 1：除以 n − 1，不是 n。",
)
def divided_by_n(n: int, *, like: Tensor | None = None) -> Tensor:
    return positions.integer_positions(n, like=like) / n


@mistake(
    positions.integer_positions,
    en="Positions count from 0.",
    zh="位置从 0 开始数。",
)
def integers_from_one(n: int, *, like: Tensor | None = None) -> Tensor:
    return positions.integer_positions(n, like=like) + 1


@mistake(
    positions.binary_positions,
    en="The highest bit comes first: dimension 0 changes slowest.",
    zh="最高位在前：第 0 维变化最慢。",
)
def lowest_bit_first(n: int, bits: int, *, like: Tensor | None = None) -> Tensor:
    return positions.binary_positions(n, bits, like=like).flip(-1)


@mistake(
    positions.sine_positions,
    en="The exponent is i/(d−1), so that the last rate is exactly 1/10000.",
    zh="指数是 i/(d−1)，这样最后一维的频率正好是 1/10000。",
)
def divided_by_d(n: int, d: int, *, like: Tensor | None = None) -> Tensor:
    rates = BASE ** (-positions.integer_positions(d, like=like) / d)
    return torch.sin(positions.integer_positions(n, like=like)[:, None] * rates)


@mistake(
    positions.add_positions,
    en="Positions are added; multiplying would let a zero of the encoding erase the word.",
    zh="位置编码是相加；相乘的话，编码里的 0 会把词向量抹掉。",
    latex=r"X = E \odot P",
)
def multiplied(E: Tensor, P: Tensor) -> Tensor:
    return E * P


@mistake(
    positions.add_positions,
    en="Positions are added, not put beside the embedding: the width stays d.",
    zh="位置编码是相加，不是拼接：宽度仍是 d。",
    latex=r"X = [E, P]",
)
def concatenated(E: Tensor, P: Tensor) -> Tensor:
    return torch.cat([E, P], dim=-1)


@mistake(
    positions.add_positions,
    en="Every position keeps its own row of P; here all get the first one.",
    zh="每个位置用 P 中自己的一行；这里全用了第一行。",
)
def one_row_for_all(E: Tensor, P: Tensor) -> Tensor:
    return E + P[..., :1, :]
