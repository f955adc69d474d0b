"""An answer in one variant and one reading: what it computes, and whether that agrees."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from torch import Tensor

from quizbank.answers.budget import Budget
from quizbank.answers.evaluate import Evaluator
from quizbank.answers.meaning.borders import border
from quizbank.answers.meaning.elaborate import Elaborator
from quizbank.answers.meaning.goal import Fingerprint, Goal, Values, fingerprint
from quizbank.answers.meaning.indexing import Unable, Value
from quizbank.answers.meaning.letters import Letters, has_letters, letters
from quizbank.answers.meaning.orders import Policy
from quizbank.answers.meaning.variant import Variant
from quizbank.answers.shapes import Misfit, Shape
from quizbank.answers.tree import Definition, Node
from quizbank.compare import agree
from quizbank.draw import Draw

_NONE = 0.123456789
"""Stands for NaN where a mistake and an answer both have it."""


@dataclass(frozen=True)
class Line:
    """A line with its products decided, its shape, and how far its index letters run in symbolic sizes."""

    definition: Definition
    shape: Shape
    letters: Letters | None = None


def line_by(elaborator: Elaborator, line: Definition) -> Line:
    """The line as the elaborator reads it. Raises Misfit."""
    body, shape = elaborator.line(line.body)
    indices = tuple(x for x in line.indices if x in shape.over)
    lengths = tuple(elaborator.ranges.get(x, 0) for x in indices)
    done = Definition(line.column, line.name, body, line.indices, line.line)
    if not (elaborator.ranges or elaborator.bound or shape.over):
        return Line(done, shape)
    run = Letters(dict(elaborator.ranges), dict(elaborator.bound))
    return Line(done, Shape((*lengths, *shape.axes), (), shape.is_row), run)


def elaborator_of(
    goal: Goal, variant: Variant, known: Mapping[str, Shape], policies: Mapping[str, Policy]
) -> Elaborator:
    """What reads lines in a variant, where names have the known shapes."""
    problem = goal.problem
    return Elaborator(known, policies, problem.vocabulary.calls, problem.sizes, variant.softmax_axis)


@dataclass(frozen=True, eq=False)
class Candidate:
    """Elaborated lines; those named in the goal are what is compared, or the last one."""

    goal: Goal
    variant: Variant
    every: tuple[Line, ...]
    _evaluators: dict[int, Evaluator] = field(default_factory=dict)
    _found: dict[int, Values | None] = field(default_factory=dict)

    @property
    def lines(self) -> tuple[Definition, ...]:
        """The lines without their shapes."""
        return tuple(line.definition for line in self.every)

    @property
    def shape(self) -> Shape:
        """The symbolic shape of the line that is asked."""
        return self.every[-1].shape

    @property
    def before(self) -> dict[str, Shape]:
        """The symbolic shapes of all names that the last line may use."""
        return {**self.variant.shapes, **{line.definition.name or "": line.shape for line in self.every[:-1]}}

    def with_last(self, line: Line) -> "Candidate":
        """The same lines but for the last one; what the parts of that one are worth is shared."""
        return Candidate(self.goal, self.variant, (*self.every[:-1], line), self._evaluators)

    def values(self, draw: Draw, budget: Budget) -> dict[str | None, Tensor] | None:
        """What every line computes for this draw; None where one cannot be computed."""
        last = self.every[-1].definition
        try:
            evaluator = self._evaluator(draw, budget)
            found: dict[str | None, Tensor] = {
                line.definition.name: evaluator.names[line.definition.name].tensor
                for line in self.every[:-1]
                if line.definition.name in self.goal.names
            }
            found[last.name] = self._spread(evaluator.whole(last.body, last.indices), draw)
        except (Unable, Misfit, RuntimeError, IndexError, ValueError, OverflowError, TypeError):
            return None
        return found

    def _spread(self, value: Value, draw: Draw) -> Tensor:
        """A line `J_{ij} = …` that does not depend on j is the same for every j."""
        indices = self.every[-1].definition.indices
        missing = [place for place, letter in enumerate(indices) if letter not in value.over]
        if not missing or len(self.goal.names) > 1:
            return value.tensor
        (expected,) = self.goal.at(self.variant.redrawn(draw))
        if expected.ndim != len(indices) or value.rank:
            return value.tensor
        tensor = value.tensor
        for place in missing:
            tensor = tensor.unsqueeze(place)
        return tensor.expand(expected.shape)

    def _evaluator(self, draw: Draw, budget: Budget) -> Evaluator:
        """An evaluator of the last line, made once for the draws that are kept."""
        is_kept = self.goal.problem.keeps(draw)
        evaluator = self._evaluators.get(id(draw)) if is_kept else None
        if evaluator is None:
            evaluator = self._made(draw, budget)
            if is_kept:
                self._evaluators[id(draw)] = evaluator
        evaluator.budget = budget
        self._let_run(evaluator, self.every[-1], draw)
        return evaluator

    def _made(self, draw: Draw, budget: Budget) -> Evaluator:
        """An evaluator that knows the names of the variant and the lines before the last one."""
        problem = self.goal.problem
        names = self.variant.names_for(draw, problem.keeps(draw))
        if len(self.every) > 1:
            names = dict(names)
        evaluator = Evaluator(names, problem.device, budget, problem.calls, draw.sizes.get("heads", 1))
        for line in self.every[:-1]:
            self._let_run(evaluator, line, draw)
            value = evaluator.whole(line.definition.body, line.definition.indices)
            names[line.definition.name or ""] = Value(value.tensor)  # the letters of its left side become axes
        if not has_letters(self.every[-1].definition.body):
            evaluator.memo = {}
        return evaluator

    def _let_run(self, evaluator: Evaluator, line: Line, draw: Draw) -> None:
        """Tell the evaluator how far the letters of this line run in this draw."""
        if line.letters is None:
            evaluator.bound, evaluator.ranges = {}, {}
            return
        problem = self.goal.problem
        try:
            run = line.letters.measured(self.variant.lengths_for(draw, problem.sizes, problem.keeps(draw)))
        except KeyError:
            run = letters(line.definition.body, evaluator.names, problem.vocabulary.calls, draw.sizes)
        evaluator.bound = run.bound
        evaluator.ranges = {letter: range(1, length + 1) for letter, length in run.free.items()}

    def part(self, node: Node, draw: Draw, budget: Budget) -> Tensor | None:
        """What a part of the lines computes for this draw; None where it cannot be computed alone."""
        try:
            return self._made(draw, budget).of(node).tensor
        except (Unable, Misfit, RuntimeError, IndexError, ValueError, OverflowError, TypeError, KeyError):
            return None

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
            return (found[self.every[-1].definition.name],)
        return tuple(found[name] for name in self.goal.names if name in found)

    def agrees(self, budget: Budget) -> bool:
        """Whether it agrees with the reference on every draw, and on both sides of its own thresholds."""
        return self.equals(self.goal.at, budget) and border(self, budget) is None

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
