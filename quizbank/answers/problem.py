"""What an answer is judged against: certified draws, their expected values, and how the same formula may be packed."""

import dataclasses
import functools
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import torch
from torch import Tensor

from quizbank import axes
from quizbank.answers.asked import shapes_of, sizes_of, vocabulary_of
from quizbank.answers.shapes import Shape, transposed
from quizbank.answers.vocabulary import Entry, Vocabulary
from quizbank.certificate import certified
from quizbank.convention import Convention, conventions_of
from quizbank.draw import Draw
from quizbank.language import Language, Text, words
from quizbank.observe import flattened
from quizbank.question import Symbol
from reference.formula import FORMULAS, Formula

Names = dict[str, Any]


@dataclass(frozen=True)
class Variant:
    """One way to pack the arguments: the catalogue's own, a convention, or a layout.

    `names` gives the values of all names for a draw, `shapes` their symbolic shapes; `rewritten` brings the
    expected value into the variant's form, `redrawn` gives the catalogue's arguments where the variant has more
    than those, as biases that the notes leave out.
    """

    note: Text | None
    names: Callable[[Draw], Names]
    shapes: Mapping[str, Shape]
    rewritten: Callable[[Tensor], Tensor] = lambda value: value
    redrawn: Callable[[Draw], Draw] = lambda draw: draw
    softmax_axis: int = -1
    name: str = ""


@dataclass
class Problem:
    """A formula's question on one device."""

    formula: Formula[..., Any]
    vocabulary: Vocabulary
    legend: tuple[Symbol, ...]
    device: torch.device
    draws: tuple[Draw, ...] = ()
    known: Any = None
    lines: Any = None
    _expected: dict[int, tuple[Tensor, ...]] = field(default_factory=dict)
    _kept: dict[int, Draw] = field(default_factory=dict)

    @property
    def is_system(self) -> bool:
        """Whether the formula is written in several lines."""
        return r"\\" in (self.formula.latex or "")

    @functools.cached_property
    def sizes(self) -> dict[str, int]:
        """A length for each size's name, by which shapes are told."""
        return sizes_of(self.vocabulary)

    @functools.cached_property
    def shapes(self) -> dict[str, Shape]:
        """The shape of every name."""
        return shapes_of(self.vocabulary)

    @functools.cached_property
    def calls(self) -> dict[str, Callable[..., Any]]:
        """The formulas that an answer may call, by notation."""
        return {notation: _reference(called.formula) for notation, called in self.vocabulary.calls.items()}

    def expected(self, draw: Draw) -> tuple[Tensor, ...]:
        """The reference's results for this draw, remembered for the certified ones."""
        if not self.keeps(draw):
            return self._computed(draw)
        if id(draw) not in self._expected:
            self._expected[id(draw)] = self._computed(draw)
        return self._expected[id(draw)]

    def keeps(self, draw: Draw) -> bool:
        """Whether this is one of the certified draws, or one made from them: what it gives is remembered."""
        return id(draw) in self._kept or any(draw is certain for certain in self.draws)

    def keep(self, source: Draw, made: Draw) -> Draw:
        """Keep a draw that a variant made, if its source is kept."""
        if self.keeps(source):
            self._kept[id(made)] = made
        return made

    def _computed(self, draw: Draw) -> tuple[Tensor, ...]:
        with torch.no_grad():
            results = flattened(self.formula(**draw.arguments))
        return tuple(torch.as_tensor(result, device=self.device) for result in results)

    def plain(self, draw: Draw) -> Names:
        """The catalogue's arguments, sizes, extra symbols and the parts of joint weights."""
        found = {**draw.sizes, **draw.extra, **draw.arguments}
        return {**found, **self._parts(found, draw)}

    def _parts(self, found: Names, draw: Draw) -> Names:
        parts: Names = {}
        for entry in self.vocabulary.entries.values():
            whole = found.get(entry.of) if entry.role in ("hidden", "input") else None
            if isinstance(whole, Tensor) and entry.name not in parts:
                parts[entry.name] = _part(entry, whole, self._block(entry, draw), draw.seed)
        return parts

    def _block(self, entry: Entry, draw: Draw) -> int:
        """How many columns of the joint weight belong to the hidden part."""
        whole = self.vocabulary.by_name(entry.of)
        last = (whole.axes or ("",))[-1] if whole else ""
        return axes.size(last.split("+")[0], draw.sizes)

    @functools.cached_property
    def variants(self) -> tuple[Variant, ...]:
        """Every way to pack the arguments, the catalogue's own first."""
        return tuple(self._variants())

    def _variants(self) -> Iterator[Variant]:
        plain = Variant(None, self.plain, self.shapes)
        yield plain
        for convention in conventions_of(self.formula):
            if convention.pack is not None:
                yield self._packed(convention)
        names = {convention.name for convention in conventions_of(self.formula)}
        exchanged = self._exchanged(plain) if self._joint and "xh" not in names else None
        if exchanged:
            yield exchanged
        if self._weights:
            yield self._transposed(plain, self._weights, _WEIGHTS_TRANSPOSED)
            if exchanged:
                yield self._transposed(exchanged, self._weights, _BOTH)
        matrices = [a.name for a in self.formula.arguments if a.kind == "float" and len(a.axes or ()) == 2]
        if set(matrices) - set(self._weights) and "column" not in names:
            yield self._columns(plain, matrices)
        if self._unbiased and "biases" not in names:
            yield self._biased(plain)

    @functools.cached_property
    def _weights(self) -> list[str]:
        return [a.name for a in self.formula.arguments if a.is_weight and len(a.axes or ()) == 2]

    @functools.cached_property
    def _joint(self) -> dict[str, str]:
        """Joint weights by name, with the size of their hidden block."""
        return {
            entry.of: (whole.axes or ("",))[-1].split("+")[0]
            for entry in self.vocabulary.entries.values()
            if entry.role == "hidden" and (whole := self.vocabulary.by_name(entry.of)) and len(whole.axes or ()) == 2
        }

    def _exchanged(self, plain: Variant) -> Variant:
        def names(draw: Draw) -> Names:
            found = self.plain(draw)
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

    def _columns(self, base: Variant, matrices: list[str]) -> Variant:
        turned = self._transposed(base, matrices, _COLUMNS)
        return Variant(
            _COLUMNS, turned.names, turned.shapes, lambda v: v.mT if v.ndim == 2 else v, softmax_axis=0, name="columns"
        )

    def _packed(self, convention: Convention) -> Variant:
        def packed(draw: Draw) -> Names:
            found = convention.packed(draw.arguments)
            for place, (name, value) in enumerate(found.items()):
                if name not in draw.arguments and isinstance(value, Tensor) and not value.any():
                    found[name] = _random(value, draw.seed + place)  # a bias that the notes leave out
            return found

        def redrawn(draw: Draw) -> Draw:
            return dataclasses.replace(draw, arguments=convention.unpack(**packed(draw)))

        def names(draw: Draw) -> Names:
            return {**self.plain(draw), **packed(draw)}

        has_more = set(convention.packed(self.draws[0].arguments)) > {a.name for a in self.formula.arguments}
        redrawn = self._remembering(redrawn) if has_more else _same

        shapes = dict(self.shapes)
        for argument in convention.arguments:
            shapes[argument.name] = Shape(tuple(axes.size(axis, self.sizes) for axis in argument.axes or ()))
        rewritten = convention.outputs or (lambda value: value)
        axis = 0 if convention.name == "column" else -1
        return Variant(convention.note, names, shapes, rewritten, redrawn, axis, convention.name)

    @functools.cached_property
    def _unbiased(self) -> dict[str, str]:
        """Joint weights without a bias, with the bias that they might have."""
        found = {weight: f"b{weight[1:]}" for weight in self._joint if weight[0] == "W"}
        taken = {argument.name for argument in self.formula.arguments}
        return {weight: bias for weight, bias in found.items() if bias not in taken and "x" in taken}

    def _biased(self, plain: Variant) -> Variant:
        """A bias is the weight of an input that is always 1."""

        def biases(draw: Draw) -> Names:
            return {
                bias: _random(draw.arguments[weight][:, 0], draw.seed + place)
                for place, (weight, bias) in enumerate(self._unbiased.items())
            }

        def redrawn(draw: Draw) -> Draw:
            arguments = dict(draw.arguments)
            for weight, bias in self._unbiased.items():
                arguments[weight] = torch.cat([arguments[weight], biases(draw)[bias].unsqueeze(-1)], dim=1)
            x = arguments["x"]
            return dataclasses.replace(draw, arguments={**arguments, "x": torch.cat([x, torch.ones_like(x[..., :1])], -1)})

        def names(draw: Draw) -> Names:
            return {**self.plain(draw), **biases(draw)}

        shapes = {**plain.shapes, **{b: Shape(plain.shapes[w].axes[:1]) for w, b in self._unbiased.items()}}
        return Variant(_BIASED, names, shapes, redrawn=self._remembering(redrawn), name="biases")

    def _remembering(self, redrawn: Callable[[Draw], Draw]) -> Callable[[Draw], Draw]:
        made: dict[int, Draw] = {}

        def remembered(draw: Draw) -> Draw:
            if not self.keeps(draw):
                return redrawn(draw)
            if id(draw) not in made:
                made[id(draw)] = self.keep(draw, redrawn(draw))
            return made[id(draw)]

        return remembered


