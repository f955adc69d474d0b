"""What goes wrong in the neural language model."""

import torch
from torch import Tensor
from torch.nn.functional import one_hot

from quizbank.mistake import mistake
from reference import nnlm


@mistake(
    nnlm.hidden,
    en="tanh is missing: without it the two layers collapse into one linear map.",
    zh="漏了 tanh：没有它，两层会合并成一个线性映射。",
    latex=r"a = d + H x",
)
def linear_hidden(x: Tensor, H: Tensor, d: Tensor) -> Tensor:
    return d + x @ H.mT


@mistake(
    nnlm.hidden,
    en="The hidden bias d is missing.",
    zh="漏了隐藏层的偏置 d。",
    latex=r"a = \tanh(H x)",
)
def hidden_bias_missing(x: Tensor, H: Tensor, d: Tensor) -> Tensor:
    return nnlm.hidden(x, H, torch.zeros_like(d))


@mistake(
    nnlm.hidden,
    en="The hidden layer squashes by tanh, not by a sigmoid.",
    zh="隐藏层的激活函数是 tanh，不是 sigmoid。",
    latex=r"a = \sigma(d + H x)",
)
def sigmoid_hidden(x: Tensor, H: Tensor, d: Tensor) -> Tensor:
    return torch.sigmoid(d + x @ H.mT)


@mistake(
    nnlm.hidden,
    en="The bias d belongs inside tanh.",
    zh="偏置 d 应当放在 tanh 里面。",
    latex=r"a = d + \tanh(H x)",
)
def bias_outside_tanh(x: Tensor, H: Tensor, d: Tensor) -> Tensor:
    return d + torch.tanh(x @ H.mT)


@mistake(
    nnlm.nnlm_logits,
    en="The direct link W x from the context to the scores is dropped.",
    zh="漏了从输入直连输出的 W x。",
    latex=r"y = b + U \tanh(d + H x)",
)
def direct_link_dropped(x: Tensor, H: Tensor, d: Tensor, U: Tensor, W: Tensor, b: Tensor) -> Tensor:
    return nnlm.nnlm_logits(x, H, d, U, torch.zeros_like(W), b)


@mistake(
    nnlm.nnlm_logits,
    en="tanh is dropped: the hidden layer is U tanh(d + H x), not U (d + H x).",
    zh="漏了 tanh：隐藏层是 U tanh(d + H x)，不是 U (d + H x)。",
    latex=r"y = b + W x + U (d + H x)",
)
def tanh_dropped(x: Tensor, H: Tensor, d: Tensor, U: Tensor, W: Tensor, b: Tensor) -> Tensor:
    return b + x @ W.mT + (d + x @ H.mT) @ U.mT


@mistake(
    nnlm.nnlm_logits,
    en="The output bias b is missing.",
    zh="漏了输出层的偏置 b。",
    latex=r"y = W x + U \tanh(d + H x)",
)
def output_bias_missing(x: Tensor, H: Tensor, d: Tensor, U: Tensor, W: Tensor, b: Tensor) -> Tensor:
    return nnlm.nnlm_logits(x, H, d, U, W, torch.zeros_like(b))


@mistake(
    nnlm.nnlm_logits,
    en="The direct link bypasses tanh: it stands outside.",
    zh="直连项不经过 tanh，应当放在外面。",
)
def direct_link_squashed(x: Tensor, H: Tensor, d: Tensor, U: Tensor, W: Tensor, b: Tensor) -> Tensor:
    return b + torch.tanh(x @ W.mT) + nnlm.hidden(x, H, d) @ U.mT


@mistake(
    nnlm.nnlm_without_direct,
    en="The rows are those of the context's own words: word w has row w, counted from 0.",
    zh="取的应当是上下文中各词自己的行：词 w 对应第 w 行，从 0 数起。",
)
@mistake(
    nnlm.nnlm,
    en="The rows are those of the context's own words: word w has row w, counted from 0.",
    zh="取的应当是上下文中各词自己的行：词 w 对应第 w 行，从 0 数起。",
)
def context_of_wrong_words(ids: Tensor, C: Tensor, *weights: Tensor) -> Tensor:
    model = nnlm.nnlm if len(weights) == 5 else nnlm.nnlm_without_direct
    return model(ids - 1, C, *weights)


@mistake(
    nnlm.nnlm_without_direct,
    en="The context is concatenated with the oldest word first, as the notes have it.",
    zh="按笔记的约定，拼接时最早的词排在最前面。",
)
@mistake(
    nnlm.nnlm,
    en="The context is concatenated with the oldest word first; Bengio's paper has it the other way round.",
    zh="拼接时最早的词排在最前面；Bengio 论文里的顺序正好相反。",
)
def context_reversed(ids: Tensor, C: Tensor, *weights: Tensor) -> Tensor:
    model = nnlm.nnlm if len(weights) == 5 else nnlm.nnlm_without_direct
    return model(ids.flip(-1), C, *weights)


