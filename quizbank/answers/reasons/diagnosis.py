"""Why an answer is wrong: a known mistake, one edit of what was typed, or a constant factor."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from quizbank.answers.budget import Budget, Spent
from quizbank.answers.echo import Printer
from quizbank.answers.meaning.candidate import Candidate
from quizbank.answers.meaning.goal import Goal, Known, Values, alike
from quizbank.answers.meaning.problem import Problem
from quizbank.answers.reasons.beside import contradicts, is_plain, rank
from quizbank.answers.reasons.edit import Edit
from quizbank.answers.reasons.edited import edited, in_one, is_right
from quizbank.answers.reasons.factor import factor
from quizbank.answers.reasons.sentences import sentence
from quizbank.answers.reasons.unmeant import require_bound, require_flattened, require_weights
from quizbank.answers.shapes import Misfit, Shape, shown
from quizbank.answers.tree import Definition, Node, is_letter
from quizbank.compare import agree
from quizbank.language import sentences

MOST_READINGS = 2


@dataclass(frozen=True)
class Reason:
    """The sentence, the declared mistake's name if it is one, the place of an edit, and the reading that showed it.

    `mended` is the answer with all edits that the sentence tells; beside a declared mistake it has that one still.
    """

    hint: str
    mistake: str | None = None
    column: int | None = None
    reading: Candidate | None = None
    line: int | None = None
    mended: Candidate | None = None


def _first(goal: Goal, tried: Sequence[Candidate], definitions: Sequence[Definition], budget: Budget) -> Reason | None:
    """The first reason found, in the order of their worth; None where the budget ends first."""
    try:
        return (
            _bordering(goal, tried, budget)
            or _named(goal, tried, budget)
            or _shape(goal, tried)
            or _slip(goal, tried, definitions, budget)
            or _scaled(goal, tried, budget)
        )
    except Spent:
        return _shape(goal, tried)


def reason(
    goal: Goal, tried: Sequence[Candidate | Misfit], definitions: Sequence[Definition], budget: Budget
) -> Reason:
    """Why none of what was tried is right: what was found, shapes that do not fit, or that the values differ."""
    _ = goal.problem.vocabulary.translate
    fitting = [candidate for candidate in tried if isinstance(candidate, Candidate)]
    misfits = [candidate for candidate in tried if isinstance(candidate, Misfit)]
    found = _first(goal, fitting, definitions, budget)
    if found is None and misfits and not fitting:
        require_flattened(definitions, goal.problem.vocabulary)
        return Reason(_misfit(goal.problem, misfits[0]), column=misfits[0].column)
    return found or Reason(_("The values differ."))


def _misfit(asked: Problem, misfit: Misfit) -> str:
    """What does not fit, in words."""
    _ = asked.vocabulary.translate
    axes = [axis for entry in asked.vocabulary.entries.values() for axis in entry.axes or ()]
    shapes = [shown(shape, asked.sizes, axes) for shape in misfit.shapes]
    if is_letter(misfit.what):
        lengths = " / ".join(shape.strip("()") for shape in shapes)
        return _("The index {letter} would run over different lengths: {lengths}.").format(
            letter=misfit.what[1:], lengths=lengths
        )
    if len(shapes) == 2:
        return _("The shapes {left} and {right} do not fit at {sign}.").format(
            left=shapes[0], right=shapes[1], sign=misfit.what
        )
    if shapes:
        return _("{name} cannot take the shape {shape}.").format(name=misfit.what, shape=", ".join(shapes))
    return _("The shapes do not fit.")


def _bordering(goal: Goal, tried: Sequence[Candidate], budget: Budget) -> Reason | None:
    """A threshold that is not the formula's: the answer agrees with it wherever no draw comes near that."""
    _ = goal.problem.vocabulary.translate
    found = next((candidate for candidate in tried if candidate.equals(goal.at, budget)), None)
    hint = _("It is right for most inputs, but a threshold or a bound is wrong: see the example.")
    return Reason(hint, reading=found) if found else None


def _named(goal: Goal, tried: Sequence[Candidate], budget: Budget) -> Reason | None:
    """A known mistake whose value the answer has."""
    for candidate in tried:
        found = matching(goal, candidate, budget)
        if found is not None:
            return Reason(found.hint[goal.problem.vocabulary.language], found.name, reading=candidate)
    return None


def matching(goal: Goal, candidate: Candidate, budget: Budget, *, nan: bool = True) -> Known | None:
    """The first known mistake that equals the candidate on every draw; with `nan`, also where both have no number."""
    draw = candidate.variant.redrawn(goal.problem.draws[0])
    seen = candidate.fingerprint(budget)
    for known in goal.known():
        if not alike(known.fingerprint(draw), seen):
            continue
        if candidate.equals(known.value, budget, nan=nan) and not _is_right(known, goal, candidate):
            return known
    return None


def _is_right(known: Known, goal: Goal, candidate: Candidate) -> bool:
    """A mistake that only shows in gradients or for extreme inputs has the right values."""
    draws = [candidate.variant.redrawn(draw) for draw in goal.problem.draws]
    return all((value := known.value(draw)) is not None and all(map(agree, goal.at(draw), value)) for draw in draws)


