"""How a submission is called: as a function, or as a function with its own backward."""

import inspect
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from quizbank import Claim
from quizbank.grading.sentences import Sentence

Arguments = dict[str, Any]


@dataclass(frozen=True)
class Call:
    """One input: arguments by name, which go by position and which by keyword, and what they are in the formula."""

    arguments: Arguments
    positional: Sequence[str]
    keywords: dict[str, str] = field(default_factory=dict)
    wants: Sequence[str] = ()
    weights: Sequence[str] = ()
    sizes: dict[str, int] = field(default_factory=dict)
    dtype: str = "float64"
    device: str = "cpu"


class Solution:
    """A function of the formula's arguments; subclasses know other forms."""

    form = "function"

    def __init__(self, solution: Callable[..., Any], claim: Claim, library: str) -> None:
        self.solution, self.claim, self.library = solution, claim, library

    @property
    def has_backward(self) -> bool:
        """Whether the code brings its own gradients."""
        return self.claim.backward is not None

    @property
    def keeps_cache(self) -> bool:
        """Whether its last output is a cache for its backward."""
        backward = self.claim.backward
        return backward is not None and "cache" in inspect.signature(backward).parameters

    @property
    def takes_all(self) -> bool:
        """Whether it receives all arguments by name, so that nothing need be bound."""
        return self.claim.adapt is not None

    @property
    def notes(self) -> tuple[Sentence, ...]:
        """What was decided without being told, for the report."""
        return ()

    def parameters(self) -> list[inspect.Parameter]:
        """The parameters that must take the formula's arguments."""
        return list(inspect.signature(self.solution).parameters.values())

    def prepared(self, call: Call) -> Callable[[], Any]:
        """What is left to be called: everything that belongs to no formula is done before."""
        if self.claim.adapt is not None:
            adapt = self.claim.adapt
            return lambda: adapt(self.solution, **call.arguments)
        placed = [call.arguments[name] for name in call.positional]
        given = {parameter: call.arguments[name] for parameter, name in call.keywords.items()}
        return lambda: self.solution(*placed, **given)

    def backward(self, upstream: list[Any], outputs: Any, call: Call) -> dict[str, Any] | None:
        """Gradients by argument where the code computes them itself, else None: autograd does."""
        backward = self.claim.backward
        if backward is None:
            return None
        if self.keeps_cache:
            return named(backward(*upstream, outputs[-1]), call.wants)
        return named(backward(*upstream, *(call.arguments[name] for name in call.positional)), placed_wants(call))


def placed_wants(call: Call) -> list[str]:
    """The arguments that need a gradient, in the order of the code's own parameters."""
    placed = [name for name in (*call.positional, *call.keywords.values()) if name in call.wants]
    return placed or list(call.wants)


def named(found: Any, wants: Sequence[str]) -> dict[str, Any]:
    """The gradients that a backward returned, by the argument they belong to."""
    if isinstance(found, dict):
        return {_argument(name, wants): gradient for name, gradient in found.items()}
    if not isinstance(found, list | tuple):
        found = (found,)
    return dict(zip(wants, found, strict=False))


def _argument(name: str, wants: Sequence[str]) -> str:
    """`dW`, `d_W`, `grad_W` and `W` all name the gradient of W."""
    stripped = [name.removeprefix(start) for start in ("d_", "d", "grad_") if name.startswith(start)]
    return next((one for one in (name, *stripped) if one in wants), name)
