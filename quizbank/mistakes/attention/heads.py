"""What goes wrong with several heads, and with the normalisation beside them."""

from math import sqrt

import torch
from torch import Tensor

from quizbank.mistake import mistake
from reference import attention


@mistake(
    attention.split_heads,
    en="A view deals out tokens, not columns: view as (n, heads, d_k), then transpose to (heads, n, d_k).",
    zh="直接 view 分掉的是 token，不是列：先 view 成 (n, heads, d_k)，再转置成 (heads, n, d_k)。",
)
def split_by_view(X: Tensor, heads: int) -> Tensor:
    *batch, n, d_model = X.shape
    return X.reshape(*batch, heads, n, d_model // heads)


@mistake(
    attention.split_heads,
    en="The transpose is missing: heads come before tokens, so that each head attends over the tokens.",
    zh="漏了转置：heads 在 token 之前，每个头才是在 token 之间做注意力。",
)
def heads_not_in_front(X: Tensor, heads: int) -> Tensor:
    return attention.split_heads(X, heads).transpose(-3, -2)


@mistake(
    attention.split_heads,
    en="A head takes a block of d_k neighbouring columns, not every heads-th column.",
    zh="每个头取相邻的 d_k 列，不是每隔 heads 列取一列。",
)
def columns_interleaved(X: Tensor, heads: int) -> Tensor:
    return torch.unflatten(X, -1, (-1, heads)).movedim(-1, -3)


@mistake(
    attention.merge_heads,
    en="Transpose back before the reshape: (heads, n, d_k) to (n, heads, d_k) to (n, d_model).",
    zh="reshape 之前先转置回来：(heads, n, d_k) → (n, heads, d_k) → (n, d_model)。",
)
def merged_by_view(X: Tensor) -> Tensor:
    *batch, heads, n, d_k = X.shape
    return X.reshape(*batch, n, heads * d_k)


@mistake(
    attention.merge_heads,
    en="Heads are concatenated, not added: the width is heads · d_k again.",
    zh="各头是拼接，不是相加：宽度回到 heads · d_k。",
)
def heads_added(X: Tensor) -> Tensor:
    return X.sum(-3)


@mistake(
    attention.merge_heads,
    en="Each head's d_k numbers stay together: head 1's block, then head 2's.",
    zh="每个头的 d_k 个数要连在一起：先是头 1 的一块，再是头 2 的。",
)
def merged_interleaved(X: Tensor) -> Tensor:
    return X.movedim(-3, -1).flatten(-2)


@mistake(
    attention.multi_head_attention,
    en="Concat is not the end: W^O mixes the heads, without it no head's columns meet another's.",
    zh="拼接之后还没完：要乘 W^O 把各头混合，否则各头的列互不相见。",
    latex=r"\mathrm{head}_i = \mathrm{Attention}(X_q W_i^Q, X_{kv} W_i^K, X_{kv} W_i^V) \\ "
    r"\mathrm{MultiHead} = \mathrm{Concat}(\mathrm{head}_1, \ldots, \mathrm{head}_h)",
)
def W_o_missing(
    X_q: Tensor,
    X_kv: Tensor,
    W_q: Tensor,
    W_k: Tensor,
    W_v: Tensor,
    W_o: Tensor,
    heads: int,
    mask: Tensor | None = None,
) -> Tensor:
    identity = torch.eye(W_o.shape[0], dtype=W_o.dtype, device=W_o.device)
    return attention.multi_head_attention(X_q, X_kv, W_q, W_k, W_v, identity, heads, mask)


@mistake(
    attention.multi_head_attention,
    en="A head compares vectors of size d_k = d_model / heads: scale by √d_k, not by √d_model.",
    zh="每个头比较的是 d_k = d_model / heads 维的向量：除以 √d_k，不是 √d_model。",
)
def heads_scaled_by_d_model(
    X_q: Tensor,
    X_kv: Tensor,
    W_q: Tensor,
    W_k: Tensor,
    W_v: Tensor,
    W_o: Tensor,
    heads: int,
    mask: Tensor | None = None,
) -> Tensor:
    return attention.multi_head_attention(X_q, X_kv, W_q / sqrt(heads), W_k, W_v, W_o, heads, mask)


@mistake(
    attention.multi_head_attention,
    en="In cross-attention the decoder asks: Q comes from X_q, K and V from the encoder's X_kv.",
    zh="交叉注意力里提问的是解码器：Q 来自 X_q，K、V 来自编码器的 X_kv。",
    latex=r"\mathrm{head}_i = \mathrm{Attention}(X_{kv} W_i^Q, X_q W_i^K, X_q W_i^V) \\ "
    r"\mathrm{MultiHead} = \mathrm{Concat}(\mathrm{head}_1, \ldots, \mathrm{head}_h) W^O",
)
def queries_from_encoder(
    X_q: Tensor,
    X_kv: Tensor,
    W_q: Tensor,
    W_k: Tensor,
    W_v: Tensor,
    W_o: Tensor,
    heads: int,
    mask: Tensor | None = None,
) -> Tensor:
    return attention.multi_head_attention(X_kv, X_q, W_q, W_k, W_v, W_o, heads)


@mistake(
    attention.multi_head_attention,
    en="Keys and values come from X_kv: with X_q in all three places it is self-attention.",
    zh="键和值来自 X_kv：三处都用 X_q 就成了自注意力。",
    latex=r"\mathrm{head}_i = \mathrm{Attention}(X_q W_i^Q, X_q W_i^K, X_q W_i^V) \\ "
    r"\mathrm{MultiHead} = \mathrm{Concat}(\mathrm{head}_1, \ldots, \mathrm{head}_h) W^O",
)
def self_for_cross(
    X_q: Tensor,
    X_kv: Tensor,
    W_q: Tensor,
    W_k: Tensor,
    W_v: Tensor,
    W_o: Tensor,
    heads: int,
    mask: Tensor | None = None,
) -> Tensor:
    return attention.multi_head_attention(X_q, X_q, W_q, W_k, W_v, W_o, heads)


@mistake(
    attention.multi_head_attention,
    en="That is one head over the full width: split the columns into heads first.",
    zh="那是在整个宽度上的单头注意力：要先把列切成多个头。",
)
def one_wide_head(
    X_q: Tensor,
    X_kv: Tensor,
    W_q: Tensor,
    W_k: Tensor,
    W_v: Tensor,
    W_o: Tensor,
    heads: int,
    mask: Tensor | None = None,
) -> Tensor:
    return attention.multi_head_attention(X_q, X_kv, W_q, W_k, W_v, W_o, 1, mask)


@mistake(
    attention.multi_head_self_attention,
    en="Concat is not the end: W^O mixes the heads, without it no head's columns meet another's.",
    zh="拼接之后还没完：要乘 W^O 把各头混合，否则各头的列互不相见。",
    latex=r"\mathrm{head}_i = \mathrm{Attention}(X W_i^Q, X W_i^K, X W_i^V) \\ "
    r"\mathrm{MultiHead} = \mathrm{Concat}(\mathrm{head}_1, \ldots, \mathrm{head}_h)",
)
def W_o_missing_in_self_attention(X: Tensor, W_q: Tensor, W_k: Tensor, W_v: Tensor, W_o: Tensor, heads: int) -> Tensor:
    identity = torch.eye(W_o.shape[0], dtype=W_o.dtype, device=W_o.device)
    return attention.multi_head_self_attention(X, W_q, W_k, W_v, identity, heads)


@mistake(
    attention.batch_norm,
    en="That is layer normalisation: batch norm takes each feature over the examples, axis 0.",
    zh="那是层归一化：批归一化对每个特征沿样本方向（第 0 轴）统计。",
)
def layer_norm_for_batch_norm(x: Tensor, gamma: Tensor, beta: Tensor, eps: float) -> Tensor:
    return torch.nn.functional.layer_norm(x, x.shape[-1:], gamma, beta, eps)


@mistake(
    attention.batch_norm,
    en="The batch is normalised with its own variance: divide by B, not by B − 1 as Tensor.var() does.",
    zh="归一化用的是这一批自身的方差：除以 B，不是 Tensor.var() 默认的 B − 1。",
)
def variance_unbiased(x: Tensor, gamma: Tensor, beta: Tensor, eps: float) -> Tensor:
    return gamma * (x - x.mean(0)) / torch.sqrt(x.var(0) + eps) + beta


@mistake(
    attention.batch_norm,
    en="ε belongs under the root, beside the variance.",
    zh="ε 在根号里面，与方差相加。",
    latex=r"\gamma \odot \frac{x - \mu}{\sigma + \epsilon} + \beta",
)
def eps_outside_the_root(x: Tensor, gamma: Tensor, beta: Tensor, eps: float) -> Tensor:
    return gamma * (x - x.mean(0)) / (x.std(0, unbiased=False) + eps) + beta


@mistake(
    attention.batch_norm,
    en="Divide by the root of the variance: only that gives unit variance.",
    zh="要除以方差的平方根：这样方差才会变成 1。",
    latex=r"\gamma \odot \frac{x - \mu}{\sigma^2 + \epsilon} + \beta",
)
def root_missing(x: Tensor, gamma: Tensor, beta: Tensor, eps: float) -> Tensor:
    return gamma * (x - x.mean(0)) / (x.var(0, unbiased=False) + eps) + beta


@mistake(
    attention.batch_norm,
    en="The normalised features are scaled by γ and shifted by β, both learned.",
    zh="归一化之后还要乘 γ、加 β，两者都是学出来的参数。",
)
def scale_and_shift_left_out(x: Tensor, gamma: Tensor, beta: Tensor, eps: float) -> Tensor:
    return attention.batch_norm(x, torch.ones_like(gamma), torch.zeros_like(beta), eps)
