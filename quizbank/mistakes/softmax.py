"""What goes wrong in squashing functions and their derivatives."""

import torch
from torch import Tensor

from quizbank.mistake import mistake
from reference.softmax import (
    log_softmax,
    relu,
    sigmoid,
    sigmoid_gradient,
    softmax,
    softmax_jacobian,
    tanh_from_sigmoid,
    tanh_gradient,
)


@mistake(
    sigmoid,
    en="The exponent is −x: with e^x the function falls where it should rise.",
    zh="指数是 −x：写成 e^x，函数就从递增变成了递减。",
    latex=r"\sigma(x) = \frac{1}{1 + e^{x}}",
)
def minus_missing(x: Tensor) -> Tensor:
    return 1 / (1 + torch.exp(x))


@mistake(
    sigmoid,
    en="The denominator is 1 + e^{−x}: with a minus it vanishes at x = 0.",
    zh="分母是 1 + e^{−x}：写成减号，在 x = 0 处分母就为 0。",
    latex=r"\sigma(x) = \frac{1}{1 - e^{-x}}",
)
def minus_in_denominator(x: Tensor) -> Tensor:
    return 1 / (1 - torch.exp(-x))


@mistake(
    sigmoid,
    en="The whole sum 1 + e^{−x} is the denominator: put it in brackets.",
    zh="整个 1 + e^{−x} 都在分母里，要加括号。",
)
def brackets_missing(x: Tensor) -> Tensor:
    return 1 / 1 + torch.exp(-x)


@mistake(
    sigmoid,
    en="e^x overflows for large x and inf/inf is NaN: exponentiate −|x| only.",
    zh="x 很大时 e^x 溢出，inf/inf 得 NaN：只对 −|x| 取指数。",
    channel="extreme",
)
def sigmoid_overflows(x: Tensor) -> Tensor:
    return torch.exp(x) / (1 + torch.exp(x))


@mistake(
    tanh_from_sigmoid,
    en="tanh is twice as steep as a stretched sigmoid: its argument is 2x.",
    zh="tanh 比拉伸后的 sigmoid 陡一倍：自变量是 2x。",
    latex=r"\tanh(x) = 2 \sigma(x) - 1",
)
def argument_not_doubled(x: Tensor) -> Tensor:
    return 2 * sigmoid(x) - 1


@mistake(
    tanh_from_sigmoid,
    en="Subtract 1: tanh lies in (−1, 1), not in (0, 2).",
    zh="要减 1：tanh 的值域是 (−1, 1)，不是 (0, 2)。",
    latex=r"\tanh(x) = 2 \sigma(2x)",
)
def shift_missing(x: Tensor) -> Tensor:
    return 2 * sigmoid(2 * x)


@mistake(
    tanh_from_sigmoid,
    en="Stretch by 2 before shifting: σ(2x) − 1 only covers (−1, 0).",
    zh="平移之前先乘 2：σ(2x) − 1 只落在 (−1, 0)。",
    latex=r"\tanh(x) = \sigma(2x) - 1",
)
def stretch_missing(x: Tensor) -> Tensor:
    return sigmoid(2 * x) - 1


@mistake(
    sigmoid_gradient,
    en="1 − σ² is the pattern of tanh; the sigmoid's slope is σ(1 − σ).",
    zh="1 − σ² 是 tanh 的形式；sigmoid 的导数是 σ(1 − σ)。",
    latex=r"\sigma'(x) = 1 - \sigma(x)^2",
)
def pattern_of_tanh(x: Tensor) -> Tensor:
    return 1 - sigmoid(x) ** 2


@mistake(
    sigmoid_gradient,
    en="The short form takes the output: σ(x)(1 − σ(x)), not x(1 − x).",
    zh="简写形式代入的是输出：σ(x)(1 − σ(x))，不是 x(1 − x)。",
    latex=r"\sigma'(x) = x (1 - x)",
)
def sigmoid_slope_of_input(x: Tensor) -> Tensor:
    return x * (1 - x)


