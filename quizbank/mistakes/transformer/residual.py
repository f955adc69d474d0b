"""What goes wrong between a Transformer's layers: dropout, add and norm."""

from torch import Tensor

from quizbank.mistake import mistake
from reference import transformer


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


@mistake(
    transformer.dropout,
    en="The mask marks what is kept, which is divided by 1 − p; here both are the other way round.",
    zh="掩码标记的是保留的元素，保留下来的要除以 1 − p；这里两处都反了。",
)
def dropped_over_p(x: Tensor, keep: Tensor, p: float) -> Tensor:
    return x * ~keep / p


@mistake(
    transformer.add_and_norm,
    en="The sum is normalised once, LayerNorm(x + s); x enters it as it is.",
    zh="只对和归一化一次：LayerNorm(x + s)；x 直接相加，不先归一化。",
)
def input_normalised_too(x: Tensor, sublayer: Tensor, gamma: Tensor, beta: Tensor, eps: float) -> Tensor:
    return transformer.layer_norm(transformer.layer_norm(x, gamma, beta, eps) + sublayer, gamma, beta, eps)


@mistake(
    transformer.add_and_norm,
    en="Post-norm normalises the sum x + s, not x and s each by itself.",
    zh="post-norm 是对和 x + s 做归一化，不是对 x 和 s 分别归一化。",
)
def each_normalised(x: Tensor, sublayer: Tensor, gamma: Tensor, beta: Tensor, eps: float) -> Tensor:
    return transformer.layer_norm(x, gamma, beta, eps) + transformer.layer_norm(sublayer, gamma, beta, eps)


@mistake(
    transformer.add_and_norm,
    en="s is the sub-layer's output already: the sum x + s is normalised; pre-norm normalises before the sub-layer.",
    zh="s 已经是子层的输出：归一化的是和 x + s；在子层之前归一化的是 pre-norm。",
)
def normalised_before_the_sublayer(x: Tensor, sublayer: Tensor, gamma: Tensor, beta: Tensor, eps: float) -> Tensor:
    return x + sublayer * transformer.layer_norm(x, gamma, beta, eps)