@mistake(
    nnlm.nnlm_without_direct,
    en="The table C is trained along with the rest: do not detach it.",
    zh="词向量表 C 要和其他参数一起训练，不要切断它的梯度。",
    channel="gradient",
)
@mistake(
    nnlm.nnlm,
    en="The table C is trained along with the rest: do not detach it.",
    zh="词向量表 C 要和其他参数一起训练，不要切断它的梯度。",
    channel="gradient",
)
def table_not_trained(ids: Tensor, C: Tensor, *weights: Tensor) -> Tensor:
    model = nnlm.nnlm if len(weights) == 5 else nnlm.nnlm_without_direct
    return model(ids, C.detach(), *weights)


@mistake(
    nnlm.nnlm,
    en="The model's output is a distribution: the scores go through a softmax.",
    zh="模型输出的是概率分布：得分还要过 softmax。",
)
def softmax_missing(ids: Tensor, C: Tensor, *weights: Tensor) -> Tensor:
    return nnlm.nnlm_logits(C[ids].flatten(-2), *weights)


@mistake(
    nnlm.nnlm_gradient,
    en="The table C is trained too: each block of dx falls on the row of its word.",
    zh="词向量表 C 也要训练：dx 的每一块加到对应词的那一行上。",
)
def table_gradient_missing(target: Tensor, ids: Tensor, C: Tensor, *weights: Tensor) -> tuple[Tensor, ...]:
    _, *rest = nnlm.nnlm_gradient(target, ids, C, *weights)
    return torch.zeros_like(C), *rest


@mistake(
    nnlm.nnlm_gradient,
    en="The gradient is p − onehot: what is given here is the step downhill.",
    zh="梯度是 p − onehot；这里的符号反了，给出的是下降方向。",
)
def sign_flipped(target: Tensor, ids: Tensor, *weights: Tensor) -> tuple[Tensor, ...]:
    return tuple(-gradient for gradient in nnlm.nnlm_gradient(target, ids, *weights))


@mistake(
    nnlm.nnlm_gradient,
    en="The context is read twice: dx is Hᵀ da plus Wᵀ dy from the direct link.",
    zh="上下文被用了两次：dx 是 Hᵀ da，还要加上直连带来的 Wᵀ dy。",
)
def direct_path_missing(target: Tensor, ids: Tensor, C: Tensor, *weights: Tensor) -> tuple[Tensor, ...]:
    _, *rest = nnlm.nnlm_gradient(target, ids, C, *weights)
    _, through_hidden = _backward(target, ids, C, *weights)
    return torch.zeros_like(C).index_put((ids,), through_hidden, accumulate=True), *rest


@mistake(
    nnlm.nnlm_gradient,
    en="A word that occurs twice collects both its blocks of dx; the later must not overwrite the earlier.",
    zh="同一个词出现两次时，两块 dx 要累加，后一块不能覆盖前一块。",
)
def last_write_wins(target: Tensor, ids: Tensor, C: Tensor, *weights: Tensor) -> tuple[Tensor, ...]:
    _, *rest = nnlm.nnlm_gradient(target, ids, C, *weights)
    direct, through_hidden = _backward(target, ids, C, *weights)
    dC = torch.zeros_like(C)
    for place, dx in enumerate((direct + through_hidden).unbind(-2)):
        dC = dC.index_put((ids[..., place],), dx)
    return dC, *rest


def _backward(
    target: Tensor, ids: Tensor, C: Tensor, H: Tensor, d: Tensor, U: Tensor, W: Tensor, b: Tensor
) -> tuple[Tensor, Tensor]:
    """What reaches the words' vectors by the direct link, and what through the hidden layer."""
    words = C[ids]
    dy = nnlm.nnlm(ids, C, H, d, U, W, b) - one_hot(target, len(b))
    da = (dy @ U) * (1 - nnlm.hidden(words.flatten(-2), H, d) ** 2)
    return (dy @ W).view_as(words), (da @ H).view_as(words)


@mistake(
    nnlm.nnlm_logits,
    en="tanh acts on the hidden layer d + H x alone, not on the whole sum.",
    zh="tanh 只作用于隐藏层 d + H x，不是整个和。",
)
def tanh_around_the_sum(x: Tensor, H: Tensor, d: Tensor, U: Tensor, W: Tensor, b: Tensor) -> Tensor:
    return torch.tanh(b + x @ W.mT + (d + x @ H.mT) @ U.mT)
