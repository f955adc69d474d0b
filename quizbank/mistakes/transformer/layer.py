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
    transformer.dropout,
    en="What is kept is divided by 1 − p, so that its expectation stays x.",
    zh="保留下来的要除以 1 − p，期望才仍是 x。",
    latex=r"x \odot m",
)
def not_scaled_up(x: Tensor, keep: Tensor, p: float) -> Tensor:
    return x * keep


@mistake(
    transformer.dropout,
    en="What is kept is divided by 1 − p in training; multiplying by it is what the older form does when testing.",
    zh="训练时保留下来的要除以 1 − p；乘以 1 − p 是旧写法在测试时做的事。",
)
def scaled_down(x: Tensor, keep: Tensor, p: float) -> Tensor:
    return x * keep * (1 - p)


@mistake(
    transformer.dropout,
    en="p is the probability of dropping: divide by 1 − p, the share that is kept.",
    zh="p 是丢弃概率：要除以保留概率 1 − p。",
    latex=r"\frac{x \odot m}{p}",
)
def divided_by_p(x: Tensor, keep: Tensor, p: float) -> Tensor:
    return x * keep / p


@mistake(
    transformer.dropout,
    en="The mask marks what is kept; here it is what is dropped.",
    zh="掩码标记的是保留的元素；这里反过来丢掉了它们。",
)
def kept_and_dropped_exchanged(x: Tensor, keep: Tensor, p: float) -> Tensor:
    return x * ~keep / (1 - p)


@mistake(
    transformer.add_and_norm,
    en="The residual is missing: the sub-layer's input is added to its output.",
    zh="漏了残差：要把子层的输入加到输出上。",
    latex=r"\mathrm{LayerNorm}(s)",
)
def residual_missing(x: Tensor, sublayer: Tensor, gamma: Tensor, beta: Tensor, eps: float) -> Tensor:
    return transformer.layer_norm(sublayer, gamma, beta, eps)


@mistake(
    transformer.add_and_norm,
    en="Post-norm normalises the sum; here the residual is added after the normalisation.",
    zh="post-norm 是对和做归一化；这里残差加在了归一化之后。",
    latex=r"x + \mathrm{LayerNorm}(s)",
)
def residual_after_the_norm(x: Tensor, sublayer: Tensor, gamma: Tensor, beta: Tensor, eps: float) -> Tensor:
    return x + transformer.layer_norm(sublayer, gamma, beta, eps)


@mistake(
    transformer.add_and_norm,
    en="The normalisation is missing.",
    zh="漏了归一化。",
    latex=r"x + s",
)
def norm_missing(x: Tensor, sublayer: Tensor, gamma: Tensor, beta: Tensor, eps: float) -> Tensor:
    return x + sublayer
