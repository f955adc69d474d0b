"""The value of a tree: a walk over our own nodes in torch, float64, within a budget; nothing is compiled or run."""

import functools
import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import torch
from torch import Tensor

from quizbank.answers.budget import Budget
from quizbank.answers.meaning import apply
from quizbank.answers.meaning.indexing import Unable, Value, by_letter, by_values, rows
from quizbank.answers.meaning.operators import BINARY, COMPARE, UNARY, over, raised, reduced
from quizbank.answers.notation.signs import whole_number
from quizbank.answers.tree import (
    Binary,
    Compare,
    Concat,
    Function,
    Index,
    Name,
    Node,
    Number,
    Reduction,
    Unary,
)
from reference.formula import Formula

LONGEST_SUM = 64


@dataclass
class Evaluator:
    """Computes values; `names` holds arguments, sizes and earlier lines, `calls` the formulas by notation.

    `ranges` says how far free index letters run, `bound` how far those of sums do, by letter and column;
    the letters `from_zero` count as code does.
    """

    names: Mapping[str, Any]
    device: torch.device
    budget: Budget
    calls: Mapping[str, Formula[..., Any]] = field(default_factory=dict)
    heads: int = 1
    bound: Mapping[tuple[str, int], int] = field(default_factory=dict)
    ranges: dict[str, range] = field(default_factory=dict)
    from_zero: set[str] = field(default_factory=set)
    memo: dict[int, tuple[Node, Value]] | None = None
    """Values that are known for these names, by the node's id. Only without index letters."""

    def of(self, node: Node) -> Value:
        """The value of a node. Raises Unable and Spent."""
        memo = self.memo
        if memo is not None and (known := memo.get(id(node))) is not None:
            return known[1]
        self.budget.visit()
        value = _WALKS[type(node)](self, node)
        self.budget.work(value.tensor.numel())
        if memo is not None:
            memo[id(node)] = node, value
        return value

    def whole(self, node: Node, indices: tuple[str, ...] = ()) -> Value:
        """The value of a line; its free index letters run over all their values."""
        value = self.of(node)
        order = [letter for letter in indices if letter in value.over]
        return value.ordered((*order, *sorted(set(value.over) - set(order))))

    def number(self, node: Number) -> Value:
        """A literal."""
        return _literal(node.value, self.device)

    def name(self, node: Name) -> Value:
        """An argument, a size, an earlier line, or the value of an index."""
        if node.name in self.names:
            found = self.names[node.name]
            if isinstance(found, Value):
                return found
            if isinstance(found, Tensor):
                return Value(found if found.dtype is torch.float64 else found.to(torch.float64))
            return Value(torch.tensor(float(found), dtype=torch.float64, device=self.device))
        if node.name in self.ranges:
            return self._letter(node.name, self.ranges[node.name].start - (node.name in self.from_zero))
        raise Unable(node.name)

    def _letter(self, letter: str, first: int) -> Value:
        count = len(self.ranges[letter])
        return Value(torch.arange(first, first + count, dtype=torch.float64, device=self.device), (letter,))

    def unary(self, node: Unary) -> Value:
        """A sign, a transpose, bars, a factorial or per cent."""
        value = self.of(node.operand)
        return Value(UNARY[node.sign](value.tensor, value.rank), value.over)

    def binary(self, node: Binary) -> Value:
        """A sum, quotient, power or product as the reading decided it."""
        left, right = self.of(node.left), self.of(node.right)
        if node.product in ("matrix", "dot", "outer"):
            return self._contracted(node.product, left, right)
        a, b, over = self.aligned(left, right)
        return Value(BINARY[node.sign if node.product is None else "*"](a, b), over)

    def aligned(self, left: Value, right: Value) -> tuple[Tensor, Tensor, tuple[str, ...]]:
        """Two tensors that broadcast: letters first, then axes from the right."""
        if not left.over and not right.over:
            ranks = left.tensor.ndim, right.tensor.ndim
            if ranks[0] == ranks[1] or not ranks[0] or not ranks[1]:
                return left.tensor, right.tensor, ()
        over = tuple(dict.fromkeys((*left.over, *right.over)))
        a, b = left.spread(over), right.spread(over)
        count = len(over)
        if left.rank < right.rank:
            a = raised(a, b, count)
        elif right.rank < left.rank:
            b = raised(b, a, count)
        self.budget.work(math.prod(map(max, zip(a.shape, b.shape, strict=True))))
        return a, b, over

    def _contracted(self, kind: str, left: Value, right: Value) -> Value:
        over = tuple(dict.fromkeys((*left.over, *right.over)))
        a, b = left.spread(over), right.spread(over)
        self.budget.work(a.numel() * b.numel() // max(a.shape[-1], 1) if a.ndim and b.ndim else 1)
        if kind == "dot":
            return Value((a * b).sum(-1), over)
        if kind == "outer":
            return Value(a.unsqueeze(-1) * b.unsqueeze(-2), over)
        if left.rank == 1:
            return Value((a.unsqueeze(-2) @ b).squeeze(-2), over)
        if right.rank == 1:
            return Value((a @ b.unsqueeze(-1)).squeeze(-1), over)
        return Value(a @ b, over)

    def concat(self, node: Concat) -> Value:
        """Parts side by side."""
        parts = [self.of(part) for part in node.parts]
        over = tuple(dict.fromkeys(letter for part in parts for letter in part.over))
        tensors = [(part if part.rank else Value(part.tensor.unsqueeze(-1), part.over)).spread(over) for part in parts]
        if over:
            lead = [max(t.shape[place] for t in tensors) for place in range(len(over))]
            tensors = [t.expand(*lead, *t.shape[len(over) :]) for t in tensors]
        return Value(torch.cat(tensors, dim=node.axis), over)

    def index(self, node: Index) -> Value:
        """Entries picked by letters, numbers and integer arguments."""
        value = self.of(node.operand)
        tensor, over, picked = value.tensor, list(value.over), 0
        for index in node.indices:
            place = len(over) + picked
            if isinstance(index, Name) and isinstance(ids := self.names.get(index.name), Tensor) and ids.ndim:
                tensor, picked = rows(tensor, place, ids), picked + 1
            elif isinstance(index, Index):
                tensor, over = by_values(self.of(index), tensor, over)
            elif isinstance(index, Name) and index.name not in self.names:
                tensor, over = by_letter(index.name, self.ranges.get(index.name), tensor, over)
            else:
                tensor = tensor.select(place, self._position(index, node.first, tensor.shape[place]))
        return Value(tensor, tuple(over))

    def _position(self, index: Node, first: int, length: int) -> int:
        if isinstance(index, Name):
            position = int(self.names[index.name])
        else:
            number = int(index.value) if isinstance(index, Number) else 0
            position = number + length if number < 0 else number - first
        if not 0 <= position < length:
            raise Unable("index")
        return position

    def reduction(self, node: Reduction) -> Value:
        """A sum, product, maximum or concatenation over an index."""
        if node.index is None:
            body = self.of(node.body)
            axes = tuple(range(len(body.over), body.tensor.ndim)) or tuple(range(body.tensor.ndim))
            total = reduced(node.kind, body.tensor, axes)
            return Value(total, body.over if body.rank else ())
        outer = self.ranges.pop(node.index, None)
        steps, is_from_zero = self._steps(node)
        self.ranges[node.index] = steps
        if is_from_zero:
            self.from_zero.add(node.index)
        body = self.of(node.body)
        self.from_zero.discard(node.index)
        del self.ranges[node.index]
        if outer is not None:
            self.ranges[node.index] = outer
        return over(node.kind, node.index, steps, body, is_falling=self._is_falling(node))

    def _steps(self, node: Reduction) -> tuple[range, bool]:
        """The positions over which the index runs, counted from 1, and whether its own value is one less."""
        length = self.bound.get((node.index or "", node.column))
        if length is None and node.last is None:
            raise Unable("limits")
        first = self._limit(node.first, 1)
        last = self._limit(node.last, first - 1 + (length or 0))
        is_from_zero = length is not None and (node.counts_from == 0 or (first, last) == (0, length - 1))
        if is_from_zero:
            first, last = first + 1, last + 1
        if length is not None and not (first >= 1 and last <= length):
            raise Unable("limits")
        if node.kind == "concat":
            first, last = sorted((first, last))
        if last - first >= LONGEST_SUM:
            raise Unable("a sum too long")
        return range(first, max(last, first - 1) + 1), is_from_zero

    def _is_falling(self, node: Reduction) -> bool:
        """Whether parts stand from the last to the first, as `C_n, …, C_1`."""
        return node.kind == "concat" and self._limit(node.first, 1) > self._limit(node.last, 1 << 32)

    def _limit(self, node: Node | None, otherwise: int) -> int:
        if node is None:
            return otherwise
        value = self.of(node).tensor
        if value.ndim or not bool(value.isfinite()) or float(value) != round(float(value)):
            raise Unable("limits")
        return round(float(value))

    def compare(self, node: Compare) -> Value:
        """One where the condition holds; index letters count as positions from 0, as labels do."""
        left, right = (
            self._letter(side.name, self.ranges[side.name].start - 1)
            if isinstance(side, Name) and side.name in self.ranges
            else self.of(side)
            for side in (node.left, node.right)
        )
        a, b, over = self.aligned(left, right)
        return Value(COMPARE[node.sign](a, b).to(torch.float64), over)

    def function(self, node: Function) -> Value:
        """A call of a known function or formula."""
        if node.name in self.calls:
            return self._called(node)
        if node.name == "block":
            return self._block(node)
        if node.name == "size":
            return self._size(node)
        arguments = [self.of(argument) for argument in node.arguments]
        return apply.function(self, node, arguments)

    def _called(self, node: Function) -> Value:
        arguments = [self.of(argument) for argument in node.arguments]
        over = tuple(dict.fromkeys(letter for argument in arguments for letter in argument.over))
        tensors = [argument.spread(over) if argument.over else argument.tensor for argument in arguments]
        self.budget.work(sum(t.numel() for t in tensors) * 64)
        formula = self.calls[node.name]
        given = [_NUMBERS.get(a.kind, _unchanged)(t) for a, t in zip(formula.arguments, tensors, strict=False)]
        result = formula(*given)
        return Value(result[0] if isinstance(result, tuple) else result, over)

    def _block(self, node: Function) -> Value:
        weight, index = self.of(node.arguments[0]).tensor, node.arguments[1]
        blocks = torch.stack(weight.chunk(self.heads, dim=0 if node.keywords else -1))
        if isinstance(index, Name) and index.name not in self.names:
            steps = self.ranges.get(index.name, range(1, self.heads + 1))
            if not 1 <= steps.start <= steps.stop <= self.heads + 1:
                raise Unable("limits")
            return Value(blocks[steps.start - 1 : steps.stop - 1], (index.name,))
        return Value(blocks[self._position(index, 1, self.heads)])

    def _size(self, node: Function) -> Value:
        value = self.of(node.arguments[0])
        axis = whole_number(node.arguments[1] if len(node.arguments) > 1 else None, 0)
        axes = value.tensor.shape[len(value.over) :]
        if not -len(axes) <= axis < len(axes):
            raise Unable("size")
        return Value(torch.tensor(float(axes[axis]), dtype=torch.float64, device=self.device))


@functools.lru_cache(maxsize=256)
def _literal(value: float, device: torch.device) -> Value:
    return Value(torch.tensor(value, dtype=torch.float64, device=device))


def _unchanged(value: Tensor) -> Tensor:
    return value


_NUMBERS: Mapping[str, Callable[[Tensor], Any]] = {"int": int, "real": float}
_WALKS: Mapping[type[Node], Callable[[Evaluator, Any], Value]] = {
    Number: Evaluator.number,
    Name: Evaluator.name,
    Unary: Evaluator.unary,
    Binary: Evaluator.binary,
    Concat: Evaluator.concat,
    Index: Evaluator.index,
    Reduction: Evaluator.reduction,
    Compare: Evaluator.compare,
    Function: Evaluator.function,
}
