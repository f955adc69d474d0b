"""Values with index letters, and how indices pick from them."""

from typing import NamedTuple

import torch
from torch import Tensor


class Value(NamedTuple):
    """A tensor whose first axes belong to index letters, in the order of `over`."""

    tensor: Tensor
    over: tuple[str, ...] = ()

    @property
    def rank(self) -> int:
        """The number of axes without those of letters."""
        return self.tensor.ndim - len(self.over)

    def ordered(self, over: tuple[str, ...]) -> "Value":
        """The same with its letters' axes in this order."""
        if self.over == over:
            return self
        places = [self.over.index(letter) for letter in over]
        return Value(self.tensor.permute(*places, *range(len(over), self.tensor.ndim)), over)

    def spread(self, over: tuple[str, ...]) -> Tensor:
        """The tensor with an axis for each letter of `over`, of length 1 where it does not depend on it."""
        if self.over == over:
            return self.tensor
        tensor = self.ordered(tuple(letter for letter in over if letter in self.over)).tensor
        for place, letter in enumerate(over):
            if letter not in self.over:
                tensor = tensor.unsqueeze(place)
        return tensor


class Unable(Exception):
    """A value that cannot be computed: an index out of range, a sum too long."""


def by_letter(letter: str, steps: range | None, tensor: Tensor, over: list[str]) -> tuple[Tensor, list[str]]:
    """One axis handed over to an index letter."""
    place = len(over)
    if steps is not None and len(steps) != tensor.shape[place]:
        tensor = tensor.narrow(place, steps.start - 1, len(steps))
    if letter not in over:
        return tensor, [*over, letter]
    first = over.index(letter)  # the same letter twice is a diagonal
    diagonal = tensor.diagonal(dim1=first, dim2=place).movedim(-1, first)
    return diagonal, over


def by_values(picked: Value, tensor: Tensor, over: list[str]) -> tuple[Tensor, list[str]]:
    """Entries picked by whole numbers that depend on letters, as `z_{t, y_t}`."""
    place = len(over)
    if len(picked.over) != 1 or picked.rank:
        raise Unable("index")
    letter, positions = picked.over[0], picked.tensor.to(torch.int64)
    if bool((positions < 0).any()) or bool((positions >= tensor.shape[place]).any()):
        raise Unable("index")
    if letter not in over:
        return tensor.index_select(place, positions), [*over, letter]
    first = over.index(letter)
    chosen = tensor.index_select(place, positions).diagonal(dim1=first, dim2=place)
    return chosen.movedim(-1, first), over


def rows(tensor: Tensor, place: int, ids: Tensor) -> Tensor:
    """As many rows as there are whole numbers."""
    if ids.ndim != 1 or bool((ids < 0).any()) or bool((ids >= tensor.shape[place]).any()):
        raise Unable("index")
    return tensor.index_select(place, ids.to(torch.int64))
