"""What goes wrong where the output layer shares the table, and in a step of descent."""

from math import sqrt

import torch
from torch import Tensor

from quizbank.mistake import mistake
from reference import embedding


@mistake(
    embedding.tied_logits,
    en="Each position is a row: Z Eᵀ is (T, V), E Zᵀ is its transpose.",
    zh="每个位置占一行：Z Eᵀ 是 (T, V)，E Zᵀ 是它的转置。",
    latex=r"L = E Z^\top",
)
def words_as_rows(Z: Tensor, E: Tensor) -> Tensor:
    return E @ Z.mT


@mistake(
    embedding.tied_logits,
    en="Eᵀ is a transpose, not an inverse: for V > d there is no E⁻¹, and none is needed.",
    zh="Eᵀ 是转置，不是逆：V > d 时 E 没有逆，也不需要。",
)
def inverse_for_transpose(Z: Tensor, E: Tensor) -> Tensor:
    inverse: Tensor = torch.linalg.pinv(E)
    return Z @ inverse


@mistake(
    embedding.tied_logits,
    en="Logits are not scaled here: 1/√d belongs to the attention scores.",
    zh="这里的 logits 不缩放：1/√d 是注意力得分的做法。",
    latex=r"L = \frac{Z E^\top}{\sqrt{d}}",
)
def scaled_logits(Z: Tensor, E: Tensor) -> Tensor:
    return Z @ E.mT / sqrt(E.shape[-1])


@mistake(
    embedding.tied_logits,
    en="Logits come before the softmax.",
    zh="logits 是 softmax 之前的值。",
    latex=r"L = \mathrm{softmax}(Z E^\top)",
)
def probabilities(Z: Tensor, E: Tensor) -> Tensor:
    return (Z @ E.mT).softmax(dim=-1)


def _parts(ids: Tensor, E: Tensor, d_logits: Tensor, Z: Tensor) -> tuple[Tensor, Tensor]:
    """What the output side and what the input side contribute."""
    out = embedding.tied_gradient(ids, torch.zeros_like(E), d_logits, Z)
    return out, embedding.tied_gradient(ids, E, d_logits, torch.zeros_like(Z))


@mistake(
    embedding.tied_gradient,
    en="The lookup is trained too: its part is missing.",
    zh="查表一侧也要训练：漏了输入部分的梯度。",
    latex=r"dE = dL^\top Z",
)
def output_part_alone(ids: Tensor, E: Tensor, d_logits: Tensor, Z: Tensor) -> Tensor:
    return _parts(ids, E, d_logits, Z)[0]


@mistake(
    embedding.tied_gradient,
    en="The output layer uses the same matrix: its part is missing.",
    zh="输出层用的是同一个矩阵：漏了输出部分的梯度。",
    latex=r"dE = \mathrm{onehot}(ids, V)^\top dL E",
)
def input_part_alone(ids: Tensor, E: Tensor, d_logits: Tensor, Z: Tensor) -> Tensor:
    return _parts(ids, E, d_logits, Z)[1]


@mistake(
    embedding.tied_gradient,
    en="Gradients of a shared matrix are added, not averaged.",
    zh="共享矩阵的梯度是相加，不是取平均。",
)
def averaged(ids: Tensor, E: Tensor, d_logits: Tensor, Z: Tensor) -> Tensor:
    return embedding.tied_gradient(ids, E, d_logits, Z) / 2


@mistake(
    embedding.tied_gradient,
    en="A token that repeats adds up its gradients; here the last one overwrites the others.",
    zh="重复出现的词要把各次梯度相加；这里后一次把前面的覆盖了。",
)
def last_write_wins(ids: Tensor, E: Tensor, d_logits: Tensor, Z: Tensor) -> Tensor:
    out, rows = _parts(ids, E, d_logits, Z)[0], (d_logits @ E).flatten(0, -2)
    written = torch.zeros_like(out)
    for token, row in zip(ids.flatten().tolist(), rows, strict=True):
        written[token] = row
    return out + written


@mistake(
    embedding.tied_gradient,
    en="The output side uses Eᵀ: its gradient (d, V) is transposed before the two are added.",
    zh="输出侧用的是 Eᵀ：它的梯度是 (d, V)，要先转置再相加。",
)
def output_part_not_transposed(ids: Tensor, E: Tensor, d_logits: Tensor, Z: Tensor) -> Tensor:
    return embedding.tied_gradient(ids, E, d_logits, Z).mT


@mistake(
    embedding.sgd_step,
    en="Descent goes against the gradient: the step is subtracted.",
    zh="下降要逆着梯度走：更新量前面是减号。",
    latex=r"w_{new} = w + \eta g",
)
def uphill(w: Tensor, grad: Tensor, lr: float) -> Tensor:
    return w + lr * grad


@mistake(
    embedding.sgd_step,
    en="The learning rate is missing.",
    zh="漏了学习率。",
    latex=r"w_{new} = w - g",
)
def rate_missing(w: Tensor, grad: Tensor, lr: float) -> Tensor:
    return w - grad


@mistake(
    embedding.sgd_step,
    en="The step starts from the old weight: w is missing.",
    zh="更新要从旧权重出发：漏了 w。",
    latex=r"w_{new} = -\eta g",
)
def old_weight_missing(w: Tensor, grad: Tensor, lr: float) -> Tensor:
    return -lr * grad


@mistake(
    embedding.sgd_step,
    en="That shrinks the weight as weight decay does; plain descent leaves w itself alone.",
    zh="这样会像权重衰减那样缩小权重；普通梯度下降不改动 w 本身。",
    latex=r"w_{new} = (1 - \eta) w - \eta g",
)
def decayed(w: Tensor, grad: Tensor, lr: float) -> Tensor:
    return (1 - lr) * w - lr * grad


@mistake(
    embedding.sgd_step,
    en="The learning rate is a factor of the gradient: w − η g; here it is subtracted by itself.",
    zh="学习率是梯度的系数：w − η g；这里它被单独减去了。",
)
def rate_subtracted(w: Tensor, grad: Tensor, lr: float) -> Tensor:
    return w - lr - grad


@mistake(
    embedding.tied_gradient,
    en="The lookup receives the gradient at its output, dL E, not the hidden states Z.",
    zh="查表一侧收到的是它输出处的梯度 dL E，不是隐状态 Z。",
)
def states_for_their_gradient(ids: Tensor, E: Tensor, d_logits: Tensor, Z: Tensor) -> Tensor:
    picked = torch.nn.functional.one_hot(ids, len(E)).to(Z).flatten(0, -2)
    return _parts(ids, E, d_logits, Z)[0] + picked.mT @ Z.flatten(0, -2)


@mistake(
    embedding.tied_gradient,
    en="The lookup adds each row of dL E to its word: onehot(ids)ᵀ dL E, not dLᵀ onehot(ids) E.",
    zh="查表一侧把 dL E 的每一行加到对应的词上：是 onehot(ids)ᵀ dL E，不是 dLᵀ onehot(ids) E。",
)
def lookup_turned(ids: Tensor, E: Tensor, d_logits: Tensor, Z: Tensor) -> Tensor:
    flat, out = d_logits.flatten(0, -2), _parts(ids, E, d_logits, Z)[0]
    return out + flat.mT @ E[ids].flatten(0, -2)
