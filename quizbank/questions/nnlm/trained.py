"""A small language model, trained while one sentence is held back: what it knows of words it never saw side by side."""

import functools
from collections import Counter

import torch
from torch import Tensor

from quizbank.training import text
from quizbank.training.descent import adam, falling
from quizbank.training.weights import Layout, weights_of
from reference import nnlm

HELD_BACK = "the queen wears a crown .".split()
_M, _H, _STEPS, _RATE = 12, 24, 60, 3e-2


def held_back() -> tuple[Tensor, Tensor]:
    """The windows of the sentence that was not trained on, and the words after them."""
    windows, words = text.windows(torch.device("cpu"))
    return windows[_is_held_back()], words[_is_held_back()]


def counted(contexts: Tensor, words: Tensor) -> list[float]:
    """The share of each word after its context by counting the remaining windows; 0 where the context never came."""
    windows, next_words = text.windows(torch.device("cpu"))
    kept = [(*window.tolist(), int(word)) for window, word in zip(windows, next_words, strict=True)]
    grams = Counter(gram for gram, is_out in zip(kept, _is_held_back().tolist(), strict=True) if not is_out)
    starts = Counter[tuple[int, ...]]()
    for gram, count in grams.items():
        starts[gram[:-1]] += count
    asked = [(*context.tolist(), int(word)) for context, word in zip(contexts, words, strict=True)]
    return [grams[gram] / max(1, starts[gram[:-1]]) for gram in asked]


@functools.cache
def weights() -> tuple[Tensor, ...]:
    """C, H, d, U, W, b after a few dozen steps on the other windows."""
    laid_out = Layout({"all": weights_of(nnlm.nnlm, n=text.N, m=_M, h=_H, V=len(text.WORDS))})
    windows, words = text.windows(torch.device("cpu"))
    windows, words = windows[~_is_held_back()], words[~_is_held_back()]

    def loss(vector: Tensor) -> Tensor:
        p = nnlm.nnlm(windows, *laid_out.cut(vector)["all"])
        return -p.gather(-1, words[:, None]).log().mean()

    run = adam(laid_out.start(0, torch.device("cpu")), loss, falling(_RATE, _STEPS))
    while True:
        try:
            next(run)
        except StopIteration as end:
            trained: Tensor = end.value
            return laid_out.cut(trained)["all"]


def _is_held_back() -> Tensor:
    """Windows inside the held-back sentence, whose next word is in it too."""
    sentence = HELD_BACK
    (start,) = (p for p in range(len(text.TOKENS)) if text.TOKENS[p : p + len(sentence)] == sentence)
    targets = torch.arange(len(text.TOKENS) - text.N) + text.N
    return (targets >= start + text.N) & (targets < start + len(sentence))
