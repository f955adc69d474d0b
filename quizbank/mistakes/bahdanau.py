"""What goes wrong in additive attention and in the decoder around it."""

import torch
from torch import Tensor

from quizbank.mistake import mistake
from reference import bahdanau


@mistake(
    bahdanau.energy,
    en="The alignment model has a tanh, not a ReLU.",
    zh="对齐模型里用的是 tanh，不是 ReLU。",
    latex=r"e_j = v_a^\top \mathrm{relu}(W_a s_{i-1} + U_a h_j)",
)
def relu_for_tanh(s_prev: Tensor, h_j: Tensor, W_a: Tensor, U_a: Tensor, v_a: Tensor) -> Tensor:
    return torch.relu(s_prev @ W_a.mT + h_j @ U_a.mT) @ v_a


@mistake(
    bahdanau.energy,
    en="The tanh is missing: without it the state adds the same number to every energy and drops out of the softmax.",
    zh="漏了 tanh：没有它，状态对每个能量加的是同一个数，在 softmax 里被消掉。",
    latex=r"e_j = v_a^\top (W_a s_{i-1} + U_a h_j)",
)
def tanh_missing(s_prev: Tensor, h_j: Tensor, W_a: Tensor, U_a: Tensor, v_a: Tensor) -> Tensor:
    return (s_prev @ W_a.mT + h_j @ U_a.mT) @ v_a


@mistake(
    bahdanau.energy,
    en="An energy is one number: v_a is a vector that sums up the K hidden units.",
    zh="能量是一个数：v_a 是向量，把 K 个隐单元加权求和。",
)
def vector_for_number(s_prev: Tensor, h_j: Tensor, W_a: Tensor, U_a: Tensor, v_a: Tensor) -> Tensor:
    return torch.tanh(s_prev @ W_a.mT + h_j @ U_a.mT) * v_a


@mistake(
    bahdanau.energy,
    en="The energy depends on the decoder's previous state s_{i-1} as well.",
    zh="能量还依赖解码器的上一状态 s_{i-1}。",
    latex=r"e_j = v_a^\top \tanh(U_a h_j)",
)
def state_ignored(s_prev: Tensor, h_j: Tensor, W_a: Tensor, U_a: Tensor, v_a: Tensor) -> Tensor:
    return bahdanau.energy(torch.zeros_like(s_prev), h_j, W_a, U_a, v_a)


@mistake(
    bahdanau.energy,
    en="The two projections are added, not multiplied: that is why it is called additive attention.",
    zh="两个投影是相加，不是相乘：所以才叫加性注意力。",
    latex=r"e_j = v_a^\top \tanh(W_a s_{i-1} \odot U_a h_j)",
)
def projections_multiplied(s_prev: Tensor, h_j: Tensor, W_a: Tensor, U_a: Tensor, v_a: Tensor) -> Tensor:
    return torch.tanh((s_prev @ W_a.mT) * (h_j @ U_a.mT)) @ v_a


@mistake(
    bahdanau.energies,
    en="Inside the energy stands a tanh; the softmax comes once, over the finished energies.",
    zh="能量内部是 tanh；softmax 只在算完能量之后做一次。",
)
def softmax_inside_the_energy(s_prev: Tensor, annotations: Tensor, W_a: Tensor, U_a: Tensor, v_a: Tensor) -> Tensor:
    return torch.softmax((s_prev @ W_a.mT).unsqueeze(-2) + annotations @ U_a.mT, dim=-1) @ v_a


@mistake(
    bahdanau.energies,
    en="The energies themselves are not normalised: here they went through the softmax already.",
    zh="能量本身不归一化：这里提前做了 softmax。",
)
def energies_normalised(s_prev: Tensor, annotations: Tensor, W_a: Tensor, U_a: Tensor, v_a: Tensor) -> Tensor:
    return bahdanau.weights(bahdanau.energies(s_prev, annotations, W_a, U_a, v_a))