def _shape(goal: Goal, tried: Sequence[Candidate]) -> Reason | None:
    """The answer's shape, where no reading has the wanted one."""
    _ = goal.problem.vocabulary.translate
    draw = goal.problem.draws[0]
    budget = Budget()
    expected = goal.at(draw)
    if not tried or any(_has_shape(candidate, expected, budget) for candidate in tried):
        return None
    plain = tried[0]
    value = plain.value(draw, budget)
    if len(expected) == 1:
        require_bound(plain, value[0] if value else None, expected[0])
    if value is None or len(value) != 1:
        return None
    require_weights(plain)
    known = [axis for e in goal.problem.vocabulary.entries.values() for axis in e.axes or ()]
    got = shown(Shape(tuple(value[0].shape)), draw.sizes, known)
    asked = shown(Shape(tuple(plain.variant.rewritten(expected[0]).shape)), draw.sizes, known)
    if asked == "()":
        return Reason(_("Your answer has the shape {got}, asked is a number.").format(got=got))
    if got == "()":
        return Reason(_("Your answer is a number, asked is the shape {asked}.").format(asked=asked))
    return Reason(_("Your answer has the shape {got}, asked is {asked}.").format(got=got, asked=asked))


def _has_shape(candidate: Candidate, expected: Values, budget: Budget) -> bool:
    value = candidate.value(candidate.goal.problem.draws[0], budget)
    wanted = [candidate.variant.rewritten(v).shape for v in expected]
    return value is not None and [v.shape for v in value] == wanted


def _slip(goal: Goal, tried: Sequence[Candidate], definitions: Sequence[Definition], budget: Budget) -> Reason | None:
    """One edit that makes the answer right; or one edit away from a known mistake."""
    others: list[tuple[Edit, Candidate, Sequence[Node]]] = []
    bases: list[Candidate | None] = [*_bases(tried)] or [None]
    for base in bases:
        typed = [line.body for line in (base.lines if base else definitions) if line.line]
        for edit, candidate in edited(goal, base, definitions):
            if is_right(candidate, budget):
                return replace(_reason(goal, edit), mended=candidate)
            if is_plain(edit, goal.problem.formula.latex or ""):
                others.append((edit, candidate, typed))
    return (
        _constants(goal, bases, definitions, budget)
        or _across_lines(goal, definitions, budget)
        or _beside_a_mistake(goal, others, budget)
    )


def _across_lines(goal: Goal, definitions: Sequence[Definition], budget: Budget) -> Reason | None:
    """One edit of all lines put together: a bias that the next line adds outside."""
    together = in_one(definitions) if not goal.names else None
    for edit, candidate in edited(goal, None, together) if together else ():
        if is_right(candidate, budget):
            return Reason(_reason(goal, edit).hint, mended=candidate)
    return None


def _constants(
    goal: Goal, bases: Sequence[Candidate | None], definitions: Sequence[Definition], budget: Budget
) -> Reason | None:
    """Two symbols whose values were written."""
    for base in bases:
        for first, candidate in edited(goal, base, definitions, numbers=True):
            for second, other in edited(goal, candidate, definitions, numbers=True):
                if is_right(other, budget):
                    hints = (_reason(goal, edit).hint for edit in (first, second))
                    hint = sentences(hints, goal.problem.vocabulary.language)
                    return Reason(hint, column=first.old.column, line=first.line or None, mended=other)
    return None


def _beside_a_mistake(
    goal: Goal, others: Sequence[tuple[Edit, Candidate, Sequence[Node]]], budget: Budget
) -> Reason | None:
    """Two errors: an edit, and a known mistake, unless their sentences contradict each other."""
    printer = Printer(goal.problem.vocabulary)
    for edit, candidate, typed in sorted(others, key=lambda found: rank(found[0])):
        found = matching(goal, candidate, budget, nan=False)
        if found is not None:
            right = goal.problem.own_lines(candidate.lines[-1].name)
            mended = [line.body for line in candidate.lines if line.line]
            if not contradicts(edit, found.hint, typed, mended, right, printer):
                return replace(_both(goal, edit, found), mended=candidate)
    return None


def _bases(tried: Sequence[Candidate]) -> list[Candidate]:
    """The readings in which a slip is looked for: the first two of the first variant that fits."""
    return [candidate for candidate in tried if candidate.variant is tried[0].variant][:MOST_READINGS]


def _reason(goal: Goal, edit: Edit) -> Reason:
    printer = Printer(goal.problem.vocabulary)
    text = sentence(edit, printer, goal.problem.vocabulary.translate)
    return Reason(text, column=edit.old.column, line=edit.line or None)


def _both(goal: Goal, edit: Edit, known: Known) -> Reason:
    """Two errors at once: the declared one and the edit, unless that only moves a bracket of the wrong form."""
    language = goal.problem.vocabulary.language
    first, hint = _reason(goal, edit), known.hint[language]
    if edit.kind == "brackets":
        return Reason(hint, known.name)
    return Reason(sentences((hint, first.hint), language), known.name, first.column, line=first.line)


def _scaled(goal: Goal, tried: Sequence[Candidate], budget: Budget) -> Reason | None:
    """The right answer times a number, or times a size."""
    _ = goal.problem.vocabulary.translate
    found = factor(goal, tried, budget)
    return Reason(_("Your answer is {factor} times the right one.").format(factor=found)) if found else None
