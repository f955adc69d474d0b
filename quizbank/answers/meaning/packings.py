"""How the same formula may be packed: conventions, layouts, biases; each is right with a note that names it."""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import torch
from torch import Tensor

from quizbank import axes
from quizbank.answers.meaning.variant import Names, Variant
from quizbank.answers.shapes import Shape, transposed
from quizbank.convention import Convention, conventions_of
from quizbank.draw import Draw
from quizbank.language import Text, words

if TYPE_CHECKING:
    from quizbank.answers.meaning.problem import Problem


class Packings:
    """Builds the variants of a problem."""

    def __init__(self, problem: Problem) -> None:
        self._problem = problem

    def all(self) -> Iterator[Variant]:
        """The catalogue's own arguments, the declared conventions, then layouts."""
        plain = Variant(None, self._problem.plain, self._problem.shapes)
        yield plain
        for convention in conventions_of(self._problem.formula):
            if convention.pack is not None:
                yield self._packed(convention)
        names = {convention.name for convention in conventions_of(self._problem.formula)}
        exchanged = self._exchanged(plain) if self._joint and "xh" not in names else None
        if exchanged:
            yield exchanged
        yield from self._layouts(plain, exchanged)
        if self._unbiased and "biases" not in names:
            yield self._biased(plain)

    def _layouts(self, plain: Variant, exchanged: Variant | None) -> Iterator[Variant]:
        """Weights, data or both transposed; but a gradient has its weight's layout."""
        formula, weights = self._problem.formula, self._weights
        is_gradient = "_gradient" in formula.name
        matrices = [a.name for a in formula.arguments if a.kind == "float" and len(a.axes or ()) == 2]
        data = [name for name in matrices if name not in weights]
        if weights and not is_gradient:
            yield self._transposed(plain, weights, _WEIGHTS_TRANSPOSED)
            if exchanged:
                yield self._transposed(exchanged, weights, _BOTH)
        if len(matrices) > 1 and data and all(c.name != "column" for c in conventions_of(formula)):
            yield self._columns(plain, matrices, _COLUMNS)
        if weights and data and not is_gradient:
            yield self._columns(plain, data, _DATA)

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

    def _exchanged(self, plain: Variant) -> Variant:
        def names(draw: Draw) -> Names:
            found = self._problem.plain(draw)
            for name, block in self._joint.items():
                columns = axes.size(block, draw.sizes)
                found[name] = torch.cat([found[name][:, columns:], found[name][:, :columns]], dim=1)
            return found

        return Variant(_EXCHANGED, names, plain.shapes, name="xh")

    def _transposed(self, base: Variant, weights: list[str], note: Text) -> Variant:
        def is_weight(name: str) -> bool:
            return name in weights or name.partition(" ")[0] in weights

        def names(draw: Draw) -> Names:
            return {n: v.mT if is_weight(n) and isinstance(v, Tensor) else v for n, v in base.names(draw).items()}

        shapes = {name: transposed(s) if is_weight(name) else s for name, s in base.shapes.items()}
        return Variant(note, names, shapes, name="transposed")

    def _columns(self, base: Variant, matrices: list[str], note: Text) -> Variant:
        turned = self._transposed(base, matrices, note)
        return dataclasses.replace(
            turned, rewritten=lambda value: value.mT if value.ndim == 2 else value, softmax_axis=0, name="columns"
        )

    def _packed(self, convention: Convention) -> Variant:
        def packed(draw: Draw) -> Names:
            found = convention.packed(draw.arguments)
            for place, (name, value) in enumerate(found.items()):
                if name not in draw.arguments and isinstance(value, Tensor) and not value.any():
                    found[name] = random_like(value, draw.seed + place)  # a bias that the notes leave out
            return found

        def redrawn(draw: Draw) -> Draw:
            return dataclasses.replace(draw, arguments=convention.unpack(**packed(draw)))

        def names(draw: Draw) -> Names:
            found = packed(draw)
            turned = {name: value for name, value in found.items() if _is_turned(value, draw.arguments.get(name))}
            parts = dataclasses.replace(draw, arguments={**draw.arguments, **turned})
            return {**self._problem.plain(parts), **found}

        has_more = set(convention.packed(self._problem.draws[0].arguments)) > {
            a.name for a in self._problem.formula.arguments
        }
        again = self._remembering(redrawn) if has_more else _same

        shapes = dict(self._problem.shapes)
        for argument in convention.arguments:
            shapes[argument.name] = Shape(tuple(axes.size(axis, self._problem.sizes) for axis in argument.axes or ()))
        rewritten = convention.outputs or (lambda value: value)
        axis = 0 if convention.name == "column" else -1
        return Variant(convention.note, names, shapes, rewritten, again, axis, convention.name)

    @functools.cached_property
    def _unbiased(self) -> dict[str, str]:
        """Joint weights without a bias, with the bias that they might have."""
        found = {weight: f"b{weight[1:]}" for weight in self._joint if weight[0] == "W"}
        taken = {argument.name for argument in self._problem.formula.arguments}
        return {weight: bias for weight, bias in found.items() if bias not in taken and "x" in taken}

    def _biased(self, plain: Variant) -> Variant:
        """A bias is the weight of an input that is always 1."""

        def biases(draw: Draw) -> Names:
            return {
                bias: random_like(draw.arguments[weight][:, 0], draw.seed + place)
                for place, (weight, bias) in enumerate(self._unbiased.items())
            }

        def redrawn(draw: Draw) -> Draw:
            arguments = dict(draw.arguments)
            for weight, bias in self._unbiased.items():
                arguments[weight] = torch.cat([arguments[weight], biases(draw)[bias].unsqueeze(-1)], dim=1)
            x = arguments["x"]
            return dataclasses.replace(
                draw, arguments={**arguments, "x": torch.cat([x, torch.ones_like(x[..., :1])], -1)}
            )

        def names(draw: Draw) -> Names:
            found = biases(draw)
            shares = {f"{bias} hidden": random_like(value, draw.seed + 99) for bias, value in found.items()}
            rests = {f"{bias} input": value - shares[f"{bias} hidden"] for bias, value in found.items()}
            return {**self._problem.plain(draw), **found, **shares, **rests}

        heights = {bias: Shape(plain.shapes[weight].axes[:1]) for weight, bias in self._unbiased.items()}
        parts = {f"{bias} {part}": shape for bias, shape in heights.items() for part in ("hidden", "input")}
        shapes = {**plain.shapes, **heights, **parts}
        return Variant(_BIASED, names, shapes, redrawn=self._remembering(redrawn), name="biases")

    def _remembering(self, redrawn: Callable[[Draw], Draw]) -> Callable[[Draw], Draw]:
        made: dict[int, Draw] = {}

        def remembered(draw: Draw) -> Draw:
            if not self._problem.keeps(draw):
                return redrawn(draw)
            if id(draw) not in made:
                made[id(draw)] = self._problem.keep(draw, redrawn(draw))
            return made[id(draw)]

        return remembered


