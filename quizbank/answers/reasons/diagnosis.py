"""Why an answer is wrong: a known mistake, one edit of what was typed, or a constant factor."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from quizbank.answers.budget import Budget, Spent
from quizbank.answers.meaning.bars import normed
from quizbank.answers.meaning.candidate import Candidate
from quizbank.answers.meaning.goal import Goal
from quizbank.answers.meaning.interpretations import candidates
from quizbank.answers.meaning.quotients import regrouped
from quizbank.answers.reasons import mending
from quizbank.answers.reasons.factor import factor
from quizbank.answers.reasons.gaps import with_a_gap
from quizbank.answers.reasons.layout import Tried, fits
from quizbank.answers.reasons.mending import Base, Mended, matching
from quizbank.answers.reasons.misshapen import has_shape, misfit, misshapen, require_meant
from quizbank.answers.reasons.unmeant import require_flattened, require_joined
from quizbank.answers.shapes import Misfit
from quizbank.answers.tree import Definition, Name
from quizbank.answers.walk import walk

MOST_READINGS = 2

MOST_OTHERS = 3
"""In so many other conventions an edit is looked for."""


@dataclass(frozen=True)
class Reason:
    """The sentence, the declared mistake's name if it is one, the place of an edit, and the reading that showed it.

    `mended` is the answer with all edits that the sentence tells; beside a declared mistake it has that one still.
    `faults` says how many errors the sentence tells: none where it only says that something differs.
    """

    hint: str
    mistake: str | None = None
    column: int | None = None
    reading: Candidate | None = None
    line: int | None = None
    mended: Candidate | None = None
    faults: int = 0


def reason(goal: Goal, tried: Tried, definitions: Sequence[Definition], budget: Budget) -> Reason:
    """Why none of what was tried is right: what was found, shapes that do not fit, or that the values differ.

    Where one error alone explains a/(2b) and none explains (a/2)b, `a/2b` is taken for the former; so are bars.
    """
    found = _reason(goal, tried, definitions, budget)
    for other in (regrouped(definitions), normed(definitions, goal.problem.vocabulary)):
        if other is not None and found.faults != 1:
            others = list(candidates(goal, other))
            nearer = _reason(goal, others, other, budget)
            if nearer.faults == 1:
                return replace(nearer, reading=nearer.reading or next(iter(fits(others)), None))
    return found


def _reason(goal: Goal, tried: Tried, definitions: Sequence[Definition], budget: Budget) -> Reason:
    try:
        found = _first(goal, tried, definitions, budget)
    except Spent:
        found = _shape(goal, tried)
    if found is None or found.faults == 0:
        require_joined(definitions, goal.problem.vocabulary)
    if found is None and not fits(tried):
        require_flattened(definitions, goal.problem.vocabulary)
    return found or _misfit(goal, tried) or Reason(goal.problem.vocabulary.translate("The values differ."))


def _first(goal: Goal, tried: Tried, definitions: Sequence[Definition], budget: Budget) -> Reason | None:
    """The first reason found, in the order of their worth. Raises Spent."""
    fitting = fits(tried)
    usual = [candidate for candidate in fitting if candidate.variant is goal.variants[0]]
    bases = _bases(usual)
    found = _bordering(goal, fitting, budget) or _open(goal, fitting, budget) or _named(goal, usual, budget)
    if found is not None:
        return found
    require_meant(goal, fitting)
    others: list[mending.Tried] = []
    return (
        _told(mending.one_edit(goal, bases, definitions, budget, others))
        or _otherwise(goal, fitting, definitions, budget, others)
        or _told(_two(goal, fitting, definitions, budget, others))
        or _shape(goal, tried)
        or _scaled(goal, fitting, budget)
        or _elsewhere(goal, fitting, definitions, budget)
    )


def _otherwise(
    goal: Goal,
    fitting: Sequence[Candidate],
    definitions: Sequence[Definition],
    budget: Budget,
    tried: list[mending.Tried],
) -> Reason | None:
    """A known mistake or one edit where only another layout fits."""
    others = [candidate for candidate in fitting if candidate.variant is not goal.variants[0]]
    found = _named(goal, others, budget)
    if found is None and len(others) == len(fitting) > 0:
        found = _told(mending.one_edit(goal, _readings(others), definitions, budget, tried))
    return found


def _elsewhere(
    goal: Goal, fitting: Sequence[Candidate], definitions: Sequence[Definition], budget: Budget
) -> Reason | None:
    """One edit in a convention, or with other symbols meant, where none sets the answer right in the usual one."""
    usual = [candidate for candidate in fitting if candidate.variant is goal.variants[0]]
    looked_at = set(map(_meaning, _readings(usual or fitting)))
    rest: dict[tuple[str, frozenset[str]], Candidate] = {}
    for candidate in filter(has_shape, fitting):
        if (meaning := _meaning(candidate)) not in looked_at:
            rest.setdefault(meaning, candidate)
    for reading in list(rest.values())[:MOST_OTHERS]:
        found = _told(mending.one_edit(goal, [reading], definitions, budget, []))
        if found is not None:
            return replace(found, reading=reading)
    return None


def _meaning(candidate: Candidate) -> tuple[str, frozenset[str]]:
    """The convention in which the lines are read, and the symbols that are meant."""
    bodies = (line.body for line in candidate.lines if line.line)
    names = (part.name for body in bodies for part in walk(body) if isinstance(part, Name))
    return candidate.variant.name, frozenset(names)


def _two(
    goal: Goal,
    fitting: Sequence[Candidate],
    definitions: Sequence[Definition],
    budget: Budget,
    others: Sequence[mending.Tried],
) -> Mended | None:
    """What takes two edits, or one of all lines together."""
    bases: list[Base] = [*_readings(fitting)] or [None]
    return (
        mending.two_numbers(goal, bases, definitions, budget)
        or mending.across_lines(goal, definitions, budget)
        or mending.beside_a_mistake(goal, others, budget)
    )


def _readings(tried: Sequence[Candidate]) -> list[Candidate]:
    """The readings in which an edit is looked for: the first two of the first variant that fits."""
    return [candidate for candidate in tried if candidate.variant is tried[0].variant][:MOST_READINGS]


def _bases(usual: Sequence[Candidate]) -> list[Base]:
    """The readings of the notes' own layout; first the lines as typed, where none of those gives what is asked."""
    found: list[Base] = [*_readings(usual)]
    return found if any(map(has_shape, usual)) else [None, *found]


