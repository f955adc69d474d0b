"""What goes wrong in Skip-gram and its sampling."""

import torch
from torch import Tensor

from quizbank.mistake import mistake
from reference import word2vec
from reference.word2vec import Tree


@mistake(
    word2vec.skipgram_pairs,
    en="A word is no context of itself.",
    zh="一个词不是它自己的上下文。",
)
def own_word_included(tokens: Tensor, window: int) -> Tensor:
    T = len(tokens)
    places = [(i, j) for i in range(T) for j in range(max(0, i - window), min(T, i + window + 1))]
    return tokens[torch.tensor(places, device=tokens.device)]


@mistake(
    word2vec.skipgram_pairs,
    en="The window reaches to both sides of the centre word.",
    zh="窗口向中心词的左右两侧都要延伸。",
)
def right_side_only(tokens: Tensor, window: int) -> Tensor:
    T = len(tokens)
    places = [(i, j) for i in range(T) for j in range(i + 1, min(T, i + window + 1))]
    return tokens[torch.tensor(places, device=tokens.device)]


@mistake(
    word2vec.skipgram_pairs,
    en="The window ends with the sentence: it does not wrap around its edges.",
    zh="窗口到句子边缘为止，不会绕到另一头。",
)
def window_wraps(tokens: Tensor, window: int) -> Tensor:
    T = len(tokens)
    places = [(i, (i + step) % T) for i in range(T) for step in range(-window, window + 1) if step]
    return tokens[torch.tensor(places, device=tokens.device)]


@mistake(
    word2vec.skipgram_loss,
    en="The centre word predicts the context word, not the other way round.",
    zh="是中心词预测上下文词，不是反过来。",
)
def roles_exchanged(centre: int, context: int, C: Tensor, nodes: Tensor, tree: Tree) -> Tensor:
    return word2vec.skipgram_loss(context, centre, C, nodes, tree)


@mistake(
    word2vec.skipgram_loss,
    en="The loss is −log of the probability: the minus is missing.",
    zh="损失是概率的负对数：漏了负号。",
)
def log_likelihood(centre: int, context: int, C: Tensor, nodes: Tensor, tree: Tree) -> Tensor:
    return -word2vec.skipgram_loss(centre, context, C, nodes, tree)


@mistake(
    word2vec.skipgram_loss,
    en="The centre word's vector is trained too: the gradient must reach the table.",
    zh="中心词的向量同样要训练：梯度必须能传到词向量表。",
    channel="gradient",
)
def centre_detached(centre: int, context: int, C: Tensor, nodes: Tensor, tree: Tree) -> Tensor:
    return word2vec.skipgram_loss(centre, context, C.detach(), nodes, tree)


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
    word2vec.skipgram_softmax_loss,
    en="The centre word's vector is from C and the context word's from U: two vectors a word.",
    zh="中心词的向量取自 C，上下文词的取自 U：每个词有两个向量。",
)
def one_table(centre: Tensor, context: Tensor, C: Tensor, U: Tensor) -> Tensor:
    return word2vec.skipgram_softmax_loss(centre, context, C, C) + 0 * U.sum()


@mistake(
    word2vec.skipgram_softmax_loss,
    en="The centre word predicts the context word, not the other way round.",
    zh="是中心词预测上下文词，不是反过来。",
)
def words_exchanged(centre: Tensor, context: Tensor, C: Tensor, U: Tensor) -> Tensor:
    return word2vec.skipgram_softmax_loss(context, centre, C, U)


@mistake(
    word2vec.skipgram_softmax_loss,
    en="The normaliser is missing: −log softmax is log Σ e^s minus the word's own score.",
    zh="漏了归一化项：−log softmax 是 log Σ e^s 减去该词自己的得分。",
)
def normaliser_missing(centre: Tensor, context: Tensor, C: Tensor, U: Tensor) -> Tensor:
    return -(C[centre] * U[context]).sum(dim=-1)
