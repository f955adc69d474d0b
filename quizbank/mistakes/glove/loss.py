"""What goes wrong in the loss of GloVe, of one pair and of all."""

import math
from typing import Any

import torch
from torch import Tensor

from quizbank.mistake import mistake
from reference import glove


@mistake(
    glove.pair_error,
    en="The target is the logarithm of the count: products of vectors are differences of logarithms.",
    zh="目标是共现次数的对数 log X，不是 X 本身。",
    latex=r"e = w_i^\top \tilde{w}_j + b_i + \tilde{b}_j - X_{ij}",
)
def count_without_logarithm(w: Tensor, w_tilde: Tensor, b: Tensor, b_tilde: Tensor, X: Tensor) -> Tensor:
    return glove.pair_error(w, w_tilde, b, b_tilde, torch.exp(X))


@mistake(
    glove.pair_error,
    en="The logarithm is the natural one.",
    zh="这里是自然对数，不是常用对数。",
    latex=r"e = w_i^\top \tilde{w}_j + b_i + \tilde{b}_j - \log_{10} X_{ij}",
)
def common_logarithm(w: Tensor, w_tilde: Tensor, b: Tensor, b_tilde: Tensor, X: Tensor) -> Tensor:
    return glove.pair_error(w, w_tilde, b, b_tilde, X ** (1 / math.log(10)))


@mistake(
    glove.pair_error,
    en="Both biases are missing: they take up how frequent each word is by itself.",
    zh="漏了两个偏置：它们吸收两个词各自的词频。",
    latex=r"e = w_i^\top \tilde{w}_j - \log X_{ij}",
)
def biases_missing(w: Tensor, w_tilde: Tensor, b: Tensor, b_tilde: Tensor, X: Tensor) -> Tensor:
    return glove.pair_error(w, w_tilde, torch.zeros_like(b), torch.zeros_like(b), X)


@mistake(
    glove.pair_error,
    en="The context word's bias is missing: there are two, one for each role.",
    zh="漏了上下文词的偏置：两个角色各有一个偏置。",
    latex=r"e = w_i^\top \tilde{w}_j + b_i - \log X_{ij}",
)
def context_bias_missing(w: Tensor, w_tilde: Tensor, b: Tensor, b_tilde: Tensor, X: Tensor) -> Tensor:
    return glove.pair_error(w, w_tilde, b, torch.zeros_like(b), X)


@mistake(
    glove.pair_error,
    en="The error is prediction minus target: log X is subtracted.",
    zh="误差是预测减目标：log X 前面是减号。",
    latex=r"e = w_i^\top \tilde{w}_j + b_i + \tilde{b}_j + \log X_{ij}",
)
def logarithm_added(w: Tensor, w_tilde: Tensor, b: Tensor, b_tilde: Tensor, X: Tensor) -> Tensor:
    return glove.pair_error(w, w_tilde, b, b_tilde, 1 / X)


@mistake(
    glove.pair_error,
    en="The target is log X, not log(1 + X): zero cells are left out, so nothing needs to be added.",
    zh="目标是 log X，不是 log(1 + X)：零格子本来就跳过，不用加 1。",
)
def one_added_to_the_count(w: Tensor, w_tilde: Tensor, b: Tensor, b_tilde: Tensor, X: Tensor) -> Tensor:
    return glove.pair_error(w, w_tilde, b, b_tilde, 1 + X)


def _halves(w: Tensor, w_tilde: Tensor, b: Tensor, b_tilde: Tensor, X: Tensor, *rule: float) -> tuple[Tensor, Tensor]:
    """The weight and the error of a pair."""
    return glove.weight(X, *rule), glove.pair_error(w, w_tilde, b, b_tilde, X)


@mistake(
    glove.pair_loss,
    en="The weight stands outside the square: it multiplies the squared error once.",
    zh="权重在平方外面：只乘一次，不随误差一起平方。",
    latex=r"J = (\min((\frac{X_{ij}}{x_{max}})^{\alpha}, 1) (w_i^\top \tilde{w}_j + b_i + \tilde{b}_j - \log X_{ij}))^2",
)
def weight_squared(*pair: Any) -> Tensor:
    f, e = _halves(*pair)
    return (f * e) ** 2


@mistake(
    glove.pair_loss,
    en="There is no ½ in the paper's loss; the C code has one, and its gradients therefore no 2.",
    zh="论文的损失没有 ½；C 代码里有 ½，所以它的梯度没有因子 2。",
    latex=r"J = \frac{1}{2} \min((\frac{X_{ij}}{x_{max}})^{\alpha}, 1) "
    r"(w_i^\top \tilde{w}_j + b_i + \tilde{b}_j - \log X_{ij})^2",
)
def half_of_the_c_code(*pair: Any) -> Tensor:
    return glove.pair_loss(*pair) / 2


