"""An answer in one variant and one reading: what it computes, and whether that agrees."""

import dataclasses
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor

from quizbank.answers.budget import Budget
from quizbank.answers.elaborate import Elaborator, Policy
from quizbank.answers.evaluate import Evaluator, Unable, Value
from quizbank.answers.parse import parse
from quizbank.answers.problem import Problem, Variant
from quizbank.answers.readings import readings
from quizbank.answers.shapes import Misfit, Shape
from quizbank.answers.tree import Definition, Function, Index, Name, Node, Reduction
from quizbank.answers.unreadable import Unreadable
from quizbank.answers.walk import walk
from quizbank.compare import agree
from quizbank.draw import Draw


@dataclass(frozen=True)
class Candidate:
    """Elaborated lines; the last of them is what is compared."""

    problem: Problem
    variant: Variant
    lines: tuple[Definition, ...]
    shape: Shape

    def value(self, draw: Draw, budget: Budget) -> Tensor | None:
        """What the answer computes for this draw; None where it cannot be computed."""
        names = dict(self.variant.names(draw))
        try:
            with torch.no_grad():
                for line in self.lines[:-1]:
                    names[line.name or ""] = _stacked(self._evaluator(line, names, draw, budget), line)
                last = self.lines[-1]
                return self._evaluator(last, names, draw, budget).whole(last.body, last.indices).tensor
        except (Unable, Misfit, RuntimeError, IndexError, ValueError, OverflowError):
            return None

    def _evaluator(self, line: Definition, names: Mapping[str, Any], draw: Draw, budget: Budget) -> Evaluator:
        """An evaluator of one line, which knows how far the line's index letters run in this draw."""
        evaluator = Evaluator(names, self.problem.device, budget, self.problem.calls, draw.sizes.get("heads", 1))
        if any(isinstance(node, Index | Reduction | Function) and _has_letters(node) for node in walk(line.body)):
            shapes = {name: _shape(value) for name, value in names.items()}
            elaborator = Elaborator(shapes, {}, self.problem.vocabulary.calls, draw.sizes)
            elaborator.of(line.body)
            evaluator.bound = elaborator.bound
            evaluator.ranges = {letter: range(1, length + 1) for letter, length in elaborator.ranges.items()}
        return evaluator

    def agrees(self, expected: Sequence[Tensor], budget: Budget) -> bool:
        """Whether it agrees with the expected value on every draw."""
        for draw, value in zip(self.problem.draws, expected, strict=True):
            got = self.value(draw, budget)
            if got is None or not agree(self.variant.rewritten(value), got):
                return False
        return True


def _has_letters(node: Node) -> bool:
    return not isinstance(node, Function) or node.name == "block"


def _shape(value: Any) -> Shape:
    """The actual shape of a name's value."""
    if isinstance(value, Value):
        return Shape(tuple(value.tensor.shape[len(value.over) :]), value.over)
    return Shape(tuple(value.shape)) if isinstance(value, Tensor) else Shape()


def _stacked(evaluator: Evaluator, line: Definition) -> Value:
    """An earlier line's value: the letters of its left side become leading axes."""
    value = evaluator.whole(line.body, line.indices)
    kept = tuple(letter for letter in value.over if letter not in line.indices)
    ordered = evaluator.ordered(value, (*kept, *(x for x in line.indices if x in value.over)))
    return Value(ordered.tensor, kept)


def candidates(problem: Problem, definitions: Sequence[Definition]) -> Iterator[Candidate | Misfit]:
    """Every variant and reading whose shapes fit, each only once; and the first misfit of each variant."""
    seen: set[object] = set()
    for variant in problem.variants:
        misfit: Misfit | None = None
        found = False
        for policies in readings(definitions):
            try:
                lines, shape = elaborated(problem, variant, definitions, policies)
            except Misfit as error:
                misfit = misfit or error
                continue
            found = True
            key = (variant.name, tuple(line.body for line in lines))
            if key not in seen:
                seen.add(key)
                yield Candidate(problem, variant, lines, shape)
        if not found and misfit is not None:
            yield misfit


def elaborated(
    problem: Problem, variant: Variant, definitions: Sequence[Definition], policies: dict[str, Policy]
) -> tuple[tuple[Definition, ...], Shape]:
    """The lines with their products decided, and the shape of the last. Raises Misfit."""
    shapes = dict(variant.shapes)
    vocabulary = problem.vocabulary
    lines = []
    for line in definitions:
        elaborator = Elaborator(shapes, policies, vocabulary.calls, problem.sizes, variant.softmax_axis)
        body, shape = elaborator.of(line.body)
        indices = tuple(x for x in line.indices if x in shape.over)
        if line is not definitions[-1]:
            kept = tuple(x for x in shape.over if x not in indices)
            lengths = tuple(elaborator.ranges.get(x, 0) for x in indices)
            shapes[line.name or ""] = Shape((*lengths, *shape.axes), kept, shape.is_row)
        else:
            order = indices or tuple(sorted(shape.over))
            shape = Shape((*(elaborator.ranges.get(x, 0) for x in order), *shape.axes), (), shape.is_row)
        lines.append(dataclasses.replace(line, body=body, indices=indices))
    return tuple(lines), shape


def with_symbols(problem: Problem, definitions: Sequence[Definition]) -> tuple[Definition, ...]:
    """The lines, preceded by the definitions of derived symbols (μ, σ²) that they use."""
    found: dict[str, Definition | None] = {line.name: None for line in definitions if line.name}

    def define(body: Node) -> None:
        for name in _symbols(problem, body):
            if name not in found:
                entry = problem.vocabulary.by_name(name)
                (line,) = parse(entry.of if entry else "", problem.vocabulary)
                found[name] = None
                define(line.body)
                letters = tuple(sorted(free_letters(problem, line.body)))
                del found[name]
                found[name] = dataclasses.replace(line, name=name, indices=letters, line=0)

    for line in definitions:
        define(line.body)
    return (*(line for line in found.values() if line is not None), *definitions)


def _symbols(problem: Problem, body: Node) -> list[str]:
    return [
        node.name
        for node in walk(body)
        if isinstance(node, Name) and (e := problem.vocabulary.by_name(node.name)) and e.role == "symbol"
    ]


def free_letters(problem: Problem, body: Node) -> tuple[str, ...]:
    """The index letters that nothing in the tree binds."""
    try:
        shapes = {**problem.shapes, **{n: Shape((0,) * 0) for n in _symbols(problem, body)}}
        return Elaborator(shapes, {}, problem.vocabulary.calls, problem.sizes).of(body)[1].over
    except (Misfit, Unreadable):
        return ()