@mistake(
    sigmoid_gradient,
    en="The sigmoid rises everywhere, so its slope is positive: σ(1 − σ).",
    zh="sigmoid 处处递增，导数为正：σ(1 − σ)。",
    latex=r"\sigma'(x) = \sigma(x) (\sigma(x) - 1)",
)
def sign_flipped(x: Tensor) -> Tensor:
    return sigmoid(x) * (sigmoid(x) - 1)


@mistake(
    tanh_gradient,
    en="tanh(1 − tanh) is the pattern of the sigmoid; the slope of tanh is 1 − tanh².",
    zh="tanh(1 − tanh) 是 sigmoid 的形式；tanh 的导数是 1 − tanh²。",
    latex=r"\tanh'(x) = \tanh(x) (1 - \tanh(x))",
)
def pattern_of_sigmoid(x: Tensor) -> Tensor:
    return torch.tanh(x) * (1 - torch.tanh(x))


@mistake(
    tanh_gradient,
    en="The square is missing: the slope is 1 − tanh²(x), an even function.",
    zh="漏了平方：导数是 1 − tanh²(x)，是偶函数。",
    latex=r"\tanh'(x) = 1 - \tanh(x)",
)
def square_missing(x: Tensor) -> Tensor:
    return 1 - torch.tanh(x)


@mistake(
    tanh_gradient,
    en="The short form takes the output: 1 − tanh²(x), not 1 − x².",
    zh="简写形式代入的是输出：1 − tanh²(x)，不是 1 − x²。",
    latex=r"\tanh'(x) = 1 - x^2",
)
def tanh_slope_of_input(x: Tensor) -> Tensor:
    return 1 - x**2


@mistake(
    relu,
    en="ReLU keeps the positive part: the maximum with 0, not the minimum.",
    zh="ReLU 保留正的部分：与 0 取最大值，不是最小值。",
    latex=r"\mathrm{relu}(x) = \min(0, x)",
)
def minimum(x: Tensor) -> Tensor:
    return torch.where(x > 0, 0, x)


@mistake(
    relu,
    en="Negative inputs become 0; |x| would turn them into positive ones.",
    zh="负数变成 0；|x| 会把它们变成正数。",
    latex=r"\mathrm{relu}(x) = |x|",
)
def absolute_value(x: Tensor) -> Tensor:
    return x.abs()


@mistake(
    relu,
    en="That is leaky ReLU: in ReLU the negative side is exactly 0.",
    zh="那是 leaky ReLU：ReLU 的负半轴恒为 0。",
    latex=r"\mathrm{relu}(x) = \max(0.01 x, x)",
)
def leaky(x: Tensor) -> Tensor:
    return torch.where(x > 0, x, 0.01 * x)


@mistake(
    softmax,
    en="Subtract the row's maximum first: e^1000 overflows, and inf/inf is NaN.",
    zh="先减去这一行的最大值：e^1000 会溢出，inf/inf 得 NaN。",
    channel="extreme",
)
def softmax_overflows(z: Tensor) -> Tensor:
    return torch.exp(z) / torch.exp(z).sum(-1, keepdim=True)


@mistake(
    softmax,
    en="The exponential is missing: softmax divides e^z by its sum, so negative scores get a share too.",
    zh="漏了指数：softmax 是 e^z 除以它们的和，负的得分也有份额。",
    latex=r"p_i = \frac{z_i}{\sum_{j=1}^{K} z_j}",
)
def exponential_missing(z: Tensor) -> Tensor:
    return z / z.sum(-1, keepdim=True)


@mistake(
    softmax,
    en="That is a sigmoid for each score by itself: softmax divides by the sum over all K, so the row sums to 1.",
    zh="那是对每个得分单独做 sigmoid：softmax 要除以全部 K 项之和，一行加起来才是 1。",
    latex=r"p_i = \frac{e^{z_i}}{1 + e^{z_i}}",
)
def elementwise_sigmoid(z: Tensor) -> Tensor:
    return torch.sigmoid(z)


