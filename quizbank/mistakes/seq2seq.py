"""What goes wrong between encoder and decoder."""

from collections.abc import Sequence

import torch
from torch import Tensor

from quizbank.mistake import mistake
from reference import seq2seq

Weights = Sequence[Tensor]


@mistake(
    seq2seq.encode,
    en="The cell is handed over too: an LSTM's state is the pair (h, c).",
    zh="细胞状态也要交给解码器：LSTM 的状态是一对 (h, c)。",
)
def cell_not_handed_over(xs: Tensor, h_0: Tensor, c_0: Tensor, *weights: Tensor) -> tuple[Tensor, Tensor]:
    h, c = seq2seq.encode(xs, h_0, c_0, *weights)
    return h, torch.zeros_like(c)


@mistake(
    seq2seq.encode,
    en="The decoder starts from the last step's state, not from the mean over all steps.",
    zh="解码器从最后一步的状态开始，不是从各步的平均开始。",
)
def mean_of_the_states(xs: Tensor, h_0: Tensor, c_0: Tensor, *weights: Tensor) -> tuple[Tensor, Tensor]:
    hs = seq2seq.decode(xs, h_0, c_0, *weights)
    return hs.mean(dim=-2), seq2seq.encode(xs, h_0, c_0, *weights)[1]


@mistake(
    seq2seq.encode,
    en="The source is read in the order given; reversing it is a step of its own.",
    zh="按给定顺序读源序列；反转是单独的一步。",
)
def read_backwards(xs: Tensor, h_0: Tensor, c_0: Tensor, *weights: Tensor) -> tuple[Tensor, Tensor]:
    return seq2seq.encode(xs.flip(-2), h_0, c_0, *weights)


@mistake(
    seq2seq.decode,
    en="The decoder starts from the encoder's hidden state and cell, not from zeros.",
    zh="解码器从编码器的隐状态和细胞状态开始，不是从零开始。",
)
def started_from_zeros(ys: Tensor, h: Tensor, c: Tensor, *weights: Tensor) -> Tensor:
    return seq2seq.decode(ys, torch.zeros_like(h), torch.zeros_like(c), *weights)


@mistake(
    seq2seq.decode,
    en="The encoder's cell is dropped: the decoder needs h and c.",
    zh="丢了编码器的细胞状态：解码器需要 h 和 c。",
)
def cell_dropped(ys: Tensor, h: Tensor, c: Tensor, *weights: Tensor) -> Tensor:
    return seq2seq.decode(ys, h, torch.zeros_like(c), *weights)


@mistake(
    seq2seq.decode,
    en="The decoder carries its own state on; here every step starts from the encoder's again.",
    zh="解码器要把自己的状态传下去；这里每一步又从编码器状态开始。",
)
def state_not_carried(ys: Tensor, h: Tensor, c: Tensor, *weights: Tensor) -> Tensor:
    steps = [seq2seq.decode(y.unsqueeze(-2), h, c, *weights) for y in ys.unbind(-2)]
    return torch.cat(steps, dim=-2)


@mistake(
    seq2seq.seq2seq_logits,
    en="The decoder reads the words as they are handed in, bos first; here they are moved one step on.",
    zh="解码器按给定的输入读词，bos 在前；这里多移了一位。",
)
def decoder_input_shifted_again(
    source: Tensor,
    target: Tensor,
    E_src: Tensor,
    E_tgt: Tensor,
    encoder: Weights,
    decoder: Weights,
    W_y: Tensor,
    b_y: Tensor,
) -> Tensor:
    return seq2seq.seq2seq_logits(source, target.roll(-1, -1), E_src, E_tgt, encoder, decoder, W_y, b_y)


@mistake(
    seq2seq.seq2seq_logits,
    en="Encoder and decoder have weights of their own.",
    zh="编码器和解码器各有自己的权重。",
)
def weights_shared(
    source: Tensor,
    target: Tensor,
    E_src: Tensor,
    E_tgt: Tensor,
    encoder: Weights,
    decoder: Weights,
    W_y: Tensor,
    b_y: Tensor,
) -> Tensor:
    return seq2seq.seq2seq_logits(source, target, E_src, E_tgt, encoder, encoder, W_y, b_y)


@mistake(
    seq2seq.seq2seq_logits,
    en="The source is not reversed inside the model.",
    zh="模型内部不反转源序列。",
)
def source_reversed_inside(
    source: Tensor,
    target: Tensor,
    E_src: Tensor,
    E_tgt: Tensor,
    encoder: Weights,
    decoder: Weights,
    W_y: Tensor,
    b_y: Tensor,
) -> Tensor:
    return seq2seq.seq2seq_logits(source.flip(-1), target, E_src, E_tgt, encoder, decoder, W_y, b_y)


@mistake(
    seq2seq.scheduled_sampling_rate,
    en="This is the probability of the model's own word; ε_i is that of the gold word, and it falls.",
    zh="这是用模型自己输出的概率；ε_i 是用标准答案的概率，随训练下降。",
    latex=r"\epsilon_i = 1 - \frac{k}{k + e^{i / k}}",
)
def probability_of_its_own_word(i: Tensor, k: Tensor) -> Tensor:
    return 1 - seq2seq.scheduled_sampling_rate(i, k)


@mistake(
    seq2seq.scheduled_sampling_rate,
    en="The step is divided by k in the exponent: e^{i/k}.",
    zh="指数里要除以 k：e^{i/k}。",
    latex=r"\epsilon_i = \frac{k}{k + e^{i}}",
)
def step_not_divided(i: Tensor, k: Tensor) -> Tensor:
    return k / (k + torch.exp(i))


