"""What a formula costs at given sizes, found by running it: counts and shapes are never typed by hand."""

from typing import Any

import torch
from torch import Tensor

from quizbank.draw import draw
from quizbank.observe import flattened
from reference.counting import Cost
from reference.formula import Formula


def multiplications(formula: Formula[..., Any], **sizes: int) -> int:
    """Multiply–accumulates of contractions plus numbers moved by lookups, in one call without batch axes."""
    return _cost(formula, sizes).multiplications


def longest_chain(formula: Formula[..., Any], **sizes: int) -> int:
    """How many contractions must wait for each other, however many run at once."""
    return _cost(formula, sizes).longest_chain


def parameters(formula: Formula[..., Any], **sizes: int) -> int:
    """How many numbers the weights among the arguments hold, those of its layers or blocks included."""
    arguments = draw(formula, 0, sizes=sizes).arguments
    trained = [arguments[a.name] for a in formula.arguments if a.is_weight or isinstance(arguments.get(a.name), list)]
    return sum(part.numel() for weight in trained for part in _opened(weight) if part.is_floating_point())


def shape(formula: Formula[..., Any], name: str, **sizes: int) -> tuple[int, ...]:
    """The shape of an argument, or of a result by its declared name; the only result also goes by the formula's."""
    arguments = draw(formula, 0, sizes=sizes).arguments
    if name in arguments:
        return tuple(arguments[name].shape)
    names = formula.outputs or (formula.name,)
    with torch.no_grad():
        results = dict(zip(names, flattened(formula(**arguments)), strict=True))
    return tuple(results[name].shape)


def _cost(formula: Formula[..., Any], sizes: dict[str, int]) -> Cost:
    arguments = draw(formula, 0, sizes=sizes).arguments
    cost = Cost()
    with torch.no_grad(), cost:
        formula(**arguments)
    return cost


def _opened(weight: Any) -> list[Tensor]:
    """The tensors of a weight, of a layer's weights, or of a list of layers."""
    return [weight] if isinstance(weight, Tensor) else [part for inner in weight for part in _opened(inner)]
