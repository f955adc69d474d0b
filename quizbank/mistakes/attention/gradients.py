"""What goes wrong on the way back through attention."""

from math import sqrt

from torch import Tensor

from quizbank.mistake import mistake
from reference import attention
from reference.softmax import softmax

Three = tuple[Tensor, Tensor, Tensor]


def _back(dS: Tensor, P: Tensor, g: Tensor, Q: Tensor, K: Tensor) -> Three:
    dS = dS / sqrt(Q.shape[-1])
    return dS @ K, dS.mT @ Q, P.mT @ g


@mistake(
    attention.attention_gradient,
    en="Softmax is no elementwise function: its derivative is P ⊙ (dP − rowsum(P ⊙ dP)), not P(1 − P) ⊙ dP.",
    zh="softmax 不是逐元素函数：导数是 P ⊙ (dP − rowsum(P ⊙ dP))，不是 P(1 − P) ⊙ dP。",
    latex=r"P = \mathrm{softmax}\left(\frac{Q K^\top}{\sqrt{d_k}}\right) \\ dP = g V^\top \\ "
    r"dS_{ij} = P_{ij} (1 - P_{ij}) dP_{ij} \\ "
    r"dQ = \frac{dS K}{\sqrt{d_k}} \\ dK = \frac{dS^\top Q}{\sqrt{d_k}} \\ dV = P^\top g",
)
def softmax_elementwise(g: Tensor, Q: Tensor, K: Tensor, V: Tensor) -> Three:
    P = softmax(attention.scaled_scores(Q, K))
    return _back(P * (1 - P) * (g @ V.mT), P, g, Q, K)


@mistake(
    attention.attention_gradient,
    en="The row sum is missing: raising one score lowers the other weights of its row.",
    zh="漏了行和：一个得分升高，同一行的其他权重就降低。",
    latex=r"P = \mathrm{softmax}\left(\frac{Q K^\top}{\sqrt{d_k}}\right) \\ dP = g V^\top \\ "
    r"dS_{ij} = P_{ij} dP_{ij} \\ "
    r"dQ = \frac{dS K}{\sqrt{d_k}} \\ dK = \frac{dS^\top Q}{\sqrt{d_k}} \\ dV = P^\top g",
)
def row_sum_missing(g: Tensor, Q: Tensor, K: Tensor, V: Tensor) -> Three:
    P = softmax(attention.scaled_scores(Q, K))
    return _back(P * (g @ V.mT), P, g, Q, K)


@mistake(
    attention.attention_gradient,
    en="The scale acts on the way back too: dQ and dK carry a factor 1/√d_k.",
    zh="反向时缩放同样起作用：dQ 和 dK 都带因子 1/√d_k。",
)
def scale_missing_on_the_way_back(g: Tensor, Q: Tensor, K: Tensor, V: Tensor) -> Three:
    dQ, dK, dV = attention.attention_gradient(g, Q, K, V)
    return dQ * sqrt(Q.shape[-1]), dK * sqrt(Q.shape[-1]), dV


@mistake(
    attention.attention_gradient,
    en="g already holds what each query contributes to the loss: do not divide by their number again.",
    zh="g 已经包含每个查询对损失的贡献：不要再除以它们的个数。",
)
def divided_by_the_queries(g: Tensor, Q: Tensor, K: Tensor, V: Tensor) -> Three:
    dQ, dK, dV = attention.attention_gradient(g / Q.shape[-2], Q, K, V)
    return dQ, dK, dV


@mistake(
    attention.project_gradient,
    en="A weight serves every token, and its gradients add up: a sum, not a mean.",
    zh="同一个权重作用于每个 token，梯度要相加：是求和，不是取平均。",
)
def averaged_over_tokens(g: Tensor, X: Tensor, W: Tensor) -> tuple[Tensor, Tensor]:
    dX, dW = attention.project_gradient(g, X, W)
    return dX, dW / X.shape[-2]


@mistake(
    attention.project_gradient,
    en="dW has the shape of W: it is Xᵀ g, not gᵀ X.",
    zh="dW 与 W 同形：是 Xᵀ g，不是 gᵀ X。",
    latex=r"dX = g W^\top \\ dW = g^\top X",
)
def weight_gradient_transposed(g: Tensor, X: Tensor, W: Tensor) -> tuple[Tensor, Tensor]:
    dX, dW = attention.project_gradient(g, X, W)
    return dX, dW.mT


@mistake(
    attention.project_gradient,
    en="Every token trains the weight, not the last one alone.",
    zh="每个 token 都训练这个权重，不只是最后一个。",
)
def last_token_only(g: Tensor, X: Tensor, W: Tensor) -> tuple[Tensor, Tensor]:
    dX, _ = attention.project_gradient(g, X, W)
    return dX, attention.project_gradient(g[..., -1:, :], X[..., -1:, :], W)[1]


@mistake(
    attention.multi_head_attention_gradient,
    en="X_kv is used twice: add what comes back through the values to what comes back through the keys.",
    zh="X_kv 用了两次：经过值传回来的要加到经过键传回来的上面。",
)
def values_path_dropped(
    g: Tensor, X_q: Tensor, X_kv: Tensor, W_q: Tensor, W_k: Tensor, W_v: Tensor, W_o: Tensor, heads: int
) -> tuple[Tensor, ...]:
    dX_q, dX_kv, *weights = attention.multi_head_attention_gradient(g, X_q, X_kv, W_q, W_k, W_v, W_o, heads)
    Q, K, V = (attention.split_heads(X @ W, heads) for X, W in ((X_q, W_q), (X_kv, W_k), (X_kv, W_v)))
    dV = attention.attention_gradient(attention.split_heads(g @ W_o.mT, heads), Q, K, V)[2]
    return dX_q, dX_kv - attention.merge_heads(dV) @ W_v.mT, *weights


@mistake(
    attention.multi_head_attention_gradient,
    en="A gradient goes back through W_o transposed: g W_oᵀ.",
    zh="梯度要经过 W_o 的转置传回去：g W_oᵀ。",
)
def W_o_not_transposed(
    g: Tensor, X_q: Tensor, X_kv: Tensor, W_q: Tensor, W_k: Tensor, W_v: Tensor, W_o: Tensor, heads: int
) -> tuple[Tensor, ...]:
    *inner, _ = attention.multi_head_attention_gradient(g, X_q, X_kv, W_q, W_k, W_v, W_o.mT, heads)
    dW_o = attention.multi_head_attention_gradient(g, X_q, X_kv, W_q, W_k, W_v, W_o, heads)[-1]
    return *inner, dW_o


@mistake(
    attention.multi_head_attention_gradient,
    en="The weights' gradients are summed over tokens and sentences, not averaged.",
    zh="权重的梯度对所有 token 和句子求和，不是取平均。",
)
def weight_gradients_averaged(
    g: Tensor, X_q: Tensor, X_kv: Tensor, W_q: Tensor, W_k: Tensor, W_v: Tensor, W_o: Tensor, heads: int
) -> tuple[Tensor, ...]:
    dX_q, dX_kv, *weights = attention.multi_head_attention_gradient(g, X_q, X_kv, W_q, W_k, W_v, W_o, heads)
    rows = g[..., 0].numel()
    return dX_q, dX_kv, *(dW / rows for dW in weights)