def problem(
    formula: Formula[..., Any], legend: tuple[Symbol, ...], device: torch.device, language: Language
) -> Problem:
    """The question of a formula, its draws on the device; made once."""
    return _problem(formula.id, legend, str(device), language)


@functools.cache
def _problem(formula_id: str, legend: tuple[Symbol, ...], device: str, language: Language) -> Problem:
    formula = FORMULAS[formula_id]
    where = torch.device(device)
    draws = tuple(draw.to(where) for draw in certified(formula))
    return Problem(formula, vocabulary_of(formula_id, language, legend), legend, where, draws)


def _reference(name: str) -> Formula[..., Any]:
    from quizbank.judge import reference

    return reference(name)


def _same(draw: Draw) -> Draw:
    return draw


def _random(like: Tensor, seed: int) -> Tensor:
    """Numbers between −1 and 1 in the place of these."""
    generator = torch.Generator().manual_seed(seed)
    return (torch.rand(like.shape, generator=generator, dtype=torch.float64) * 2 - 1).to(like)


def _part(entry: Entry, whole: Tensor, columns: int, seed: int) -> Tensor:
    """A block of a joint weight; of a bias, two random summands."""
    if whole.ndim == 1:
        share = _random(whole, seed)
        return share if entry.role == "hidden" else whole - share
    return whole[:, :columns] if entry.role == "hidden" else whole[:, columns:]


def _text(sentence: str) -> Text:
    return Text(words("en")(sentence), words("zh")(sentence))


def _(sentence: str) -> Text:
    return _text(sentence)


_EXCHANGED = _("Read with the weights on [x; h] instead of [h; x].")
_WEIGHTS_TRANSPOSED = _("Read with transposed weights: x W in the place of W x, or W x in the place of x W.")
_BOTH = _("Read with transposed weights, on [x; h] instead of [h; x].")
_BIASED = _("Read with biases, which the notes leave out.")
_COLUMNS = _("Read in column form: every matrix is the transpose of the notes' one.")
