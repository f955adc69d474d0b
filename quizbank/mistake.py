"""A mistake: a typical wrong version of a formula, and the sentence that sets it right."""

import functools
import importlib
import inspect
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

from quizbank.language import Text
from reference.formula import Formula, unchecked

Channel = Literal["value", "gradient", "extreme"]


@dataclass(frozen=True)
class Mistake:
    """A wrong function with the formula's signature, plus the extra symbols that it names.

    `channel` says where it shows: in the output, only in a gradient, or only for extreme inputs.
    A mistake with `latex` gives a `fix` question: these notes contain one error.
    """

    formula: Formula[..., Any]
    function: Callable[..., Any]
    hint: Text
    channel: Channel = "value"
    latex: str | None = None

    @property
    def name(self) -> str:
        """The function's name, with words for blanks."""
        return self.function.__name__

    @functools.cached_property
    def extra(self) -> tuple[str, ...]:
        """The formula's extra symbols that this mistake takes besides the arguments."""
        return tuple(name for name in inspect.signature(self.function).parameters if name in self.formula.extra)


_MISTAKES: dict[str, list[Mistake]] = {}


def mistake(
    formula: Formula[..., Any], *, en: str, zh: str, channel: Channel = "value", latex: str | None = None
) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Declare the decorated function as a typical mistake of `formula`.

    It takes the formula's arguments in order, whatever it calls them, and then the extra symbols by name.
    """

    def declare(function: Callable[..., Any]) -> Callable[..., Any]:
        declared = Mistake(formula, _by_position(formula, function), Text(en, zh), channel, latex)
        _MISTAKES.setdefault(formula.id, []).append(declared)
        return function

    return declare


def _by_position(formula: Formula[..., Any], function: Callable[..., Any]) -> Callable[..., Any]:
    """Hand the formula's arguments over in order and the extra symbols by name, so that gates share a mistake."""

    @functools.wraps(function)
    def wrong(*args: Any, **kwargs: Any) -> Any:
        extra = {name: kwargs.pop(name) for name in formula.extra if name in kwargs}
        bound = formula.signature.bind(*args, **kwargs)
        with unchecked():  # a wrong version may hand on another shape; tests would refuse it
            return function(*bound.args, **bound.kwargs, **extra)

    return wrong


def mistakes_of(formula: Formula[..., Any]) -> tuple[Mistake, ...]:
    """The formula's own mistakes, in the order of their declaration."""
    load_topic("quizbank.mistakes", formula.topic)
    return tuple(_MISTAKES.get(formula.id, ()))


def load_topic(package: str, topic: str) -> None:
    """Import `package.topic` where it exists; a topic need not have mistakes or conventions."""
    try:
        importlib.import_module(f"{package}.{topic}")
    except ModuleNotFoundError as error:
        if error.name != f"{package}.{topic}":
            raise
