"""A reading of a formula: as the catalogue has it, or in one of its conventions."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor

from quizbank.convention import Convention, conventions_of
from quizbank.draw import Draw
from quizbank.grading.binding import Binding, Parameter, bind
from quizbank.grading.sentences import Misfit, later
from reference.formula import Argument, Formula

_UNDIFFERENTIABLE = ("mask", "count", "sign", "keep", "label", "index", "tree")


@dataclass(frozen=True)
class Reading:
    """The formula as a submission is asked for it; `convention` is None for the catalogue's own form."""

    formula: Formula[..., Any]
    convention: Convention | None = None

    @property
    def name(self) -> str | None:
        """The convention's identifier."""
        return None if self.convention is None else self.convention.name

    @property
    def arguments(self) -> tuple[Argument, ...]:
        """What a submission receives, in order."""
        declared = self.formula.arguments if self.convention is None else self.convention.arguments
        return tuple(a for a in declared if a.is_required or a.name in self.formula.domains)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the arguments in order."""
        return tuple(argument.name for argument in self.arguments)

    @property
    def differentiable(self) -> tuple[str, ...]:
        """The arguments for which a gradient is asked."""
        if self.formula.name.endswith(("_gradient", "_step")) or self.formula.name in (
            "bptt",
            "gradient_norms",
            "train",
        ):
            return ()  # these are themselves gradients or updates
        return tuple(a.name for a in self.arguments if a.kind == "float" and self._is_smooth(a.name))

    def _is_smooth(self, name: str) -> bool:
        return self.formula.domains.get(name, "").partition(" ")[0] not in _UNDIFFERENTIABLE

    @property
    def is_batched(self) -> bool:
        """Whether some argument may carry batch axes."""
        return any(argument.batched for argument in self.formula.arguments)

    def given(self, draw: Draw) -> dict[str, Any]:
        """The draw's arguments as this reading has them."""
        found = draw.arguments if self.convention is None else self.convention.packed(dict(draw.arguments))
        return {
            name: value if name in draw.arguments else _lively(value, draw.seed)
            for name, value in ((name, _plain(found[name])) for name in self.names)
        }

    def __call__(self, **arguments: Any) -> Any:
        """What a right submission returns."""
        return self.formula(**arguments) if self.convention is None else self.convention(**arguments)


def _lively(value: Any, seed: int) -> Any:
    """The value as it is sent; a bias that packing has filled with zeros gets numbers, so that it matters."""
    if (
        isinstance(value, Tensor)
        and value.is_floating_point()
        and value.ndim
        and value.numel()
        and not bool(value.any())
    ):
        generator = torch.Generator().manual_seed(seed)
        return torch.rand(value.shape, generator=generator, dtype=value.dtype) - 0.5
    return value


def _plain(value: Any) -> Any:
    return value.detach().contiguous() if isinstance(value, Tensor) else value


def readings(formula: Formula[..., Any]) -> tuple[Reading, ...]:
    """The catalogue's form first, then the conventions that can be drawn."""
    packed = (c for c in conventions_of(formula) if c.pack is not None)
    return (Reading(formula), *(Reading(formula, convention) for convention in packed))


def reading(formula: Formula[..., Any], name: str | None) -> Reading:
    """The reading of this name."""
    return next(one for one in readings(formula) if one.name == name)


def candidates(
    formula: Formula[..., Any], parameters: Sequence[Parameter], told: Sequence[str] | None, convention: str | None
) -> list[tuple[Reading, Binding]]:
    """The readings that may be meant, each with its binding; raises Misfit where the parameters suit none.

    Parameter names that are exactly one convention's select it; otherwise each reading that the parameters
    can take is a candidate, the catalogue's first.
    """
    known = [one for one in readings(formula) if convention is None or one.name == convention]
    if not known:
        names = ", ".join(one.name for one in readings(formula) if one.name) or "none"
        raise Misfit(
            later("there is no convention {convention}; {formula} has: {names}"),
            convention=convention,
            formula=formula.id,
            names=names,
        )
    found, misfits = [], []
    for one in known:
        try:
            found.append((one, bind(parameters, one.names, told)))
        except Misfit as misfit:
            misfits.append(misfit)
    if not found:
        raise misfits[0]
    named = [pair for pair in found if pair[1].by_name]
    return named or found


def mapped(value: Any, dtype: torch.dtype) -> Any:
    """The value with its floats as `dtype`."""
    if isinstance(value, Tensor):
        return value.to(dtype) if value.is_floating_point() else value
    if isinstance(value, list | tuple):
        return type(value)(mapped(part, dtype) for part in value)
    return value
