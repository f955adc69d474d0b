"""What sets a wrong answer right: one edit, two numbers for symbols, or an edit beside a known mistake."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from quizbank.answers.budget import Budget
from quizbank.answers.echo import Printer, echo
from quizbank.answers.meaning.candidate import Candidate
from quizbank.answers.meaning.goal import Goal, Known, alike
from quizbank.answers.reasons.beside import contradicts, is_plain, rank
from quizbank.answers.reasons.edit import Edit
from quizbank.answers.reasons.edited import edited, in_one, is_right
from quizbank.answers.reasons.sentences import said_missing, sentence, within
from quizbank.answers.tree import Definition, Number
from quizbank.compare import agree
from quizbank.language import sentences

Base = Candidate | None
"""A reading in which edits are made; None for the lines as they were typed."""


Tried = tuple[Edit, Candidate, Sequence[Definition]]
"""An edit, the answer with it, and the lines as they were typed."""


@dataclass(frozen=True)
class Mended:
    """The sentence, the answer with the edits that it tells, and the mistake that this one still has."""

    hint: str
    candidate: Candidate
    edit: Edit
    mistake: str | None = None


def one_edit(
    goal: Goal, bases: Sequence[Base], definitions: Sequence[Definition], budget: Budget, others: list[Tried]
) -> Mended | None:
    """One edit that makes the answer right; those that may stand beside a known mistake are put with the others."""
    for base in bases:
        lines = [line for line in (base.lines if base else definitions) if line.line]
        for edit, candidate in edited(goal, base, definitions):
            if is_right(candidate, budget) and not _is_typed(goal, edit, lines):
                return Mended(said(goal, edit), candidate, edit)
            if is_plain(edit, goal.problem.formula.latex or ""):
                others.append((edit, candidate, lines))
    return None


def _is_typed(goal: Goal, edit: Edit, lines: Sequence[Definition]) -> bool:
    """Whether what the edit calls missing stands in the answer already, under a name that a line gives it."""
    added = said_missing(edit)
    if added is None or isinstance(added, Number):
        return False
    vocabulary = goal.problem.vocabulary
    text, typed = Printer(vocabulary).text(added), echo(lines, vocabulary)
    return re.search(rf"(?<![\w{{]){re.escape(text)}(?![\w{{^])", typed) is not None


def across_lines(goal: Goal, definitions: Sequence[Definition], budget: Budget) -> Mended | None:
    """One edit of all lines put together: a bias that the next line adds outside."""
    own = [line for line in definitions if line.line]
    together = in_one(definitions) if not goal.names else None
    for edit, candidate in edited(goal, None, together) if together else ():
        if is_right(candidate, budget) and not _is_typed(goal, edit, own):
            return Mended(said(goal, edit), candidate, edit)
    return None


def two_numbers(goal: Goal, bases: Sequence[Base], definitions: Sequence[Definition], budget: Budget) -> Mended | None:
    """Two symbols whose values were written."""
    for base in bases:
        for first, candidate in edited(goal, base, definitions, numbers=True):
            for second, other in edited(goal, candidate, definitions, numbers=True):
                if is_right(other, budget):
                    hints = (said(goal, edit) for edit in (first, second))
                    return Mended(sentences(hints, goal.problem.vocabulary.language), other, first)
    return None


def beside_a_mistake(goal: Goal, others: Sequence[Tried], budget: Budget) -> Mended | None:
    """Two errors: an edit, and a known mistake, unless their sentences contradict each other."""
    printer = Printer(goal.problem.vocabulary)
    for edit, candidate, lines in sorted(others, key=lambda found: rank(found[0])):
        known = matching(goal, candidate, budget, nan=False)
        if known is not None:
            right = goal.problem.own_lines(candidate.lines[-1].name)
            typed, mended = ([line.body for line in found if line.line] for found in (lines, candidate.lines))
            if not contradicts(edit, known.hint, typed, mended, right, printer):
                return Mended(_both(goal, edit, known), candidate, edit, known.name)
    return None


def _both(goal: Goal, edit: Edit, known: Known) -> str:
    """Two errors at once: the declared one and the edit, unless that only moves a bracket of the wrong form."""
    language = goal.problem.vocabulary.language
    hint = known.hint[language]
    if edit.kind == "brackets":
        return hint
    vocabulary = goal.problem.vocabulary
    return sentences((hint, within(edit, Printer(vocabulary), vocabulary.translate)), language)


def said(goal: Goal, edit: Edit) -> str:
    """The sentence of an edit."""
    vocabulary = goal.problem.vocabulary
    return sentence(edit, Printer(vocabulary), vocabulary.translate)


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
