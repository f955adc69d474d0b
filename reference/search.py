"""From next-word scores to sentences: greedy and beam search, sampling, and what scores the result."""

import math
from collections import Counter
from collections.abc import Callable, Sequence

import torch
from jaxtyping import Float
from torch import Tensor

from reference.formula import formula

Step = Callable[[list[int]], Tensor]
"""From the ids so far (bos first) to the log-probabilities of the next one, (V)."""


@formula(
    source="The notes' inference: the most probable word, again and again",
    outputs=("ids", "score"),
    domains={"step": "step V", "bos": "0..0", "eos": "1..1", "max_length": "4..6"},
    reads_data=True,
)
def greedy_decode(step: Step, bos: int, eos: int, max_length: int) -> tuple[list[int], float]:
    """The ids after bos, up to and with eos or max_length of them; the score is their summed log-probability."""
    ids: list[int] = []
    score = 0.0
    while len(ids) < max_length and eos not in ids:
        log_p = step([bos, *ids])
        ids.append(int(log_p.argmax()))
        score += float(log_p[ids[-1]])
    return ids, score


@greedy_decode.twin
def beam_of_one(step: Step, bos: int, eos: int, max_length: int) -> tuple[list[int], float]:
    """A beam of width 1 without length penalty."""
    return beam_search(step, bos, eos, 1, max_length, 0.0)


@formula(
    source="Wu et al. 2016, section 7; Vaswani et al. 2017, section 6.1",
    outputs=("ids", "score"),
    domains={
        "step": "step V",
        "bos": "0..0",
        "eos": "1..1",
        "width": "2..3",
        "max_length": "4..6",
        "alpha": "0.3..0.9",
    },
    reads_data=True,
)
def beam_search(step: Step, bos: int, eos: int, width: int, max_length: int, alpha: float) -> tuple[list[int], float]:
    """The best finished hypothesis by summed log-probability over the length penalty; eos counts as a word.

    Each round keeps the `width` best continuations of all live hypotheses; one that ends in eos leaves the beam.
    """
    live: list[tuple[list[int], float]] = [([], 0.0)]
    finished: list[tuple[list[int], float]] = []
    for _ in range(max_length):
        grown = [
            ([*ids, word], score + log_p)
            for ids, score in live
            for word, log_p in enumerate(step([bos, *ids]).tolist())
        ]
        kept = sorted(grown, key=lambda hypothesis: -hypothesis[1])[:width]
        finished += [hypothesis for hypothesis in kept if hypothesis[0][-1] == eos]
        live = [hypothesis for hypothesis in kept if hypothesis[0][-1] != eos]
    lengths = torch.tensor([len(ids) for ids, _ in finished + live], dtype=torch.float64)
    penalties = length_penalty(lengths, alpha).tolist()
    scored = [(ids, score / penalty) for (ids, score), penalty in zip(finished + live, penalties, strict=True)]
    return max(scored, key=lambda hypothesis: hypothesis[1])


