"""What goes wrong in a Transformer's layers."""

import torch
from torch import Tensor

from quizbank.mistake import mistake
from reference import transformer


@mistake(
    transformer.layer_norm,
    en="The variance of layer normalisation divides by d, not by d − 1 as torch.var does unless told otherwise.",
    zh="层归一化的方差除以 d，不是 d − 1（torch.var 默认是后者）。",
)
def unbiased_variance(x: Tensor, gamma: Tensor, beta: Tensor, eps: float) -> Tensor:
    x_hat = (x - x.mean(-1, keepdim=True)) / torch.sqrt(x.var(-1, keepdim=True) + eps)
    return gamma * x_hat + beta


@mistake(
    transformer.layer_norm,
    en="ε stands inside the root, beside the variance.",
    zh="ε 在根号里面，和方差加在一起。",
    latex=r"\gamma \odot \frac{x - \mu}{\sigma + \epsilon} + \beta",
)
def eps_outside_the_root(x: Tensor, gamma: Tensor, beta: Tensor, eps: float) -> Tensor:
    x_hat = (x - x.mean(-1, keepdim=True)) / (x.std(-1, correction=0, keepdim=True) + eps)
    return gamma * x_hat + beta


@mistake(
    transformer.layer_norm,
    en="ε is missing: without it a constant vector divides by zero.",
    zh="漏了 ε：没有它，常数向量会除以零。",
    latex=r"\gamma \odot \frac{x - \mu}{\sqrt{\sigma^2}} + \beta",
)
def eps_missing(x: Tensor, gamma: Tensor, beta: Tensor, eps: float) -> Tensor:
    return transformer.layer_norm(x, gamma, beta, 0.0)


@mistake(
    transformer.layer_norm,
    en="Divide by the standard deviation, the root of the variance, not by the variance.",
    zh="要除以标准差（方差的平方根），不是方差。",
    latex=r"\gamma \odot \frac{x - \mu}{\sigma^2 + \epsilon} + \beta",
)
def root_missing(x: Tensor, gamma: Tensor, beta: Tensor, eps: float) -> Tensor:
    x_hat = (x - x.mean(-1, keepdim=True)) / (x.var(-1, correction=0, keepdim=True) + eps)
    return gamma * x_hat + beta


@mistake(
    transformer.layer_norm,
    en="The mean is not subtracted: that is RMS normalisation.",
    zh="没有减去均值：那是 RMSNorm。",
)
def mean_not_subtracted(x: Tensor, gamma: Tensor, beta: Tensor, eps: float) -> Tensor:
    return gamma * x / torch.sqrt((x**2).mean(-1, keepdim=True) + eps) + beta


@mistake(
    transformer.layer_norm,
    en="The trained scale γ and shift β are missing.",
    zh="漏了可训练的缩放 γ 和平移 β。",
    latex=r"\frac{x - \mu}{\sqrt{\sigma^2 + \epsilon}}",
)
def not_scaled(x: Tensor, gamma: Tensor, beta: Tensor, eps: float) -> Tensor:
    return transformer.layer_norm(x, torch.ones_like(gamma), torch.zeros_like(beta), eps)


@mistake(
    transformer.layer_norm_gradient,
    en="Mean and variance depend on x too: their two terms are missing from dx.",
    zh="均值和方差也依赖 x：dx 里漏了它们带来的两项。",
)
def statistics_as_constants(g: Tensor, x: Tensor, gamma: Tensor, beta: Tensor, eps: float) -> tuple[Tensor, ...]:
    _, dgamma, dbeta = transformer.layer_norm_gradient(g, x, gamma, beta, eps)
    return gamma * g / torch.sqrt(x.var(-1, correction=0, keepdim=True) + eps), dgamma, dbeta


