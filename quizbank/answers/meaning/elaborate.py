"""A tree whose free products are decided by the shapes of their factors, under one reading of each sign."""

import functools
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from quizbank.answers.meaning.called import called_shape
from quizbank.answers.meaning.circled import circled, inner
from quizbank.answers.meaning.function_shapes import (
    blocks,
    classes,
    joined,
    reduced,
    require_length,
    shape_of_function,
    without_batch,
)
from quizbank.answers.meaning.orders import Policy, order_of
from quizbank.answers.notation import functions
from quizbank.answers.notation.signs import along, whole_number
from quizbank.answers.notation.vocabulary import Called
from quizbank.answers.shapes import SCALAR, Misfit, Shape, broadcast, product, transposed, united
from quizbank.answers.tree import (
    Binary,
    Compare,
    Concat,
    Function,
    Index,
    Name,
    Node,
    Number,
    Product,
    Reduction,
    Unary,
    is_letter,
)

Elaborated = tuple[Node, Shape]
Memo = dict[int, tuple[Node, Elaborated]]


@dataclass
class Elaborator:
    """Walks trees with the shapes of all names; `ranges` collects how far each free index letter runs,
    `bound` those of sums by letter and column.

    `softmax_axis` is the axis that softmax takes where none is named: 0 in column form.
    """

    shapes: Mapping[str, Shape]
    policies: Mapping[str, Policy] = field(default_factory=dict)
    calls: Mapping[str, Called] = field(default_factory=dict)
    sizes: Mapping[str, int] = field(default_factory=dict)
    softmax_axis: int = -1
    ranges: dict[str, int] = field(default_factory=dict)
    bound: dict[tuple[str, int], int] = field(default_factory=dict)
    memo: Memo | None = None
    """What is known of nodes, by their id: edits of a line share most of it. Only without index letters."""
    _alike: list[tuple[str, str]] = field(default_factory=list)
    _labels: list[tuple[str, Name]] = field(default_factory=list)

    def line(self, node: Node) -> Elaborated:
        """A whole line: letters that are only compared run as far as those they are compared with."""
        found = self.of(node)
        for one, other in (*self._alike, *reversed(self._alike)):
            if one in self.ranges:
                self.ranges.setdefault(other, self.ranges[one])
            elif other in self.ranges:
                self.ranges[one] = self.ranges[other]
        for letter, label in self._labels:
            if letter in found[1].over and letter not in self.ranges:
                one_hot = Function(label.column, "one_hot", (label,))
                self.ranges[letter] = self._length(classes(one_hot, self.shapes, self.sizes))
        return found

    def of(self, node: Node) -> Elaborated:
        """The node with its products decided, and its shape. Raises Misfit."""
        memo = self.memo
        if memo is None:
            return _WALKS[type(node)](self, node)
        known = memo.get(id(node))
        if known is None:
            known = memo[id(node)] = node, _WALKS[type(node)](self, node)
        return known[1]

    def number(self, node: Number) -> Elaborated:
        """A literal."""
        return node, SCALAR

    def name(self, node: Name) -> Elaborated:
        """A value with its declared shape, or an index letter."""
        if node.name in self.shapes:
            return node, self.shapes[node.name]
        if is_letter(node.name):
            return node, Shape((), (node.name,))
        raise Misfit(node.column, "unknown")

    def unary(self, node: Unary) -> Elaborated:
        """A sign or a transpose."""
        inner, shape = self.of(node.operand)
        if node.sign == "T":
            shape = transposed(shape)
        return node if inner is node.operand else Unary(node.column, node.sign, inner), shape

    def binary(self, node: Binary) -> Elaborated:
        """A sum, quotient, power or product."""
        left, a = self.of(node.left)
        right, b = self.of(node.right)
        if node.sign in ("⊕", "⊗"):
            return self.of(circled(self.policies.get("⊗"), node, left, a, right, b))
        kind, shape = self._product(node, a, b) if node.product else (None, self._together(node, a, b))
        if left is node.left and right is node.right and kind == node.product:
            return node, shape
        return Binary(node.column, node.sign, left, right, kind), shape

    def _together(self, node: Node, a: Shape, b: Shape) -> Shape:
        found = broadcast(a, b)
        if found is None:
            raise Misfit(node.column, getattr(node, "sign", ""), a, b)
        return found

    def _product(self, node: Binary, a: Shape, b: Shape) -> tuple[Product, Shape]:
        if node.sign == ".*":
            a, b = (replace(shape, is_row=False, meets_last=True) for shape in (a, b))
        elif node.sign == " " and {a.rank, b.rank} == {1, 2}:  # H α is no α ⊙ H
            a, b = replace(a, meets_last=True), replace(b, meets_last=True)
        if a.rank == 0 or b.rank == 0:
            if node.product == "matrix" and node.sign == "@":
                raise Misfit(node.column, "@", a, b)
            return "scalar", Shape(a.axes or b.axes, united(a, b), a.is_row or b.is_row)
        if a.rank == b.rank == 1 and b.is_row and not a.is_row and a.over and b.over and not {*a.over} & {*b.over}:
            return "dot", Shape((), united(a, b))  # q_i k_jᵀ: rows of two matrices
        if a.rank == b.rank == 1 and a.is_row and not b.is_row and a.over == b.over != () and a.axes != b.axes:
            return "outer", Shape((*a.axes, *b.axes), a.over)  # Σ_i x_iᵀ g_i: of rows, which have other lengths
        for kind in order_of(node, a, b, self.policies):
            found = product(kind, a, b)
            if found is not None:
                return found
        raise Misfit(node.column, {" ": "·", ".*": "*"}.get(node.sign, node.sign), a, b)

    def concat(self, node: Concat) -> Elaborated:
        """Parts side by side."""
        parts, shapes = zip(*map(self.of, node.parts), strict=True)
        if columns := blocks(node, shapes):
            return self.of(replace(node, parts=columns))
        axis, shape = joined(node, shapes)
        return Concat(node.column, parts, axis), shape

    def index(self, node: Index) -> Elaborated:
        """Leading axes taken away by indices, but for those of a fixed step in front; whole numbers pick rows."""
        inner, shape = self.of(node.operand)
        indices = node.indices[max(len(node.indices) - shape.rank, 0) :]
        if not indices:
            return inner, shape
        if len(indices) == 1 and shape.rank == 2 and shape.axes[1] == 1:
            inner, shape = Function(node.column, "flatten", (inner,)), replace(shape, axes=shape.axes[:1])  # a column
        over, axes = list(shape.over), list[int]()
        for index, length in zip(indices, shape.axes, strict=False):
            over += self._letters(index, length)
            axes += self.shapes[index.name].axes if isinstance(index, Name) and index.name in self.shapes else ()
        rest = (*axes, *shape.axes[len(indices) :])
        return Index(node.column, inner, indices, node.first), Shape(rest, tuple(dict.fromkeys(over)))

    def _letters(self, index: Node, length: int) -> list[str]:
        if isinstance(index, Number):
            return []
        if isinstance(index, Index):
            return list(self.of(index)[1].over)
        if not isinstance(index, Name):
            raise Misfit(index.column, "index")
        if index.name in self.shapes:
            return []
        known = self.ranges.setdefault(index.name, length)
        if known != length:
            raise Misfit(index.column, index.name, Shape((known,)), Shape((length,)))
        return [index.name]

    def reduction(self, node: Reduction) -> Elaborated:
        """A sum over an index, or over the last axis where no index is named."""
        first = self.of(node.first)[0] if node.first else None
        last = self.of(node.last)[0] if node.last else None
        outer = self.ranges.pop(node.index or "", None)
        body, shape = self.of(node.body)
        length = self.ranges.pop(node.index or "", None)
        if node.kind == "concat" and shape.rank == 0:  # numbers side by side are vectors of one
            body, shape = Concat(node.column, (body,)), replace(shape, axes=(1,))
        done = replace(node, first=first, last=last, body=body)
        if outer is not None:
            self.ranges[node.index or ""] = outer
        if node.index is None:
            return done, Shape((), shape.over if shape.rank else ())
        if length is not None:
            self.bound[node.index, node.column] = length
        if node.kind == "concat":
            shape = replace(shape, axes=(*shape.axes[:-1], shape.axes[-1] * (length or 1)))
        return done, replace(shape, over=tuple(x for x in shape.over if x != node.index))

    def compare(self, node: Compare) -> Elaborated:
        """A condition: one where it holds, else zero."""
        left, a = self.of(node.left)
        right, b = self.of(node.right)
        letters = [s.name for s in (left, right) if isinstance(s, Name) and is_letter(s.name)]
        if len(letters) == 2:
            self._alike.append((letters[0], letters[1]))
        labels = [
            s for s in (left, right) if isinstance(s, Name) and s.name in self.shapes and s.name not in self.sizes
        ]
        if len(letters) == len(labels) == 1 and not self.shapes[labels[0].name].rank:
            self._labels.append((letters[0], labels[0]))
        return replace(node, left=left, right=right), self._together(node, a, b)

    def function(self, node: Function) -> Elaborated:
        """A call."""
        if node.name in self.calls:
            return called_shape(self, node)
        walked = [self.of(argument) for argument in node.arguments]
        arguments, shapes = tuple(part for part, _ in walked), tuple(shape for _, shape in walked)
        keywords = tuple((key, self.of(value)[0]) for key, value in node.keywords)
        done = node
        if any(a is not b for a, b in zip(arguments, node.arguments, strict=True)) or keywords:
            done = Function(node.column, node.name, arguments, keywords)
        if node.name in functions.ELEMENTWISE:
            return done, shapes[0]
        if node.name in functions.SOFTMAX:
            return self._softmax(done, shapes[0])
        if node.name == "inner" and len(shapes) == 2:
            return self.of(inner(node, arguments, shapes))
        if node.name in functions.REDUCE:
            return reduced(done, shapes[0])
        return self._other(done, shapes)

    def _softmax(self, node: Function, shape: Shape) -> Elaborated:
        if "index" in dict(node.keywords):
            return node, shape
        if shape.rank == 0:
            if len(shape.over) != 1:
                raise Misfit(node.column, node.name, shape)
            letter = shape.over[0]
            return replace(node, keywords=(("index", Name(node.column, letter, letter)),)), shape
        keywords = dict(without_batch(node, shape).keywords)
        axis = whole_number(keywords.get("dim"), self.softmax_axis if shape.rank > 1 else -1)
        if not -shape.rank <= axis < shape.rank:
            raise Misfit(node.column, node.name, shape)
        return replace(node, keywords=along(node.column, axis)), shape

    def _other(self, node: Function, shapes: tuple[Shape, ...]) -> Elaborated:
        match node.name, shapes:
            case "size", (_, *_):
                return node, SCALAR
            case "block", (Shape(axes=(n, m)), *_):
                return self._block(node, n, m)
            case "flatten", (a,):
                require_length(node, a, self._length)
            case "eye", (_, *_):
                length = self._length(node.arguments[0])
                return node, Shape((length, length))
            case "one_hot", (a,):
                return self.of(replace(node, arguments=(*node.arguments, classes(node, self.shapes, self.sizes))))
            case "one_hot", (a, _):
                return node, Shape((*a.axes, self._length(node.arguments[-1])), a.over)
            case (("maximum" | "minimum" | "logaddexp" | "where"), (_, *_)):
                return node, functools.reduce(functools.partial(self._together, node), shapes)
        axis = dict(node.keywords).get("dim")
        shape = shape_of_function(node.name, shapes, None if axis is None else whole_number(axis, -1))
        if shape is None:
            raise Misfit(node.column, node.name, *shapes)
        return node, shape

    def _block(self, node: Function, rows: int, columns: int) -> Elaborated:
        heads = self.sizes.get("heads", 1)
        letters = self._letters(node.arguments[1], heads)
        shape = (rows // heads, columns) if node.keywords else (rows, columns // heads)
        return node, Shape(shape, tuple(letters))

    def _length(self, node: Node) -> int:
        match node:
            case Name(name=name) if name in self.sizes:
                return self.sizes[name]
            case Number(value=value) if 0 < value < 1000:
                return int(value)
            case Function(name="size", arguments=(operand, *rest)):
                shape = self.of(operand)[1]
                axis = whole_number(rest[0] if rest else None, 0)
                if -shape.rank <= axis < shape.rank:
                    return shape.axes[axis]
        raise Misfit(node.column, "size")


_WALKS: Mapping[type[Node], Callable[[Elaborator, Any], Elaborated]] = {
    Number: Elaborator.number,
    Name: Elaborator.name,
    Unary: Elaborator.unary,
    Binary: Elaborator.binary,
    Concat: Elaborator.concat,
    Index: Elaborator.index,
    Reduction: Elaborator.reduction,
    Compare: Elaborator.compare,
    Function: Elaborator.function,
}
