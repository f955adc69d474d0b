"""How far two results are apart, and whether that is too far."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

import torch
from torch import Tensor

from quizbank.observe import Outcome

RELATIVE = 1e-7
"""Typed answers agree within RELATIVE · max(FLOOR, |a|, |b|) in float64."""

FLOOR = 1e-3


@dataclass(frozen=True)
class Difference:
    """The worst disagreement: in which output or gradient, at which index, and how many times too large."""

    kind: Literal["error", "count", "shape", "value", "gradient"]
    where: str
    index: tuple[int, ...] = ()
    expected: str = ""
    got: str = ""
    times: float = float("inf")


def agree(expected: Tensor, got: Tensor, *, relative: float = RELATIVE, times: float = 1.0) -> bool:
    """Whether two tensors agree entry by entry: NaN never does, infinities only at the same place and sign."""
    if expected.shape != got.shape:
        return False
    near = relative * min(times, 1.0) / 2  # so near that `excess` need not be asked, in one operation
    if expected.dtype == got.dtype and torch.allclose(expected, got, rtol=near, atol=near * FLOOR):
        return True
    return bool((excess(expected, got, relative) <= times).all())


def excess(expected: Tensor, got: Tensor, relative: float = RELATIVE) -> Tensor:
    """Per entry, the distance in units of the allowed one; infinite where only one is finite or any is NaN."""
    a, b = expected.to(torch.float64), got.to(torch.float64)
    allowed = relative * torch.maximum(a.abs(), b.abs()).clamp(min=FLOOR)
    distance = (a - b).abs() / allowed
    same_infinity = a.isinf() & (a == b)
    return distance.masked_fill(distance.isnan(), torch.inf).masked_fill(same_infinity, 0.0)


def compare(expected: Outcome, got: Outcome, *, relative: float = RELATIVE) -> Difference | None:
    """The first difference in error, number of outputs, shape and value, then in the gradients."""
    if expected.error or got.error:
        same = expected.error is not None and got.error is not None
        return None if same else Difference("error", "", expected=expected.error or "", got=got.error or "")
    if len(expected.values) != len(got.values):
        return Difference("count", "", expected=str(len(expected.values)), got=str(len(got.values)))
    for place, (a, b) in enumerate(zip(expected.values, got.values, strict=True)):
        found = _difference("value", str(place), a, b, relative)
        if found:
            return found
    for name, gradient in expected.gradients.items():
        found = _difference("gradient", name, *_both(gradient, got.gradients.get(name)), relative)
        if found:
            return found
    return None


def _both(a: Tensor | None, b: Tensor | None) -> tuple[Any, Any]:
    """A gradient that never arrives counts as zeros, as an optimiser would treat it."""
    if a is None and b is None:
        return None, None
    zeros = torch.zeros_like(b if a is None else a)  # type: ignore[arg-type]
    return (zeros if a is None else a), (zeros if b is None else b)


def index_of(flat: int, shape: Sequence[int]) -> tuple[int, ...]:
    """The index of an entry by its number; torch's own function would import sympy."""
    index: list[int] = []
    for length in reversed(shape):
        flat, place = divmod(flat, length)
        index.insert(0, place)
    return tuple(index)


def _difference(kind: Literal["value", "gradient"], where: str, a: Any, b: Any, relative: float) -> Difference | None:
    if not (isinstance(a, Tensor) and isinstance(b, Tensor)):
        return None if type(a) is type(b) and a == b else Difference(kind, where, expected=str(a), got=str(b))
    if a.shape != b.shape:
        return Difference("shape", where, expected=str(tuple(a.shape)), got=str(tuple(b.shape)))
    apart = excess(a, b.to(a.device), relative)
    if a.numel() == 0 or bool((apart <= 1).all()):
        return None
    worst = int(apart.argmax())
    index = index_of(worst, a.shape)
    return Difference(
        kind, where, index, f"{float(a[index]):.6g}", f"{float(b[index]):.6g}", float(apart.reshape(-1)[worst])
    )
