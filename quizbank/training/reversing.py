"""The task of the sequence models: say a short sequence backwards; judged on sequences never trained on."""

from collections.abc import Callable
from typing import Any

import torch
from torch import Tensor

from reference import search

BOS, EOS, LETTERS, LENGTH = 0, 1, 8, 5
VOCABULARY = 2 + LETTERS
HELD_OUT = 40
"""Of 32,768 sequences so many are never trained on."""

Step = Callable[[list[int]], Tensor]


class Sequences:
    """Batches of sequences, drawn by a seed; the held-out ones never come up."""

    def __init__(self, seed: int, device: torch.device) -> None:
        self._generator = torch.Generator().manual_seed(seed)
        self._device = device
        self.held_out = self._drawn(HELD_OUT)
        self._codes = _codes(self.held_out)

    def batch(self, size: int) -> tuple[Tensor, Tensor, Tensor]:
        """Sources, what the decoder reads (bos first), and what it is to write (eos last)."""
        drawn = self._drawn(size)
        source = drawn[~torch.isin(_codes(drawn), self._codes)]
        backwards, edge = source.flip(-1), torch.ones_like(source[:, :1])
        read, written = torch.cat([BOS * edge, backwards], dim=-1), torch.cat([backwards, EOS * edge], dim=-1)
        return source.to(self._device), read.to(self._device), written.to(self._device)

    def _drawn(self, size: int) -> Tensor:
        return torch.randint(2, VOCABULARY, (size, LENGTH), generator=self._generator)


def _codes(sequences: Tensor) -> Tensor:
    return sequences @ LETTERS ** torch.arange(LENGTH)


def judged(sequences: Sequences, step_for: Callable[[Tensor], Step], device: torch.device) -> dict[str, Any]:
    """How many of the held-out sequences each search says backwards without a slip, and one example."""
    right = {"greedy": 0, "beam": 0}
    said: list[int] = []
    with torch.no_grad():
        for source in sequences.held_out:
            step, wanted = step_for(source.to(device)), [*reversed(source.tolist()), EOS]
            said = search.greedy_decode(step, BOS, EOS, LENGTH + 2)[0]
            right["greedy"] += said == wanted
            right["beam"] += search.beam_search(step, BOS, EOS, 3, LENGTH + 2, 0.6)[0] == wanted
    shares = {name: count / HELD_OUT for name, count in right.items()}
    return {**shares, "source": sequences.held_out[-1].tolist(), "said": said}
