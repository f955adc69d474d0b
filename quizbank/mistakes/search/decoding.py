"""What goes wrong when sentences are decoded and words sampled."""

import math
from collections.abc import Callable

import torch
from torch import Tensor

from quizbank.mistake import mistake
from reference import search

Step = Callable[[list[int]], Tensor]


@mistake(
    search.greedy_decode,
    en="Decoding stops at eos; nothing is written after it.",
    zh="遇到 eos 就停止，后面不再生成。",
)
def runs_past_the_end(step: Step, bos: int, eos: int, max_length: int) -> tuple[list[int], float]:
    return search.greedy_decode(step, bos, -1, max_length)


@mistake(
    search.greedy_decode,
    en="The model reads all words so far, not the last one alone.",
    zh="模型要读到目前为止的全部词，不是只读最后一个。",
)
def prefix_forgotten(step: Step, bos: int, eos: int, max_length: int) -> tuple[list[int], float]:
    return search.greedy_decode(lambda ids: step(ids[-1:]), bos, eos, max_length)


@mistake(
    search.greedy_decode,
    en="Log-probabilities are summed: the score here is a product of them.",
    zh="对数概率是相加；这里成了相乘。",
)
def log_probabilities_multiplied(step: Step, bos: int, eos: int, max_length: int) -> tuple[list[int], float]:
    ids, _ = search.greedy_decode(step, bos, eos, max_length)
    return ids, math.prod(float(step([bos, *ids[:place]])[word]) for place, word in enumerate(ids))


@mistake(
    search.beam_search,
    en="Finished hypotheses leave the beam: one that ended in eos is not extended.",
    zh="以 eos 结尾的假设要移出 beam，不再扩展。",
)
def finished_extended(
    step: Step, bos: int, eos: int, width: int, max_length: int, alpha: float
) -> tuple[list[int], float]:
    return search.beam_search(step, bos, -1, width, max_length, alpha)


@mistake(
    search.beam_search,
    en="The scores of a hypothesis add up over its words: here only the last word's counts.",
    zh="假设的得分要对所有词累加；这里只算了最后一个词。",
)
def scores_not_accumulated(
    step: Step, bos: int, eos: int, width: int, max_length: int, alpha: float
) -> tuple[list[int], float]:
    ids, _ = search.greedy_decode(step, bos, eos, max_length)
    last = float(step([bos, *ids[:-1]])[ids[-1]])
    return ids, last / float(search.length_penalty(torch.tensor(float(len(ids)), dtype=torch.float64), alpha))


@mistake(
    search.beam_search,
    en="The best hypothesis is chosen by its score over the length penalty; here the penalty is left out.",
    zh="选最优假设时要除以长度惩罚；这里没除。",
)
def length_penalty_missing(
    step: Step, bos: int, eos: int, width: int, max_length: int, alpha: float
) -> tuple[list[int], float]:
    return search.beam_search(step, bos, eos, width, max_length, 0.0)


@mistake(
    search.temperature,
    en="The logits are divided by τ: a small τ must sharpen the distribution.",
    zh="logits 要除以 τ：τ 越小分布越尖锐。",
    latex=r"p = \mathrm{softmax}(z \tau)",
)
def multiplied_by_tau(logits: Tensor, tau: float) -> Tensor:
    return search.temperature(logits, 1 / tau)


@mistake(
    search.temperature,
    en="The temperature acts on the logits before the softmax, not on the probabilities.",
    zh="温度作用在 softmax 之前的 logits 上，不是除概率。",
    latex=r"p = \mathrm{softmax}(z) / \tau",
)
def probabilities_divided(logits: Tensor, tau: float) -> Tensor:
    return logits.softmax(dim=-1) / tau


@mistake(
    search.temperature,
    en="The logits are divided by τ inside the softmax: powers of probabilities no longer sum to 1.",
    zh="τ 要在 softmax 里面除 logits：对概率取幂，加起来就不是 1 了。",
)
def power_of_probabilities(logits: Tensor, tau: float) -> Tensor:
    return logits.softmax(dim=-1) ** (1 / tau)


@mistake(
    search.temperature,
    en="The temperature has no effect here: the logits are divided by τ.",
    zh="温度 τ 没有起作用：logits 要除以 τ。",
    latex=r"p = \mathrm{softmax}(z)",
)
def temperature_missing(logits: Tensor, tau: float) -> Tensor:
    return logits.softmax(dim=-1)


@mistake(
    search.top_k,
    en="What is cut off gets the logit −∞; a logit of 0 still has a probability.",
    zh="被截断的词 logit 要设为 −∞；设为 0 仍有概率。",
)
def cut_to_zero_logits(logits: Tensor, k: int) -> Tensor:
    smallest = logits.topk(k, dim=-1).values[..., -1:]
    return logits.masked_fill(logits < smallest, 0.0).softmax(dim=-1)


@mistake(
    search.top_k,
    en="The kept probabilities are divided by their sum, so that they sum to 1 again.",
    zh="保留下来的概率要重新归一化，使和为 1。",
)
def not_renormalised(logits: Tensor, k: int) -> Tensor:
    return logits.softmax(dim=-1) * (search.top_k(logits, k) > 0)


@mistake(
    search.top_k,
    en="The k most probable words are kept, not all but k.",
    zh="保留概率最大的 k 个词，不是去掉 k 个。",
)
def least_probable_cut(logits: Tensor, k: int) -> Tensor:
    return search.top_k(logits, max(1, logits.shape[-1] - k))


@mistake(
    search.top_p,
    en="The word that crosses p still belongs to the nucleus: it must hold at least p.",
    zh="使累计概率跨过 p 的那个词也要保留：核内概率之和至少为 p。",
)
def crossing_word_cut(logits: Tensor, p: float) -> Tensor:
    best = logits.softmax(dim=-1).sort(dim=-1, descending=True)
    inside = best.values.cumsum(dim=-1) <= p
    inside = inside | (torch.arange(logits.shape[-1], device=logits.device) == 0)
    kept = torch.zeros_like(inside).scatter(-1, best.indices, inside)
    return logits.masked_fill(~kept, -math.inf).softmax(dim=-1)


@mistake(
    search.top_p,
    en="The bound is on the sum of probabilities, not on each one.",
    zh="p 限制的是累计概率，不是单个词的概率。",
)
def bound_on_each_word(logits: Tensor, p: float) -> Tensor:
    shares = logits.softmax(dim=-1)
    kept = shares * (shares >= shares.amax(dim=-1, keepdim=True) * p)
    return kept / kept.sum(dim=-1, keepdim=True)


@mistake(
    search.top_p,
    en="The kept probabilities are divided by their sum, so that they sum to 1 again.",
    zh="保留下来的概率要重新归一化，使和为 1。",
)
def nucleus_not_renormalised(logits: Tensor, p: float) -> Tensor:
    return logits.softmax(dim=-1) * (search.top_p(logits, p) > 0)


@mistake(
    search.temperature,
    en="The exponentials are missing: the softmax takes e^{z/τ} over their sum.",
    zh="漏了指数：softmax 是 e^{z/τ} 除以它们的和。",
)
def exponentials_missing(logits: Tensor, tau: float) -> Tensor:
    return logits / logits.sum(dim=-1, keepdim=True)
