"""What goes wrong in negative sampling, in its noise, and in subsampling."""

import torch
from torch import Tensor

from quizbank.mistake import mistake
from reference import word2vec


@mistake(
    word2vec.negative_sampling_loss,
    en="The noise words are to be rejected: their scores enter with a minus, σ(−n·v).",
    zh="噪声词是要被拒绝的：它们的得分要取负，即 σ(−n·v)。",
    latex=r"J = -\log \sigma(u^\top v) - \sum_{i=1}^{k} \log \sigma(\tilde{u}_i^\top v)",
)
def noise_not_negated(v: Tensor, u: Tensor, negatives: Tensor) -> Tensor:
    return word2vec.negative_sampling_loss(v, u, -negatives)


@mistake(
    word2vec.negative_sampling_loss,
    en="The k noise words are summed, not averaged.",
    zh="k 个噪声词的项是求和，不是取平均。",
    latex=r"J = -\log \sigma(u^\top v) - \frac{1}{k} \sum_{i=1}^{k} \log \sigma(-\tilde{u}_i^\top v)",
)
def mean_over_noise(v: Tensor, u: Tensor, negatives: Tensor) -> Tensor:
    true = word2vec.negative_sampling_loss(v, u, negatives[..., :0, :])
    return true + (word2vec.negative_sampling_loss(v, u, negatives) - true) / negatives.shape[-2]


@mistake(
    word2vec.negative_sampling_loss,
    en="The k noise words are different ones: sum their terms, not k times the first.",
    zh="k 个噪声词各不相同：要把各自的项相加，不是第一个词的 k 倍。",
)
def first_noise_word_only(v: Tensor, u: Tensor, negatives: Tensor) -> Tensor:
    return word2vec.negative_sampling_loss(v, u, negatives[..., :1, :].expand_as(negatives))


@mistake(
    word2vec.negative_sampling_loss,
    en="The k noise words are missing: without them every score could grow for ever.",
    zh="漏了 k 个噪声词：没有它们，所有得分都可以无限增大。",
)
def noise_left_out(v: Tensor, u: Tensor, negatives: Tensor) -> Tensor:
    return word2vec.negative_sampling_loss(v, u, negatives[..., :0, :])


@mistake(
    word2vec.negative_sampling_loss,
    en="The word that does occur has a term of its own, −log σ(u·v).",
    zh="真正出现的词也有自己的一项：−log σ(u·v)。",
    latex=r"J = -\sum_{i=1}^{k} \log \sigma(-\tilde{u}_i^\top v)",
)
def true_word_missing(v: Tensor, u: Tensor, negatives: Tensor) -> Tensor:
    both = word2vec.negative_sampling_loss(v, u, negatives)
    return both - word2vec.negative_sampling_loss(v, u, negatives[..., :0, :])


@mistake(
    word2vec.negative_sampling_loss,
    en="The logarithm of σ is taken as one function: σ itself rounds to 0 and its logarithm is −∞.",
    zh="log σ 要当作一个函数来算：先算 σ 会下溢成 0，再取对数就是 −∞。",
    channel="extreme",
)
def log_of_underflow(v: Tensor, u: Tensor, negatives: Tensor) -> Tensor:
    noise = (negatives @ v[..., None]).squeeze(-1)
    return -torch.log(torch.sigmoid((u * v).sum(-1))) - torch.log(torch.sigmoid(-noise)).sum(-1)


@mistake(
    word2vec.subsample_keep,
    en="√(t/f) is the probability to keep the word; 1 − √(t/f) is the one to discard it.",
    zh="√(t/f) 是保留的概率；1 − √(t/f) 是丢弃的概率。",
    latex=r"P = 1 - \min(1, \sqrt{t / f})",
)
def discarded(frequency: Tensor, t: float) -> Tensor:
    return 1 - word2vec.subsample_keep(frequency, t)


@mistake(
    word2vec.subsample_keep,
    en="1 − √(t/f) is the probability to discard the word, for words more frequent than t; asked is the one to keep it.",
    zh="1 − √(t/f) 是丢弃的概率（且只对比 t 常见的词）；问的是保留的概率。",
)
def discarded_uncapped(frequency: Tensor, t: float) -> Tensor:
    return 1 - torch.sqrt(t / frequency)


@mistake(
    word2vec.subsample_keep,
    en="The root is missing: √(t/f), so that frequent words are thinned out less harshly.",
    zh="漏了根号：应当是 √(t/f)，高频词才不会被丢得太狠。",
    latex=r"P = \min(1, t / f)",
)
def root_missing(frequency: Tensor, t: float) -> Tensor:
    return (t / frequency).clamp(max=1.0)


@mistake(
    word2vec.subsample_keep,
    en="The ratio is upside down: the more frequent a word, the less often it is kept.",
    zh="分子分母颠倒了：词越常见，保留的概率应当越小。",
    latex=r"P = \min(1, \sqrt{f / t})",
)
def ratio_upside_down(frequency: Tensor, t: float) -> Tensor:
    return torch.sqrt(frequency / t).clamp(max=1.0)


@mistake(
    word2vec.subsample_keep,
    en="A probability is at most 1: a word rarer than t is always kept.",
    zh="概率不超过 1：比 t 更少见的词一律保留。",
)
def not_capped(frequency: Tensor, t: float) -> Tensor:
    return torch.sqrt(t / frequency)


