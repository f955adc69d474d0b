"""Where the arguments of a formula are drawn from, when the plain ±LIMIT would not do."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor

from quizbank import axes
from quizbank.seeds import Stream
from reference.formula import Argument

Sizes = Mapping[str, int]

LIMIT = 1.2
"""Weights and activations lie in ±LIMIT, so that gates stay unsaturated and mistakes show."""


@dataclass(frozen=True)
class Source:
    """Where the numbers of one draw come from: a CPU generator for tensors, a stream for sizes."""

    generator: torch.Generator
    stream: Stream
    sizes: Sizes

    def uniform(self, low: float, high: float, shape: tuple[int, ...]) -> Tensor:
        """Float64 numbers between the bounds."""
        return low + (high - low) * torch.rand(shape, generator=self.generator, dtype=torch.float64)

    def integers(self, low: int, high: int, shape: tuple[int, ...]) -> Tensor:
        """Int64 numbers from `low` to `high` - 1."""
        return torch.randint(low, high, shape, generator=self.generator)


@dataclass(frozen=True)
class Place:
    """The argument to be drawn; `word` follows the domain's name, `drawn` holds the earlier arguments."""

    argument: Argument
    word: str
    shape: tuple[int, ...]
    drawn: Mapping[str, Any]


def _positive(place: Place, source: Source) -> Any:
    value = source.uniform(0.1, LIMIT, place.shape)
    return float(value) if place.argument.kind == "real" else value


def _mask(place: Place, source: Source) -> Tensor:
    blocked = source.uniform(0, 1, place.shape) < 0.5
    keys = place.shape[-1]
    kept = source.integers(0, keys, place.shape[:-1])
    shut = (kept + 1 + source.integers(0, max(keys - 1, 1), place.shape[:-1])) % keys
    blocked.scatter_(-1, shut[..., None], keys > 1)
    blocked.scatter_(-1, kept[..., None], False)
    return torch.zeros(place.shape, dtype=torch.float64).masked_fill(blocked, -torch.inf)


def _index(place: Place, source: Source) -> Any:
    ids = source.integers(0, axes.size(place.word, source.sizes), place.shape)
    return int(ids) if place.argument.kind == "int" else ids


def _label(place: Place, source: Source) -> Any:
    scores = place.drawn[place.word]
    rank = source.integers(0, scores.shape[-1] - 1, tuple(scores.shape[:-1]))
    label = scores.argsort(-1).gather(-1, rank[..., None])[..., 0]  # any rank but the last: never the maximum
    return int(label) if place.argument.kind == "int" else label


def _ignored(place: Place, source: Source) -> Tensor:
    """Labels of which a prefix, the prompt, does not count."""
    labels = _label(place, source)
    prompt = source.integers(1, labels.shape[-1], tuple(labels.shape[:-1]))
    return labels.masked_fill(torch.arange(labels.shape[-1]) < prompt[..., None], -100)  # type: ignore[no-any-return]


def _sign(place: Place, source: Source) -> Tensor:
    signs = source.integers(0, 2, place.shape) * 2 - 1
    right = source.integers(0, place.shape[-1], place.shape[:-1])
    signs = signs.scatter(-1, right[..., None], -1)
    return signs.double() if place.argument.kind == "float" else signs


def _count(place: Place, source: Source) -> Any:
    top = place.drawn[place.word] if place.word in place.drawn else float(place.word)
    scale = torch.where(source.uniform(0, 1, place.shape) < 0.5, 0.05, 1.05) * top
    counts = scale + source.uniform(0, 0.9, place.shape) * top
    if len(place.shape) > 1:  # a co-occurrence matrix is mostly empty
        counts = counts.masked_fill(source.uniform(0, 1, place.shape) < 0.25, 0.0)
    return float(counts) if place.argument.kind == "real" else counts


def _keep(place: Place, source: Source) -> Tensor:
    kept = source.uniform(0, 1, place.shape) < 0.6
    flat = kept.reshape(-1)
    flat[0], flat[-1] = True, False
    return kept


def _tree(place: Place, source: Source) -> Any:
    from reference.word2vec import balanced_tree

    return balanced_tree(axes.size(place.word, source.sizes))


def _words(_place: Place, source: Source) -> list[str]:
    """A text over few words, some often and some once."""
    chosen = source.integers(0, 9, (16,)).square() // 9  # squared, so that small numbers come often
    return ["abcdefgh"[int(place)] for place in chosen]


def _sentences(place: Place, source: Source) -> list[list[int]]:
    """Short sentences as word ids; each begins with the same two words, so that pairs repeat."""
    V = axes.size(place.word, source.sizes)
    lengths = (int(length) for length in source.integers(1, 5, (3,)))
    return [[0, 1, *source.integers(0, V, (length,)).tolist()] for length in lengths]


def _sentence(place: Place, source: Source) -> list[int]:
    """One sentence of eight to ten word ids, some of them twice."""
    V = axes.size(place.word, source.sizes)
    return source.integers(0, V, (source.stream.integer(8, 10),)).tolist()


def _near(place: Place, source: Source) -> list[list[int]]:
    """Two other wordings of an earlier sentence: one word changed and perhaps two more, and the sentence reversed."""
    sentence = place.drawn[place.word]
    other = max(sentence) + 1
    more = sentence[: 2 * source.stream.integer(0, 1)]
    return [[*sentence[:5], other, *sentence[6:], *more], [*reversed(sentence), other, *more]]


@dataclass(frozen=True)
class Markov:
    """A next-word model that remembers the last two words: ids so far → log-probabilities, (V)."""

    table: Tensor

    def __call__(self, ids: list[int]) -> Tensor:
        """Log-probabilities of the next word, (V)."""
        return self.table[ids[-2] if len(ids) > 1 else -1, ids[-1]]


def _step(place: Place, source: Source) -> Markov:
    V = axes.size(place.word, source.sizes)
    return Markov(source.uniform(-LIMIT, LIMIT, (V, V, V)).log_softmax(dim=-1))


DOMAINS: dict[str, Callable[[Place, Source], Any]] = {
    "positive": _positive,
    "mask": _mask,
    "index": _index,
    "label": _label,
    "ignored": _ignored,
    "sign": _sign,
    "count": _count,
    "keep": _keep,
    "tree": _tree,
    "words": _words,
    "sentences": _sentences,
    "sentence": _sentence,
    "near": _near,
    "step": _step,
}
