"""One way to pack a formula's arguments."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from torch import Tensor

from quizbank.answers.meaning.letters import lengths
from quizbank.answers.shapes import Shape
from quizbank.draw import Draw
from quizbank.language import Text

Names = dict[str, Any]
Lengths = Mapping[int, int]


@dataclass(frozen=True, eq=False)
class Variant:
    """One way to pack the arguments: the catalogue's own, a convention, or a layout.

    `names` gives the values of all names for a draw, `shapes` their symbolic shapes; `rewritten` brings the
    expected value into the variant's form, `arguments` gives those of the formula alone, `redrawn` the catalogue's
    arguments where the variant has more than those, as biases that the notes leave out. `is_turned` tells that
    matrices are the transposes of those that the prompt shows.
    """

    note: Text | None
    names: Callable[[Draw], Names]
    shapes: Mapping[str, Shape]
    rewritten: Callable[[Tensor], Tensor] = lambda value: value
    arguments: Callable[[Draw], Names] = lambda draw: draw.arguments
    redrawn: Callable[[Draw], Draw] = lambda draw: draw
    softmax_axis: int = -1
    is_turned: bool = False
    name: str = ""
    _named: dict[int, Names] = field(default_factory=dict)
    _lengths: dict[int, Lengths] = field(default_factory=dict)

    @property
    def is_in_columns(self) -> bool:
        """Whether data stand in columns, and results with them."""
        return self.softmax_axis == 0

    def noted(self, note: Text, name: str) -> "Variant":
        """The same with one more note and nothing remembered; what makes it another one is for the caller."""
        both = note if self.note is None else Text(f"{self.note.en} {note.en}", f"{self.note.zh}{note.zh}")
        return replace(self, note=both, name=f"{self.name} {name}".strip(), _named={}, _lengths={})

    def names_for(self, draw: Draw, is_kept: bool) -> Names:
        """The names' values, computed once for a draw that is kept; not to be changed."""
        if not is_kept:
            return self.names(draw)
        if id(draw) not in self._named:
            self._named[id(draw)] = self.names(draw)
        return self._named[id(draw)]

    def lengths_for(self, draw: Draw, sizes: Mapping[str, int], is_kept: bool) -> Lengths:
        """What each symbolic length is in this draw; `sizes` are the symbolic lengths by name."""
        if not is_kept:
            return lengths(self.shapes, self.names(draw), sizes, draw.sizes)
        if id(draw) not in self._lengths:
            self._lengths[id(draw)] = lengths(self.shapes, self.names_for(draw, is_kept), sizes, draw.sizes)
        return self._lengths[id(draw)]
