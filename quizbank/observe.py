"""What a function does with given arguments: its values, its gradients, or how it failed."""

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import torch
from torch import Tensor


@dataclass(frozen=True)
class Outcome:
    """Detached results in order, gradients by argument name (None where no gradient arrives), or the error.

    Numbers become tensors; what is neither number nor tensor stays as it is.
    """

    values: tuple[Any, ...] = ()
    gradients: dict[str, Tensor | None] = field(default_factory=dict)
    error: str | None = None


def observe(
    function: Callable[..., Any],
    arguments: Mapping[str, Any],
    *,
    extra: Mapping[str, Any] | None = None,
    upstream: int | None = None,
) -> Outcome:
    """Call `function` with copies of `arguments` by name.

    With `upstream` a random vector of that seed is sent back through every float output, and the gradients
    of all float tensor arguments are taken. An exception becomes `error`; it never leaves.
    """
    copies = {name: _copy(value, upstream is not None) for name, value in arguments.items()}
    try:
        with torch.set_grad_enabled(upstream is not None):
            values = flattened(function(**copies, **(extra or {}), **_like(function)))
        gradients = {} if upstream is None else _gradients(values, copies, upstream)
    except Exception as error:  # a wrong function may raise anything; that is what was observed
        return Outcome(error=f"{type(error).__name__}: {error}")
    return Outcome(tuple(_detached(value) for value in values), gradients)


def _like(function: Callable[..., Any]) -> dict[str, Tensor]:
    """What a formula without tensor arguments takes dtype and device from: judging is float64."""
    try:
        wanted = "like" in inspect.signature(function).parameters
    except ValueError:  # a builtin without a signature
        return {}
    return {"like": torch.empty(0, dtype=torch.float64)} if wanted else {}


def flattened(result: Any) -> tuple[Any, ...]:
    """The outputs in order, nested tuples opened; a list of numbers is one output."""
    if isinstance(result, tuple):
        return tuple(part for item in result for part in flattened(item))
    if isinstance(result, dict):
        return tuple(part for item in result.values() for part in flattened(item))
    if isinstance(result, bool | int | float):
        return (torch.tensor(result, dtype=torch.float64 if isinstance(result, float) else None),)
    return (result,)


def upstream_of(values: tuple[Any, ...], seed: int) -> list[Tensor]:
    """The vectors that are sent back: the same for equal shapes and seed, on every device."""
    generator = torch.Generator().manual_seed(seed)
    floats = [value for value in values if isinstance(value, Tensor) and value.is_floating_point()]
    return [(torch.rand(v.shape, generator=generator, dtype=torch.float64) * 2 - 1).to(v) for v in floats]


def _gradients(values: tuple[Any, ...], copies: Mapping[str, Any], seed: int) -> dict[str, Tensor | None]:
    leaves = {name: value for name, value in copies.items() if isinstance(value, Tensor) and value.requires_grad}
    floats = [value for value in values if isinstance(value, Tensor) and value.is_floating_point()]
    pairs = [(v, g) for v, g in zip(floats, upstream_of(values, seed), strict=True) if v.requires_grad]
    if not pairs or not leaves:
        return dict.fromkeys(leaves)
    # one number, since grad_outputs makes torch import sympy
    weighted = torch.stack([(value * g).sum() for value, g in pairs]).sum()
    found = torch.autograd.grad(weighted, list(leaves.values()), allow_unused=True)
    return dict(zip(leaves, (None if g is None else g.detach() for g in found), strict=True))


def _copy(value: Any, tracked: bool) -> Any:
    if isinstance(value, Tensor):
        copy = value.detach().clone()
        return copy.requires_grad_(tracked and copy.is_floating_point())
    if isinstance(value, list | tuple):
        return type(value)(_copy(part, False) for part in value)
    return value


def _detached(value: Any) -> Any:
    return value.detach() if isinstance(value, Tensor) else value
