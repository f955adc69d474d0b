"""What goes wrong in training GloVe: gradients, AdaGrad, the loop, and what is kept of it."""

from typing import Any

import torch
from torch import Tensor

from quizbank.mistake import mistake
from reference import glove

Gradients = tuple[Tensor, Tensor, Tensor, Tensor]


@mistake(
    glove.pair_gradient,
    en="The 2 of the square is missing; it only cancels against the ½ of the C code's loss.",
    zh="漏了平方求导的 2；只有 C 代码带 ½ 的损失才会约掉它。",
)
def two_missing(*pair: Any) -> tuple[Tensor, ...]:
    return tuple(g / 2 for g in glove.pair_gradient(*pair))


@mistake(
    glove.pair_gradient,
    en="The derivative of a product is the other factor: dw has w̃, and dw̃ has w.",
    zh="乘积求导得到的是另一个因子：dw 含 w̃，dw̃ 含 w。",
)
def own_vector(*pair: Any) -> Gradients:
    dw, dw_tilde, db, db_tilde = glove.pair_gradient(*pair)
    return dw_tilde, dw, db, db_tilde


@mistake(
    glove.pair_gradient,
    en="The weight stays in the gradient: it is a constant factor of the squared error.",
    zh="梯度里也要有权重：它是平方误差前的常数因子。",
)
def weight_dropped(*pair: Any) -> tuple[Tensor, ...]:
    with glove.weight.swapped_for(lambda X, x_max, alpha: torch.ones_like(X)):
        return glove.pair_gradient(*pair)


@mistake(
    glove.pair_gradient,
    en="Both biases are trained: the context word's has the same gradient as the word's.",
    zh="两个偏置都要训练：上下文词偏置的梯度与中心词的相同。",
)
def context_bias_forgotten(*pair: Any) -> Gradients:
    dw, dw_tilde, db, db_tilde = glove.pair_gradient(*pair)
    return dw, dw_tilde, db, torch.zeros_like(db_tilde)


@mistake(
    glove.adagrad_step,
    en="The new square is added first and then divided by; the C code does it in the other order.",
    zh="先把新的平方累加进去再相除；C 代码的顺序相反。",
)
def old_accumulator(w: Tensor, grad: Tensor, accumulator: Tensor, lr: float) -> tuple[Tensor, Tensor]:
    return w - lr * grad / accumulator.sqrt(), accumulator + grad**2


@mistake(
    glove.adagrad_step,
    en="The step is divided by the root of the sum of squares, not by the sum.",
    zh="要除以平方和的平方根，不是平方和本身。",
)
def root_missing(w: Tensor, grad: Tensor, accumulator: Tensor, lr: float) -> tuple[Tensor, Tensor]:
    squares = accumulator + grad**2
    return w - lr * grad / squares, squares


@mistake(
    glove.adagrad_step,
    en="The accumulator sums squares, not the gradients themselves.",
    zh="累加的是梯度的平方，不是梯度本身。",
)
def absolute_gradients_summed(w: Tensor, grad: Tensor, accumulator: Tensor, lr: float) -> tuple[Tensor, Tensor]:
    total = accumulator + grad.abs()
    return w - lr * grad / total.sqrt(), total


@mistake(
    glove.adagrad_step,
    en="The old sum is kept: without it every step has the length of the learning rate.",
    zh="旧的累积要保留，否则每一步的长度都等于学习率。",
)
def past_forgotten(w: Tensor, grad: Tensor, accumulator: Tensor, lr: float) -> tuple[Tensor, Tensor]:
    return glove.adagrad_step(w, grad, torch.zeros_like(accumulator), lr)


@mistake(
    glove.adagrad_step,
    en="Descent goes against the gradient: the step is subtracted.",
    zh="下降要逆着梯度走：更新量前面是减号。",
)
def uphill(w: Tensor, grad: Tensor, accumulator: Tensor, lr: float) -> tuple[Tensor, Tensor]:
    return glove.adagrad_step(w, grad, accumulator, -lr)


@mistake(
    glove.train,
    en="The accumulators start at 0 here; the C code starts them at 1.",
    zh="这里累加器从 0 开始；C 代码从 1 开始。",
)
def accumulators_from_one(*arguments: Any) -> tuple[Tensor, ...]:
    def step(w: Tensor, grad: Tensor, accumulator: Tensor, lr: float) -> tuple[Tensor, Tensor]:
        moved, squares = glove.adagrad_step(w, grad, accumulator + 1, lr)
        return moved, squares - 1

    with glove.adagrad_step.swapped_for(step):
        return glove.train(*arguments)


@mistake(
    glove.train,
    en="The context vectors and their biases are trained too.",
    zh="上下文向量和它们的偏置也要训练。",
)
def contexts_frozen(*arguments: Any) -> tuple[Tensor, ...]:
    def word_side(*pair: Any) -> Gradients:
        dw, dw_tilde, db, db_tilde = glove.pair_gradient(*pair)
        return dw, torch.zeros_like(dw_tilde), db, torch.zeros_like(db_tilde)

    with glove.pair_gradient.swapped_for(word_side):
        return glove.train(*arguments)


@mistake(
    glove.train,
    en="The accumulators live through the whole training: AdaGrad does not start anew with each epoch.",
    zh="累加器贯穿整个训练：AdaGrad 不会每轮重新开始。",
)
def accumulators_reset_each_epoch(
    X: Tensor,
    W: Tensor,
    W_tilde: Tensor,
    b: Tensor,
    b_tilde: Tensor,
    epochs: int,
    lr: float,
    x_max: float = 100.0,
    alpha: float = 0.75,
) -> tuple[Tensor, ...]:
    losses = []
    for _ in range(epochs):
        W, W_tilde, b, b_tilde, loss = glove.train(X, W, W_tilde, b, b_tilde, 1, lr, x_max, alpha)
        losses.append(loss)
    return W, W_tilde, b, b_tilde, torch.cat(losses)


@mistake(
    glove.word_vectors,
    en="Both vectors of a word are added; W alone leaves out what it learned as a context.",
    zh="一个词的两个向量要相加；只取 W 会丢掉它作上下文词时学到的东西。",
)
def words_alone(W: Tensor, W_tilde: Tensor) -> Tensor:
    return W.clone()


@mistake(
    glove.word_vectors,
    en="The two vectors are added, not concatenated: the width stays d.",
    zh="两个向量是相加，不是拼接：宽度仍是 d。",
)
def side_by_side(W: Tensor, W_tilde: Tensor) -> Tensor:
    return torch.cat([W, W_tilde], dim=-1)


@mistake(
    glove.word_vectors,
    en="The two vectors are added, not multiplied entry by entry.",
    zh="两个向量是相加，不是逐元素相乘。",
)
def product_of_both(W: Tensor, W_tilde: Tensor) -> Tensor:
    return W * W_tilde