@mistake(
    bahdanau.weights,
    en="The shares are normalised over all positions together; a sigmoid each does not make them sum to 1.",
    zh="权重要在所有位置上一起归一化；逐个 sigmoid 之和不是 1。",
    latex=r"\alpha_j = \sigma(e_j)",
)
def sigmoid_for_softmax(e: Tensor) -> Tensor:
    return torch.sigmoid(e)


@mistake(
    bahdanau.weights,
    en="Each energy is exponentiated before the division: shares of raw energies can be negative.",
    zh="除之前要先取指数：直接用能量相除可能出现负的权重。",
    latex=r"\alpha_j = \frac{e_j}{\sum_{k=1}^{T} e_k}",
)
def exponential_missing(e: Tensor) -> Tensor:
    return e / e.sum(dim=-1, keepdim=True)


@mistake(
    bahdanau.weights,
    en="The denominator is missing: shares sum to 1 over the positions.",
    zh="漏了分母：权重在各位置上之和为 1。",
    latex=r"\alpha_j = e^{e_j}",
)
def not_normalised(e: Tensor) -> Tensor:
    return torch.exp(e)


@mistake(
    bahdanau.weights,
    en="Subtract the maximum first: the exponential of a large energy overflows.",
    zh="先减去最大值：大的能量取指数会溢出。",
    channel="extreme",
)
def exponentials_overflow(e: Tensor) -> Tensor:
    shares = torch.exp(e)
    return shares / shares.sum(dim=-1, keepdim=True)


@mistake(
    bahdanau.context,
    en="The context is the weighted sum of the annotations, not their plain mean.",
    zh="上下文向量是注释的加权和，不是简单平均。",
    latex=r"c_i = \frac{1}{T} \sum_{j=1}^{T} h_j",
)
def plain_mean(alpha: Tensor, annotations: Tensor) -> Tensor:
    return annotations.mean(dim=-2)


@mistake(
    bahdanau.context,
    en="The weighted annotations are summed: the context is one vector, not one a position.",
    zh="加权之后要求和：上下文是一个向量，不是每个位置一个。",
)
def not_summed(alpha: Tensor, annotations: Tensor) -> Tensor:
    return alpha.unsqueeze(-1) * annotations


@mistake(
    bahdanau.context,
    en="The shares already sum to 1; the sum is not divided by T again.",
    zh="权重之和已经是 1，不用再除以 T。",
    latex=r"c_i = \frac{1}{T} \sum_{j=1}^{T} \alpha_j h_j",
)
def divided_by_length(alpha: Tensor, annotations: Tensor) -> Tensor:
    return bahdanau.context(alpha, annotations) / annotations.shape[-2]


@mistake(
    bahdanau.context,
    en="This takes the best annotation alone: attention is soft, every annotation has its share.",
    zh="这里只取了权重最大的注释：注意力是软的，每个注释都按权重参与。",
)
def hardest_only(alpha: Tensor, annotations: Tensor) -> Tensor:
    best = alpha.argmax(dim=-1, keepdim=True).unsqueeze(-1)
    return annotations.gather(-2, best.expand(*best.shape[:-1], annotations.shape[-1])).squeeze(-2)


@mistake(
    bahdanau.decoder_state,
    en="The context is part of the input: [y; c], not the word alone.",
    zh="上下文是输入的一部分：[y; c]，不是只有词向量。",
)
def context_not_read(s_prev: Tensor, y_prev: Tensor, c: Tensor, W_z: Tensor, W_r: Tensor, W: Tensor) -> Tensor:
    return bahdanau.decoder_state(s_prev, y_prev, torch.zeros_like(c), W_z, W_r, W)


@mistake(
    bahdanau.decoder_state,
    en="The last output word is part of the input: [y; c], not the context alone.",
    zh="上一个输出词也是输入的一部分：[y; c]，不是只有上下文。",
)
def word_not_read(s_prev: Tensor, y_prev: Tensor, c: Tensor, W_z: Tensor, W_r: Tensor, W: Tensor) -> Tensor:
    return bahdanau.decoder_state(s_prev, torch.zeros_like(y_prev), c, W_z, W_r, W)


