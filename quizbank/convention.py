"""A convention: the same model with its weights packed otherwise; right, with a note that names it."""

import functools
import inspect
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from quizbank.language import Text
from quizbank.mistake import load_topic
from reference.formula import Argument, Formula, arguments_of, unchecked


@dataclass
class Convention:
    """A relabelling at the border of a formula.

    `unpack` takes the convention's own arguments (its signature is the only source of their names and shapes)
    and returns the catalogue's arguments by name; `pack` goes the other way. `outputs` rewrites the
    formula's results in the convention's form, where they differ.
    """

    formula: Formula[..., Any]
    name: str
    note: Text
    unpack: Callable[..., dict[str, Any]]
    pack: Callable[..., dict[str, Any]] | None = None
    outputs: Callable[..., Any] | None = None

    @functools.cached_property
    def arguments(self) -> tuple[Argument, ...]:
        """The convention's arguments in order."""
        return tuple(argument for argument in arguments_of(self.unpack) if argument.name != "like")

    @property
    def __signature__(self) -> inspect.Signature:
        """For `inspect.signature`: the convention is called like its unpacking."""
        return inspect.signature(self.unpack)

    def packed(self, arguments: dict[str, Any]) -> dict[str, Any]:
        """The convention's arguments for these arguments of the catalogue."""
        if self.pack is None:
            raise TypeError(f"convention {self.name} of {self.formula.id} declares no packing")
        return self.pack(**arguments)

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """The formula in this convention: what a right submission in it must return.

        Shape checks are off inside: a bias that the formula lacks may ride on an input that is always 1.
        """
        with unchecked():
            result = self.formula(**self.unpack(*args, **kwargs))
        if self.outputs is None:
            return result
        return self.outputs(*result) if isinstance(result, tuple) else self.outputs(result)

    def packing(self, function: Callable[..., dict[str, Any]]) -> Callable[..., dict[str, Any]]:
        """Register how the catalogue's arguments are packed; used as a decorator."""
        self.pack = function
        return function

    def rewriting(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """Register how the results are rewritten; used as a decorator."""
        self.outputs = function
        return function


_CONVENTIONS: dict[str, list[Convention]] = {}


def convention(
    formula: Formula[..., Any], name: str, *, en: str, zh: str
) -> Callable[[Callable[..., dict[str, Any]]], Convention]:
    """Declare the decorated function as the unpacking of a convention of `formula`."""

    def declare(function: Callable[..., dict[str, Any]]) -> Convention:
        declared = Convention(formula, name, Text(en, zh), function)
        _CONVENTIONS.setdefault(formula.id, []).append(declared)
        return declared

    return declare


def conventions_of(formula: Formula[..., Any]) -> tuple[Convention, ...]:
    """The formula's conventions, in the order of their declaration."""
    load_topic("quizbank.conventions", formula.topic)
    return tuple(_CONVENTIONS.get(formula.id, ()))
