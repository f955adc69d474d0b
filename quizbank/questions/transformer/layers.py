"""Norms, residuals, dropout and the feed-forward layer: what each of them is there for."""

from collections.abc import Callable, Sequence
from math import sqrt
from typing import Any

import torch
from torch import Tensor, nn

from quizbank import measure
from quizbank.answers.lure import lure
from quizbank.experiment import Reading, reading
from quizbank.mistakes.transformer import layer, residual
from reference import attention, transformer
from reference.formula import Formula, recording

Weights = tuple[Tensor, ...]

_D, _F, _HEADS, _EPS = 32, 128, 4, 1e-5


def normalised_value(x: Sequence[float]) -> Tensor:
    """With a neutral scale and shift, and no ε."""
    values = _row(x)
    return transformer.layer_norm(values, torch.ones_like(values), torch.zeros_like(values), 0.0)


@lure(normalised_value, en="The variance divides by 4, not by 3.", zh="方差除以 4，不是 3。")
def _unbiased(x: Sequence[float]) -> Tensor:
    return normalised_value(x) * sqrt(1 - 1 / len(x))


@lure(normalised_value, en="Divide by the root of the variance.", zh="要除以方差的平方根。")
def _divided_by_the_variance(x: Sequence[float]) -> Tensor:
    values = _row(x)
    return normalised_value(x) / values.std(correction=0)


def dropped_value(p: float) -> float:
    """An entry 1 that is kept in training."""
    return float(transformer.dropout(_row([1.0, 1.0]), torch.tensor([True, False]), p)[0])


@lure(dropped_value, en="What is kept is divided by 1 − p.", zh="保留下来的要除以 1 − p。")
def _not_scaled_up(p: float) -> float:
    return float(residual.not_scaled_up(_row([1.0, 1.0]), torch.tensor([True, False]), p)[0])


@lure(
    dropped_value,
    en="Divided, not multiplied: the expectation must stay 1.",
    zh="是除以、不是乘以 1 − p：期望要保持为 1。",
)
def _scaled_down(p: float) -> float:
    return 1 / dropped_value(p)


def trained_in_layer_norm() -> int:
    """Which arguments are weights, the library's own layer asked for how many."""
    weights = {argument.name for argument in transformer.layer_norm.arguments if argument.is_weight}
    if len(list(nn.LayerNorm(6).parameters())) != len(weights):
        raise AssertionError("torch trains other parameters than the reference")
    return [{"gamma", "eps"}, {"mu", "sigma"}, {"gamma", "beta"}, {"gamma", "beta", "eps"}].index(weights)


def norm_axis() -> int:
    """Where the mean becomes 0, in a batch of sentences (B, n, d)."""
    x = _normal(2, 3, 5)
    y = transformer.layer_norm(x, torch.ones_like(x[0, 0]), torch.zeros_like(x[0, 0]), 0.0)
    means = [y.mean(0), y.mean(1), y.mean(2)]
    return [bool(mean.abs().max() < 1e-9) for mean in means].index(True)


def residual_adds() -> int:
    """What stands beside the feed-forward layer's output in the second block, among four candidates."""
    P, X = _normal(2, 5, _D)
    with recording() as calls:
        transformer.encoder(X + P, _blocks(2), _HEADS, _EPS)
    added = _calls(calls, transformer.add_and_norm)[3]["x"]
    mixed = _results(calls, attention.multi_head_self_attention)[1]
    candidates = [P, X + P, mixed, _calls(calls, transformer.feed_forward)[1]["x"]]
    return [torch.equal(candidate, added) for candidate in candidates].index(True)


def layer_against_batch_norm() -> tuple[Reading, ...]:
    """One of four examples is watched while the other three change, and then alone."""
    x, gamma, beta = _normal(4, 8), torch.ones(8).double(), torch.zeros(8).double()
    other = torch.cat([x[:1], 3 * x[1:] + 1])
    by_batch = attention.batch_norm(other, gamma, beta, _EPS)[0] - attention.batch_norm(x, gamma, beta, _EPS)[0]
    by_layer = transformer.layer_norm(other, gamma, beta, _EPS)[0] - transformer.layer_norm(x, gamma, beta, _EPS)[0]
    alone = attention.batch_norm(x[:1], gamma, beta, _EPS), transformer.layer_norm(x[:1], gamma, beta, _EPS)
    return (
        reading(
            "change of example 1 when the others change: batch norm, layer norm",
            "其他样本变了，样本 1 输出的变化：批归一化、层归一化",
            by_batch.norm(),
            by_layer.norm(),
        ),
        reading(
            "norm of the output in a batch of one: batch norm, layer norm",
            "批里只有一个样本时输出的范数：批归一化、层归一化",
            *[y.norm() for y in alone],
        ),
    )


def post_against_pre_norm() -> tuple[Reading, ...]:
    """Stacks of growing depth as they start out: the gradient of the last block's W_2, and what arrives at the input."""
    depths, shown = (2, 4, 8, 16, 24), "2, 4, 8, 16, 24"
    post = [_gradients(transformer.encoder_block, depth) for depth in depths]
    pre = [_gradients(transformer.encoder_block_pre_norm, depth) for depth in depths]
    return (
        reading(
            f"‖∂L/∂W_2‖ of the last of {shown} blocks, post-norm",
            f"{shown} 个块时最后一块的 ‖∂L/∂W_2‖，post-norm",
            [norms[-1] for norms in post],
        ),
        reading("the same, pre-norm", "同上，pre-norm", [norms[-1] for norms in pre]),
        reading("‖∂L/∂X‖ at the input, post-norm", "输入处的 ‖∂L/∂X‖，post-norm", [norms[0] for norms in post]),
        reading("the same, pre-norm", "同上，pre-norm", [norms[0] for norms in pre]),
    )


