"""The answers to the own questions about squashing functions, each by running the reference."""

from collections.abc import Callable, Iterable, Sequence

import torch
from torch import Tensor

from quizbank.answers.lure import lure
from quizbank.experiment import Reading, reading
from quizbank.mistakes.softmax import rows, squashing
from reference import losses, softmax


def sigmoid_value(x: float) -> float:
    """σ of one number."""
    return float(softmax.sigmoid(_tensor(x)))


@lure(sigmoid_value, en="The exponent is −x: that is σ(−x).", zh="指数是 −x：这样得到的是 σ(−x)。")
def _minus_missing(x: float) -> float:
    return float(squashing.minus_missing(_tensor(x)))


def probabilities(z: Sequence[float]) -> list[float]:
    """The softmax of a few scores."""
    found: list[float] = softmax.softmax(_tensor(z)).tolist()
    return found


@lure(probabilities, en="They must sum to 1: divide by the sum.", zh="概率之和要为 1：还要除以总和。")
def _not_normalised(z: Sequence[float]) -> list[float]:
    found: list[float] = rows.not_normalised(_tensor(z)).tolist()
    return found


@lure(
    probabilities,
    en="That is a sigmoid of each score: softmax divides by the sum over all of them.",
    zh="那是对每个得分单独取 sigmoid；softmax 要除以全部项之和。",
)
def _each_by_itself(z: Sequence[float]) -> list[float]:
    found: list[float] = rows.elementwise_sigmoid(_tensor(z)).tolist()
    return found


def odds(gap: float, K: int) -> float:
    """The quotient of two probabilities whose scores differ by `gap`, whatever the other scores are."""
    z = torch.linspace(-1, 1, K, dtype=torch.float64)
    z[0] = z[1] + gap
    p = softmax.softmax(z)
    return float(p[0] / p[1])


@lure(
    odds,
    en="Probabilities grow with the exponential of the score: e to the difference, not the difference.",
    zh="概率随得分的指数增长：是 e 的差值次方，不是差值本身。",
)
def _difference(gap: float, K: int) -> float:
    return gap


def jacobian_row(p: Sequence[float]) -> list[float]:
    """The first row of the Jacobian where the softmax gives p."""
    found: list[float] = softmax.softmax_jacobian(torch.log(_tensor(p)))[0].tolist()
    return found


@lure(
    jacobian_row,
    en="Where the indices differ the entry is negative: the probabilities compete.",
    zh="下标不同的元素是负的：概率此消彼长。",
)
def _cross_terms_positive(p: Sequence[float]) -> list[float]:
    found: list[float] = rows.cross_term_positive(torch.log(_tensor(p)))[0].tolist()
    return found


@lure(
    jacobian_row,
    en="Other scores matter too: they stand in the sum below.",
    zh="其他得分也有影响：它们都在分母里。",
)
def _diagonal_only(p: Sequence[float]) -> list[float]:
    found: list[float] = rows.diagonal_only(torch.log(_tensor(p)))[0].tolist()
    return found


def largest_slope(layers: int) -> float:
    """The product of the slopes at 0, where the sigmoid is steepest."""
    return float(softmax.sigmoid_gradient(_tensor(0.0)) ** layers)


@lure(largest_slope, en="The slopes of all layers multiply.", zh="各层的导数要相乘。")
def _one_layer(layers: int) -> float:
    return largest_slope(1)


@lure(
    largest_slope,
    en="1 is the largest slope of tanh; the sigmoid's is smaller.",
    zh="1 是 tanh 的最大斜率；sigmoid 的更小。",
)
def _slope_of_tanh(layers: int) -> float:
    return float(softmax.tanh_gradient(_tensor(0.0)) ** layers)


def slope_from_output(y: float) -> float:
    """The slope where the sigmoid gives y."""
    return float(softmax.sigmoid_gradient(torch.logit(_tensor(y))))


@lure(slope_from_output, en="1 − y² is the pattern of tanh.", zh="1 − y² 是 tanh 的形式。")
def _pattern_of_tanh(y: float) -> float:
    return float(softmax.tanh_gradient(torch.atanh(_tensor(y))))


def added_constant() -> int:
    """The claim that holds for some scores."""
    before, after = (softmax.softmax(_tensor([1.0, 2.0, 0.5]) + shift) for shift in (0, 100))
    return _only(_claims(before, after, torch.e**100))


def multiplied_scores() -> int:
    """The claim that holds for some scores."""
    before, after = (softmax.softmax(_tensor([1.0, 2.0, 0.5]) * factor) for factor in (1, 5))
    unmoved, sharper, flatter, multiplied = _claims(before, after, 5)
    return _only([sharper, unmoved, flatter, multiplied])


def _claims(before: Tensor, after: Tensor, factor: float) -> list[bool]:
    """Unmoved, sharper, flatter, multiplied: judged by the largest probability."""
    is_moved = not torch.allclose(before, after)
    return [
        not is_moved,
        is_moved and bool(after.max() > before.max()),
        is_moved and bool(after.max() < before.max()),
        torch.allclose(after, before * factor),
    ]


def rounded_to_one() -> int:
    """The smallest of the inputs whose sigmoid is 1 in single precision, else the claim that there is none."""
    inputs = torch.tensor([17.0, 5.0, 10.0, 90.0])
    reached = inputs[softmax.sigmoid(inputs) == 1]
    return inputs.tolist().index(float(reached.min())) if len(reached) else len(inputs)