@beam_search.twin
def beam_by_tables(
    step: Step, bos: int, eos: int, width: int, max_length: int, alpha: float
) -> tuple[list[int], float]:
    """The beam as a table of scores with the vocabulary as columns, cut by `topk`."""
    live, scores = [[bos]], torch.zeros(1, dtype=step([bos]).dtype)
    best: tuple[list[int], float] = ([], -math.inf)
    for length in range(1, max_length + 1):
        if not live:
            break
        table = scores[:, None] + torch.stack([step(ids) for ids in live])
        top = table.flatten().topk(min(width, table.numel()))
        rows = [(live[int(place) // table.shape[1]], int(place) % table.shape[1]) for place in top.indices]
        live, kept = [], []
        for (ids, word), score in zip(rows, top.values, strict=True):
            normed = float(score) / ((5 + length) / 6) ** alpha
            if word == eos or length == max_length:
                best = max(best, ([*ids[1:], word], normed), key=lambda pair: pair[1])
            if word != eos:
                live.append([*ids, word])
                kept.append(score)
        scores = torch.stack(kept) if kept else scores
    return best


@formula(
    source="Wu et al. 2016, eq. 14",
    latex=r"lp = (\frac{5 + n}{6})^{\alpha}",
    outputs=("lp",),
    domains={"n": "2..20", "alpha": "0.3..0.9"},
)
def length_penalty(n: Float[Tensor, "*batch"], alpha: float) -> Float[Tensor, "*batch"]:
    """What a summed log-probability is divided by, so that long sentences are not punished for their length."""
    return ((5 + n) / 6) ** alpha


@length_penalty.twin
def penalty_by_logarithms(n: Tensor, alpha: float) -> Tensor:
    """e^{α (ln(5 + n) − ln 6)}."""
    return torch.exp(alpha * (torch.log(5 + n) - math.log(6)))


@formula(
    source="Papineni et al. 2002, section 2.2.2",
    latex=r"BP = \min(1, e^{1 - r / c})",
    outputs=("BP",),
    domains={"c": "2..9", "r": "4..7"},
)
def brevity_penalty(c: Float[Tensor, "*batch"], r: Float[Tensor, "*batch"]) -> Float[Tensor, "*batch"]:
    """1 where the candidate's length c reaches the reference's r, else e^{1 − r/c}."""
    return torch.exp(1 - r / c).clamp(max=1)


@brevity_penalty.twin
def penalty_by_cases(c: Tensor, r: Tensor) -> Tensor:
    """The two cases apart."""
    return torch.where(c > r, torch.ones_like(c), torch.exp(1 - r / torch.minimum(c, r)))


@formula(
    source="Papineni et al. 2002, section 2.3, up to four-grams, without smoothing",
    outputs=("bleu",),
    domains={"candidate": "sentence V", "references": "near candidate"},
    reads_data=True,
)
def bleu(candidate: Sequence[int], references: Sequence[Sequence[int]]) -> float:
    """The geometric mean of four clipped n-gram precisions, by the brevity penalty of the closest reference."""
    precisions = [_clipped_precision(candidate, references, n) for n in range(1, 5)]
    if min(precisions) == 0:
        return 0.0
    c = float(len(candidate))
    r = float(min((abs(len(reference) - c), len(reference)) for reference in references)[1])
    penalty = brevity_penalty(torch.tensor(c, dtype=torch.float64), torch.tensor(r, dtype=torch.float64))
    return float(penalty) * math.exp(sum(math.log(precision) for precision in precisions) / 4)


def _clipped_precision(candidate: Sequence[int], references: Sequence[Sequence[int]], n: int) -> float:
    """The share of the candidate's n-grams that a reference has, each counted as often as in one reference."""
    counts = _n_grams(candidate, n)
    allowed: Counter[tuple[int, ...]] = Counter()
    for reference in references:
        allowed |= _n_grams(reference, n)
    total = sum(counts.values())
    return sum((counts & allowed).values()) / total if total else 0.0


def _n_grams(ids: Sequence[int], n: int) -> Counter[tuple[int, ...]]:
    return Counter(tuple(ids[start : start + n]) for start in range(len(ids) - n + 1))


@bleu.twin
def bleu_by_hand(candidate: Sequence[int], references: Sequence[Sequence[int]]) -> float:
    """Matches struck off one by one, the product's fourth root."""
    product = 1.0
    for n in range(1, 5):
        grams = [tuple(candidate[i : i + n]) for i in range(len(candidate) - n + 1)]
        matched = 0
        for gram in set(grams):
            found = max(sum(tuple(ref[i : i + n]) == gram for i in range(len(ref))) for ref in references)
            matched += min(grams.count(gram), found)
        product *= matched / len(grams) if grams else 0.0
    r = min((len(ref) for ref in references), key=lambda length: (abs(length - len(candidate)), length))
    return float(product**0.25 * min(1.0, math.e ** (1 - r / len(candidate))))


@formula(
    source="Ackley, Hinton & Sejnowski 1985; Holtzman et al. 2020, section 3",
    latex=r"p = \mathrm{softmax}(z / \tau)",
    outputs=("p",),
    domains={"tau": "0.3..0.9"},
    extreme={"logits": 1e3},
)
def temperature(logits: Float[Tensor, "*batch V"], tau: float) -> Float[Tensor, "*batch V"]:
    """The distribution to sample from: τ below 1 sharpens it, above 1 flattens it."""
    return (logits / tau).softmax(dim=-1)


@temperature.twin
def powers_of_probabilities(logits: Tensor, tau: float) -> Tensor:
    """Log-probabilities divided by τ, then normalised again."""
    scaled = logits.log_softmax(dim=-1) / tau
    return torch.exp(scaled - scaled.logsumexp(dim=-1, keepdim=True))


@formula(
    source="Fan, Lewis & Dauphin 2018, section 5.4",
    outputs=("p",),
    domains={"k": "2..3"},
    extreme={"logits": 1e3},
)
def top_k(logits: Float[Tensor, "*batch V"], k: int) -> Float[Tensor, "*batch V"]:
    """The distribution over the k most probable words, the others 0."""
    smallest = logits.topk(k, dim=-1).values[..., -1:]
    return logits.masked_fill(logits < smallest, -math.inf).softmax(dim=-1)


@top_k.twin
def renormalised_best(logits: Tensor, k: int) -> Tensor:
    """The k largest probabilities, divided by their sum and put back in their places."""
    best = logits.softmax(dim=-1).sort(dim=-1, descending=True)
    kept = best.values[..., :k] / best.values[..., :k].sum(dim=-1, keepdim=True)
    return torch.zeros_like(logits).scatter(-1, best.indices[..., :k], kept)


@formula(
    source="Holtzman et al. 2020, section 3.1",
    outputs=("probabilities",),
    domains={"p": "0.3..0.8"},
    unmoved=("p",),
    extreme={"logits": 1e3},
)
def top_p(logits: Float[Tensor, "*batch V"], p: float) -> Float[Tensor, "*batch V"]:
    """The distribution over the nucleus: the fewest most probable words that hold at least p together."""
    best = logits.softmax(dim=-1).sort(dim=-1, descending=True)
    before = best.values.cumsum(dim=-1) - best.values  # what the more probable words already hold
    outside = torch.zeros_like(logits, dtype=torch.bool).scatter(-1, best.indices, before >= p)
    return logits.masked_fill(outside, -math.inf).softmax(dim=-1)


@top_p.twin
def nucleus_by_comparison(logits: Tensor, p: float) -> Tensor:
    """A word is in the nucleus if all more probable words together hold less than p."""
    shares = logits.softmax(dim=-1)
    above = (shares.unsqueeze(-2) > shares.unsqueeze(-1)).to(shares.dtype)
    held = (above * shares.unsqueeze(-2)).sum(dim=-1)
    kept = shares * (held < p)
    return kept / kept.sum(dim=-1, keepdim=True)
