"""The answers to the own questions about decoding, each by running the reference."""

from collections.abc import Callable, Sequence

import torch
from torch import Tensor

from quizbank.answers.lure import lure
from quizbank.experiment import Reading, reading
from quizbank.mistakes.search import decoding, scoring
from reference import search

Step = Callable[[list[int]], Tensor]


def penalised(n: int, alpha: float) -> float:
    """What the log-probability is divided by."""
    return float(search.length_penalty(_number(n), alpha))


@lure(penalised, en="The five and the six are missing: (5 + n)/6.", zh="漏了 5 和 6：底数是 (5 + n)/6。")
def _plain_length(n: int, alpha: float) -> float:
    return float(scoring.plain_length(_number(n), alpha))


@lure(penalised, en="The exponent α is missing.", zh="漏了指数 α。")
def _without_exponent(n: int, alpha: float) -> float:
    return penalised(n, 1.0)


def two_words_at_temperature(z: Sequence[float], tau: float) -> float:
    """The first word's probability."""
    return float(search.temperature(torch.tensor(z, dtype=torch.float64), tau)[0])


@lure(two_words_at_temperature, en="The logits are divided by τ, not multiplied.", zh="logits 是除以 τ，不是乘。")
def _multiplied_by_tau(z: Sequence[float], tau: float) -> float:
    return two_words_at_temperature(z, 1 / tau)


@lure(two_words_at_temperature, en="The temperature is missing.", zh="漏了温度。")
def _at_temperature_one(z: Sequence[float], tau: float) -> float:
    return two_words_at_temperature(z, 1.0)


def greedy_against_beam(a: float, b: float, p: float, q: float) -> list[float]:
    """Probabilities of what both searches find in the same little tree."""
    step = _tree(a, b, p, q)
    found = [search.greedy_decode(step, 0, 1, 2), search.beam_search(step, 0, 1, 2, 2, 0.0)]
    return [float(torch.tensor(score, dtype=torch.float64).exp()) for _, score in found]


@lure(
    greedy_against_beam,
    en="The beam also follows B, whose sentence is better.",
    zh="束搜索还保留了 B，它后面的句子更好。",
)
def _greedy_twice(a: float, b: float, p: float, q: float) -> list[float]:
    return [greedy_against_beam(a, b, p, q)[0]] * 2


@lure(greedy_against_beam, en="Greedy never comes to B: it has chosen A.", zh="贪心走不到 B：它已经选了 A。")
def _beam_twice(a: float, b: float, p: float, q: float) -> list[float]:
    return [greedy_against_beam(a, b, p, q)[1]] * 2


def _tree(a: float, b: float, p: float, q: float) -> Step:
    """Words: bos, eos, A, B, then three second words; after them nothing but eos."""
    rest = 1 - a - b
    rows = {
        0: [0, rest, a, b, 0, 0, 0],
        2: [0, 0, 0, 0, p, (1 - p) / 2, (1 - p) / 2],
        3: [0, 0, 0, 0, q, (1 - q) / 2, (1 - q) / 2],
    }
    return lambda ids: torch.tensor(rows[ids[-1]], dtype=torch.float64).log()


def beam_candidates(width: int, V: int) -> int:
    """What the second step scores, when `width` hypotheses live that have not ended."""
    scored: list[int] = []

    def step(ids: list[int]) -> Tensor:
        row = (
            torch.arange(width + V, dtype=torch.float64)[:V]
            if len(ids) > 1
            else torch.zeros(width, dtype=torch.float64)
        )
        scored.extend([len(ids)] * len(row))
        return row

    search.beam_search(step, 0, -1, width, 2, 0.0)
    return scored.count(2)


@lure(
    beam_candidates,
    en="Each of the B hypotheses is extended by each of the V words.",
    zh="B 个假设中的每一个，都要用 V 个词逐一续写。",
)
def _one_hypothesis(width: int, V: int) -> int:
    return beam_candidates(1, V)