def why_subtract_maximum() -> tuple[Reading, ...]:
    """Three scores in float32, moved up step by step."""
    tops = (10.0, 50.0, 88.0, 90.0, 1000.0)
    scores = [torch.tensor([top - 2, top - 1, top]) for top in tops]
    literal, shifted = ([rule(z) for z in scores] for rule in (rows.softmax_overflows, softmax.softmax))
    far = torch.tensor([0.0, -1000.0])
    return (
        reading(
            "softmax as written, largest score 10, 50, 88, 90, 1000: NaN among its three numbers",
            "照公式直接算，最大得分 10、50、88、90、1000：三个结果中 NaN 的个数",
            *[p.isnan().sum() for p in literal],
        ),
        reading("the same with the maximum subtracted", "先减最大值", *[p.isnan().sum() for p in shifted]),
        reading("largest difference where both work", "两者都能算时的最大差", (literal[0] - shifted[0]).abs().max()),
        reading("p of a score 1000 below the largest", "比最大得分低 1000 的那一项，p", softmax.softmax(far)[1]),
        reading("its log p by log-softmax", "用 log-softmax 得到的 log p", softmax.log_softmax(far)[1]),
    )


def saturation() -> tuple[Reading, ...]:
    """Ten random scores, blown up."""
    z = torch.randn(1000, 10, generator=torch.Generator().manual_seed(0), dtype=torch.float64)
    scales = (1.0, 2.0, 4.0, 8.0, 16.0, 512**0.5)
    slopes = [torch.linalg.matrix_norm(softmax.softmax_jacobian(scale * z)).mean() for scale in scales]
    return (
        reading(
            "mean norm of the Jacobian for 10 scores N(0, 1) × 1, 2, 4, 8, 16, √512",
            "10 个 N(0, 1) 得分分别乘 1、2、4、8、16、√512：雅可比的平均范数",
            *slopes,
        ),
        reading(
            "mean largest probability", "最大概率的平均值", *[softmax.softmax(s * z).amax(-1).mean() for s in scales]
        ),
    )


def why_relu() -> tuple[Reading, ...]:
    """A gradient on its way back through 20 layers of 64 units."""
    rules = ((softmax.sigmoid, "sigmoid", 1.0), (torch.tanh, "tanh", 1.0), (softmax.relu, "ReLU", 2.0))
    return tuple(
        reading(
            f"log10 of the gradient's norm after 1 … 20 layers back, {name}",
            f"梯度往回穿过 1 … 20 层后范数的 log10，{name}",
            _norms(rule, gain).log10(),
        )
        for rule, name, gain in rules
    )


def _norms(activation: Callable[[Tensor], Tensor], gain: float, layers: int = 20, width: int = 64) -> Tensor:
    """Weights have the variance gain / width, which keeps signals alive where the slope is 1 (for ReLU, half of it)."""
    seed = torch.Generator().manual_seed(0)
    states = [torch.randn(width, generator=seed, dtype=torch.float64, requires_grad=True)]
    for _ in range(layers):
        W = torch.randn(width, width, generator=seed, dtype=torch.float64) * (gain / width) ** 0.5
        states.append(activation(W @ states[-1]))
    gradients = torch.autograd.grad(states[-1], states[-2::-1], torch.full_like(states[-1], width**-0.5))
    return torch.stack([g.norm() for g in gradients])


def softmax_or_sigmoids() -> tuple[Reading, ...]:
    """Two classes both ways; then three classes of which two are right."""
    z, both = torch.linspace(-3, 3, 13, dtype=torch.float64), _tensor([3.0, 3.0, -3.0])
    pairs, first = torch.stack([z, torch.zeros_like(z)], dim=-1), torch.zeros(len(z), dtype=torch.long)
    gap = softmax.softmax(pairs)[:, 0] - softmax.sigmoid(z)
    loss_gap = losses.cross_entropy(pairs, first) + softmax.sigmoid(z).log()
    raised = both + _tensor([2.0, 0.0, 0.0])
    return (
        reading(
            "softmax over (z, 0) against σ(z) for z = −3 … 3: largest difference of p, of −log p",
            "对 (z, 0) 做 softmax 与 σ(z) 相比，z = −3 … 3：p 的最大差、−log p 的最大差",
            gap.abs().max(),
            loss_gap.abs().max(),
        ),
        reading("logits 3, 3, −3: softmax", "logits 为 3、3、−3：softmax", softmax.softmax(both)),
        reading("the same: sigmoids", "同样的 logits：sigmoid", softmax.sigmoid(both)),
        reading(
            "the first logit raised by 2, change of the second probability: softmax, sigmoids",
            "第一个 logit 加 2，第二个概率的变化：softmax、sigmoid",
            (softmax.softmax(raised) - softmax.softmax(both))[1],
            (softmax.sigmoid(raised) - softmax.sigmoid(both))[1],
        ),
        reading(
            "sum of the probabilities of three logits −3 (none of them fits): softmax, sigmoids",
            "三个 logit 都是 −3（哪个都不像），概率之和：softmax、sigmoid",
            *[rule(_tensor([-3.0] * 3)).sum() for rule in (softmax.softmax, softmax.sigmoid)],
        ),
    )


def _only(holds: Iterable[bool]) -> int:
    """The place of the one claim that holds."""
    (place,) = (place for place, held in enumerate(holds) if held)
    return place


def _tensor(values: float | Sequence[float]) -> Tensor:
    return torch.tensor(values, dtype=torch.float64)
