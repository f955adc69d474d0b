"""Shapes of values, and how products and sums of them fit; pure Python, with sizes as plain numbers."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace

from quizbank import axes
from quizbank.answers.tree import Product


@dataclass(frozen=True)
class Shape:
    """Axis lengths; `over` are the index letters on which the value depends.

    `is_row` marks a vector that was transposed: row · column is a number, column · row a matrix.
    `meets_last` marks one that meets the last axis of a matrix only, as code lays it, and never its columns.
    `laid` tells of a product that it shows vectors to be rows: itself a "row", s W, or a "column", W sᵀ.
    """

    axes: tuple[int, ...] = ()
    over: tuple[str, ...] = ()
    is_row: bool = False
    meets_last: bool = field(default=False, compare=False)
    laid: str = field(default="", compare=False)

    @property
    def rank(self) -> int:
        """The number of axes."""
        return len(self.axes)


SCALAR = Shape()


class Misfit(Exception):
    """Shapes that do not fit: the two shapes, and the column of the sign between them."""

    def __init__(self, column: int, what: str, *shapes: Shape) -> None:
        super().__init__(what)
        self.column = column
        self.what = what
        self.shapes = shapes


def united(*shapes: Shape) -> tuple[str, ...]:
    """The index letters of all shapes, in order of appearance."""
    if not any(shape.over for shape in shapes):
        return ()
    return tuple(dict.fromkeys(letter for shape in shapes for letter in shape.over))


def broadcast(a: Shape, b: Shape) -> Shape | None:
    """The shape of a sum: equal trailing axes, else a column repeated beside the columns of a matrix."""
    if a == b or (not b.axes and not b.over and not b.is_row):
        return a
    over, is_row = united(a, b), a.is_row or b.is_row
    long, short = (a.axes, b.axes) if len(a.axes) >= len(b.axes) else (b.axes, a.axes)
    is_strict = (b if short is b.axes else a).meets_last
    if not short:
        return Shape(long, over, is_row)
    tail = long[len(long) - len(short) :]
    if all(x == y or 1 in (x, y) for x, y in zip(tail, short, strict=True)):
        merged = tuple(max(x, y) for x, y in zip(tail, short, strict=True))
        return Shape((*long[: len(long) - len(short)], *merged), over, is_row)
    if len(short) == 1 and len(long) == 2 and long[0] == short[0] and not is_strict:
        return Shape(long, over, is_row)
    return None


def product(kind: Product, a: Shape, b: Shape) -> tuple[Product, Shape] | None:
    """The product of this kind, if the shapes allow it; "matrix" becomes "dot" or "outer" for two vectors."""
    if kind == "elementwise":
        if a.rank == b.rank == 1 and a.is_row != b.is_row:
            return None
        found = broadcast(a, b)
        return None if found is None else ("elementwise", found)
    if kind == "dot":
        fits = a.rank == b.rank == 1 and a.axes == b.axes
        return ("dot", Shape((), united(a, b))) if fits else None
    return _matrix(a, b)


def _matrix(a: Shape, b: Shape) -> tuple[Product, Shape] | None:
    over = united(a, b)
    if a.rank == b.rank == 1:
        if b.is_row and a.laid == "row":
            return ("dot", Shape((), over)) if a.axes == b.axes else None
        if a.is_row < b.is_row or (a.laid == "column" and not b.laid):
            return "outer", Shape((*a.axes, *b.axes), over)
        return ("dot", Shape((), over)) if a.axes == b.axes and not b.is_row else None
    if a.rank == 0 or b.rank == 0:
        return None
    inner = b.axes[0] if b.rank == 1 else b.axes[-2]
    if a.axes[-1] != inner:
        return None
    if b.rank == 1:
        return "matrix", Shape(a.axes[:-1], over, laid="column" if b.is_row else "")
    if a.rank == 1:
        return "matrix", Shape((*b.axes[:-2], b.axes[-1]), over, a.is_row, laid="" if a.is_row else "row")
    outer = broadcast(Shape(a.axes[:-2]), Shape(b.axes[:-2]))
    return None if outer is None else ("matrix", Shape((*outer.axes, a.axes[-2], b.axes[-1]), over))


def transposed(a: Shape) -> Shape:
    """The last two axes exchanged; a vector is marked as a row, or no longer."""
    if a.rank < 2:
        return replace(a, is_row=a.rank == 1 and not a.is_row)
    return replace(a, axes=(*a.axes[:-2], a.axes[-1], a.axes[-2]))


def symbolic_sizes(names: Iterable[str], ties: Mapping[str, str]) -> dict[str, int]:
    """A prime for every free size, so that each axis can be told by its length; tied sizes follow."""
    tied = {name: text for name, text in ties.items() if text != "2**"}
    primes = _primes()
    sizes = {name: next(primes) for name in dict.fromkeys(names) if name not in tied}
    for text in tied.values():
        sizes.update({name: next(primes) for name in axes.names(text) if name not in sizes})
    for name, text in tied.items():
        sizes[name] = axes.size(text, sizes)
    return sizes


def _primes() -> Iterator[int]:
    found: list[int] = []
    candidate = 1009
    while True:
        if all(candidate % divisor for divisor in range(3, 40, 2)):
            yield candidate
            candidate += 16 + len(found)
            found.append(candidate)
        candidate += 2


def shown(shape: Shape, sizes: Mapping[str, int], known: Iterable[str] = ()) -> str:
    """The shape with the names of its axes, as `(H, H+D)`."""
    lengths = {length: name for name, length in sizes.items()}
    for axis in known:
        try:
            lengths.setdefault(axes.size(axis, sizes), axis)
        except (KeyError, ValueError, SyntaxError):
            continue
    return f"({', '.join(_axis(length, lengths) for length in shape.axes)})"


def _axis(length: int, lengths: Mapping[int, str]) -> str:
    if length in lengths or length < 1000:
        return lengths.get(length, str(length))
    for first, name in lengths.items():
        if length - first in lengths:
            return f"{name}+{lengths[length - first]}"
        if length % first == 0 and length // first < 64:
            return f"{length // first}*{name}"
    rest = next((first for first in lengths if 0 < length - first < 16), None)
    return "?" if rest is None else f"{lengths[rest]}+{length - rest}"
