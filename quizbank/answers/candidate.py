"""An answer in one variant and one reading: what it computes, and whether that agrees."""

import dataclasses
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor

from quizbank.answers.budget import Budget
from quizbank.answers.elaborate import Elaborator, Policy
from quizbank.answers.evaluate import Evaluator
from quizbank.answers.goal import Fingerprint, Goal, Values, fingerprint
from quizbank.answers.indexing import Unable, Value
from quizbank.answers.parse import parse
from quizbank.answers.problem import Problem
from quizbank.answers.readings import readings
from quizbank.answers.shapes import Misfit, Shape
from quizbank.answers.tree import Definition, Function, Index, Name, Node, Reduction
from quizbank.answers.variant import Variant
from quizbank.answers.walk import renamed, walk
from quizbank.compare import agree
from quizbank.draw import Draw


@dataclass
class Shared:
    """What the edits of one line have in common: the shapes and, by draw, the values of its parts."""

    elaborated: dict[int, tuple[Node, tuple[Node, Shape]]] = dataclasses.field(default_factory=dict)
    values: dict[int, dict[int, tuple[Node, Value]]] = dataclasses.field(default_factory=dict)


@dataclass(frozen=True, eq=False)
class Candidate:
    """Elaborated lines; those named in `wanted` are what is compared, or the last one."""

    goal: Goal
    variant: Variant
    lines: tuple[Definition, ...]
    shapes: tuple[Shape, ...]
    _before: dict[int, Mapping[str, Any]] = dataclasses.field(default_factory=dict)
    _found: dict[int, Values | None] = dataclasses.field(default_factory=dict)

    def with_last(self, line: Definition) -> "Candidate":
        """The same lines but for the last one, which is put in anew. Raises Misfit."""
        known = {**self.variant.shapes}
        known.update((line.name or "", shape) for line, shape in zip(self.lines[:-1], self.shapes[:-1], strict=True))
        is_plain = not self._has_letters(self.lines[-1])
        memo = self._edits.elaborated if is_plain else None
        done, shape = _elaborated_line(self.goal, self.variant, known, line, {}, memo)
        lines, shapes = (*self.lines[:-1], done), (*self.shapes[:-1], shape)
        found = Candidate(self.goal, self.variant, lines, shapes, self._before)
        if is_plain:
            found._lettered[id(done)] = False
            found._parts[id(done)] = self._edits.values
        return found

    _lettered: dict[int, bool] = dataclasses.field(default_factory=dict)
    _edits: Shared = dataclasses.field(default_factory=Shared)
    _parts: dict[int, dict[int, dict[int, tuple[Node, Value]]]] = dataclasses.field(default_factory=dict)

    def _has_letters(self, line: Definition) -> bool:
        """Whether index letters run in this line."""
        if id(line) not in self._lettered:
            self._lettered[id(line)] = any(map(_is_indexed, walk(line.body)))
        return self._lettered[id(line)]

    @property
    def shape(self) -> Shape:
        """The symbolic shape of the line that is asked."""
        return self.shapes[-1]

    def values(self, draw: Draw, budget: Budget) -> dict[str | None, Tensor] | None:
        """What every line computes for this draw; None where one cannot be computed."""
        found: dict[str | None, Tensor] = {}
        last = self.lines[-1]
        try:
            with torch.no_grad():
                names = self._given(draw, budget)
                for line in self.lines[:-1]:
                    if line.name in self.goal.names:
                        found[line.name] = names[line.name].tensor
                value = self._evaluator(last, names, draw, budget).whole(last.body, last.indices)
                found[last.name] = self._spread(last, value, draw)
        except (Unable, Misfit, RuntimeError, IndexError, ValueError, OverflowError, TypeError):
            return None
        return found

    def _given(self, draw: Draw, budget: Budget) -> Mapping[str, Any]:
        """The names that the last line may use: those of the variant, and the lines before it."""
        is_kept = self.goal.problem.keeps(draw)
        names = self.variant.names_for(draw, is_kept)
        if len(self.lines) == 1:
            return names
        if is_kept and id(draw) in self._before:
            return self._before[id(draw)]
        names = dict(names)
        for line in self.lines[:-1]:
            names[line.name or ""] = _stacked(self._evaluator(line, names, draw, budget), line)
        if is_kept:
            self._before[id(draw)] = names
        return names

    def _spread(self, line: Definition, value: Value, draw: Draw) -> Tensor:
        """A line `J_{ij} = …` that does not depend on j is the same for every j."""
        missing = [place for place, letter in enumerate(line.indices) if letter not in value.over]
        if not missing or len(self.goal.names) > 1:
            return value.tensor
        (expected,) = self.goal.at(self.variant.redrawn(draw))
        if expected.ndim != len(line.indices) or value.rank:
            return value.tensor
        tensor = value.tensor
        for place in missing:
            tensor = tensor.unsqueeze(place)
        return tensor.expand(expected.shape)

    def value(self, draw: Draw, budget: Budget) -> Values | None:
        """The values that are asked, in the order of the goal; computed once for the draws that are kept."""
        if not self.goal.problem.keeps(draw):
            return self._value(draw, budget)
        if id(draw) not in self._found:
            self._found[id(draw)] = self._value(draw, budget)
        return self._found[id(draw)]

    def _value(self, draw: Draw, budget: Budget) -> Values | None:
        found = self.values(draw, budget)
        if found is None:
            return None
        if len(self.goal.names) < 2:
            return (found[self.lines[-1].name],)
        return tuple(found[name] for name in self.goal.names if name in found)

    def _evaluator(self, line: Definition, names: Mapping[str, Any], draw: Draw, budget: Budget) -> Evaluator:
        """An evaluator of one line, which knows how far the line's index letters run in this draw."""
        problem = self.goal.problem
        evaluator = Evaluator(names, problem.device, budget, problem.calls, draw.sizes.get("heads", 1))
        if self._has_letters(line):
            elaborator = Elaborator(_Shapes(names), {}, problem.vocabulary.calls, draw.sizes)
            elaborator.line(line.body)
            evaluator.bound = elaborator.bound
            evaluator.ranges = {letter: range(1, length + 1) for letter, length in elaborator.ranges.items()}
        elif id(line) in self._parts and problem.keeps(draw):
            evaluator.memo = self._parts[id(line)].setdefault(id(draw), {})
        return evaluator

    def agrees(self, budget: Budget) -> bool:
        """Whether it agrees with the reference on every draw."""
        return self.equals(self.goal.at, budget)

    def equals(self, value_of: Callable[[Draw], Values | None], budget: Budget, *, nan: bool = False) -> bool:
        """Whether it agrees on every draw with what `value_of` gives; with `nan`, also where both have none."""
        return all(self.meets(value_of, draw, budget, nan=nan) for draw in self.goal.problem.draws)

    def fingerprint(self, budget: Budget) -> Fingerprint | None:
        """What the values on the first draw can be told by quickly."""
        return fingerprint(self.value(self.goal.problem.draws[0], budget))

    def meets(
        self, value_of: Callable[[Draw], Values | None], draw: Draw, budget: Budget, *, nan: bool = False
    ) -> bool:
        """Whether it agrees on this draw."""
        got = self.value(draw, budget)
        wanted = None if got is None else value_of(self.variant.redrawn(draw))
        if wanted is None or got is None or len(wanted) != len(got):
            return False
        pairs = [(self.variant.rewritten(w), g) for w, g in zip(wanted, got, strict=True)]
        if nan and all(w.shape == g.shape for w, g in pairs):
            pairs = [(w.nan_to_num(_NONE), g.nan_to_num(_NONE)) for w, g in pairs]
        return all(agree(w, g) for w, g in pairs)


