"""All weights of a model in one long vector, so that one step of an optimiser moves them together."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import prod
from typing import Any

import torch
from torch import Tensor

from quizbank import axes
from reference.formula import Formula
from reference.training import xavier_bound

Shape = tuple[int, ...]


@dataclass(frozen=True)
class Weight:
    """One weight of a formula, by its name there."""

    name: str
    shape: Shape


def weights_of(formula: Formula[..., Any], **sizes: int) -> tuple[Weight, ...]:
    """The weights of a formula at these sizes, in the order of its arguments."""
    tied = {name: text for name, text in formula.sizes.items() if name not in sizes}
    known = {**sizes, **{name: axes.size(text, sizes) for name, text in tied.items()}}
    return tuple(
        Weight(argument.name, tuple(axes.size(axis, known) for axis in argument.axes or ()))
        for argument in formula.arguments
        if argument.is_weight
    )


@dataclass(frozen=True)
class Layout:
    """Which stretch of the vector is which weight; a group is what one formula takes."""

    groups: Mapping[str, Sequence[Weight]]

    def start(self, seed: int, device: torch.device) -> Tensor:
        """Matrices uniform within Xavier's bound, γ of ones, biases of zeros; float32, the same on every device."""
        generator = torch.Generator().manual_seed(seed)
        parts = [_first(weight, generator).reshape(-1) for weight in self._all()]
        return torch.cat(parts).to(device, torch.float32)

    def cut(self, vector: Tensor) -> dict[str, tuple[Tensor, ...]]:
        """The weights as views of the vector, by group."""
        pieces = iter(torch.split(vector, [prod(weight.shape) for weight in self._all()]))
        return {
            group: tuple(next(pieces).view(weight.shape) for weight in weights)
            for group, weights in self.groups.items()
        }

    def _all(self) -> Iterator[Weight]:
        for weights in self.groups.values():
            yield from weights


def _first(weight: Weight, generator: torch.Generator) -> Tensor:
    if len(weight.shape) == 1:
        return torch.full(weight.shape, float(weight.name.startswith("gamma")))
    fan_out, fan_in = torch.tensor(weight.shape, dtype=torch.float32)
    bound = xavier_bound(fan_in, fan_out)
    return (torch.rand(weight.shape, generator=generator) * 2 - 1) * bound
