"""Single-edit mutants of the formulas' own LaTeX, and the laws by which one of them may be right after all."""

import dataclasses
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from quizbank.answers.budget import Budget
from quizbank.answers.echo import echo
from quizbank.answers.meaning.candidate import Candidate
from quizbank.answers.meaning.derived import with_symbols
from quizbank.answers.meaning.elaborate import Elaborator
from quizbank.answers.meaning.goal import goal_of
from quizbank.answers.meaning.intermediates import ordered_lines
from quizbank.answers.meaning.interpretations import candidates
from quizbank.answers.meaning.problem import Problem
from quizbank.answers.parse import parse
from quizbank.answers.reasons.brackets import bracketed
from quizbank.answers.reasons.edit import Edit, places
from quizbank.answers.reasons.edits import edits
from quizbank.answers.reasons.moves import other_signs
from quizbank.answers.shapes import Shape
from quizbank.answers.tree import Binary, Definition, Function, Index, Name, Node, Number, Reduction, Unary
from quizbank.answers.walk import walk

NEVER_NEGATIVE = {"exp", "softmax", "sigmoid", "relu", "sqrt", "one_hot", "abs", "size", "var", "std", "norm"}


@dataclass(frozen=True)
class Mutant:
    """The lines of a formula with one edit in the line at `place`."""

    asked: Problem
    plain: Sequence[Definition]
    place: int
    edit: Edit

    @property
    def lines(self) -> Sequence[Definition]:
        """All lines, the edited one among them."""
        changed = dataclasses.replace(self.plain[self.place], body=self.edit.tree)
        return (*self.plain[: self.place], changed, *self.plain[self.place + 1 :])

    @property
    def text(self) -> str:
        """The edited line, as the echo prints it."""
        return echo([self.lines[self.place]], self.asked.vocabulary)

    def survivor(self) -> Candidate | None:
        """The reading in which it is judged right, if there is one."""
        lines = with_symbols(self.asked, self.lines)
        ordered = ordered_lines(lines) if self.asked.is_system else lines
        found = (c for c in candidates(goal_of(self.asked), ordered) if isinstance(c, Candidate))
        return next((c for c in found if c.agrees(Budget())), None)


def rebracketed(body: Node, _arguments: object) -> Iterator[Edit]:
    """The line in every other brackets, and with its rarer slips of signs."""
    for node, rebuild in places(body):
        for make in (bracketed, other_signs):
            for kind, new in make(node, {}, body):
                yield Edit(kind, node, new, rebuild(new))


def mutants(asked: Problem, latex: str | None = None, make: Callable[..., Iterator[Edit]] = edits) -> Iterator[Mutant]:
    """Every edit of every line of the formula's LaTeX, or of another one."""
    roles = {name: entry.role for name in asked.shapes if (entry := asked.vocabulary.by_name(name))}
    arguments = {name: shape for name, shape in asked.shapes.items() if roles.get(name) == "argument"}
    plain = parse(latex or asked.formula.latex or "", asked.vocabulary)
    for place, line in enumerate(plain):
        for edit in make(line.body, arguments):
            yield Mutant(asked, plain, place, edit)


def law(mutant: Mutant, survivor: Candidate) -> str | None:
    """The law by which the mutant says the same as the formula, as far as its tree tells."""
    if survivor.variant.note is not None:
        return "a declared convention"
    signs, old, new = Signs(mutant), mutant.edit.old, mutant.edit.new
    match mutant.edit.kind, old, new:
        case "transpose missing", _, _ if signs.shape(old).rank < 2:
            return "a vector or a number is its own transpose"
        case "transpose not needed", _, _ if signs.shape(new).rank < 2:
            return "a vector or a number is its own transpose"
        case "function missing", _, Function(name="relu") if signs.never_negative(old):
            return "ReLU of what is never negative"
        case "axis", Function(arguments=(inner,)), Function(keywords=((_, Number(value=axis)),)) if (
            signs.shape(inner).rank < 2 or axis == -1
        ):
            return "the axis that is meant anyway"
        case "order of factors" | "names exchanged", Binary() | Name(), _ if signs.commutes(old):
            return "factors in another order"
        case "kind of product", Binary(), Binary(product=kind) if signs.kind(old) in (kind, "scalar", "dot"):
            return "the product that is meant anyway"
        case "factors turned", Binary(left=a, right=b), _ if min(signs.shape(a).rank, signs.shape(b).rank) < 2:
            return "a product with a vector, transposed as a whole"
        case "minus missing", _, _ if signs.is_squared(old):
            return "the square of a negative"
    return None


class Signs:
    """The shapes and signs of the nodes of a formula's own lines."""

    def __init__(self, mutant: Mutant) -> None:
        asked = mutant.asked
        self._asked = asked
        self._lines = {line.name: line.body for line in with_symbols(asked, mutant.plain)}
        self._body = mutant.plain[mutant.place].body
        self._memo: dict[int, tuple[Node, tuple[Node, Shape]]] = {}
        known = dict(asked.shapes)
        for line in with_symbols(asked, mutant.plain):
            walker = Elaborator(known, {}, asked.vocabulary.calls, asked.sizes, memo=self._memo)
            _, shape = walker.line(line.body)
            lengths = tuple(walker.ranges.get(letter, 0) for letter in line.indices)
            known[line.name or ""] = Shape((*lengths, *shape.axes))

    def shape(self, node: Node) -> Shape:
        """The shape of a node of the plain lines."""
        return self._memo[id(node)][1][1]

    def kind(self, node: Binary) -> str | None:
        """Which product the node is, by the shapes of its factors."""
        done = self._memo[id(node)][1][0]
        return done.product if isinstance(done, Binary) else None

    def commutes(self, node: Node) -> bool:
        """Whether the factors may stand in either order."""
        return isinstance(node, Binary) and self.kind(node) in ("elementwise", "scalar", "dot")

    def is_squared(self, node: Node) -> bool:
        """Whether the node stands under a square."""
        return any(
            isinstance(part, Binary) and part.sign == "^" and part.left is node and _is_even(part.right)
            for part in walk(self._body)
        )

    def never_negative(self, node: Node) -> bool:
        """Whether no draw can make the node negative, as its signs tell."""
        match node:
            case Number(value=value):
                return value >= 0
            case Name(name=name):
                return (name in self._lines and self.never_negative(self._lines[name])) or _is_positive(
                    self._asked, name
                )
            case Function(name=name) if name in NEVER_NEGATIVE:
                return True
            case Function(name="max" | "maximum", arguments=parts):
                return any(map(self.never_negative, parts))
            case Function(name="min" | "minimum" | "sum" | "mean", arguments=parts):
                return all(map(self.never_negative, parts))
            case Binary(sign="^", left=base, right=power):
                return _is_even(power) or self.never_negative(base)
            case Binary(sign=sign, left=a, right=b) if sign != "-":
                return self.never_negative(a) and self.never_negative(b)
            case Unary(sign="T", operand=part) | Index(operand=part) | Reduction(body=part):
                return self.never_negative(part)
        return False


def _is_even(power: Node) -> bool:
    return isinstance(power, Number) and power.value % 2 == 0


def _is_positive(asked: Problem, name: str) -> bool:
    """Whether the name is a size, an index, or drawn from numbers above zero."""
    if name in asked.sizes:
        return True
    argument = next((a for a in asked.formula.arguments if a.name == name), None)
    domain = str(asked.formula.domains.get(name, ""))
    return argument is not None and (
        argument.kind == "int" or domain.startswith(("positive", "index", "count", "0.", "1", "2", "3", "96"))
    )
