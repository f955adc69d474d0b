"""What a formula costs at given sizes, found by running it: counts and shapes are never typed by hand."""

from typing import Any

import torch

from quizbank.draw import draw
from quizbank.observe import flattened
from reference import counting
from reference.formula import Formula


def multiplications(formula: Formula[..., Any], **sizes: int) -> int:
    """Multiply–accumulates of contractions plus numbers moved by lookups, in one call without batch axes."""
    return _cost(formula, sizes).multiplications


def longest_chain(formula: Formula[..., Any], **sizes: int) -> int:
    """How many contractions must wait for each other, however many run at once."""
    return _cost(formula, sizes).longest_chain


def parameters(formula: Formula[..., Any], **sizes: int) -> int:
    """How many numbers the weights among the arguments hold, those of its layers or blocks included."""
    return counting.parameters(formula, draw(formula, 0, sizes=sizes).arguments)


def shape(formula: Formula[..., Any], name: str, **sizes: int) -> tuple[int, ...]:
    """The shape of an argument, or of a result by its declared name; the only result also goes by the formula's."""
    arguments = draw(formula, 0, sizes=sizes).arguments
    if name in arguments:
        return tuple(arguments[name].shape)
    names = formula.outputs or (formula.name,)
    with torch.no_grad():
        results = dict(zip(names, flattened(formula(**arguments)), strict=True))
    return tuple(results[name].shape)


def _cost(formula: Formula[..., Any], sizes: dict[str, int]) -> counting.Cost:
    arguments = draw(formula, 0, sizes=sizes).arguments
    cost = counting.Cost()
    with torch.no_grad(), cost:
        formula(**arguments)
    return cost