@mistake(
    seq2seq.scheduled_sampling_rate,
    en="The numerator is k, so that the rate starts near 1.",
    zh="分子是 k，这样初始概率接近 1。",
    latex=r"\epsilon_i = \frac{1}{k + e^{i / k}}",
)
def one_for_k(i: Tensor, k: Tensor) -> Tensor:
    return 1 / (k + torch.exp(i / k))


@mistake(
    seq2seq.guided_attention_penalty,
    en="Attention away from the diagonal is punished: the weight is 1 − e^{…}, which is 0 on the diagonal.",
    zh="要惩罚偏离对角线的注意力：权重是 1 − e^{…}，在对角线上为 0。",
)
def diagonal_punished(A: Tensor, g: float) -> Tensor:
    return A.mean(dim=(-2, -1)) - seq2seq.guided_attention_penalty(A, g)


@mistake(
    seq2seq.guided_attention_penalty,
    en="The penalty is the mean over all cells, not the sum.",
    zh="惩罚是对所有格子取平均，不是求和。",
)
def sum_over_cells(A: Tensor, g: float) -> Tensor:
    return seq2seq.guided_attention_penalty(A, g) * A.shape[-2] * A.shape[-1]


@mistake(
    seq2seq.guided_attention_penalty,
    en="The denominator is 2g².",
    zh="分母是 2g²。",
)
def two_forgotten(A: Tensor, g: float) -> Tensor:
    return seq2seq.guided_attention_penalty(A, g / 2**0.5)


@mistake(
    seq2seq.guided_attention_penalty,
    en="Positions are divided by their lengths, n/N and t/T: the diagonal leads from corner to corner.",
    zh="位置要除以各自的长度，即 n/N 和 t/T：对角线是从一角到另一角的。",
)
def positions_not_divided(A: Tensor, g: float) -> Tensor:
    n, t = (torch.arange(1, length + 1, dtype=A.dtype, device=A.device) for length in A.shape[-2:])
    return (A * (1 - torch.exp(-((n[:, None] - t) ** 2) / (2 * g**2)))).mean(dim=(-2, -1))


@mistake(
    seq2seq.scheduled_sampling_rate,
    en="That is exponential decay, for k below 1; the inverse sigmoid one asked for is k/(k + e^{i/k}).",
    zh="那是指数衰减（k 小于 1）；问的是反 sigmoid 衰减：k/(k + e^{i/k})。",
)
def exponential_decay(i: Tensor, k: Tensor) -> Tensor:
    return k**i


@mistake(
    seq2seq.scheduled_sampling_rate,
    en="That is exponential decay, fastest at the start; the inverse sigmoid one, k/(k + e^{i/k}), starts slowly.",
    zh="那是指数衰减，一开始下降最快；反 sigmoid 衰减 k/(k + e^{i/k}) 开始时下降很慢。",
)
def falling_exponential(i: Tensor, k: Tensor) -> Tensor:
    return torch.exp(-i / k)


@mistake(
    seq2seq.scheduled_sampling_rate,
    en="That is linear decay; the inverse sigmoid one asked for is k/(k + e^{i/k}).",
    zh="那是线性衰减；问的是反 sigmoid 衰减：k/(k + e^{i/k})。",
)
def linear_decay(i: Tensor, k: Tensor) -> Tensor:
    return 1 - i / k


@mistake(
    seq2seq.scheduled_sampling_rate,
    en="k is added below as well, k/(k + e^{i/k}): without it the rate may exceed 1.",
    zh="分母里也要加 k：k/(k + e^{i/k})；不加的话概率会超过 1。",
)
def k_missing_below(i: Tensor, k: Tensor) -> Tensor:
    return k * torch.exp(-i / k)


@mistake(
    seq2seq.guided_attention_penalty,
    en="The weight is 1 − e^{−(n/N − t/T)²/(2g²)}, which stays below 1: here the exponent itself is the weight.",
    zh="权重是 1 − e^{−(n/N − t/T)²/(2g²)}，不超过 1；这里直接把指数部分当成了权重。",
)
def exponent_for_the_weight(A: Tensor, g: float) -> Tensor:
    n, t = (torch.arange(1, length + 1, dtype=A.dtype, device=A.device) / length for length in A.shape[-2:])
    return (A * (n[:, None] - t) ** 2 / (2 * g**2)).mean(dim=(-2, -1))


@mistake(
    seq2seq.guided_attention_penalty,
    en="n and t count from 1, so that the last cell, n = N and t = T, lies on the diagonal.",
    zh="n 和 t 从 1 数起，这样最后一格 n = N、t = T 正好在对角线上。",
)
def places_from_zero(A: Tensor, g: float) -> Tensor:
    n, t = (torch.arange(0, length, dtype=A.dtype, device=A.device) / length for length in A.shape[-2:])
    return (A * (1 - torch.exp(-((n[:, None] - t) ** 2) / (2 * g**2)))).mean(dim=(-2, -1))


@mistake(
    seq2seq.scheduled_sampling_rate,
    en="That rises towards 1; the gold word is fed less and less often: k/(k + e^{i/k}).",
    zh="这样会上升到 1；用标准答案的概率应当越来越小：k/(k + e^{i/k})。",
)
def rising_sigmoid(i: Tensor, k: Tensor) -> Tensor:
    return torch.sigmoid(i / k)
