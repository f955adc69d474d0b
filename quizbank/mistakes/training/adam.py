"""What goes wrong in a step of Adam."""

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
