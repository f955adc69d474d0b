"""What an answer is judged against: certified draws, their expected values, and how the same formula may be packed."""

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
    expected value into the variant's form.
    """

    note: Text | None
    names: Callable[[Draw], Names]
    shapes: Mapping[str, Shape]
    rewritten: Callable[[Tensor], Tensor] = lambda value: value
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
        if not any(draw is certain for certain in self.draws):
            return self._computed(draw)
        if draw.seed not in self._expected:
            self._expected[draw.seed] = self._computed(draw)
        return self._expected[draw.seed]

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
        return Variant(_COLUMNS, turned.names, turned.shapes, lambda v: v.mT if v.ndim == 2 else v, 0, "columns")

    def _packed(self, convention: Convention) -> Variant:
        def names(draw: Draw) -> Names:
            packed = convention.packed(draw.arguments)
            return {**self.plain(draw), **packed}

        shapes = dict(self.shapes)
        for argument in convention.arguments:
            shapes[argument.name] = Shape(tuple(axes.size(axis, self.sizes) for axis in argument.axes or ()))
        rewritten = convention.outputs or (lambda value: value)
        return Variant(convention.note, names, shapes, rewritten, name=convention.name)


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


def _part(entry: Entry, whole: Tensor, columns: int, seed: int) -> Tensor:
    """A block of a joint weight; of a bias, two random summands."""
    if whole.ndim == 1:
        generator = torch.Generator().manual_seed(seed)
        share = (torch.rand(whole.shape, generator=generator, dtype=torch.float64) * 2 - 1).to(whole)
        return share if entry.role == "hidden" else whole - share
    return whole[:, :columns] if entry.role == "hidden" else whole[:, columns:]


def _text(sentence: str) -> Text:
    return Text(words("en")(sentence), words("zh")(sentence))


def _(sentence: str) -> Text:
    return _text(sentence)


_EXCHANGED = _("Read with the weights on [x; h] instead of [h; x].")
_WEIGHTS_TRANSPOSED = _("Read with transposed weights: x W in the place of W x, or W x in the place of x W.")
_BOTH = _("Read with transposed weights, on [x; h] instead of [h; x].")
_COLUMNS = _("Read in column form: every matrix is the transpose of the notes' one.")
