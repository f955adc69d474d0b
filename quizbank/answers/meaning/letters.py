"""How far the index letters of a line run: in symbolic sizes, and in those of a draw."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from torch import Tensor

from quizbank.answers.meaning.elaborate import Elaborator
from quizbank.answers.meaning.indexing import Value
from quizbank.answers.notation.vocabulary import Called
from quizbank.answers.shapes import Shape
from quizbank.answers.tree import Function, Index, Node, Reduction
from quizbank.answers.walk import walk


@dataclass(frozen=True)
class Letters:
    """The lengths of free letters by name, and those of the letters of sums by name and column."""

    free: Mapping[str, int] = field(default_factory=dict)
    bound: Mapping[tuple[str, int], int] = field(default_factory=dict)

    def measured(self, lengths: Mapping[int, int]) -> "Letters":
        """The same with each length replaced. KeyError where one is not known."""
        free = {letter: lengths[length] for letter, length in self.free.items()}
        return Letters(free, {place: lengths[length] for place, length in self.bound.items()})


def has_letters(node: Node) -> bool:
    """Whether index letters run in this tree."""
    return any(map(_is_indexed, walk(node)))


def _is_indexed(node: Node) -> bool:
    return isinstance(node, Index | Reduction) or (isinstance(node, Function) and node.name == "block")


def lengths(
    shapes: Mapping[str, Shape], names: Mapping[str, Any], symbolic: Mapping[str, int], actual: Mapping[str, int]
) -> dict[int, int]:
    """What each symbolic length is in a draw, by the shapes and sizes of both; without those that are several."""
    pairs = {
        pair
        for name, shape in shapes.items()
        if isinstance(value := names.get(name), Tensor) and value.ndim == shape.rank
        for pair in zip(shape.axes, value.shape, strict=True)
    } | {(symbolic[name], actual[name]) for name in symbolic.keys() & actual.keys()}
    several = [length for length, _ in pairs]
    return {length: found for length, found in pairs if several.count(length) == 1}


def letters(body: Node, names: Mapping[str, Any], calls: Mapping[str, Called], sizes: Mapping[str, int]) -> Letters:
    """How far the letters of a tree run by the actual shapes of the names. Raises Misfit."""
    elaborator = Elaborator(_Shapes(names), {}, calls, sizes)
    elaborator.line(body)
    return Letters(elaborator.ranges, elaborator.bound)


class _Shapes(Mapping[str, Shape]):
    """The actual shapes of named values, each looked at when it is asked for."""

    def __init__(self, names: Mapping[str, Any]) -> None:
        self._names = names

    def __getitem__(self, name: str) -> Shape:
        return _shape(self._names[name])

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)


def _shape(value: Any) -> Shape:
    """The actual shape of a name's value."""
    if isinstance(value, Value):
        return Shape(tuple(value.tensor.shape[len(value.over) :]), value.over)
    return Shape(tuple(value.shape)) if isinstance(value, Tensor) else Shape()
