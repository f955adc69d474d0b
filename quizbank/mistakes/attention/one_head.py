"""What goes wrong in attention: in the scores, in one head, and between a decoder and its encoder."""

from math import sqrt

import torch
from torch import Tensor

from quizbank.mistake import mistake
from reference import attention
from reference.softmax import softmax


@mistake(
    attention.scores,
    en="Queries first: Q Kᵀ has a row per query, K Qᵀ a row per key.",
    zh="查询在前：Q Kᵀ 每行对应一个查询，K Qᵀ 每行对应一个键。",
    latex=r"S = K Q^\top",
)
def keys_by_queries(Q: Tensor, K: Tensor) -> Tensor:
    return attention.scores(K, Q)


@mistake(
    attention.scores,
    en="A score is a plain dot product, which grows with the lengths; it is no cosine.",
    zh="得分就是点积，会随向量长度增大；它不是余弦相似度。",
)
def cosine(Q: Tensor, K: Tensor) -> Tensor:
    return torch.nn.functional.normalize(Q, dim=-1) @ torch.nn.functional.normalize(K, dim=-1).mT


@mistake(
    attention.scores,
    en="Asked are the raw scores Q Kᵀ: dividing by √d_k is the next step.",
    zh="这里问的是原始得分 Q Kᵀ：除以 √d_k 是下一步。",
)
def scaled_too_early(Q: Tensor, K: Tensor) -> Tensor:
    return attention.scaled_scores(Q, K)


@mistake(
    attention.scaled_scores,
    en="A score is a sum of d_k products, so its spread is √d_k: divide by √d_k, not by √d_model.",
    zh="得分是 d_k 个乘积之和，标准差是 √d_k：应除以 √d_k，不是 √d_model。",
    latex=r"S = \frac{Q K^\top}{\sqrt{d_{model}}}",
)
def scores_scaled_by_d_model(Q: Tensor, K: Tensor, d_model: int) -> Tensor:
    return attention.scores(Q, K) / sqrt(d_model)


@mistake(
    attention.scaled_scores,
    en="Divide by the root: d_k is the variance of a score, √d_k its spread.",
    zh="要开根号：d_k 是得分的方差，√d_k 才是标准差。",
    latex=r"S = \frac{Q K^\top}{d_k}",
)
def scores_scaled_by_d_k(Q: Tensor, K: Tensor) -> Tensor:
    return attention.scores(Q, K) / Q.shape[-1]


@mistake(
    attention.scaled_scores,
    en="The scale is missing: without 1/√d_k the scores spread by √d_k and the softmax saturates.",
    zh="漏了缩放：不除以 √d_k，得分的标准差会到 √d_k，softmax 会饱和。",
    latex=r"S = Q K^\top",
)
def scores_not_scaled(Q: Tensor, K: Tensor) -> Tensor:
    return attention.scores(Q, K)


@mistake(
    attention.scaled_scores,
    en="Divide by √d_k: multiplying spreads the scores even further.",
    zh="是除以 √d_k：乘上去只会让得分更分散。",
    latex=r"S = Q K^\top \sqrt{d_k}",
)
def scores_multiplied(Q: Tensor, K: Tensor) -> Tensor:
    return attention.scores(Q, K) * sqrt(Q.shape[-1])


# One head. With M = 0 the masked formula is the plain one, so both share these.


@mistake(
    attention.attention,
    en="A score is a sum of d_k products, so its spread is √d_k: divide by √d_k, not by √d_model.",
    zh="得分是 d_k 个乘积之和，标准差是 √d_k：应除以 √d_k，不是 √d_model。",
    latex=r"\mathrm{softmax}\left(\frac{Q K^\top}{\sqrt{d_{model}}}\right) V",
)
@mistake(
    attention.masked_attention,
    en="The mask changes nothing about the scale: √d_k, not √d_model.",
    zh="加不加掩码，缩放都一样：是 √d_k，不是 √d_model。",
    latex=r"\mathrm{softmax}\left(\frac{Q K^\top}{\sqrt{d_{model}}} + M\right) V",
)
def scaled_by_d_model(Q: Tensor, K: Tensor, V: Tensor, M: Tensor | float = 0.0, *, d_model: int) -> Tensor:
    return softmax(attention.scores(Q, K) / sqrt(d_model) + M) @ V


