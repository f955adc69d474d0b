"""Interview practice for NLP models, judged by running a reference; `solves` hands in your own code."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

__version__ = "0.1.0"

__all__ = ["Claim", "__version__", "solves"]

T = TypeVar("T")


@dataclass(frozen=True)
class Claim:
    """What a submission says of itself; the fields are the arguments of `solves`."""

    formula: str
    convention: str | None = None
    arguments: Sequence[str] | None = None
    backward: Callable[..., Any] | None = None
    weights: Any = None
    adapt: Callable[..., Any] | None = None
    library: str | None = None


def solves(
    formula: str,
    *,
    convention: str | None = None,
    arguments: Sequence[str] | None = None,
    backward: Callable[..., Any] | None = None,
    weights: Any = None,
    adapt: Callable[..., Any] | None = None,
    library: str | None = None,
) -> Callable[[T], T]:
    """Hand in the decorated function or class as a solution of `formula`; it stays as it is.

    - `convention`: how its weights are packed, as `quizbank show FORMULA --conventions` lists them.
    - `arguments`: the formula's arguments in the order of the function's parameters, where names mislead.
    - `backward`: for numpy code, `backward(d_out, *arguments)` or `backward(d_out, cache)`.
    - `weights`: for an `nn.Module`, the formula's weights to dotted paths (`"q.weight.T"`), or a function
      `(module, weights) -> None` that copies them in.
    - `adapt`: glue for foreign code, `adapt(function, **arguments) -> outputs`.
    - `library`: "torch" or "numpy", where the file imports both.
    """
    claim = Claim(formula, convention, arguments, backward, weights, adapt, library)

    def declare(solution: T) -> T:
        claims = (*vars(solution).get("__solves__", ()), claim)
        solution.__solves__ = claims  # type: ignore[attr-defined]  # a mark on the user's own function
        return solution

    return declare