@mistake(
    bahdanau.decoder_state,
    en="The word comes first: the input is [y; c], here it is [c; y].",
    zh="词向量在前：输入是 [y; c]，这里成了 [c; y]。",
)
def context_first(s_prev: Tensor, y_prev: Tensor, c: Tensor, W_z: Tensor, W_r: Tensor, W: Tensor) -> Tensor:
    both = torch.cat([c, y_prev], dim=-1)
    M = y_prev.shape[-1]
    return bahdanau.decoder_state(s_prev, both[..., :M], both[..., M:], W_z, W_r, W)


@mistake(
    bahdanau.output_distribution,
    en="The softmax is missing: these are logits, not probabilities.",
    zh="漏了 softmax：这是 logits，不是概率。",
    latex=r"p = W_{out} [y_{i-1}; s_i; c_i] + b_{out}",
)
def softmax_missing(y_prev: Tensor, s: Tensor, c: Tensor, W_out: Tensor, b_out: Tensor) -> Tensor:
    return torch.cat([y_prev, s, c], dim=-1) @ W_out.mT + b_out


@mistake(
    bahdanau.output_distribution,
    en="The output also reads the context c_i.",
    zh="输出层还要读上下文 c_i。",
)
def context_dropped(y_prev: Tensor, s: Tensor, c: Tensor, W_out: Tensor, b_out: Tensor) -> Tensor:
    return bahdanau.output_distribution(y_prev, s, torch.zeros_like(c), W_out, b_out)


@mistake(
    bahdanau.output_distribution,
    en="The output bias is missing.",
    zh="漏了输出层的偏置。",
    latex=r"p = \mathrm{softmax}(W_{out} [y_{i-1}; s_i; c_i])",
)
def output_bias_missing(y_prev: Tensor, s: Tensor, c: Tensor, W_out: Tensor, b_out: Tensor) -> Tensor:
    return bahdanau.output_distribution(y_prev, s, c, W_out, torch.zeros_like(b_out))


@mistake(
    bahdanau.additive_attention_gradient,
    en="The annotations have two paths to the context, as values and through the energies: the second is missing.",
    zh="注释到上下文有两条路：作为值，以及经过能量；漏了第二条。",
)
def energy_path_dropped(
    g_c: Tensor, s_prev: Tensor, annotations: Tensor, W_a: Tensor, U_a: Tensor, v_a: Tensor
) -> tuple[Tensor, ...]:
    _, alpha = bahdanau.additive_attention(s_prev, annotations, W_a, U_a, v_a)
    gradients = bahdanau.additive_attention_gradient(g_c, s_prev, annotations, W_a, U_a, v_a)
    return (gradients[0], alpha.unsqueeze(-1) * g_c.unsqueeze(-2), *gradients[2:])


@mistake(
    bahdanau.additive_attention_gradient,
    en="The softmax couples the positions: its derivative is not α(1 − α) entry by entry.",
    zh="softmax 让各位置互相耦合：它的导数不是逐元素的 α(1 − α)。",
)
def softmax_derivative_elementwise(
    g_c: Tensor, s_prev: Tensor, annotations: Tensor, W_a: Tensor, U_a: Tensor, v_a: Tensor
) -> tuple[Tensor, ...]:
    t = torch.tanh((s_prev @ W_a.mT).unsqueeze(-2) + annotations @ U_a.mT)
    alpha = bahdanau.weights(t @ v_a)
    de = alpha * (1 - alpha) * torch.einsum("...ta,...a->...t", annotations, g_c)
    p = de.unsqueeze(-1) * v_a * (1 - t**2)
    total = p.sum(dim=-2)
    dannotations = alpha.unsqueeze(-1) * g_c.unsqueeze(-2) + p @ U_a
    dW_a = torch.einsum("...k,...s->ks", total, s_prev)
    dU_a = torch.einsum("...tk,...ta->ka", p, annotations)
    return total @ W_a, dannotations, dW_a, dU_a, torch.einsum("...tk,...t->k", t, de)