def prefix_work(n: int) -> int:
    """The lengths of all prefixes that greedy decoding hands to the model."""
    lengths: list[int] = []

    def step(ids: list[int]) -> Tensor:
        lengths.append(len(ids))
        return torch.zeros(3, dtype=torch.float64)

    search.greedy_decode(step, 0, -1, n)
    return sum(lengths)


@lure(prefix_work, en="That is with a cache: each word once.", zh="那是有缓存的情形：每个词只读一次。")
def _cached(n: int) -> int:
    return prefix_work(n) - prefix_work(n - 1)


@lure(
    prefix_work,
    en="The prefix is shorter at first; only the last call reads all.",
    zh="前缀一开始较短，只有最后一次才读全部。",
)
def _full_length_every_time(n: int) -> int:
    return n * _cached(n)


@lure(
    prefix_work,
    en="<bos> counts as a word: the first call reads one word, the last one n.",
    zh="<bos> 也算一个词：第一次读 1 个词，最后一次读 n 个词。",
)
def _bos_not_counted(n: int) -> int:
    return prefix_work(n) - n


_FIVE = (0.5, 0.2, 0.15, 0.1, 0.05)


def nucleus_size(p: float) -> int:
    """Words that have a probability left."""
    return _kept(search.top_p, p)


@lure(nucleus_size, en="The word that crosses p belongs to the nucleus.", zh="跨过 p 的那个词也要保留。")
def _crossing_word_cut(p: float) -> int:
    return _kept(decoding.crossing_word_cut, p)


def _kept(cut: Callable[[Tensor, float], Tensor], p: float) -> int:
    return int((cut(torch.tensor(_FIVE, dtype=torch.float64).log(), p) > 0).sum())


def from_safe_to_bold() -> list[int]:
    """The ways by the entropy of what they sample from."""
    z = torch.tensor([3.0, 2.0, 1.0, 0.0, -1.0], dtype=torch.float64)
    ways = [search.temperature(z, 2.0), search.temperature(z, 0.5), search.top_k(z, 1), search.temperature(z, 1.0)]
    entropies = [float(_entropy(way)) for way in ways]
    return sorted(range(len(ways)), key=entropies.__getitem__)


def too_short(c: int, r: int) -> float:
    """BLEU's factor."""
    return float(search.brevity_penalty(_number(c), _number(r)))


@lure(too_short, en="It falls exponentially, not as the ratio of the lengths.", zh="按指数下降，不是长度之比。")
def _ratio(c: int, r: int) -> float:
    return float(scoring.ratio_of_lengths(_number(c), _number(r)))


@lure(too_short, en="Short candidates are the ones that are punished.", zh="受惩罚的正是过短的候选。")
def _no_penalty(c: int, r: int) -> float:
    return too_short(r, r)


_REFERENCE = "the cat is on the mat"

Grams = list[tuple[str, ...]]


def clipped_precision(candidate: str) -> list[float]:
    """Of single words, then of bigrams."""
    return [_share(_grams(candidate, n), _grams(_REFERENCE, n)) for n in (1, 2)]


@lure(
    clipped_precision,
    en="Not clipped: an n-gram counts at most as often as the reference has it.",
    zh="没有截断：一个 n-gram 最多只能算参考译文里出现的次数。",
)
def _not_clipped(candidate: str) -> list[float]:
    return [_share(_grams(candidate, n), len(candidate) * _grams(_REFERENCE, n)) for n in (1, 2)]


@lure(
    clipped_precision,
    en="That is recall: BLEU divides by the candidate's n-grams, not by the reference's.",
    zh="那是召回率：BLEU 除以候选译文的 n-gram 数，不是参考译文的。",
)
def _recall(candidate: str) -> list[float]:
    return [_share(_grams(_REFERENCE, n), _grams(candidate, n)) for n in (1, 2)]


@lure(
    clipped_precision,
    en="The reference has “the” twice, so it may count twice.",
    zh="参考译文里有两个 the，所以可以算两次。",
)
def _each_once(candidate: str) -> list[float]:
    rows = [_grams(candidate, n) for n in (1, 2)]
    kinds = [list(dict.fromkeys(row)) for row in rows]
    once = [_share(kind, _grams(_REFERENCE, n)) for n, kind in enumerate(kinds, start=1)]
    return [share * len(kind) / len(row) for share, kind, row in zip(once, kinds, rows, strict=True)]