@mistake(
    transformer.layer_norm_gradient,
    en="The variance depends on x too: the term with x̂ is missing from dx.",
    zh="方差也依赖 x：dx 里漏了带 x̂ 的那一项。",
)
def variance_as_constant(g: Tensor, x: Tensor, gamma: Tensor, beta: Tensor, eps: float) -> tuple[Tensor, ...]:
    _, dgamma, dbeta = transformer.layer_norm_gradient(g, x, gamma, beta, eps)
    h = gamma * g
    dx = (h - h.mean(-1, keepdim=True)) / torch.sqrt(x.var(-1, correction=0, keepdim=True) + eps)
    return dx, dgamma, dbeta


@mistake(
    transformer.layer_norm_gradient,
    en="The gradient of γ is g ⊙ x̂, with the normalised input, not with x itself.",
    zh="γ 的梯度是 g ⊙ x̂，用归一化后的输入，不是 x 本身。",
)
def gamma_from_raw_input(g: Tensor, x: Tensor, gamma: Tensor, beta: Tensor, eps: float) -> tuple[Tensor, ...]:
    dx, _, dbeta = transformer.layer_norm_gradient(g, x, gamma, beta, eps)
    return dx, torch.einsum("...d,...d->d", g, x), dbeta


@mistake(
    transformer.feed_forward,
    en="The ReLU is missing: two linear layers in a row are one.",
    zh="漏了 ReLU：两个线性层叠在一起还是一个线性层。",
    latex=r"(x W_1 + b_1) W_2 + b_2",
)
def relu_missing(x: Tensor, W_1: Tensor, b_1: Tensor, W_2: Tensor, b_2: Tensor) -> Tensor:
    return (x @ W_1 + b_1) @ W_2 + b_2


@mistake(
    transformer.feed_forward,
    en="The ReLU acts on the inner layer; the output is a plain linear map of it.",
    zh="ReLU 只作用于中间层，输出是它的线性变换。",
    latex=r"\max(0, \max(0, x W_1 + b_1) W_2 + b_2)",
)
def relu_on_the_output_too(x: Tensor, W_1: Tensor, b_1: Tensor, W_2: Tensor, b_2: Tensor) -> Tensor:
    return torch.relu(transformer.feed_forward(x, W_1, b_1, W_2, b_2))


@mistake(
    transformer.feed_forward,
    en="The inner bias b_1 is missing.",
    zh="漏了中间层的偏置 b_1。",
    latex=r"\max(0, x W_1) W_2 + b_2",
)
def inner_bias_missing(x: Tensor, W_1: Tensor, b_1: Tensor, W_2: Tensor, b_2: Tensor) -> Tensor:
    return transformer.feed_forward(x, W_1, torch.zeros_like(b_1), W_2, b_2)


@mistake(
    transformer.feed_forward,
    en="The residual belongs to add and norm; the feed-forward layer alone does not add x.",
    zh="残差属于 add & norm；前馈层本身不加 x。",
    latex=r"x + \max(0, x W_1 + b_1) W_2 + b_2",
)
def residual_inside(x: Tensor, W_1: Tensor, b_1: Tensor, W_2: Tensor, b_2: Tensor) -> Tensor:
    return x + transformer.feed_forward(x, W_1, b_1, W_2, b_2)


@mistake(
    transformer.feed_forward_gradient,
    en="Units that were cut at zero pass nothing back: the derivative of ReLU is missing.",
    zh="被 ReLU 截断的单元不回传梯度：漏了 ReLU 的导数。",
)
def relu_derivative_missing(
    g: Tensor, x: Tensor, W_1: Tensor, b_1: Tensor, W_2: Tensor, b_2: Tensor
) -> tuple[Tensor, ...]:
    da = g @ W_2.mT
    _, _, _, dW_2, db_2 = transformer.feed_forward_gradient(g, x, W_1, b_1, W_2, b_2)
    return da @ W_1.mT, torch.einsum("...d,...f->df", x, da), torch.einsum("...f->f", da), dW_2, db_2