_NONE = 0.123456789  # stands for NaN where a mistake and an answer both have it


def _is_indexed(node: Node) -> bool:
    return isinstance(node, Index | Reduction) or (isinstance(node, Function) and node.name == "block")


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


def _stacked(evaluator: Evaluator, line: Definition) -> Value:
    """An earlier line's value: the letters of its left side become leading axes."""
    return Value(evaluator.whole(line.body, line.indices).tensor)


def candidates(goal: Goal, definitions: Sequence[Definition]) -> Iterator[Candidate | Misfit]:
    """Every variant and reading whose shapes fit, each only once; and the first misfit of each variant."""
    seen: set[object] = set()
    for lines in (definitions, _exchanged(definitions)):
        if lines is not None:
            yield from _of_lines(goal, lines, seen)


def _exchanged(definitions: Sequence[Definition]) -> Sequence[Definition] | None:
    """U and W the other way round: some write U x + W h."""
    names = {node.name: node for line in definitions for node in walk(line.body) if isinstance(node, Name)}
    weights = [name for name, node in names.items() if name.endswith(" hidden") and node.text.startswith("U")]
    other = {name: name.replace(" hidden", " input") for name in weights}
    if not other or not set(other.values()) <= names.keys():
        return None
    both = {**other, **{new: old for old, new in other.items()}}
    return [dataclasses.replace(line, body=renamed(line.body, both)) for line in definitions]