@mistake(
    word2vec.noise_distribution,
    en="The counts are raised to 3/4 first: plain frequencies draw rare words too seldom.",
    zh="计数要先取 3/4 次方：直接用词频，低频词会采得太少。",
    latex=r"P_i = \frac{c_i}{\sum_{j} c_j}",
)
def plain_frequencies(counts: Tensor) -> Tensor:
    return counts / counts.sum(dim=-1, keepdim=True)


@mistake(
    word2vec.noise_distribution,
    en="The powers are divided by their sum: probabilities sum to 1.",
    zh="幂要除以它们的和：概率之和是 1。",
)
def powers_not_normalised(counts: Tensor) -> Tensor:
    return counts**0.75


@mistake(
    word2vec.noise_distribution,
    en="The power acts on the counts before they are normalised, so the result sums to 1.",
    zh="先对计数取幂再归一化，结果之和才是 1。",
    latex=r"P_i = (\frac{c_i}{\sum_{j} c_j})^{3/4}",
)
def power_after_normalising(counts: Tensor) -> Tensor:
    return torch.pow(plain_frequencies(counts), 0.75)


@mistake(
    word2vec.noise_distribution,
    en="The sampling weight is a power of the count, not an exponential: no softmax.",
    zh="权重是计数的幂，不是指数：不要用 softmax。",
)
def softmax_of_counts(counts: Tensor) -> Tensor:
    return torch.softmax(counts, dim=-1)


@mistake(
    word2vec.noise_distribution,
    en="The sum below is over the same powers c_j^{3/4}: only then do the probabilities sum to 1.",
    zh="分母也要对 c_j^{3/4} 求和，概率之和才是 1。",
)
def power_above_only(counts: Tensor) -> Tensor:
    return torch.pow(counts, 0.75) / counts.sum(dim=-1, keepdim=True)


@mistake(
    word2vec.noise_distribution,
    en="The exponent is 3/4: 4/3 would draw frequent words even more often.",
    zh="指数是 3/4；取 4/3 会让高频词采得更多。",
)
def exponent_upside_down(counts: Tensor) -> Tensor:
    return torch.pow(counts, 4 / 3) / torch.pow(counts, 4 / 3).sum(dim=-1, keepdim=True)


@mistake(
    word2vec.negative_sampling_loss,
    en="The noise words have vectors of their own: the second sum is over ũ_i, not k times u.",
    zh="噪声词有各自的向量：后一项是对 ũ_i 求和，不是 k 次用 u。",
)
def context_word_as_noise(v: Tensor, u: Tensor, negatives: Tensor) -> Tensor:
    return word2vec.negative_sampling_loss(v, u, u.unsqueeze(-2).expand_as(negatives))


@mistake(
    word2vec.negative_sampling_loss,
    en="Each noise word is rejected by itself: the sum stands outside log σ, not inside.",
    zh="每个噪声词各自被拒绝：求和在 log σ 外面，不在里面。",
)
def noise_scores_added_first(v: Tensor, u: Tensor, negatives: Tensor) -> Tensor:
    return word2vec.negative_sampling_loss(v, u, negatives.sum(dim=-2, keepdim=True))


@mistake(
    word2vec.negative_sampling_loss,
    en="That is a softmax over the sampled words; negative sampling has a sigmoid for each of them.",
    zh="那是对采样词做 softmax；负采样是对每个词各做一次 sigmoid。",
)
def softmax_over_the_sample(v: Tensor, u: Tensor, negatives: Tensor) -> Tensor:
    every = torch.cat([u.unsqueeze(-2), negatives], dim=-2) @ v.unsqueeze(-1)
    return -every.squeeze(-1).log_softmax(dim=-1)[..., 0]


@mistake(
    word2vec.noise_distribution,
    en="The exponent is 3/4: the root makes rare words more frequent still.",
    zh="指数是 3/4；开平方会把低频词抬得更高。",
)
def roots_of_counts(counts: Tensor) -> Tensor:
    return torch.pow(counts, 0.5) / torch.pow(counts, 0.5).sum(dim=-1, keepdim=True)


@mistake(
    word2vec.noise_distribution,
    en="The exponent is positive: with −3/4 the rarest words would be drawn most often.",
    zh="指数是正的：取 −3/4 的话，最少见的词反而采得最多。",
)
def exponent_negative(counts: Tensor) -> Tensor:
    return torch.pow(counts, -0.75) / torch.pow(counts, -0.75).sum(dim=-1, keepdim=True)


@mistake(
    word2vec.noise_distribution,
    en="The weight is a power of the count, c^{3/4}, not its logarithm.",
    zh="权重是计数的幂 c^{3/4}，不是计数的对数。",
)
def logarithms_of_counts(counts: Tensor) -> Tensor:
    logarithms = torch.log(counts)
    return logarithms / logarithms.sum(dim=-1, keepdim=True)


@mistake(
    word2vec.noise_distribution,
    en="The power stands above as well: c_i^{3/4}, so that the probabilities sum to 1.",
    zh="分子也要取 3/4 次方：c_i^{3/4}，概率之和才是 1。",
)
def power_below_only(counts: Tensor) -> Tensor:
    return counts / torch.pow(counts, 0.75).sum(dim=-1, keepdim=True)