def why_residuals() -> tuple[Reading, ...]:
    """The gradient below 1 … 24 feed-forward layers, and the tokens above 0 … 8 blocks, with residuals and without."""
    whole = _spread(transformer.encoder_block)
    with transformer.add_and_norm.swapped_for(residual.residual_missing):
        bare = _spread(transformer.encoder_block)
    return (
        reading(
            "log10 ‖∂L/∂x‖ below 1 … 24 feed-forward layers, y = FFN(x)",
            "1 … 24 个前馈层之下的 log10 ‖∂L/∂x‖，y = FFN(x)",
            _below_layers(transformer.feed_forward).log10(),
        ),
        reading("the same, y = x + FFN(x)", "同上，y = x + FFN(x)", _below_layers(layer.residual_inside).log10()),
        reading(
            "how far tokens are apart after 0 … 8 blocks, without residuals",
            "0 … 8 个块之后 token 之间的差异，无残差",
            bare,
        ),
        reading("the same, with residuals", "同上，有残差", whole),
    )


def _below_layers(step: Callable[..., Tensor]) -> Tensor:
    """‖∂L/∂x‖ of a random linear loss below 1 … 24 layers."""
    blocks, norms = _blocks(24), []
    for depth in range(1, 25):
        x = _normal(1, _D).requires_grad_()
        y = x
        for weights in blocks[:depth]:
            y = step(y, *weights[6:10])
        norms.append(torch.autograd.grad(y.sum(), x)[0].norm())
    return torch.stack(norms)


def _spread(block: Callable[..., Tensor]) -> list[float]:
    """How far tokens are apart after 0 … 8 blocks: their distance from the mean, as a share of their length."""
    X, found = _normal(10, _D), []
    for weights in [*_blocks(8), None]:
        found.append(float((X - X.mean(0)).norm() / X.norm()))
        X = X if weights is None else block(X, *weights, _HEADS, _EPS)
    return found


def why_feed_forward() -> tuple[Reading, ...]:
    """What attention is to a single token, and the feed-forward layer to a token among others; its share of a block."""
    a, b = _normal(2, 1, _D)
    W_q, W_k, W_v, W_o, _, _, *inner, _, _ = _blocks(1)[0]
    tokens = _normal(10, _D)
    gap = transformer.feed_forward(tokens, *inner)[2:3] - transformer.feed_forward(tokens[2:3], *inner)
    inside = measure.parameters(transformer.feed_forward, d=_D, f=_F)
    whole = measure.parameters(transformer.encoder_block, d_model=_D, d_ff=_F, heads=_HEADS, d_k=_D // _HEADS)

    def bend(function: Callable[[Tensor], Tensor]) -> float:
        return float((function(a + b) - function(a) - function(b)).norm())

    return (
        reading(
            "‖F(a + b) − F(a) − F(b)‖ for single tokens: attention, feed-forward layer",
            "单个 token 的 ‖F(a + b) − F(a) − F(b)‖：注意力、前馈层",
            bend(lambda X: attention.multi_head_self_attention(X, W_q, W_k, W_v, W_o, _HEADS)),
            bend(lambda X: transformer.feed_forward(X, *inner)),
        ),
        reading(
            "a token's result alone against among the others, difference",
            "前馈层：单独算一个 token 与放在一起算的差",
            gap.norm(),
        ),
        reading("share of a block's parameters", "占一个块参数量的比例", inside / whole),
    )


def _gradients(block: Callable[..., Tensor], depth: int = 12) -> list[float]:
    """The norms of ∂L/∂X and of each ∂L/∂W_2 for a random linear loss on the normalised output of the stack."""
    X, blocks = _normal(10, _D).requires_grad_(), _blocks(depth)
    Z, inner = X, [weights[8].requires_grad_() for weights in blocks]
    for weights in blocks:
        Z = block(Z, *weights, _HEADS, _EPS)
    ones = torch.ones(_D, dtype=torch.float64)
    L = (transformer.layer_norm(Z, ones, 0 * ones, _EPS) * _normal(11, 10, _D)[-1]).sum()
    return [float(gradient.norm()) for gradient in torch.autograd.grad(L, [X, *inner])]


def _blocks(depth: int) -> list[Weights]:
    """Weights of encoder blocks as they start out, each entry of variance 1 / fan-in."""
    seed, d, f = torch.Generator().manual_seed(1), _D, _F
    ones, zeros = torch.ones(d, dtype=torch.float64), torch.zeros(d, dtype=torch.float64)

    def weight(rows: int, columns: int) -> Tensor:
        return torch.randn(rows, columns, generator=seed, dtype=torch.float64) / sqrt(rows)

    return [
        (
            *[weight(d, d) for _ in range(4)],
            ones,
            zeros,
            weight(d, f),
            torch.zeros(f).double(),
            weight(f, d),
            zeros,
            ones,
            zeros,
        )
        for _ in range(depth)
    ]


def _calls(calls: Sequence[Any], formula: Formula[..., Any]) -> list[dict[str, Any]]:
    return [call.arguments for call in calls if call.formula is formula]


def _results(calls: Sequence[Any], formula: Formula[..., Any]) -> list[Tensor]:
    return [call.result for call in calls if call.formula is formula]


def _normal(*shape: int) -> Tensor:
    return torch.randn(*shape, generator=torch.Generator().manual_seed(0), dtype=torch.float64)


def _row(numbers: Sequence[float]) -> Tensor:
    return torch.tensor(numbers, dtype=torch.float64)