@mistake(
    transformer.feed_forward_gradient,
    en="The gradient of W_2 takes the layer after the ReLU, not before it.",
    zh="W_2 的梯度用 ReLU 之后的值，不是之前的。",
)
def before_the_relu(g: Tensor, x: Tensor, W_1: Tensor, b_1: Tensor, W_2: Tensor, b_2: Tensor) -> tuple[Tensor, ...]:
    dx, dW_1, db_1, _, db_2 = transformer.feed_forward_gradient(g, x, W_1, b_1, W_2, b_2)
    return dx, dW_1, db_1, torch.einsum("...f,...d->fd", x @ W_1 + b_1, g), db_2


@mistake(
    transformer.layer_norm,
    en="The variance is the mean of the squares: their sum is divided by d.",
    zh="方差是平方的平均：平方和还要除以 d。",
)
def squares_not_averaged(x: Tensor, gamma: Tensor, beta: Tensor, eps: float) -> Tensor:
    centred = x - x.mean(-1, keepdim=True)
    return gamma * centred / torch.sqrt((centred**2).sum(-1, keepdim=True) + eps) + beta


@mistake(
    transformer.layer_norm,
    en="The norm of x − μ is √d times the standard deviation, and ε stands inside the root.",
    zh="x − μ 的范数是标准差的 √d 倍；而且 ε 在根号里面。",
)
def divided_by_the_norm(x: Tensor, gamma: Tensor, beta: Tensor, eps: float) -> Tensor:
    centred = x - x.mean(-1, keepdim=True)
    return gamma * centred / ((centred**2).sum(-1, keepdim=True).sqrt() + eps) + beta


@mistake(
    transformer.layer_norm,
    en="The variance averages (x − μ)², not x²: the mean is subtracted below as well.",
    zh="方差是 (x − μ)² 的平均，不是 x² 的平均：分母里也要减去均值。",
)
def squares_not_centred(x: Tensor, gamma: Tensor, beta: Tensor, eps: float) -> Tensor:
    centred = x - x.mean(-1, keepdim=True)
    return gamma * centred / torch.sqrt((x**2).mean(-1, keepdim=True) + eps) + beta


@mistake(
    transformer.layer_norm,
    en="ε stands below, inside the root: it keeps a constant vector from dividing by zero.",
    zh="ε 在分母的根号里：有了它，常数向量才不会除以零。",
)
def eps_above(x: Tensor, gamma: Tensor, beta: Tensor, eps: float) -> Tensor:
    centred = x - x.mean(-1, keepdim=True)
    return gamma * (centred + eps) / x.std(-1, correction=0, keepdim=True) + beta


@mistake(
    transformer.layer_norm,
    en="γ, β and ε are missing: what is normalised is scaled and shifted again, and ε keeps σ from being 0.",
    zh="漏了 γ、β 和 ε：归一化之后还要缩放和平移，ε 则避免除以 0。",
)
def standardised_only(x: Tensor, gamma: Tensor, beta: Tensor, eps: float) -> Tensor:
    centred = x - x.mean(-1, keepdim=True)
    return centred / x.std(-1, correction=0, keepdim=True)


@mistake(
    transformer.layer_norm,
    en="That is RMSNorm: LayerNorm subtracts the mean, and scales and shifts by γ and β.",
    zh="那是 RMSNorm；LayerNorm 还要减去均值，并用 γ 和 β 缩放、平移。",
)
def root_mean_square_only(x: Tensor, gamma: Tensor, beta: Tensor, eps: float) -> Tensor:
    return x / torch.sqrt((x**2).mean(-1, keepdim=True) + eps)


@mistake(
    transformer.layer_norm,
    en="That is RMSNorm with its gain: LayerNorm subtracts the mean, and adds β.",
    zh="那是带缩放的 RMSNorm；LayerNorm 还要减去均值，并加上 β。",
)
def root_mean_square_scaled(x: Tensor, gamma: Tensor, beta: Tensor, eps: float) -> Tensor:
    return gamma * x / torch.sqrt((x**2).mean(-1, keepdim=True) + eps)