@mistake(
    attention.attention,
    en="Divide by the root: d_k is the variance of a score, √d_k its spread.",
    zh="要开根号：d_k 是得分的方差，√d_k 才是标准差。",
    latex=r"\mathrm{softmax}\left(\frac{Q K^\top}{d_k}\right) V",
)
@mistake(
    attention.masked_attention,
    en="The root is missing: a masked score is divided by √d_k too, not by d_k.",
    zh="漏了根号：带掩码的得分同样除以 √d_k，不是 d_k。",
    latex=r"\mathrm{softmax}\left(\frac{Q K^\top}{d_k} + M\right) V",
)
def scaled_by_d_k(Q: Tensor, K: Tensor, V: Tensor, M: Tensor | float = 0.0) -> Tensor:
    return softmax(attention.scores(Q, K) / Q.shape[-1] + M) @ V


@mistake(
    attention.attention,
    en="The scale is missing: without 1/√d_k the scores spread by √d_k and the softmax saturates.",
    zh="漏了缩放：不除以 √d_k，得分的标准差会到 √d_k，softmax 会饱和。",
    latex=r"\mathrm{softmax}(Q K^\top) V",
)
@mistake(
    attention.masked_attention,
    en="The scale is missing: the mask does not replace 1/√d_k.",
    zh="漏了缩放：掩码不能代替 1/√d_k。",
    latex=r"\mathrm{softmax}(Q K^\top + M) V",
)
def not_scaled(Q: Tensor, K: Tensor, V: Tensor, M: Tensor | float = 0.0) -> Tensor:
    return softmax(attention.scores(Q, K) + M) @ V


@mistake(
    attention.attention,
    en="The scale belongs inside the softmax: outside it only shrinks the output.",
    zh="缩放要放在 softmax 里面：放在外面只是把输出变小。",
    latex=r"\frac{\mathrm{softmax}(Q K^\top) V}{\sqrt{d_k}}",
)
def scaled_after_softmax(Q: Tensor, K: Tensor, V: Tensor) -> Tensor:
    return softmax(attention.scores(Q, K)) @ V / sqrt(Q.shape[-1])


@mistake(
    attention.attention,
    en="One query's weights sum to 1: softmax runs over the keys, along each row.",
    zh="同一个查询的权重之和为 1：softmax 沿着键做，也就是按行做。",
)
def softmax_over_queries(Q: Tensor, K: Tensor, V: Tensor) -> Tensor:
    return torch.softmax(attention.scaled_scores(Q, K), dim=-2) @ V


@mistake(
    attention.attention,
    en="The softmax is missing: weights must be positive and sum to 1.",
    zh="漏了 softmax：权重必须为正，且和为 1。",
    latex=r"\frac{Q K^\top}{\sqrt{d_k}} V",
)
def softmax_missing(Q: Tensor, K: Tensor, V: Tensor) -> Tensor:
    return attention.scaled_scores(Q, K) @ V


@mistake(
    attention.attention,
    en="Large scores overflow: subtract each row's maximum before the exponential.",
    zh="得分大时会溢出：取指数前先减去每行的最大值。",
    channel="extreme",
)
def attention_overflows(Q: Tensor, K: Tensor, V: Tensor) -> Tensor:
    weights = torch.exp(attention.scaled_scores(Q, K))
    return weights / weights.sum(-1, keepdim=True) @ V


@mistake(
    attention.self_attention,
    en="Keys have a projection of their own, W^K: with W^Q for both the scores become symmetric.",
    zh="键有自己的投影 W^K：两边都用 W^Q，得分矩阵就成了对称的。",
    latex=r"\mathrm{Attention}(X W^Q, X W^Q, X W^V)",
)
def queries_as_keys(X: Tensor, W_q: Tensor, W_k: Tensor, W_v: Tensor) -> Tensor:
    return attention.self_attention(X, W_q, W_q, W_v)


@mistake(
    attention.self_attention,
    en="The values are projected as well: X W^V, not the tokens themselves.",
    zh="值也要投影：是 X W^V，不是 token 本身。",
    latex=r"\mathrm{Attention}(X W^Q, X W^K, X)",
)
def values_not_projected(X: Tensor, W_q: Tensor, W_k: Tensor, W_v: Tensor) -> Tensor:
    return attention.attention(X @ W_q, X @ W_k, X)