@mistake(
    glove.pair_loss,
    en="The weight f(X) is missing: each pair counts by how often it occurs.",
    zh="漏了权重 f(X)：每对词按共现次数加权。",
    latex=r"J = (w_i^\top \tilde{w}_j + b_i + \tilde{b}_j - \log X_{ij})^2",
)
def unweighted(w: Tensor, w_tilde: Tensor, b: Tensor, b_tilde: Tensor, X: Tensor, x_max: float, alpha: float) -> Tensor:
    return glove.pair_error(w, w_tilde, b, b_tilde, X) ** 2


@mistake(
    glove.pair_loss,
    en="The error is squared, else the loss has no minimum.",
    zh="误差要平方，否则损失没有最小值。",
    latex=r"J = \min((\frac{X_{ij}}{x_{max}})^{\alpha}, 1) (w_i^\top \tilde{w}_j + b_i + \tilde{b}_j - \log X_{ij})",
)
def square_missing(*pair: Any) -> Tensor:
    f, e = _halves(*pair)
    return f * e


@mistake(
    glove.pair_loss,
    en="The weight multiplies the squared error, not the prediction.",
    zh="权重乘的是平方误差，不是预测值。",
)
def prediction_weighted(
    w: Tensor, w_tilde: Tensor, b: Tensor, b_tilde: Tensor, X: Tensor, x_max: float, alpha: float
) -> Tensor:
    f, e = _halves(w, w_tilde, b, b_tilde, X, x_max, alpha)
    return (f * (e + torch.log(X)) - torch.log(X)) ** 2


@mistake(
    glove.glove_loss,
    en="Only cells above 0 are summed: log 0 is −∞, and 0 · ∞ is NaN in spite of f(0) = 0.",
    zh="只对非零格子求和：log 0 是 −∞，即使 f(0) = 0，0 · ∞ 也是 NaN。",
)
def empty_cells_summed(
    W: Tensor, W_tilde: Tensor, b: Tensor, b_tilde: Tensor, X: Tensor, x_max: float, alpha: float
) -> Tensor:
    e = W @ W_tilde.mT + b[:, None] + b_tilde - torch.log(X)
    return (glove.weight(X, x_max, alpha) * e**2).sum()


@mistake(
    glove.glove_loss,
    en="Biases looked up as (B, 1) turn errors of (B,) into (B, B): squeeze them first.",
    zh="查出来的偏置形状是 (B, 1)，与 (B,) 的误差相加会广播成 (B, B)：先 squeeze。",
)
def biases_broadcast(
    W: Tensor, W_tilde: Tensor, b: Tensor, b_tilde: Tensor, X: Tensor, x_max: float, alpha: float
) -> Tensor:
    i, j = X.nonzero().unbind(dim=1)
    counts = X[i, j]
    e = (W[i] * W_tilde[j]).sum(dim=-1) + b[i, None] + b_tilde[j, None] - torch.log(counts)
    return (glove.weight(counts, x_max, alpha) * e**2).sum()


@mistake(
    glove.glove_loss,
    en="The loss is the sum over the nonzero cells, not their mean.",
    zh="损失是对非零格子求和，不是取平均。",
)
def mean_over_cells(
    W: Tensor, W_tilde: Tensor, b: Tensor, b_tilde: Tensor, X: Tensor, x_max: float, alpha: float
) -> Tensor:
    return glove.glove_loss(W, W_tilde, b, b_tilde, X, x_max, alpha) / (X > 0).sum()


@mistake(
    glove.glove_loss,
    en="Both orders of a pair have a cell, since a word has other vectors as word and as context.",
    zh="一对词的两个方向各占一格：同一个词作中心词和作上下文词用的是不同的向量。",
)
def each_pair_once(
    W: Tensor, W_tilde: Tensor, b: Tensor, b_tilde: Tensor, X: Tensor, x_max: float, alpha: float
) -> Tensor:
    return glove.glove_loss(W, W_tilde, b, b_tilde, X.triu(), x_max, alpha)


@mistake(
    glove.glove_loss,
    en="A word has two vectors: W as the word itself and W̃ as a context.",
    zh="每个词有两个向量：作中心词用 W，作上下文词用 W̃。",
)
def one_table_for_both(
    W: Tensor, W_tilde: Tensor, b: Tensor, b_tilde: Tensor, X: Tensor, x_max: float, alpha: float
) -> Tensor:
    return glove.glove_loss(W, W, b, b, X, x_max, alpha)
