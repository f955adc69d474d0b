"""Codes for positions, from plain integers to sines and cosines, as rows of a table."""

import math

import torch
from jaxtyping import Float
from torch import Tensor

from reference.formula import formula

BASE = 10000.0
"""Vaswani et al. 2017 let the wavelengths run from 2π towards 10000 · 2π."""


@formula(source="The notes' first attempt: 0, 1, 2, …", outputs=("positions",))
def integer_positions(n: int, *, like: Tensor | None = None) -> Float[Tensor, " {n}"]:
    """The numbers 0 … n − 1: unbounded, so that long sentences drown the words."""
    return _integers(n, like)


@integer_positions.twin
def counted_positions(n: int, *, like: Tensor | None = None) -> Tensor:
    """A running count of ones."""
    return torch.cumsum(torch.ones_like(_integers(n, like)), dim=0) - 1


@formula(source="The notes' second attempt: positions in [0, 1]", outputs=("positions",))
def unit_interval_positions(n: int, *, like: Tensor | None = None) -> Float[Tensor, " {n}"]:
    """n ≥ 2 equal steps from 0 to 1: bounded, but the step depends on the length."""
    return _integers(n, like) / (n - 1)


@unit_interval_positions.twin
def spaced_positions(n: int, *, like: Tensor | None = None) -> Tensor:
    """`torch.linspace`."""
    where = _integers(n, like)
    return torch.linspace(0, 1, n, dtype=where.dtype, device=where.device)


@formula(source="The notes' third attempt: one bit per dimension", outputs=("positions",))
def binary_positions(n: int, bits: int, *, like: Tensor | None = None) -> Float[Tensor, "{n} {bits}"]:
    """Row k holds the bits of k, the highest first: bounded and unique, but neighbours may differ in every bit."""
    powers = 2 ** _integers(bits, like).flip(0)
    return torch.floor(_integers(n, like)[:, None] / powers) % 2


@binary_positions.twin
def shifted_bits(n: int, bits: int, *, like: Tensor | None = None) -> Tensor:
    """Bits by shifting integers."""
    where = _integers(n, like)
    shifts = torch.arange(bits - 1, -1, -1, device=where.device)
    return ((torch.arange(n, device=where.device)[:, None] >> shifts) & 1).to(where.dtype)


@formula(source="The notes' fourth attempt: sines alone, with falling frequencies", outputs=("positions",))
def sine_positions(n: int, d: int, *, like: Tensor | None = None) -> Float[Tensor, "{n} {d}"]:
    """sin(t · 10000^{−i/(d−1)}) for position t and dimension i: bounded and continuous, but no rotation."""
    rates = BASE ** (-_integers(d, like) / (d - 1))
    return torch.sin(_integers(n, like)[:, None] * rates)


@sine_positions.twin
def shifted_cosines(n: int, d: int, *, like: Tensor | None = None) -> Tensor:
    """Cosines a quarter turn back, rates by logarithms."""
    rates = torch.exp(-math.log(BASE) / (d - 1) * _integers(d, like))
    return torch.cos(torch.outer(_integers(n, like), rates) - math.pi / 2)


@formula(
    source="Vaswani et al. 2017, section 3.5",
    latex=r"PE_{(pos, 2i)} = \sin(\frac{pos}{10000^{2i / d_{model}}})",
    outputs=("term",),
    domains={"pos": "1..9", "i": "0..2", "d_model": "6..12"},
)
def sine_term(
    pos: Float[Tensor, "*batch"], i: Float[Tensor, "*batch"], d_model: Float[Tensor, "*batch"]
) -> Float[Tensor, "*batch"]:
    """The even entry 2i of the code of a position."""
    return torch.sin(pos / BASE ** (2 * i / d_model))


@sine_term.twin
def imaginary_part(pos: Tensor, i: Tensor, d_model: Tensor) -> Tensor:
    """The imaginary part of e^{jω pos}, the rate by logarithms."""
    return _turned(pos, i, d_model).imag


@formula(
    source="Vaswani et al. 2017, section 3.5",
    latex=r"PE_{(pos, 2i+1)} = \cos(\frac{pos}{10000^{2i / d_{model}}})",
    outputs=("term",),
    domains={"pos": "1..9", "i": "0..2", "d_model": "6..12"},
)
def cosine_term(
    pos: Float[Tensor, "*batch"], i: Float[Tensor, "*batch"], d_model: Float[Tensor, "*batch"]
) -> Float[Tensor, "*batch"]:
    """The odd entry 2i + 1 of the code of a position."""
    return torch.cos(pos / BASE ** (2 * i / d_model))


