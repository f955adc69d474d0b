"""What goes wrong in the learning rate and in the first weights."""

import torch
from torch import Tensor

from quizbank.mistake import mistake
from reference import training


@mistake(
    training.warmup_rate,
    en="The smaller of the two terms is taken: with the larger one the rate would start high and rise for ever.",
    zh="取两项中较小的；取较大的会一开始就很大，之后一直上升。",
    latex=r"lrate = d_{model}^{-0.5} \max(step^{-0.5}, step \cdot warmup^{-1.5})",
)
def larger_term(step: Tensor, d_model: Tensor, warmup: Tensor) -> Tensor:
    return torch.rsqrt(d_model) * torch.maximum(torch.rsqrt(step), step * warmup**-1.5)


@mistake(
    training.warmup_rate,
    en="The warm-up is missing: the rate would start at its highest.",
    zh="漏了预热：学习率一开始就是最大的。",
)
def no_warm_up(step: Tensor, d_model: Tensor, warmup: Tensor) -> Tensor:
    return torch.rsqrt(d_model) * torch.rsqrt(step)


@mistake(
    training.warmup_rate,
    en="That rises for ever: after the warm-up the rate falls as step^{−0.5}.",
    zh="这样会一直上升：预热之后学习率按 step^{−0.5} 下降。",
)
def rising_for_ever(step: Tensor, d_model: Tensor, warmup: Tensor) -> Tensor:
    return torch.rsqrt(d_model) * step * warmup**-1.5


@mistake(
    training.warmup_rate,
    en="The smaller of the two terms is taken, not their sum.",
    zh="取两项中较小的，不是相加。",
)
def terms_added(step: Tensor, d_model: Tensor, warmup: Tensor) -> Tensor:
    return torch.rsqrt(d_model) * (torch.rsqrt(step) + step * warmup**-1.5)


@mistake(
    training.warmup_rate,
    en="The rising term is step · warmup^{−1.5}: only then do the two meet at the step `warmup`.",
    zh="上升的一项是 step · warmup^{−1.5}：两项才在第 warmup 步相遇。",
)
def share_of_the_warm_up(step: Tensor, d_model: Tensor, warmup: Tensor) -> Tensor:
    return torch.rsqrt(d_model) * torch.minimum(torch.rsqrt(step), step / warmup)


@mistake(
    training.warmup_rate,
    en="The warm-up's exponent is −1.5, so that both terms meet at the step `warmup`.",
    zh="warmup 的指数是 −1.5，这样两项恰好在第 warmup 步相等。",
    latex=r"lrate = d_{model}^{-0.5} \min(step^{-0.5}, step \cdot warmup^{-0.5})",
)
def warmup_to_the_half(step: Tensor, d_model: Tensor, warmup: Tensor) -> Tensor:
    return torch.rsqrt(d_model) * torch.minimum(torch.rsqrt(step), step * warmup**-0.5)


@mistake(
    training.warmup_rate,
    en="The width is missing: the rate falls with the root of d_model.",
    zh="漏了模型宽度：学习率还要除以 √d_model。",
    latex=r"lrate = \min(step^{-0.5}, step \cdot warmup^{-1.5})",
)
def width_missing(step: Tensor, d_model: Tensor, warmup: Tensor) -> Tensor:
    return training.warmup_rate(step, torch.ones_like(d_model), warmup)


@mistake(
    training.warmup_rate,
    en="A wider model learns with smaller steps: the exponent of d_model is −0.5, not 0.5.",
    zh="模型越宽学习率越小：d_model 的指数是 −0.5，不是 0.5。",
    latex=r"lrate = d_{model}^{0.5} \min(step^{-0.5}, step \cdot warmup^{-1.5})",
)
def width_upside_down(step: Tensor, d_model: Tensor, warmup: Tensor) -> Tensor:
    return training.warmup_rate(step, 1 / d_model, warmup)


@mistake(
    training.warmup_rate,
    en="After the warm-up the rate falls with the root of the step; here it stays at its peak.",
    zh="预热之后学习率按步数的平方根下降；这里停在峰值不动了。",
)
def no_decay(step: Tensor, d_model: Tensor, warmup: Tensor) -> Tensor:
    return training.warmup_rate(torch.minimum(step, warmup), d_model, warmup)


@mistake(
    training.xavier_bound,
    en="That is the standard deviation; a uniform distribution of this deviation reaches √3 times as far.",
    zh="那是标准差；同样标准差的均匀分布，边界是它的 √3 倍。",
    latex=r"a = \sqrt{\frac{2}{n_{in} + n_{out}}}",
)
def standard_deviation(fan_in: Tensor, fan_out: Tensor) -> Tensor:
    return torch.sqrt(2 / (fan_in + fan_out))