@mistake(
    attention.self_attention,
    en="Queries and keys have changed places: Q is X W^Q and asks, K is X W^K and is asked.",
    zh="查询和键对调了：提问的是 Q = X W^Q，被问的是 K = X W^K。",
    latex=r"\mathrm{Attention}(X W^K, X W^Q, X W^V)",
)
def queries_and_keys_swapped(X: Tensor, W_q: Tensor, W_k: Tensor, W_v: Tensor) -> Tensor:
    return attention.self_attention(X, W_k, W_q, W_v)


@mistake(
    attention.dot_attention,
    en="This attention has no scale: 1/√d came with the Transformer.",
    zh="这里的注意力没有缩放：1/√d 是 Transformer 才引入的。",
)
def dot_attention_scaled(s_0: Tensor, hs: Tensor, W_Q: Tensor, W_K: Tensor) -> tuple[Tensor, Tensor]:
    return attention.dot_attention(s_0 / sqrt(W_Q.shape[0]), hs, W_Q, W_K)


@mistake(
    attention.dot_attention,
    en="The weights mix the raw encoder states h_i, not their keys W_K h_i.",
    zh="权重混合的是编码器的原始状态 h_i，不是键 W_K h_i。",
    latex=r"\alpha = \mathrm{softmax}(H W_K^\top W_Q s_0) \\ c_0 = \alpha H W_K^\top",
)
def keys_as_values(s_0: Tensor, hs: Tensor, W_Q: Tensor, W_K: Tensor) -> tuple[Tensor, Tensor]:
    c_0, alpha = attention.dot_attention(s_0, hs, W_Q, W_K)
    return c_0 @ W_K.mT, alpha


@mistake(
    attention.dot_attention,
    en="The softmax is missing: raw scores are no weights.",
    zh="漏了 softmax：原始得分不是权重。",
    latex=r"\alpha = H W_K^\top W_Q s_0 \\ c_0 = \alpha H",
)
def raw_scores_as_weights(s_0: Tensor, hs: Tensor, W_Q: Tensor, W_K: Tensor) -> tuple[Tensor, Tensor]:
    alpha = (hs @ W_K.mT @ (s_0 @ W_Q.mT).unsqueeze(-1)).squeeze(-1)
    return (alpha.unsqueeze(-2) @ hs).squeeze(-2), alpha


@mistake(
    attention.dot_attention,
    en="The maximum is soft: every state contributes with its weight, not the best one alone.",
    zh="取的是软最大值：每个状态都按权重贡献，不是只取最好的那个。",
)
def hard_maximum(s_0: Tensor, hs: Tensor, W_Q: Tensor, W_K: Tensor) -> tuple[Tensor, Tensor]:
    _, alpha = attention.dot_attention(s_0, hs, W_Q, W_K)
    best = (alpha == alpha.amax(-1, keepdim=True)).to(alpha.dtype)
    return (best.unsqueeze(-2) @ hs).squeeze(-2), best


@mistake(
    attention.luong_score,
    en="tanh belongs to the additive score; the general form is the bilinear sᵀ W h.",
    zh="tanh 是加性打分里的；general 形式是双线性的 sᵀ W h。",
    latex=r"s^\top \tanh(W h)",
)
def tanh_inside(s: Tensor, h: Tensor, W: Tensor) -> Tensor:
    return (s * torch.tanh(h @ W.mT)).sum(-1)


@mistake(
    attention.luong_score,
    en="Luong's score is not scaled: 1/√d came with the Transformer.",
    zh="Luong 的打分没有缩放：1/√d 是 Transformer 才引入的。",
)
def luong_score_scaled(s: Tensor, h: Tensor, W: Tensor) -> Tensor:
    return attention.luong_score(s, h, W) / sqrt(h.shape[-1])


@mistake(
    attention.luong_score,
    en="The score is a number per pair: the softmax comes later, over all encoder states.",
    zh="打分对每一对给出一个数：softmax 在后面，对所有编码器状态做。",
)
def squashed_score(s: Tensor, h: Tensor, W: Tensor) -> Tensor:
    return torch.sigmoid(attention.luong_score(s, h, W))


@mistake(
    attention.self_attention,
    en="Queries, keys and values have a projection each, W^Q, W^K and W^V; here W^V serves for all three.",
    zh="查询、键、值各有自己的投影 W^Q、W^K、W^V；这里三处都用了 W^V。",
)
def one_projection_for_all(X: Tensor, W_q: Tensor, W_k: Tensor, W_v: Tensor) -> Tensor:
    return attention.self_attention(X, W_v, W_v, W_v)