def _grams(sentence: str, n: int) -> Grams:
    words = sentence.split()
    return [tuple(words[place : place + n]) for place in range(len(words) - n + 1)]


def _share(found: Grams, wanted: Grams) -> float:
    """BLEU with the n-grams as its single words and no longer ones, its brevity penalty taken back."""
    places = {gram: place for place, gram in enumerate(dict.fromkeys(found + wanted))}
    candidate, reference = ([places[gram] for gram in row] for row in (found, wanted))
    penalty = search.brevity_penalty(_number(len(found)), _number(len(wanted)))
    share: float = scoring.single_words_alone(candidate, [reference]) / float(penalty)
    return share


def beam_or_greedy() -> tuple[Reading, ...]:
    """Mean scores over 30 random models with sentences of up to 5 words."""
    widths = (1, 2, 3, 4, 6)
    scores = [[search.beam_search(_random(seed), 0, 1, width, 5, 0.0)[1] for seed in range(30)] for width in widths]
    mean = torch.tensor(scores, dtype=torch.float64).mean(dim=1)
    return (
        reading(
            "mean log-probability found by beams of 1 (greedy), 2, 3, 4, 6",
            "束宽 1（贪心）、2、3、4、6 找到的平均对数概率",
            mean,
        ),
    )


def why_length_penalty() -> tuple[Reading, ...]:
    """How long the chosen sentences of 30 random models are, for growing α."""
    strengths = (0.0, 0.3, 0.6, 1.0, 1.5)
    lengths = [[len(search.beam_search(_random(seed), 0, 1, 4, 8, a)[0]) for seed in range(30)] for a in strengths]
    mean = torch.tensor(lengths, dtype=torch.float64).mean(dim=1)
    return (
        reading("mean length chosen for α = 0, 0.3, 0.6, 1, 1.5", "α = 0、0.3、0.6、1、1.5 时所选句子的平均长度", mean),
    )


def _random(seed: int, V: int = 8) -> Step:
    """A model whose next word depends on the last two."""
    logits = 2 * torch.randn(V, V, V, generator=torch.Generator().manual_seed(seed), dtype=torch.float64)
    table = logits.log_softmax(dim=-1)
    return lambda ids: table[ids[-2] if len(ids) > 1 else 0, ids[-1]]


def how_to_sample() -> tuple[Reading, ...]:
    """A sure and an unsure model over 1000 words: what each way leaves."""
    ranks = torch.arange(1, 1001, dtype=torch.float64)
    sure, unsure = -4 * ranks.log(), -ranks.log()
    taus = (0.25, 0.5, 1.0, 2.0)
    return (
        reading(
            "words kept by top-p = 0.9: sure, unsure model",
            "top-p = 0.9 保留的词数：有把握、没把握",
            *_counts(search.top_p, 0.9, sure, unsure),
        ),
        reading("words kept by top-k = 40", "top-k = 40 保留的词数", *_counts(search.top_k, 40, sure, unsure)),
        reading(
            "probability beyond the best 40 words: sure, unsure",
            "前 40 个词之外的总概率：有把握、没把握",
            *[z.softmax(dim=-1)[40:].sum() for z in (sure, unsure)],
        ),
        reading(
            "entropy of the unsure model at τ = 0.25, 0.5, 1, 2",
            "没把握的模型在 τ = 0.25、0.5、1、2 时的熵",
            *[_entropy(search.temperature(unsure, tau)) for tau in taus],
        ),
    )


def _counts(cut: Callable[..., Tensor], limit: float, *logits: Tensor) -> list[Tensor]:
    return [(cut(z, limit) > 0).sum() for z in logits]


def _entropy(p: Tensor) -> Tensor:
    nats: Tensor = torch.special.entr(p).sum()
    return nats


def _number(value: float) -> Tensor:
    return torch.tensor(float(value), dtype=torch.float64)
