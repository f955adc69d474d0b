"""The tree that a typed answer becomes: plain frozen records, each knowing its column."""

from dataclasses import dataclass
from typing import Literal, TypeGuard

Product = Literal["matrix", "elementwise", "free", "dot", "outer", "scalar"]
"""`@`; `⊙ ∘ .*`; and the signs that have several readings (`*`, `·`, `×`, juxtaposition).

A reading (`readings.py`) replaces "free" by what was chosen; "dot", "outer" and "scalar" arise only there.
"""


@dataclass(frozen=True)
class Node:
    """A part of an answer; `column` counts from 1 in the text that the user typed."""

    column: int


@dataclass(frozen=True)
class Number(Node):
    """A literal, always read as a float."""

    value: float
    text: str


@dataclass(frozen=True)
class Name(Node):
    """A symbol by its canonical name: an argument, a size, an earlier line, or a stray legend symbol."""

    name: str
    text: str


def letter(text: str) -> str:
    """The name of an index letter, apart from all symbols: `i` may be a gate and an index."""
    return f"#{text}"


def is_letter(name: str | None) -> bool:
    """Whether this is the name of an index letter."""
    return name is not None and name.startswith("#")


@dataclass(frozen=True)
class Unary(Node):
    """`-x`, `+x`, a transpose (`T`), absolute-value bars (`abs`) or a factorial (`!`)."""

    sign: str
    operand: Node


def is_transposed(node: Node) -> TypeGuard[Unary]:
    """Whether this is a transpose."""
    return isinstance(node, Unary) and node.sign == "T"


@dataclass(frozen=True)
class Binary(Node):
    """A sum, difference, quotient, power or product.

    `sign` is the operator as the judge knows it (`+ - / ^ @ ⊙`, or the sign typed for a free product,
    with a blank for juxtaposition); `product` is None for everything that is no product.
    """

    sign: str
    left: Node
    right: Node
    product: Product | None = None


@dataclass(frozen=True)
class Function(Node):
    """A call of a known function (`tanh`, `softmax`, `Attention`), with keywords such as `dim`."""

    name: str
    arguments: tuple[Node, ...]
    keywords: tuple[tuple[str, Node], ...] = ()


@dataclass(frozen=True)
class Concat(Node):
    """Concatenation: `[h, x]`, `[h; x]`, `cat((h, x))`; along the last axis unless `axis` says another."""

    parts: tuple[Node, ...]
    axis: int = -1


@dataclass(frozen=True)
class Index(Node):
    """An indexed symbol, `X_{ij}` or `w[i]`; a number counts from 1, in code's brackets (`first` = 0) from 0."""

    operand: Node
    indices: tuple[Node, ...]
    first: int = 1


@dataclass(frozen=True)
class Reduction(Node):
    """A sum, product or maximum over an index, without limits over the whole axis; or `Concat(a_1, …, a_h)`.

    `counts_from` is 0 where the index runs as in code, so that the first entry has the index 0.
    """

    kind: Literal["sum", "product", "max", "concat"]
    index: str | None
    first: Node | None
    last: Node | None
    body: Node
    counts_from: int = 1


@dataclass(frozen=True)
class Compare(Node):
    """A condition, as in an indicator `[k = target]`."""

    sign: str
    left: Node
    right: Node


@dataclass(frozen=True)
class Definition(Node):
    """One line of an answer: `name = body`; `name` is None where the line has no left side.

    `indices` are the index letters of the left side in order (`J_{ij}`), `line` counts from 1.
    """

    name: str | None
    body: Node
    indices: tuple[str, ...] = ()
    line: int = 1
