"""The answers to the own questions about additive attention, each by running the reference."""

from collections.abc import Sequence
from typing import Any

import torch
from torch import Tensor

from quizbank import measure
from quizbank.answers.lure import lure
from quizbank.draw import draw
from quizbank.experiment import Reading, reading
from quizbank.mistakes import bahdanau as mistakes
from reference import bahdanau
from reference.attention import project, scores


def context_shape(A: int) -> tuple[int, ...]:
    """Of the context that the reference returns."""
    return measure.shape(bahdanau.context, "c", A=A)


def alignment_parameters(S: int, A: int, K: int) -> int:
    """Of W_a, U_a and v_a."""
    return measure.parameters(bahdanau.energies, S=S, A=A, K=K)


@lure(alignment_parameters, en="The vector v_a has parameters as well.", zh="向量 v_a 也是参数。")
def _vector_forgotten(S: int, A: int, K: int) -> int:
    return alignment_parameters(S, A, K) - K


@lure(
    alignment_parameters,
    en="That takes the annotations to be as wide as one direction alone.",
    zh="那是把注释当成了单向状态的宽度。",
)
def _one_direction(S: int, A: int, K: int) -> int:
    return alignment_parameters(S, A // 2, K)


@lure(
    alignment_parameters,
    en="No biases here: neither W_a s nor U_a h_j has one.",
    zh="这里没有偏置：W_a s 和 U_a h_j 都不带。",
)
def _with_two_biases(S: int, A: int, K: int) -> int:
    return alignment_parameters(S, A, K) + 2 * K


@lure(
    alignment_parameters,
    en="No biases here: the hidden units have none.",
    zh="这里没有偏置：隐藏单元不带。",
)
def _with_a_bias(S: int, A: int, K: int) -> int:
    return alignment_parameters(S, A, K) + K


@lure(
    alignment_parameters,
    en="v_a is a vector, one number per hidden unit: it makes one energy of them.",
    zh="v_a 是向量，每个隐藏单元一个数：它把它们变成一个能量。",
)
def _matrix_for_the_vector(S: int, A: int, K: int) -> int:
    return _vector_forgotten(S, A, K) + K * K


@lure(
    alignment_parameters,
    en="W_a and U_a are matrices: every hidden unit has a weight for every number of the state and the annotation.",
    zh="W_a、U_a 是矩阵：每个隐藏单元对状态和注释的每个数都有一个权重。",
)
def _sizes_added(S: int, A: int, K: int) -> int:
    return S + A


def two_words(e: Sequence[float]) -> Tensor:
    """Both shares."""
    return bahdanau.weights(torch.tensor(e, dtype=torch.float64))


@lure(two_words, en="Those are exchanged: the larger energy has the larger share.", zh="写反了：能量大的权重大。")
def _exchanged(e: Sequence[float]) -> Tensor:
    return two_words(e).flip(0)


@lure(two_words, en="The exponential is missing.", zh="漏了指数。")
def _plain_shares(e: Sequence[float]) -> Tensor:
    shares: Tensor = mistakes.exponential_missing(torch.tensor(e, dtype=torch.float64))
    return shares


def three_positions(s: float, h: Sequence[float]) -> Tensor:
    """Shares of three annotations of one number."""
    return _aligned(bahdanau.additive_attention, s, h)[1]


@lure(three_positions, en="The tanh is missing in the energies.", zh="能量里漏了 tanh。")
def _untamed(s: float, h: Sequence[float]) -> Tensor:
    one = torch.ones(1, dtype=torch.float64)
    annotations = torch.tensor(h, dtype=torch.float64)[:, None]
    return bahdanau.weights(mistakes.tanh_missing(s * one, annotations, one[None], one[None], one))


@lure(
    three_positions,
    en="State and annotation are added in the energy, not multiplied.",
    zh="能量里状态与注释是相加，不是相乘。",
)
def _multiplied(s: float, h: Sequence[float]) -> Tensor:
    one = torch.ones(1, dtype=torch.float64)
    annotations = torch.tensor(h, dtype=torch.float64)[:, None]
    return bahdanau.weights(mistakes.projections_multiplied(s * one, annotations, one[None], one[None], one))


def _aligned(model: Any, s: float, h: Sequence[float]) -> tuple[Tensor, Tensor]:
    one = torch.ones(1, dtype=torch.float64)
    found: tuple[Tensor, Tensor] = model(
        s * one, torch.tensor(h, dtype=torch.float64)[:, None], one[None], one[None], one
    )
    return found


def energies_cost(T: int, A: int, S: int, K: int) -> int:
    """Multiplications of the energies of one output word."""
    return measure.multiplications(bahdanau.energies, T=T, A=A, S=S, K=K)


@lure(energies_cost, en="That is with U_a h_j prepared beforehand.", zh="那是预先算好 U_a h_j 的情形。")
def _prepared(T: int, A: int, S: int, K: int) -> int:
    return energies_cost(T, A, S, K) - measure.multiplications(project, n=T, d_model=A, d_k=K)


@lure(
    energies_cost, en="W_a s is the same for all positions: once is enough.", zh="W_a s 对所有位置都一样，算一次就够。"
)
def _state_every_time(T: int, A: int, S: int, K: int) -> int:
    return T * measure.multiplications(bahdanau.energy, A=A, S=S, K=K)


def how_context_is_made() -> int:
    """The first operation that gives the reference's context."""
    arguments = draw(bahdanau.context, 0, sizes={"T": 3, "A": 3}).arguments
    alpha, H = arguments["alpha"], arguments["annotations"].mT
    right = bahdanau.context(**arguments)
    made = [H @ alpha, torch.linalg.cross(H, alpha[:, None].expand(3, 3), dim=0), H * alpha, H[:, alpha.argmax()]]
    return next(place for place, c in enumerate(made) if c.shape == right.shape and torch.allclose(c, right))


def output_step() -> list[int]:
    """The quantities by their depth in the graph that autograd keeps."""
    step = draw(bahdanau.decoder_state, 0, sizes={"S": 4, "A": 3, "M": 2}).arguments
    model = draw(bahdanau.energies, 0, sizes={"S": 4, "A": 3, "T": 5, "K": 6}).arguments
    output = draw(bahdanau.output_distribution, 0, sizes={"S": 4, "A": 3, "M": 2, "V": 7}).arguments
    s_prev = model["s_prev"].requires_grad_()
    e = bahdanau.energies(**model)
    alpha = bahdanau.weights(e)
    c = bahdanau.context(alpha, model["annotations"])
    s = bahdanau.decoder_state(**{**step, "s_prev": s_prev, "c": c})
    p = bahdanau.output_distribution(**{**output, "s": s, "c": c})
    depths = [_depth(part.grad_fn) for part in (e, alpha, c, s, p)]
    return sorted(range(len(depths)), key=depths.__getitem__)


def _depth(node: Any) -> int:
    return 0 if node is None else 1 + max((_depth(before) for before, _ in node.next_functions), default=0)


def additive_or_dot() -> tuple[Reading, ...]:
    """Work for one query on 100 keys, and how wide the scores spread as the vectors get longer."""
    widths = (16, 64, 256)
    additive = [measure.multiplications(bahdanau.energies, T=100, S=d, A=d, K=d) for d in widths]
    dots = [measure.multiplications(scores, n=1, m=100, d_k=d) for d in widths]
    spread = [_spread(d) for d in widths]
    return (
        reading(
            "multiplications for 100 keys, additive, d = 16, 64, 256",
            "100 个键的乘法次数，加性，d = 16、64、256",
            *additive,
        ),
        reading("the same, dot product", "点积", *dots),
        reading("standard deviation of additive energies", "加性能量的标准差", *[a for a, _ in spread]),
        reading("of dot products, unscaled", "点积（未缩放）的标准差", *[b for _, b in spread]),
    )


def _spread(d: int) -> tuple[Tensor, Tensor]:
    """Standard deviations of both scores, for unit normal vectors and weights that keep variances."""
    source = torch.Generator().manual_seed(0)
    query, keys, W, U, v = (
        torch.randn(shape, generator=source, dtype=torch.float64) for shape in ((d,), (1000, d), (d, d), (d, d), (d,))
    )
    energies = bahdanau.energies(query, keys, W / d**0.5, U / d**0.5, v / d**0.5)
    return energies.std(), scores(query[None], keys).std()


def why_align_by_state() -> tuple[Reading, ...]:
    """Three annotations that are unit vectors, and a state that moves from the first of them to the last."""
    E, turns = torch.eye(3, dtype=torch.float64), torch.linspace(0, 1, 9, dtype=torch.float64)
    v_a = torch.full((3,), -4.0, dtype=torch.float64)  # tanh saturates where state and annotation agree
    states = turns[:, None] * E[2] + (1 - turns[:, None]) * E[0]
    shares = bahdanau.additive_attention(states, E.expand(9, 3, 3), 3 * E, 3 * E, v_a)[1]
    return (
        reading(
            "share of word 1 while the state moves from word 1 to word 3",
            "状态从词 1 移向词 3 时，词 1 的权重",
            shares[:, 0],
        ),
        reading("share of word 3", "词 3 的权重", shares[:, 2]),
    )