@mistake(
    training.xavier_bound,
    en="The outputs count too: the backward pass sums over them.",
    zh="输出维数也要算：反向传播是对输出求和。",
    latex=r"a = \sqrt{\frac{6}{n_{in}}}",
)
def inputs_alone(fan_in: Tensor, fan_out: Tensor) -> Tensor:
    return torch.sqrt(6 / fan_in)


@mistake(
    training.xavier_bound,
    en="The root is missing: that is three times the variance.",
    zh="漏了根号：那是方差的三倍。",
    latex=r"a = \frac{6}{n_{in} + n_{out}}",
)
def root_of_the_bound_missing(fan_in: Tensor, fan_out: Tensor) -> Tensor:
    return 6 / (fan_in + fan_out)


@mistake(
    training.xavier_bound,
    en="The two widths are added, not multiplied.",
    zh="两个维数是相加，不是相乘。",
    latex=r"a = \sqrt{\frac{6}{n_{in} n_{out}}}",
)
def widths_multiplied(fan_in: Tensor, fan_out: Tensor) -> Tensor:
    return torch.sqrt(6 / (fan_in * fan_out))


@mistake(
    training.warmup_rate,
    en="The rise is linear, so beside step^{−0.5} the factor is (step/warmup)^{1.5}, not step/warmup.",
    zh="上升要是线性的，所以 step^{−0.5} 旁边的因子是 (step/warmup)^{1.5}，不是 step/warmup。",
)
def rise_with_the_root(step: Tensor, d_model: Tensor, warmup: Tensor) -> Tensor:
    return torch.rsqrt(d_model) * torch.rsqrt(step) * (step / warmup).clamp(max=1)


@mistake(
    training.warmup_rate,
    en="After the warm-up the rate falls with the root of the step; here it stays where it is.",
    zh="预热之后学习率按步数的平方根下降；这里之后就不变了。",
)
def constant_after_the_warm_up(step: Tensor, d_model: Tensor, warmup: Tensor) -> Tensor:
    return torch.rsqrt(d_model) * (step / warmup).clamp(max=1)


@mistake(
    training.warmup_rate,
    en="The exponents are negative: d_model^{−0.5}, step^{−0.5}, warmup^{−1.5}; their minus signs are missing.",
    zh="指数都是负的：d_model^{−0.5}、step^{−0.5}、warmup^{−1.5}；漏了负号。",
)
def exponents_positive(step: Tensor, d_model: Tensor, warmup: Tensor) -> Tensor:
    return torch.sqrt(d_model) * torch.minimum(torch.sqrt(step), step * warmup**1.5)


@mistake(
    training.warmup_rate,
    en="The two exponents are exchanged: step^{−0.5} falls, step · warmup^{−1.5} rises.",
    zh="两个指数用反了：下降的是 step^{−0.5}，上升的是 step · warmup^{−1.5}。",
)
def exponents_exchanged(step: Tensor, d_model: Tensor, warmup: Tensor) -> Tensor:
    return torch.rsqrt(d_model) * torch.minimum(step**-1.5, step * torch.rsqrt(warmup))


@mistake(
    training.xavier_bound,
    en="That is the standard deviation of LeCun's initialisation; Xavier's bound is √(6/(n_in + n_out)).",
    zh="那是 LeCun 初始化的标准差；Xavier 的边界是 √(6/(n_in + n_out))。",
)
def deviation_by_lecun(fan_in: Tensor, fan_out: Tensor) -> Tensor:
    return torch.rsqrt(fan_in)


@mistake(
    training.xavier_bound,
    en="That is LeCun's bound, which looks at the inputs alone; Xavier's counts inputs and outputs.",
    zh="那是 LeCun 初始化的边界，只看输入维数；Xavier 同时计入输入和输出维数。",
)
def bound_by_lecun(fan_in: Tensor, fan_out: Tensor) -> Tensor:
    return torch.sqrt(3 / fan_in)


@mistake(
    training.xavier_bound,
    en="6 is divided by the sum of the two widths, not by each of them.",
    zh="6 要除以两个维数之和，不是分别除以它们。",
)
def each_width_by_itself(fan_in: Tensor, fan_out: Tensor) -> Tensor:
    return torch.sqrt(6 / fan_in + 6 / fan_out)


@mistake(
    training.xavier_bound,
    en="The root of a sum is not the sum of the roots: √(n_in + n_out) stands below.",
    zh="和的平方根不等于平方根之和：分母是 √(n_in + n_out)。",
)
def roots_added(fan_in: Tensor, fan_out: Tensor) -> Tensor:
    return 6**0.5 / (torch.sqrt(fan_in) + torch.sqrt(fan_out))