def _of_lines(goal: Goal, definitions: Sequence[Definition], seen: set[object]) -> Iterator[Candidate | Misfit]:
    indexed = _indexed(definitions)
    for variant in goal.variants:
        if any(variant.shapes.get(name) != goal.variants[0].shapes.get(name) for name in indexed):
            continue  # the answer says itself which axis is which
        misfit: Misfit | None = None
        found = False
        for policies in readings(definitions):
            try:
                candidate = elaborated(goal, variant, definitions, policies)
            except Misfit as error:
                misfit = misfit or error
                continue
            found = True
            key = (variant.name, tuple(line.body for line in candidate.lines))
            if key not in seen:
                seen.add(key)
                yield candidate
        if not found and misfit is not None:
            yield misfit


def _indexed(definitions: Sequence[Definition]) -> set[str]:
    """The names whose rows or entries are picked by indices."""
    nodes = [node for line in definitions for node in walk(line.body) if isinstance(node, Index)]
    return {node.operand.name for node in nodes if isinstance(node.operand, Name)}


def elaborated(
    goal: Goal, variant: Variant, definitions: Sequence[Definition], policies: Mapping[str, Policy]
) -> Candidate:
    """The lines with their products decided. Raises Misfit."""
    known = dict(variant.shapes)
    lines, shapes = [], []
    for line in definitions:
        done, shape = _elaborated_line(goal, variant, known, line, policies)
        known[line.name or ""] = shape
        shapes.append(shape)
        lines.append(done)
    return Candidate(goal, variant, tuple(lines), tuple(shapes))


def _elaborated_line(
    goal: Goal,
    variant: Variant,
    known: Mapping[str, Shape],
    line: Definition,
    policies: Mapping[str, Policy],
    memo: dict[int, tuple[Node, tuple[Node, Shape]]] | None = None,
) -> tuple[Definition, Shape]:
    problem = goal.problem
    elaborator = Elaborator(known, policies, problem.vocabulary.calls, problem.sizes, variant.softmax_axis, memo=memo)
    body, shape = elaborator.line(line.body)
    indices = tuple(x for x in line.indices if x in shape.over)
    lengths = tuple(elaborator.ranges.get(x, 0) for x in indices)
    done = Definition(line.column, line.name, body, line.indices, line.line)
    return done, Shape((*lengths, *shape.axes), (), shape.is_row)


def with_symbols(problem: Problem, definitions: Sequence[Definition], *, every: bool = False) -> tuple[Definition, ...]:
    """The lines, preceded by the definitions of derived symbols (μ, σ²) that they use, or of every one."""
    found: dict[str, Definition | None] = {line.name: None for line in definitions if line.name}

    def define(names: Sequence[str]) -> None:
        for name in names:
            if name not in found:
                entry = problem.vocabulary.by_name(name)
                (line,) = parse(entry.of if entry else "", problem.vocabulary)
                found[name] = None
                define(_symbols(problem, line.body))
                del found[name]
                found[name] = dataclasses.replace(line, name=name, line=0)

    define(
        list(problem.formula.symbols) if every else [n for line in definitions for n in _symbols(problem, line.body)]
    )
    return (*(line for line in found.values() if line is not None), *definitions)


def _symbols(problem: Problem, body: Node) -> list[str]:
    return [
        node.name
        for node in walk(body)
        if isinstance(node, Name) and (e := problem.vocabulary.by_name(node.name)) and e.role == "symbol"
    ]