def _is_turned(value: Any, catalogue: Any) -> bool:
    """Whether only signs differ, so that the blocks of a joint weight stand where they stood."""
    return (
        isinstance(value, Tensor)
        and isinstance(catalogue, Tensor)
        and value.shape == catalogue.shape
        and value.dtype == catalogue.dtype
        and torch.equal(value.abs(), catalogue.abs())
    )


def _same(draw: Draw) -> Draw:
    return draw


def random_like(like: Tensor, seed: int) -> Tensor:
    """Numbers between −1 and 1 in the place of these."""
    generator = torch.Generator().manual_seed(seed)
    return (torch.rand(like.shape, generator=generator, dtype=torch.float64) * 2 - 1).to(like)


def _text(sentence: str) -> Text:
    return Text(words("en")(sentence), words("zh")(sentence))


def _(sentence: str) -> Text:
    return _text(sentence)


_EXCHANGED = _("Read with the weights on [x; h] instead of [h; x].")
_WEIGHTS_TRANSPOSED = _("Read with transposed weights: x W in the place of W x, or W x in the place of x W.")
_BOTH = _("Read with transposed weights, on [x; h] instead of [h; x].")
_BIASED = _("Read with biases, which the notes leave out.")
_COLUMNS = _("Read in column form: every matrix is the transpose of the notes' one.")
_DATA = _("Read in column form: the data stand in columns, the weights are the notes' own.")
