"""What goes wrong in the softmax of a row, its Jacobian and its logarithm."""

import torch
from torch import Tensor

from quizbank.mistake import mistake
from reference.softmax import log_softmax, softmax, softmax_jacobian


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
    en="That is a sigmoid for each score by itself: softmax divides by the sum over the whole row, which then sums to 1.",
    zh="那是对每个得分单独做 sigmoid：softmax 要除以整行之和，一行加起来才是 1。",
    latex=r"p_i = \frac{e^{z_i}}{1 + e^{z_i}}",
)
def elementwise_sigmoid(z: Tensor) -> Tensor:
    return torch.sigmoid(z)


@mistake(
    softmax,
    en="A higher score must get the larger share: e^z, not e^{−z}.",
    zh="得分越高，份额应越大：是 e^z，不是 e^{−z}。",
)
def negated_scores(z: Tensor) -> Tensor:
    return torch.softmax(-z, dim=-1)


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
    softmax_jacobian,
    en="The 1 stands on the diagonal only: p_i([i = j] − p_j).",
    zh="1 只出现在对角线上：p_i([i = j] − p_j)。",
)
def one_everywhere(z: Tensor) -> Tensor:
    p = softmax(z)
    return p.unsqueeze(-1) * (1 - p.unsqueeze(-2))


@mistake(
    softmax_jacobian,
    en="−p_i p_j holds off the diagonal only; on it the derivative is p_i(1 − p_i).",
    zh="−p_i p_j 只在对角线以外成立；对角线上的导数是 p_i(1 − p_i)。",
)
def cross_term_everywhere(z: Tensor) -> Tensor:
    p = softmax(z)
    return -p.unsqueeze(-1) * p.unsqueeze(-2)


@mistake(
    softmax_jacobian,
    en="That is diag(p) alone: p_i p_j is subtracted in every entry, on the diagonal too.",
    zh="那只是 diag(p)：每一项都要再减 p_i p_j，对角线上也不例外。",
)
def probabilities_on_the_diagonal(z: Tensor) -> Tensor:
    return torch.diag_embed(softmax(z))


@mistake(
    softmax_jacobian,
    en="The diagonal starts from p_i, not from 1: diag(p) − p pᵀ.",
    zh="对角线上的被减数是 p_i，不是 1：diag(p) − p pᵀ。",
)
def ones_on_the_diagonal(z: Tensor) -> Tensor:
    p = softmax(z)
    return torch.diag_embed(torch.ones_like(p)) - p.unsqueeze(-1) * p.unsqueeze(-2)


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
    en="A logit is no log-probability yet: the log of the sum of exponentials is subtracted.",
    zh="logit 还不是对数概率：要减去指数之和的对数。",
)
def normaliser_missing(z: Tensor) -> Tensor:
    return z


@mistake(
    log_softmax,
    en="Subtracting the maximum only keeps exp from overflowing: the log of the sum of exponentials goes as well.",
    zh="减去最大值只是为了防止 exp 溢出：指数之和的对数也要减。",
)
def maximum_for_the_normaliser(z: Tensor) -> Tensor:
    return z - z.amax(dim=-1, keepdim=True)


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


@mistake(
    softmax,
    en="The division is outside the exponential: e^{z_i} over the sum of all e^{z_j}.",
    zh="除法在指数外面：e^{z_i} 除以所有 e^{z_j} 之和。",
)
def divided_inside_the_exponent(z: Tensor) -> Tensor:
    return torch.exp(z / z.sum(-1, keepdim=True))


@mistake(
    softmax_jacobian,
    en="The sign is flipped: raising a score raises its own probability, so the diagonal p_i(1 − p_i) is positive.",
    zh="符号反了：得分升高，自己的概率也升高，对角线 p_i(1 − p_i) 为正。",
)
def jacobian_negated(z: Tensor) -> Tensor:
    return -softmax_jacobian(z)


@mistake(
    softmax_jacobian,
    en="That is 0 on the diagonal, where the derivative is p_i(1 − p_i): p_j multiplies only the second term.",
    zh="这样对角线就成了 0，而那里的导数是 p_i(1 − p_i)：p_j 只乘后一项。",
)
def diagonal_zero(z: Tensor) -> Tensor:
    p = softmax(z)
    products = p.unsqueeze(-1) * p.unsqueeze(-2)
    return torch.diag_embed(p**2) - products


@mistake(
    log_softmax,
    en="That standardises the scores; log-softmax subtracts log Σ e^{z_j} and divides by nothing.",
    zh="那是把得分标准化；log-softmax 只减去 log Σ e^{z_j}，不做除法。",
)
def standardised(z: Tensor) -> Tensor:
    return (z - z.mean(-1, keepdim=True)) / z.std(-1, correction=0, keepdim=True)


@mistake(
    log_softmax,
    en="That is a plain share of the scores; log-softmax is z_i − log Σ e^{z_j}.",
    zh="那只是得分所占的比例；log-softmax 是 z_i − log Σ e^{z_j}。",
)
def share_of_the_scores(z: Tensor) -> Tensor:
    return z / z.sum(-1, keepdim=True)


@mistake(
    log_softmax,
    en="The exponentials are missing: the logarithm is of e^{z_i}, which gives z_i, and of the sum of all e^{z_j}.",
    zh="漏了指数：取对数的是 e^{z_i}（得 z_i）和所有 e^{z_j} 之和。",
)
def exponentials_missing(z: Tensor) -> Tensor:
    return torch.log(z) - torch.log(z.sum(-1, keepdim=True))