@cosine_term.twin
def real_part(pos: Tensor, i: Tensor, d_model: Tensor) -> Tensor:
    """The real part of e^{jω pos}, the rate by logarithms."""
    return _turned(pos, i, d_model).real


def _turned(pos: Tensor, i: Tensor, d_model: Tensor) -> Tensor:
    rate = torch.exp(-2 * i / d_model * math.log(BASE))
    return torch.polar(torch.ones_like(rate), pos * rate)


@formula(source="Vaswani et al. 2017, section 3.5", outputs=("P",), sizes={"d": "2*pairs"})
def sinusoidal_positions(n: int, d: int, *, like: Tensor | None = None) -> Float[Tensor, "{n} {d}"]:
    """Row pos: sin and cos of pos / 10000^{2i/d}, side by side for each i; d is even."""
    angles = _integers(n, like)[:, None] * _rates(d, like)
    return torch.stack([torch.sin(angles), torch.cos(angles)], dim=-1).flatten(-2)


@sinusoidal_positions.twin
def turned_one_step_at_a_time(n: int, d: int, *, like: Tensor | None = None) -> Tensor:
    """Each row turned from the one before by the shift rotation of one step."""
    rates = _rates(d, like)
    row = torch.stack([torch.zeros_like(rates), torch.ones_like(rates)], dim=-1).flatten()
    rows, rotation = [row], shift_rotation(1.0, d, like=like)
    for _ in range(n - 1):
        rows.append(rotation @ rows[-1])
    return torch.stack(rows)


@formula(
    source="Vaswani et al. 2017, section 3.5; the notes' relative-shift rotation",
    outputs=("rotation",),
    sizes={"d": "2*pairs"},
    domains={"delta": "1..5"},
)
def shift_rotation(delta: float, d: int, *, like: Tensor | None = None) -> Float[Tensor, "{d} {d}"]:
    """The block-diagonal matrix that turns the code of any position into that of `delta` positions later."""
    angles = delta * _rates(d, like)
    cosine, sine = torch.cos(angles), torch.sin(angles)
    blocks = torch.stack([torch.stack([cosine, sine], dim=-1), torch.stack([-sine, cosine], dim=-1)], dim=-2)
    return _along_the_diagonal(blocks)


@shift_rotation.twin
def exponential_of_a_generator(delta: float, d: int, *, like: Tensor | None = None) -> Tensor:
    """The matrix exponential of δ times the skew generator of the rotation."""
    rates = delta * _rates(d, like)
    zeros = torch.zeros_like(rates)
    blocks = torch.stack([torch.stack([zeros, rates], dim=-1), torch.stack([-rates, zeros], dim=-1)], dim=-2)
    return torch.matrix_exp(_along_the_diagonal(blocks))


@formula(
    source="Vaswani et al. 2017, section 3.4-3.5",
    latex=r"X = E + P",
    outputs=("X",),
)
def add_positions(E: Float[Tensor, "*batch n d"], P: Float[Tensor, "*batch n d"]) -> Float[Tensor, "*batch n d"]:
    """Positions are added to the embeddings, not put beside them."""
    return E + P


@add_positions.twin
def concatenated_and_projected(E: Tensor, P: Tensor) -> Tensor:
    """[e; p] times two identities one under the other: adding is concatenating with a shared weight."""
    both = torch.cat([E, P], dim=-1)
    identity = torch.diag_embed(torch.ones_like(E[..., 0, :]))
    return both @ torch.cat([identity, identity], dim=-2)


def _along_the_diagonal(blocks: Tensor) -> Tensor:
    """One square matrix of the (k, 2, 2) blocks, zero elsewhere."""
    return torch.diag_embed(blocks.permute(1, 2, 0)).permute(2, 0, 3, 1).flatten(0, 1).flatten(1)


def _integers(n: int, like: Tensor | None) -> Tensor:
    """0 … n − 1 in the dtype and on the device of `like`."""
    if like is None:
        return torch.arange(n, dtype=torch.get_default_dtype())
    return torch.arange(n, dtype=like.dtype, device=like.device)


def _rates(d: int, like: Tensor | None) -> Tensor:
    """10000^{−2i/d} for each of the d/2 pairs."""
    return BASE ** (-2 * _integers(d // 2, like) / d)
