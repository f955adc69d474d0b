"""What the signs of a formula compute."""

from collections.abc import Callable, Mapping

import torch
from torch import Tensor

from quizbank.answers.meaning.indexing import Value


def raised(low: Tensor, high: Tensor, letters: int) -> Tensor:
    """Axes of length 1 after the letters, so that the trailing axes meet; a column meets a matrix's rows."""
    axes = low.shape[letters:]
    if len(axes) == 1 and high.ndim - letters == 2 and axes[0] not in (1, high.shape[-1]) and axes[0] == high.shape[-2]:
        return low.unsqueeze(-1)
    missing = high.ndim - low.ndim
    return low.reshape(*low.shape[:letters], *(1,) * missing, *axes)


def reduced(kind: str, tensor: Tensor, axes: tuple[int, ...]) -> Tensor:
    """The sum, maximum or product over these axes."""
    if kind == "sum":
        return tensor.sum(axes)
    if kind == "max":
        return tensor.amax(axes)
    for axis in sorted(axes, reverse=True):
        tensor = tensor.prod(axis)
    return tensor


def _factorial(x: Tensor, _rank: int) -> Tensor:
    return torch.exp(torch.lgamma(x + 1)).where((x >= 0) & (x == x.round()), torch.nan)


UNARY: Mapping[str, Callable[[Tensor, int], Tensor]] = {
    "-": lambda x, _rank: -x,
    "+": lambda x, _rank: x,
    "T": lambda x, rank: x.mT if rank >= 2 else x,
    "abs": lambda x, _rank: x.abs(),
    "!": _factorial,
    "%": lambda x, _rank: x / 100,
}
BINARY: Mapping[str, Callable[[Tensor, Tensor], Tensor]] = {
    "+": torch.add,
    "-": torch.sub,
    "*": torch.mul,
    "/": torch.div,
    "^": torch.pow,
}
COMPARE: Mapping[str, Callable[[Tensor, Tensor], Tensor]] = {
    "=": torch.eq,
    "!=": torch.ne,
    "<": torch.lt,
    ">": torch.gt,
    "<=": torch.le,
    ">=": torch.ge,
}


def over(kind: str, letter: str, steps: range, body: Value, *, is_falling: bool) -> Value:
    """A sum, product, maximum or concatenation of the body over a letter; a falling one joins the last part first."""
    if letter not in body.over:
        times = len(steps)
        scaled = {"sum": body.tensor * times, "product": body.tensor**times}
        return Value(scaled.get(kind, body.tensor), body.over)
    place = body.over.index(letter)
    rest = tuple(x for x in body.over if x != letter)
    if kind == "concat":
        parts = body.tensor.flip(place) if is_falling else body.tensor
        moved = parts.movedim(place, -2)
        return Value(moved.reshape(*moved.shape[:-2], -1), rest)
    return Value(reduced(kind, body.tensor, (place,)), rest)
