"""The answers to the own questions about the neural language model, each by running the reference."""

from collections.abc import Sequence

import torch

from quizbank import measure
from quizbank.answers.lure import lure
from reference import mlp, nnlm, word2vec


def cost(N: int, D: int, H: int, V: int) -> int:
    """Multiplications of one prediction, look-up included, without the direct link."""
    return measure.multiplications(nnlm.nnlm_without_direct, n=N, m=D, h=H, V=V)


@lure(
    cost,
    en="That includes the direct link N·D·V, which is left out here.",
    zh="这里多算了直连 N·D·V；题目说的是不带直连。",
)
def _with_direct_link(N: int, D: int, H: int, V: int) -> int:
    return measure.multiplications(nnlm.nnlm, n=N, m=D, h=H, V=V)


@lure(
    cost,
    en="The look-up is missing: N vectors of D numbers are moved.",
    zh="漏了查表：要搬 N 个 D 维向量。",
)
def _without_lookup(N: int, D: int, H: int, V: int) -> int:
    return measure.multiplications(nnlm.nnlm_logits, n=N, m=D, h=H, V=V) - direct_cost(N, D, V)


def direct_cost(N: int, D: int, V: int) -> int:
    """What the full model needs beyond the one without the direct link."""
    sizes = {"n": N, "m": D, "V": V, "h": 2}
    return measure.multiplications(nnlm.nnlm, **sizes) - measure.multiplications(nnlm.nnlm_without_direct, **sizes)


@lure(direct_cost, en="All N context words are linked, not one.", zh="N 个上下文词都有直连，不是一个。")
def _one_word_linked(N: int, D: int, V: int) -> int:
    return direct_cost(1, D, V)


def parameters(V: int, n: int, m: int, h: int) -> int:
    """With the direct link; n counts the predicted word too."""
    return measure.parameters(nnlm.nnlm, V=V, n=n - 1, m=m, h=h)


@lure(
    parameters,
    en="The direct link W, V × (n − 1)·m, is missing.",
    zh="漏了直连 W，大小为 V × (n − 1)·m。",
)
def _without_direct(V: int, n: int, m: int, h: int) -> int:
    return measure.parameters(nnlm.nnlm_without_direct, V=V, n=n - 1, m=m, h=h)


@lure(
    parameters,
    en="Here n is Bengio's: the context has n − 1 words, not n.",
    zh="这里的 n 是 Bengio 的记号：上下文是 n − 1 个词，不是 n 个。",
)
def _n_as_context(V: int, n: int, m: int, h: int) -> int:
    return measure.parameters(nnlm.nnlm, V=V, n=n, m=m, h=h)


@lure(parameters, en="The table C of V × m is trained too.", zh="词向量表 C（V × m）也是要训练的参数。")
def _without_table(V: int, n: int, m: int, h: int) -> int:
    return measure.parameters(nnlm.nnlm_logits, V=V, n=n - 1, m=m, h=h)


def output_share(V: int, N: int, D: int, H: int) -> float:
    """Of the multiplications without the direct link."""
    whole = cost(N, D, H, V)
    without_output = measure.multiplications(nnlm.hidden, n=N, m=D, h=H) + N * D
    return (whole - without_output) / whole


@lure(output_share, en="That is the hidden layer's share.", zh="那是隐藏层所占的比例。")
def _hidden_share(V: int, N: int, D: int, H: int) -> float:
    return measure.multiplications(nnlm.hidden, n=N, m=D, h=H) / cost(N, D, H, V)


def context_shape(n: int, m: int) -> tuple[int, ...]:
    """One vector after the other."""
    return measure.shape(nnlm.hidden, "x", n=n, m=m)


@lure(context_shape, en="The vectors are concatenated, not stacked.", zh="词向量是首尾相接，不是堆成矩阵。")
def _stacked(n: int, m: int) -> tuple[int, ...]:
    return measure.shape(mlp.window_mlp, "window", n=n, m=m)


@lure(
    context_shape,
    en="That is CBOW's mean; here the vectors are concatenated.",
    zh="那是 CBOW 取平均的结果；这里是拼接。",
)
def _averaged(n: int, m: int) -> tuple[int, ...]:
    return measure.shape(word2vec.cbow_hidden, "h", n=n, D=m)


def toy_parameters(V: int, n: int, m: int, h: int) -> int:
    """At small sizes; n counts the predicted word too."""
    return parameters(V, n, m, h)


@lure(toy_parameters, en="The direct link W is missing.", zh="漏了直连 W。")
def _toy_without_direct(V: int, n: int, m: int, h: int) -> int:
    return _without_direct(V, n, m, h)


@lure(
    toy_parameters,
    en="n counts the predicted word: the context has n − 1 words.",
    zh="n 把被预测的词也算在内：上下文只有 n − 1 个词。",
)
def _toy_n_as_context(V: int, n: int, m: int, h: int) -> int:
    return _n_as_context(V, n, m, h)


@lure(toy_parameters, en="The table C is trained too.", zh="词向量表 C 也要训练。")
def _toy_without_table(V: int, n: int, m: int, h: int) -> int:
    return _without_table(V, n, m, h)


def hidden_value(context: Sequence[int]) -> list[float]:
    """The notes' own numbers, with the context that they name."""
    C = torch.arange(1, 19, dtype=torch.float64).reshape(6, 3) / 10
    H = torch.arange(1, 13, dtype=torch.float64).reshape(2, 6) / 10
    d = torch.tensor([0.1, 0.2], dtype=torch.float64)
    hidden: list[float] = nnlm.hidden(C[list(context)].flatten(), H, d).tolist()
    return hidden


@lure(
    hidden_value,
    en="The rows are exchanged: here the oldest word comes first, unlike in Bengio's paper.",
    zh="两行的顺序反了：这里最早的词放在前面，与 Bengio 论文相反。",
)
def _newest_first(context: Sequence[int]) -> list[float]:
    return hidden_value(context[::-1])