def _told(found: Mended | None) -> Reason | None:
    if found is None:
        return None
    line, faults = found.edit.line or None, 1 if found.mistake is None else 2
    return Reason(found.hint, found.mistake, found.edit.old.column, line=line, mended=found.candidate, faults=faults)


def _bordering(goal: Goal, tried: Sequence[Candidate], budget: Budget) -> Reason | None:
    """A threshold that is not the formula's: the answer agrees with it wherever no draw comes near that."""
    _ = goal.problem.vocabulary.translate
    found = next((candidate for candidate in tried if candidate.equals(goal.at, budget)), None)
    hint = _("It is right for most inputs, but a threshold or a bound is wrong: see the example.")
    return Reason(hint, reading=found, faults=1) if found else None


def _open(goal: Goal, tried: Sequence[Candidate], budget: Budget) -> Reason | None:
    """Cases of which none holds for some inputs."""
    _ = goal.problem.vocabulary.translate
    found = with_a_gap(goal, tried, budget)
    hint = _("It is right where one of the cases holds, but for some inputs none does: see the example.")
    return Reason(hint, reading=found, faults=1) if found else None


def _named(goal: Goal, tried: Sequence[Candidate], budget: Budget) -> Reason | None:
    """A known mistake whose value the answer has."""
    for candidate in tried:
        found = matching(goal, candidate, budget)
        if found is not None:
            return Reason(found.hint[goal.problem.vocabulary.language], found.name, reading=candidate, faults=1)
    return None


def _shape(goal: Goal, tried: Tried) -> Reason | None:
    """The answer's shape, where no reading has the wanted one; in the notes' own layout, if it fits there."""
    fitting = fits(tried)
    if not fitting or any(map(has_shape, fitting)):
        return None
    usual = [candidate for candidate in fitting if candidate.variant is goal.variants[0]]
    hint = misshapen(goal, usual)
    return Reason(hint) if hint else _misfit(goal, tried)


def _misfit(goal: Goal, tried: Tried) -> Reason | None:
    """The shapes that do not fit, where no reading of the notes' own layout does."""
    if any(isinstance(found, Candidate) and (found.variant is goal.variants[0] or has_shape(found)) for found in tried):
        return None
    first = next((found for found in tried if isinstance(found, Misfit)), None)
    return Reason(misfit(goal.problem, first), column=first.column) if first else None


def _scaled(goal: Goal, tried: Sequence[Candidate], budget: Budget) -> Reason | None:
    """The right answer times a number, or times a size."""
    _ = goal.problem.vocabulary.translate
    found = factor(goal, tried, budget)
    return Reason(_("Your answer is {factor} times the right one.").format(factor=found), faults=1) if found else None
