"""What goes wrong in squashing functions of one number and their slopes."""

import torch
from torch import Tensor

from quizbank.mistake import mistake
from reference.softmax import relu, sigmoid, sigmoid_gradient, tanh_from_sigmoid, tanh_gradient


@mistake(
    sigmoid,
    en="That falls where σ rises: it is 1 − σ(x). 1 stands above 1 + e^{−x}.",
    zh="这样函数就从递增变成了递减，那是 1 − σ(x)：应为 1 除以 1 + e^{−x}。",
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
    en="The whole sum 1 + e^{−x} stands below the 1: 1/(1 + e^{−x}).",
    zh="整个 1 + e^{−x} 都在分母里：1/(1 + e^{−x})。",
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
    en="The sign is the other way round: tanh rises from −1 to 1, 2σ(2x) − 1.",
    zh="符号反了：tanh 从 −1 上升到 1，是 2σ(2x) − 1。",
)
def tanh_sign_flipped(x: Tensor) -> Tensor:
    return -torch.tanh(x)


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
    sigmoid_gradient,
    en="That is σ(x) itself; its slope is σ(x)(1 − σ(x)).",
    zh="那是 σ(x) 本身；它的导数是 σ(x)(1 − σ(x))。",
)
def sigmoid_itself(x: Tensor) -> Tensor:
    return sigmoid(x)


@mistake(
    sigmoid_gradient,
    en="The factor σ(x) is missing: the slope is σ(x)(1 − σ(x)).",
    zh="漏了因子 σ(x)：导数是 σ(x)(1 − σ(x))。",
)
def first_factor_missing(x: Tensor) -> Tensor:
    return 1 - sigmoid(x)


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
    en="That is softplus, the smooth version: ReLU is exactly 0 below 0.",
    zh="那是 softplus，即平滑的版本：ReLU 在 0 以下恒为 0。",
)
def softplus(x: Tensor) -> Tensor:
    return torch.nn.functional.softplus(x)


@mistake(
    relu,
    en="That is SiLU (swish), which dips below 0: ReLU never does.",
    zh="那是 SiLU（swish），会小于 0；ReLU 不会。",
)
def swish(x: Tensor) -> Tensor:
    return x * torch.sigmoid(x)


@mistake(
    relu,
    en="That is leaky ReLU: in ReLU the negative side is exactly 0.",
    zh="那是 leaky ReLU：ReLU 的负半轴恒为 0。",
    latex=r"\mathrm{relu}(x) = \max(0.01 x, x)",
)
def leaky(x: Tensor) -> Tensor:
    return torch.where(x > 0, x, 0.01 * x)


@mistake(
    relu,
    en="That is its slope, 1 above 0: ReLU itself is x there.",
    zh="那是它的导数，在 0 以上为 1；ReLU 本身在那里是 x。",
)
def step_function(x: Tensor) -> Tensor:
    return (x > 0).to(x.dtype)


@mistake(
    sigmoid,
    en="That is tanh, which lies between −1 and 1: σ lies between 0 and 1.",
    zh="那是 tanh，值域是 (−1, 1)；σ 的值域是 (0, 1)。",
)
def tanh_for_sigmoid(x: Tensor) -> Tensor:
    return torch.tanh(x)


@mistake(
    sigmoid,
    en="That is softplus, which grows without bound: σ(x) is its slope.",
    zh="那是 softplus，没有上界；σ(x) 是它的导数。",
)
def softplus_for_sigmoid(x: Tensor) -> Tensor:
    return torch.nn.functional.softplus(x)


@mistake(
    sigmoid_gradient,
    en="That is σ(x)²: the numerator of the slope is e^{−x}, not 1.",
    zh="那是 σ(x)²：导数的分子是 e^{−x}，不是 1。",
)
def square_of_the_sigmoid(x: Tensor) -> Tensor:
    return sigmoid(x) ** 2


@mistake(
    sigmoid_gradient,
    en="The slope is a product, σ(x) times 1 − σ(x), not σ of 1 − x.",
    zh="导数是乘积：σ(x) 乘以 1 − σ(x)，不是 σ 作用在 1 − x 上。",
)
def sigmoid_of_the_complement(x: Tensor) -> Tensor:
    return sigmoid(1 - x)


@mistake(
    tanh_from_sigmoid,
    en="The relation is turned round: (1 + tanh x)/2 is σ(2x), so tanh x is 2σ(2x) − 1.",
    zh="关系写反了：(1 + tanh x)/2 等于 σ(2x)，所以 tanh x 是 2σ(2x) − 1。",
)
def relation_turned_round(x: Tensor) -> Tensor:
    return (1 + sigmoid(2 * x)) / 2


@mistake(
    tanh_gradient,
    en="That is the slope of arctan; the slope of tanh is 1 − tanh²(x).",
    zh="那是 arctan 的导数；tanh 的导数是 1 − tanh²(x)。",
)
def slope_of_arctan(x: Tensor) -> Tensor:
    return 1 / (1 + x**2)
