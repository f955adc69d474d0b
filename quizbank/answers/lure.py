"""A lure: the right answer to another question, given for this one; like a mistake, it names itself."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

from quizbank.language import Text

Compute = Callable[..., Any]
F = TypeVar("F", bound=Compute)


@dataclass(frozen=True)
class Lure:
    """A function with the question's parameters whose value is a typical wrong answer, and what sets it right."""

    function: Compute
    hint: Text

    @property
    def name(self) -> str:
        """The function's name without the underscore that keeps it from being a question."""
        return self.function.__name__.lstrip("_")


_LURES: dict[str, list[Lure]] = {}


def lure(question: Compute, *, en: str, zh: str) -> Callable[[F], F]:
    """Declare the decorated function as a lure of a question's function, beside it in `questions/<topic>.py`."""

    def declare(function: F) -> F:
        _LURES.setdefault(_key(question), []).append(Lure(function, Text(en, zh)))
        return function

    return declare


def lures_of(question: Compute) -> tuple[Lure, ...]:
    """The lures of a question's function, in the order of their declaration."""
    return tuple(_LURES.get(_key(question), ()))


def _key(function: Compute) -> str:
    return f"{getattr(function, '__module__', '')}.{getattr(function, '__name__', '')}"
