"""How the same formula may be packed: conventions, layouts, biases; each is right with a note that names it."""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain, combinations
from typing import TYPE_CHECKING, Any

import torch
from torch import Tensor

from quizbank import axes
from quizbank.answers.meaning.layout_notes import in_columns, weights_turned
from quizbank.answers.meaning.variant import Names, Variant
from quizbank.answers.shapes import Shape, transposed
from quizbank.convention import Convention, conventions_of
from quizbank.draw import Draw
from quizbank.language import Text
from quizbank.language import in_both as _
from reference.formula import Argument

if TYPE_CHECKING:
    from quizbank.answers.meaning.problem import Problem


class Packings:
    """Builds the variants of a problem."""

    def __init__(self, problem: Problem) -> None:
        self._problem = problem

    def all(self) -> Iterator[Variant]:
        """The catalogue's own arguments, the declared conventions, biases, then layouts; what can be together, is."""
        plain = Variant(None, self._problem.plain, self._problem.shapes)
        closed = {"biases", *self._problem.settled}
        named = [c for c in conventions_of(self._problem.formula) if c.pack is not None and c.name not in closed]
        relabelled = [self._relabelled(plain, chosen) for chosen in _chosen(c for c in named if self._keeps_names(c))]
        if self._joint and all(c.name != "xh" for c in named):
            relabelled.append(self._exchanged(plain))
        yield from relabelled
        yield from (self._packed(plain, c) for c in named if not self._keeps_names(c))
        biased = [self._biased(base) for base in relabelled] if self._unbiased else []
        yield from biased
        if self._weights and not self._is_gradient:
            note = weights_turned(self._problem, self._weights)
            yield from (self._transposed(base, self._weights, note) for base in (*relabelled, *biased))
        if not self._is_gradient:
            yield from self._in_columns(plain)

    def _in_columns(self, plain: Variant) -> Iterator[Variant]:
        formula = self._problem.formula
        matrices = [a.name for a in formula.arguments if a.kind == "float" and len(a.axes or ()) == 2]
        data = [name for name in matrices if name not in self._weights]
        if data and all(c.name != "column" for c in conventions_of(formula)):
            yield self._columns(plain, matrices, "columns")
        if self._weights and data:
            yield self._columns(plain, data, "data columns")

    @functools.cached_property
    def _is_gradient(self) -> bool:
        """A gradient has its weight's layout, and the prompt says which."""
        return "_gradient" in self._problem.formula.name

    def _keeps_names(self, convention: Convention) -> bool:
        """Whether only numbers are others: the same arguments of the same kind, so that it can be joined with others."""
        own, others = self._problem.formula.arguments, convention.arguments
        return convention.outputs is None and self._kinds(others) == self._kinds(own)

    def _kinds(self, arguments: Iterable[Argument]) -> dict[str, tuple[str, Shape]]:
        return {argument.name: (argument.kind, self._shape(argument)) for argument in arguments}

    def _shape(self, argument: Argument) -> Shape:
        return Shape(tuple(axes.size(axis, self._problem.sizes) for axis in argument.axes or ()))

    @functools.cached_property
    def _weights(self) -> list[str]:
        return [a.name for a in self._problem.formula.arguments if a.is_weight and len(a.axes or ()) == 2]

    @functools.cached_property
    def _joint(self) -> dict[str, str]:
        """Joint weights by name, with the size of their hidden block."""
        return {
            entry.of: (whole.axes or ("",))[-1].split("+")[0]
            for entry in self._problem.vocabulary.entries.values()
            if entry.role == "hidden"
            and (whole := self._problem.vocabulary.by_name(entry.of))
            and len(whole.axes or ()) == 2
        }

    def _relabelled(self, plain: Variant, conventions: Sequence[Convention]) -> Variant:
        """The plain arguments in several conventions at once."""
        found = plain
        for convention in conventions:
            found = self._packed(found, convention)
        return found

    def _packed(self, base: Variant, convention: Convention) -> Variant:
        def arguments(draw: Draw) -> Names:
            return convention.packed(base.arguments(draw))

        def names(draw: Draw) -> Names:
            found = arguments(draw)
            kept = {name: value for name, value in found.items() if _is_kept(value, draw.arguments.get(name))}
            parts = draw.changed(kept)
            return {**self._problem.plain(parts), **found}

        shapes = {**base.shapes, **{argument.name: self._shape(argument) for argument in convention.arguments}}
        return dataclasses.replace(
            base.noted(convention.note, convention.name),
            names=names,
            arguments=arguments,
            shapes=shapes,
            rewritten=convention.outputs or base.rewritten,
            softmax_axis=0 if convention.name == "column" else -1,
            is_turned=any(_is_transposed(shape, base.shapes.get(name)) for name, shape in shapes.items()),
        )

    def _exchanged(self, base: Variant) -> Variant:
        def names(draw: Draw) -> Names:
            found = dict(base.names(draw))
            for name, block in self._joint.items():
                columns = axes.size(block, draw.sizes)
                found[name] = torch.cat([found[name][:, columns:], found[name][:, :columns]], dim=1)
            return found

        return dataclasses.replace(base.noted(_EXCHANGED, "xh"), names=names)

    def _transposed(self, base: Variant, matrices: list[str], note: Text) -> Variant:
        def is_turned(name: str) -> bool:
            return name in matrices or name.partition(" ")[0] in matrices

        def names(draw: Draw) -> Names:
            return {n: v.mT if is_turned(n) and isinstance(v, Tensor) else v for n, v in base.names(draw).items()}

        shapes = {name: transposed(s) if is_turned(name) else s for name, s in base.shapes.items()}
        return dataclasses.replace(base.noted(note, "transposed"), names=names, shapes=shapes, is_turned=True)

    def _columns(self, base: Variant, matrices: list[str], name: str) -> Variant:
        turned = self._transposed(
            base, matrices, in_columns(self._problem, matrices, own_weights=name == "data columns")
        )
        return dataclasses.replace(
            turned, rewritten=lambda value: value.mT if value.ndim == 2 else value, softmax_axis=0, name=name
        )

    @functools.cached_property
    def _unbiased(self) -> dict[str, str]:
        """Joint weights without a bias, with the bias that they might have."""
        found = {weight: f"b{weight[1:]}" for weight in self._joint if weight[0] == "W"}
        taken = {argument.name for argument in self._problem.formula.arguments}
        return {weight: bias for weight, bias in found.items() if bias not in taken and "x" in taken}

    def _biased(self, base: Variant) -> Variant:
        """A bias is the weight of an input that is always 1."""
        redrawn = self._remembering(self._widened)

        def names(draw: Draw) -> Names:
            found, wider = dict(base.names(draw)), base.names(redrawn(draw))
            for place, (weight, bias) in enumerate(self._unbiased.items()):
                found[bias] = _added_column(found[weight], wider[weight])
                share = random_like(found[bias], draw.seed + 99 + place)
                found |= {f"{bias} hidden": share, f"{bias} input": found[bias] - share}
            return found

        heights = {bias: Shape(base.shapes[weight].axes[:1]) for weight, bias in self._unbiased.items()}
        parts = {f"{bias} {part}": shape for bias, shape in heights.items() for part in ("hidden", "input")}
        return dataclasses.replace(
            base.noted(_BIASED, "biases"), names=names, shapes={**base.shapes, **heights, **parts}, redrawn=redrawn
        )

    def _widened(self, draw: Draw) -> Draw:
        """The draw with one more input that is always 1, and its weights."""
        arguments = dict(draw.arguments)
        for place, weight in enumerate(self._unbiased):
            bias = random_like(arguments[weight][:, :1], draw.seed + place)
            arguments[weight] = torch.cat([arguments[weight], bias], dim=1)
        x = arguments["x"]
        arguments["x"] = torch.cat([x, torch.ones_like(x[..., :1])], -1)
        return dataclasses.replace(draw, arguments=arguments)

    def _remembering(self, redrawn: Callable[[Draw], Draw]) -> Callable[[Draw], Draw]:
        made: dict[int, Draw] = {}

        def remembered(draw: Draw) -> Draw:
            if not self._problem.keeps(draw):
                return redrawn(draw)
            if id(draw) not in made:
                made[id(draw)] = self._problem.keep(draw, redrawn(draw))
            return made[id(draw)]

        return remembered


