"""How a submission is called: a function, a pair of forward and backward, a layer class, a module."""

import inspect
from collections.abc import Callable, Sequence
from typing import Any

from quizbank import Claim

Arguments = dict[str, Any]


class Solution:
    """A function of the formula's arguments; subclasses know other forms."""

    form = "function"

    def __init__(self, solution: Callable[..., Any], claim: Claim, library: str) -> None:
        self.solution, self.claim, self.library = solution, claim, library

    @property
    def has_backward(self) -> bool:
        """Whether the code brings its own gradients."""
        return self.claim.backward is not None

    def parameters(self) -> list[inspect.Parameter]:
        """The parameters that must take the formula's arguments."""
        return list(inspect.signature(self.solution).parameters.values())

    def call(self, positional: Sequence[str], keywords: dict[str, str], arguments: Arguments) -> Any:
        """The outputs for these arguments."""
        if self.claim.adapt is not None:
            return self.claim.adapt(self.solution, **arguments)
        given = {parameter: arguments[name] for parameter, name in keywords.items()}
        return self.solution(*(arguments[name] for name in positional), **given)

    def backward(
        self, upstream: list[Any], outputs: Any, positional: Sequence[str], arguments: Arguments, wants: Sequence[str]
    ) -> dict[str, Any] | None:
        """Gradients by argument where the code computes them itself, else None: autograd does."""
        if self.claim.backward is None:
            return None
        return _asked(self.claim.backward, upstream, outputs, [arguments[name] for name in positional], wants)


def _asked(
    backward: Callable[..., Any], upstream: list[Any], outputs: Any, given: list[Any], wants: Sequence[str]
) -> dict[str, Any]:
    parameters = inspect.signature(backward).parameters
    if "cache" in parameters:
        found = backward(*upstream, outputs[-1])
    else:
        found = backward(*upstream, *given)
    return named_gradients(found, wants)


def named_gradients(found: Any, wants: Sequence[str]) -> dict[str, Any]:
    """The gradients that a backward returned, by the argument they belong to."""
    if isinstance(found, dict):
        return {name.removeprefix("d_").removeprefix("d") if name not in wants else name: g for name, g in found.items()}
    if not isinstance(found, list | tuple):
        found = (found,)
    return dict(zip(wants, found, strict=False))