@mistake(
    softmax,
    en="Wrong axis: the softmax of a single number is always 1, it must run over the K scores.",
    zh="轴错了：对单个数做 softmax 恒等于 1，应当沿着 K 个得分做。",
)
def over_one_score(z: Tensor) -> Tensor:
    return torch.softmax(z.unsqueeze(-1), dim=-1).squeeze(-1)


@mistake(
    softmax,
    en="Divide by the sum of the exponentials: without it nothing sums to 1.",
    zh="要除以指数之和：不归一化，加起来就不是 1。",
    latex=r"p_i = e^{z_i}",
)
def not_normalised(z: Tensor) -> Tensor:
    return torch.exp(z)


@mistake(
    softmax_jacobian,
    en="Raising one score lowers the other probabilities: off the diagonal stands −p_i p_j, not 0.",
    zh="一个得分升高，别的概率就降低：对角线以外是 −p_i p_j，不是 0。",
    latex=r"J_{ij} = [i = j] p_i (1 - p_i)",
)
def diagonal_only(z: Tensor) -> Tensor:
    p = softmax(z)
    return torch.diag_embed(p * (1 - p))


@mistake(
    softmax_jacobian,
    en="The cross term is negative: probabilities compete, p_i([i = j] − p_j).",
    zh="交叉项是负的：概率此消彼长，p_i([i = j] − p_j)。",
    latex=r"J_{ij} = p_i ([i = j] + p_j)",
)
def cross_term_positive(z: Tensor) -> Tensor:
    p = softmax(z)
    return torch.diag_embed(p) + p.unsqueeze(-1) * p.unsqueeze(-2)


@mistake(
    softmax_jacobian,
    en="p_i(1 − p_i) holds on the diagonal only; elsewhere the derivative is −p_i p_j.",
    zh="p_i(1 − p_i) 只在对角线上成立；其余位置的导数是 −p_i p_j。",
    latex=r"J_{ij} = p_i (1 - p_i)",
)
def diagonal_everywhere(z: Tensor) -> Tensor:
    p = softmax(z)
    return (p * (1 - p)).unsqueeze(-1).expand(*z.shape, z.shape[-1])


@mistake(
    softmax_jacobian,
    en="Every probability depends on every score: a K × K matrix, of which p_i(1 − p_i) is the diagonal alone.",
    zh="每个概率都依赖每个得分：导数是 K × K 矩阵，p_i(1 − p_i) 只是它的对角线。",
)
def diagonal_as_vector(z: Tensor) -> Tensor:
    p = softmax(z)
    return p * (1 - p)


@mistake(
    log_softmax,
    en="log(softmax) rounds a small probability to 0 and returns −∞: subtract the log of the sum instead.",
    zh="先 softmax 再取 log，小概率会变成 0，得到 −∞：应直接减去和的对数。",
    channel="extreme",
)
def logarithm_of_softmax(z: Tensor) -> Tensor:
    return torch.log(softmax(z))


@mistake(
    log_softmax,
    en="The sum of the exponentials needs a logarithm as well: z_i − log Σ e^{z_j}.",
    zh="指数之和也要取对数：z_i − log Σ e^{z_j}。",
    latex=r"\ell_i = z_i - \sum_{j=1}^{K} e^{z_j}",
)
def logarithm_missing(z: Tensor) -> Tensor:
    return z - torch.exp(z).sum(-1, keepdim=True)


@mistake(
    log_softmax,
    en="log and sum do not change places: the logarithm of a sum of exponentials is not the sum of the scores.",
    zh="log 与求和不能交换：指数之和的对数不等于得分之和。",
    latex=r"\ell_i = z_i - \sum_{j=1}^{K} z_j",
)
def logarithm_inside_the_sum(z: Tensor) -> Tensor:
    return z - z.sum(-1, keepdim=True)


@mistake(
    log_softmax,
    en="That is the loss: a log-probability is negative, z_i − log Σ e^{z_j}.",
    zh="那是损失：对数概率是负数，z_i − log Σ e^{z_j}。",
    latex=r"\ell_i = \log \sum_{j=1}^{K} e^{z_j} - z_i",
)
def loss_for_log_probability(z: Tensor) -> Tensor:
    return -log_softmax(z)
