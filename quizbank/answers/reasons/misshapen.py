"""What is said about the shape of an answer, and of parts that do not fit."""

from collections.abc import Sequence

from quizbank.answers.budget import Budget
from quizbank.answers.meaning.candidate import Candidate
from quizbank.answers.meaning.goal import Goal
from quizbank.answers.meaning.problem import Problem
from quizbank.answers.reasons.unmeant import require_bound, require_weights
from quizbank.answers.shapes import Misfit, Shape, shown
from quizbank.answers.tree import is_letter


def misfit(asked: Problem, found: Misfit) -> str:
    """What does not fit, in words."""
    _ = asked.vocabulary.translate
    axes = [axis for entry in asked.vocabulary.entries.values() for axis in entry.axes or ()]
    shapes = [shown(shape, asked.sizes, axes) for shape in found.shapes]
    if is_letter(found.what):
        lengths = " / ".join(shape.strip("()") for shape in shapes)
        return _("The index {letter} would run over different lengths: {lengths}.").format(
            letter=found.what[1:], lengths=lengths
        )
    if len(shapes) == 2:
        return _("The shapes {left} and {right} do not fit at {sign}.").format(
            left=shapes[0], right=shapes[1], sign=found.what
        )
    if shapes:
        return _("{name} cannot take the shape {shape}.").format(name=found.what, shape=", ".join(shapes))
    return _("The shapes do not fit.")


def require_meant(goal: Goal, tried: Sequence[Candidate]) -> None:
    """Raise Unreadable where the shape tells that a letter or a size is meant otherwise."""
    if not tried or any(has_shape(candidate) for candidate in tried):
        return
    draw = goal.problem.draws[0]
    plain, expected = tried[0], goal.at(draw)
    value = plain.value(draw, Budget())
    if len(expected) == 1:
        require_bound(plain, value[0] if value else None, expected[0])
    if value is not None and len(value) == 1:
        require_weights(plain)


def misshapen(goal: Goal, tried: Sequence[Candidate]) -> str | None:
    """The answer's shape, where no reading has the wanted one."""
    _ = goal.problem.vocabulary.translate
    draw = goal.problem.draws[0]
    if not tried:
        return None
    plain, expected = tried[0], goal.at(draw)
    value = plain.value(draw, Budget())
    if value is None or len(value) != 1:
        return None
    known = [axis for e in goal.problem.vocabulary.entries.values() for axis in e.axes or ()]
    got = shown(Shape(tuple(value[0].shape)), draw.sizes, known)
    asked = shown(Shape(tuple(plain.variant.rewritten(expected[0]).shape)), draw.sizes, known)
    if asked == "()":
        return _("Your answer has the shape {got}, asked is a number.").format(got=got)
    if got == "()":
        return _("Your answer is a number, asked is the shape {asked}.").format(asked=asked)
    return _("Your answer has the shape {got}, asked is {asked}.").format(got=got, asked=asked)


def has_shape(candidate: Candidate) -> bool:
    """Whether the answer has in its layout the shape that is asked in it."""
    draw = candidate.goal.problem.draws[0]
    value, expected = candidate.value(draw, Budget()), candidate.goal.at(candidate.variant.redrawn(draw))
    return value is not None and [v.shape for v in value] == [candidate.variant.rewritten(v).shape for v in expected]