def _chosen(conventions: Iterable[Convention]) -> Iterator[tuple[Convention, ...]]:
    """None of them, each alone, then several at once."""
    every = tuple(conventions)
    return chain.from_iterable(combinations(every, count) for count in range(len(every) + 1))


def _is_kept(value: Any, catalogue: Any) -> bool:
    """Whether only signs differ, so that the blocks of a joint weight stand where they stood."""
    return (
        isinstance(value, Tensor)
        and isinstance(catalogue, Tensor)
        and value.shape == catalogue.shape
        and value.dtype == catalogue.dtype
        and torch.equal(value.abs(), catalogue.abs())
    )


def _added_column(weight: Tensor, wider: Tensor) -> Tensor:
    """The column by which the second one is wider, wherever a convention has put it."""
    is_other = (weight != wider[:, :-1]).any(dim=0)
    return wider[:, int(is_other.to(torch.int).argmax()) if bool(is_other.any()) else -1]


def _is_transposed(shape: Shape, usual: Shape | None) -> bool:
    return usual is not None and shape.rank == 2 and shape.axes == usual.axes[::-1] != usual.axes


def random_like(like: Tensor, seed: int) -> Tensor:
    """Numbers between −1 and 1 in the place of these."""
    generator = torch.Generator().manual_seed(seed)
    return (torch.rand(like.shape, generator=generator, dtype=torch.float64) * 2 - 1).to(like)


_EXCHANGED = _("Read with weights on [x; h]; the prompt has them on [h; x].")
_BIASED = _("Read with biases, which the prompt leaves out.")
