"""What goes wrong around the gradient."""

import torch
from torch import Tensor

from quizbank.mistake import mistake
from reference import training

Step = tuple[Tensor, Tensor, Tensor]


@mistake(
    training.adam_step,
    en="Both moments start at 0 and are corrected for it: divide by 1 − β^t.",
    zh="两个矩都从 0 开始，要做偏差修正：除以 1 − β^t。",
)
def correction_missing(
    w: Tensor, g: Tensor, m: Tensor, v: Tensor, t: int, lr: float, beta_1: float, beta_2: float, eps: float
) -> Step:
    _, m, v = training.adam_step(w, g, m, v, t, lr, beta_1, beta_2, eps)
    return w - lr * m / (v.sqrt() + eps), m, v


@mistake(
    training.adam_step,
    en="ε is added to the root, not inside it.",
    zh="ε 加在根号外面，不在根号里。",
)
def eps_inside_the_root(
    w: Tensor, g: Tensor, m: Tensor, v: Tensor, t: int, lr: float, beta_1: float, beta_2: float, eps: float
) -> Step:
    _, m, v = training.adam_step(w, g, m, v, t, lr, beta_1, beta_2, eps)
    return w - lr * m / (1 - beta_1**t) / (v / (1 - beta_2**t) + eps).sqrt(), m, v


@mistake(
    training.adam_step,
    en="The second moment averages squares of the gradient.",
    zh="二阶矩是对梯度的平方做滑动平均。",
)
def gradient_not_squared(
    w: Tensor, g: Tensor, m: Tensor, v: Tensor, t: int, lr: float, beta_1: float, beta_2: float, eps: float
) -> Step:
    return training.adam_step(w, g, m, v + (1 - beta_2) / beta_2 * (g.abs() - g**2), t, lr, beta_1, beta_2, eps)


@mistake(
    training.adam_step,
    en="The step is divided by the root of the second moment, not by the moment itself.",
    zh="要除以二阶矩的平方根，不是二阶矩本身。",
)
def root_missing(
    w: Tensor, g: Tensor, m: Tensor, v: Tensor, t: int, lr: float, beta_1: float, beta_2: float, eps: float
) -> Step:
    _, m, v = training.adam_step(w, g, m, v, t, lr, beta_1, beta_2, eps)
    return w - lr * m / (1 - beta_1**t) / (v / (1 - beta_2**t) + eps), m, v


@mistake(
    training.adam_step,
    en="The two decay rates are exchanged: β₁ belongs to the mean of gradients, β₂ to that of squares.",
    zh="两个衰减率用反了：β₁ 用于梯度的均值，β₂ 用于平方的均值。",
)
def betas_exchanged(
    w: Tensor, g: Tensor, m: Tensor, v: Tensor, t: int, lr: float, beta_1: float, beta_2: float, eps: float
) -> Step:
    return training.adam_step(w, g, m, v, t, lr, beta_2, beta_1, eps)


@mistake(
    training.adam_step,
    en="A moving average keeps β of the old value and takes 1 − β of the new one, not the reverse.",
    zh="滑动平均保留旧值的 β、取新值的 1 − β，不是反过来。",
)
def old_and_new_exchanged(
    w: Tensor, g: Tensor, m: Tensor, v: Tensor, t: int, lr: float, beta_1: float, beta_2: float, eps: float
) -> Step:
    m, v = (1 - beta_1) * m + beta_1 * g, (1 - beta_2) * v + beta_2 * g**2
    return w - lr * m / (1 - beta_1**t) / ((v / (1 - beta_2**t)).sqrt() + eps), m, v


@mistake(
    training.adam_step,
    en="Steps count from 1: with t − 1 the first correction would divide by 0.",
    zh="t 从 1 开始：若用 t − 1，第一步的修正会除以 0。",
)
def steps_from_zero(
    w: Tensor, g: Tensor, m: Tensor, v: Tensor, t: int, lr: float, beta_1: float, beta_2: float, eps: float
) -> Step:
    _, m, v = training.adam_step(w, g, m, v, t, lr, beta_1, beta_2, eps)
    ones = torch.ones_like(m)
    m_hat, v_hat = m / (ones - beta_1 ** (t - 1)), v / (ones - beta_2 ** (t - 1))
    return w - lr * m_hat / (v_hat.sqrt() + eps), m, v


@mistake(
    training.adam_step,
    en="A moving average takes only 1 − β of the new value, in both moments.",
    zh="滑动平均里新的一项只占 1 − β，两个矩都如此。",
)
def new_values_whole(
    w: Tensor, g: Tensor, m: Tensor, v: Tensor, t: int, lr: float, beta_1: float, beta_2: float, eps: float
) -> Step:
    m, v = beta_1 * m + g, beta_2 * v + g**2
    return w - lr * m / (1 - beta_1**t) / ((v / (1 - beta_2**t)).sqrt() + eps), m, v


@mistake(
    training.adam_step,
    en="Adam's first moment is a moving average, which takes only 1 − β₁ of the new gradient; momentum adds it whole.",
    zh="Adam 的一阶矩是滑动平均，新梯度只占 1 − β₁；整个加上去的是动量法。",
)
def momentum_for_the_mean(
    w: Tensor, g: Tensor, m: Tensor, v: Tensor, t: int, lr: float, beta_1: float, beta_2: float, eps: float
) -> Step:
    return training.adam_step(w, g, m + g, v, t, lr, beta_1, beta_2, eps)


def _length(g: Tensor) -> Tensor:
    """The norm, as a last axis of its own."""
    return g.square().sum(dim=-1, keepdim=True).sqrt()


@mistake(
    training.clip_by_norm,
    en="The whole vector is scaled by one factor; cutting each entry turns its direction.",
    zh="整个向量乘同一个系数；逐元素截断会改变方向。",
)
def each_entry_clipped(g: Tensor, limit: float) -> Tensor:
    return g.clamp(-limit, limit)


@mistake(
    training.clip_by_norm,
    en="A gradient shorter than the limit stays as it is; here every gradient gets the length of the limit.",
    zh="没超过阈值的梯度保持不变；这里不论长短都缩放到了阈值。",
    latex=r"\hat{g} = g \frac{c}{\|g\|}",
)
def always_scaled(g: Tensor, limit: float) -> Tensor:
    return g / _length(g) * limit


@mistake(
    training.clip_by_norm,
    en="The norm is the root of the sum of squares, not their sum.",
    zh="范数是平方和的平方根，不是平方和。",
)
def squared_norm(g: Tensor, limit: float) -> Tensor:
    return g / (g.square().sum(dim=-1, keepdim=True) / limit).clamp(min=1)


@mistake(
    training.clip_by_norm,
    en="Clipping shortens: the factor is at most 1, so the smaller of the two is taken.",
    zh="裁剪只会缩短：系数不超过 1，取两者中较小的。",
    latex=r"\hat{g} = g \max(1, \frac{c}{\|g\|})",
)
def short_gradients_stretched(g: Tensor, limit: float) -> Tensor:
    return g / (_length(g) / limit).clamp(max=1)


@mistake(
    training.clip_by_norm,
    en="A long gradient is shortened, not thrown away.",
    zh="过长的梯度是缩短，不是丢掉。",
)
def long_gradients_dropped(g: Tensor, limit: float) -> Tensor:
    return g * (_length(g) <= limit)


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
