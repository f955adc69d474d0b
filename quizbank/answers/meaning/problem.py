"""What an answer is judged against: certified draws, their expected values, and how the same formula may be packed."""

import functools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any
from zlib import crc32

import torch
from torch import Tensor

from quizbank import axes, bank
from quizbank.answers.asked import shapes_of, sizes_of, vocabulary_of
from quizbank.answers.echo import echo
from quizbank.answers.meaning.packings import Packings, random_like
from quizbank.answers.meaning.variant import Names, Variant
from quizbank.answers.notation.vocabulary import Entry, Vocabulary
from quizbank.answers.parse import parse
from quizbank.answers.shapes import Shape
from quizbank.answers.shown import Shown, shown_lines
from quizbank.answers.tree import Definition, Name, Node
from quizbank.answers.unreadable import Unreadable
from quizbank.answers.walk import walk
from quizbank.certificate import certified
from quizbank.draw import Draw, draw, lowered, reduced
from quizbank.formulas import reference
from quizbank.language import Language
from quizbank.observe import flattened
from quizbank.question import Symbol
from reference.formula import Formula

MORE = 11
"""So many draws are made besides the certified ones."""

_FIRST = 500
_LOW = 3
_SMALL = (0.05, 1e-4)


@dataclass(eq=False)
class Problem:
    """A formula's question on one device; `shown` are the lines in which an error is to be set right.

    `settled` are the names of the conventions that the question closes, `left_out` those of the ways of packing the
    arguments in which the error that it shows would be right.
    """

    formula: Formula[..., Any]
    vocabulary: Vocabulary
    legend: tuple[Symbol, ...]
    device: torch.device
    draws: tuple[Draw, ...] = ()
    shown: Shown | None = None
    settled: tuple[str, ...] = ()
    left_out: frozenset[str] = frozenset()
    known: Any = None
    lines: Any = None
    _expected: dict[int, tuple[Tensor, ...]] = field(default_factory=dict)
    _kept: dict[int, Draw] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._kept.update((id(draw), draw) for draw in self.draws)

    @property
    def is_system(self) -> bool:
        """Whether the formula is written in several lines."""
        return r"\\" in (self.formula.latex or "")

    @property
    def has_free_lines(self) -> bool:
        """Whether the lines before the outputs are the user's own, as the prompt of a gradient says."""
        return self.formula.name.endswith("_gradient")

    @functools.cached_property
    def sizes(self) -> dict[str, int]:
        """A length for each size's name, by which shapes are told."""
        return sizes_of(self.vocabulary)

    @functools.cached_property
    def shapes(self) -> dict[str, Shape]:
        """The shape of every name."""
        return shapes_of(self.vocabulary)

    @functools.cached_property
    def own_name(self) -> str | None:
        """The name on the left of the formula's own LaTeX."""
        return self._own[-1].name

    @functools.cached_property
    def names(self) -> frozenset[str]:
        """All names in the formula's own LaTeX."""
        return frozenset(n.name for body in self.own_lines(None) for n in walk(body) if isinstance(n, Name))

    def own_lines(self, name: str | None) -> Sequence[Node]:
        """The right side of the line of this name in the formula's own LaTeX, or of all lines."""
        found = [line.body for line in self._own if line.name == name and self.is_system]
        return found or [line.body for line in self._own]

    @functools.cached_property
    def _own(self) -> Sequence[Definition]:
        return parse(self.formula.latex or "0", self.vocabulary)

    @functools.cached_property
    def answer(self) -> str | None:
        """The right formula, as the echo prints it."""
        latex = self.formula.latex
        try:
            return None if latex is None else echo(parse(latex, self.vocabulary), self.vocabulary)
        except Unreadable:
            return latex

    @functools.cached_property
    def shape(self) -> tuple[int, ...] | None:
        """The symbolic shape of the first output; None where its axes are not declared in the arguments' sizes."""
        output = bank.formulas()[self.formula.id].outputs[0]
        try:
            return tuple(axes.size(axis, self.sizes) for axis in output.axes or ())
        except KeyError:
            return None

    @functools.cached_property
    def calls(self) -> dict[str, Formula[..., Any]]:
        """The formulas that an answer may call, by notation."""
        return {notation: reference(called.formula) for notation, called in self.vocabulary.calls.items()}

    def expected(self, draw: Draw) -> tuple[Tensor, ...]:
        """The reference's results for this draw, remembered for the certified ones."""
        if not self.keeps(draw):
            return self._computed(draw)
        if id(draw) not in self._expected:
            self._expected[id(draw)] = self._computed(draw)
        return self._expected[id(draw)]

    def keeps(self, draw: Draw) -> bool:
        """Whether this is one of the certified draws, or one made from them: what it gives is remembered."""
        return id(draw) in self._kept

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
        return tuple(variant for variant in Packings(self).all() if variant.name not in self.left_out)


def problem(
    formula: Formula[..., Any],
    legend: tuple[Symbol, ...],
    device: torch.device,
    language: Language,
    wrong: str | None = None,
    settled: tuple[str, ...] = (),
) -> Problem:
    """The question of a formula, its draws on the device; made once, and again for each wrong LaTeX of several lines."""
    shown = None if wrong is None else shown_lines(formula.id, language, legend, wrong)
    return _problem(formula, legend, str(device), language, shown, settled)


@functools.cache
def _problem(
    formula: Formula[..., Any],
    legend: tuple[Symbol, ...],
    device: str,
    language: Language,
    shown: Shown | None,
    settled: tuple[str, ...],
) -> Problem:
    where = torch.device(device)
    draws = (*certified(formula), *_more(formula))
    moved = tuple(draw.to(where) for draw in draws)
    vocabulary = shown.vocabulary if shown else vocabulary_of(formula.id, language, legend)
    return Problem(formula, vocabulary, legend, where, moved, shown, settled)


def _more(formula: Formula[..., Any]) -> Iterator[Draw]:
    """More draws: five numbers have the same sign too often for ReLU(x) to be told from x.

    The first and the last _LOW of them lie where others do not come: near zero, where σ(100 x) is no step, and
    far below it, as log Σ exp(z) is below zero only there.
    """
    for seed in range(_FIRST, _FIRST + MORE):
        found = draw(formula, seed)
        if seed >= _FIRST + MORE - _LOW:
            found = lowered(found)
        elif seed < _FIRST + len(_SMALL):
            found = reduced(found, _SMALL[seed - _FIRST])
        with torch.no_grad():
            values = flattened(formula(**found.arguments))
        if not any(isinstance(value, Tensor) and bool(value.isnan().any()) for value in values):
            yield found


def _part(entry: Entry, whole: Tensor, columns: int, seed: int) -> Tensor:
    """A block of a joint weight; of a bias, two random summands."""
    if whole.ndim == 1:
        share = random_like(whole, seed + crc32(entry.of.encode()))  # that of b_f is no share of b_i
        return share if entry.role == "hidden" else whole - share
    return whole[:, :columns] if entry.role == "hidden" else whole[:, columns:]
