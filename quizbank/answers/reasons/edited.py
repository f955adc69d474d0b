"""What an answer would be with one edit, in one of its readings."""

import functools
import itertools
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import replace

from quizbank.answers.budget import Budget
from quizbank.answers.meaning.candidate import Candidate, elaborator_of, line_by
from quizbank.answers.meaning.derived import with_symbols
from quizbank.answers.meaning.goal import Goal, alike, fingerprint
from quizbank.answers.meaning.interpretations import elaborated
from quizbank.answers.meaning.letters import has_letters
from quizbank.answers.meaning.variant import Variant
from quizbank.answers.reasons.edit import Edit
from quizbank.answers.reasons.edits import Line, known_numbers, of_the_formula, repairs
from quizbank.answers.shapes import Misfit
from quizbank.answers.tree import Definition, Node
from quizbank.answers.uses import used
from quizbank.answers.walk import free_letters, substituted, walk

LONGEST = 1600
PARTS = 100_000
"""So many edits of a reading are tried at most, and fewer where the answer has many parts, which are all looked at."""


def is_right(candidate: Candidate, budget: Budget) -> bool:
    """Whether it agrees with the reference; one number of the first draw tells most that do not."""
    goal = candidate.goal
    wanted = fingerprint(goal.at(candidate.variant.redrawn(goal.problem.draws[0])))
    return alike(wanted, candidate.fingerprint(budget)) and candidate.agrees(budget)


def edited(
    goal: Goal, base: Candidate | None, definitions: Sequence[Definition], *, numbers: bool = False
) -> Iterator[tuple[Edit, Candidate]]:
    """The edits of one reading that give the asked shape, or only those of numbers."""
    lines = with_symbols(goal.problem, base.lines if base else definitions, every=True)
    variant = base.variant if base else goal.variants[0]
    for edit, candidate in _every(goal, variant, lines, _whole(goal, variant, lines), numbers=numbers):
        if goal.shape is None or candidate.shape.axes == goal.shape or variant.is_in_columns:
            yield edit, candidate


def _whole(goal: Goal, variant: Variant, lines: Sequence[Definition]) -> Candidate | None:
    """The lines as they stand, where their shapes fit."""
    try:
        return elaborated(goal, variant, lines, {})
    except Misfit:
        return None


def _every(
    goal: Goal, variant: Variant, lines: Sequence[Definition], whole: Candidate | None, *, numbers: bool
) -> Iterator[tuple[Edit, Candidate]]:
    """Every edit of one of the lines that count whose shapes fit, the last line's first."""
    own = [line for line in lines if line.line]
    typed = {name for line in own for name in used(line) if name} - {line.name for line in own}
    makers = _edits_with(goal, variant, whole, typed, numbers=numbers)
    places = [*_that_count(goal, lines)]
    every = ((place, edit) for make in makers for place in places for edit in make(lines[place].body))
    last = _last(whole) if whole else None
    parts = sum(1 for line in own for _ in walk(line.body))
    for place, edit in itertools.islice(every, min(LONGEST, PARTS // max(parts, 1))):
        line = _edited_line(lines[place], edit)
        try:
            if last is not None and place == len(lines) - 1:
                yield replace(edit, line=line.line), last(line)
            else:
                yield (
                    replace(edit, line=line.line),
                    elaborated(goal, variant, (*lines[:place], line, *lines[place + 1 :]), {}),
                )
        except Misfit:
            continue


def _that_count(goal: Goal, lines: Sequence[Definition]) -> Iterator[int]:
    """The places of the lines that were typed and that the last one is made of, from behind."""
    needed = {lines[-1].name, *goal.names}
    for place in reversed(range(len(lines))):
        if lines[place].name in needed:
            needed |= used(lines[place])
            if lines[place].line:
                yield place


def _edited_line(line: Definition, edit: Edit) -> Definition:
    """The line with the edit; without a left side, its letters are those that are free in it."""
    free = edit.kind == "index" and line.indices == free_letters(line.body)
    return replace(line, body=edit.tree, indices=free_letters(edit.tree) if free else line.indices)


EditsOf = Callable[[Node], Iterator[Edit]]


def _edits_with(
    goal: Goal, variant: Variant, whole: Candidate | None, typed: Collection[str], *, numbers: bool
) -> Sequence[EditsOf]:
    """What makes the edits of a line, or only those of its numbers, from the names that may stand in it.

    Parts of the formula are put in last, when no line has a likelier slip.

    The formula's arguments come first, the derived symbols last; the sizes are those that the formula itself has.
    """
    roles: dict[str, str] = {}
    named = {name: variant.shapes.get(name, shape) for name, shape in goal.variants[0].shapes.items()}
    for name in named:
        entry = goal.problem.vocabulary.by_name(name)
        roles[name] = entry.role if entry else "argument"
    own = [a.name for a in goal.problem.formula.arguments]
    usable = {
        n: named[n]
        for n in sorted(named, key=lambda n: n not in own)
        if roles[n] in _USABLE or (roles[n] == "stray" and n in goal.problem.names)
    }
    lines = goal.problem.own_lines(None)
    sizes = {n: named[n] for n in named if roles[n] == "size" and n in goal.problem.names}
    others = {n: named[n] for n in named if n not in usable and n not in sizes}
    pairs = [(line.definition, line.shape) for line in whole.every] if whole else []
    usable |= {line.name: shape for line, shape in pairs if line.name and not line.line}
    if numbers:
        return [lambda body: known_numbers(body, usable, sizes)]

    @functools.cache
    def line(body: Node) -> Line:
        return Line(body, usable, sizes=sizes, others=others, own=lines, typed=frozenset(typed))

    return [lambda body: repairs(line(body)), lambda body: of_the_formula(line(body))]


_USABLE = ("argument", "asked", "hidden", "input")


def _last(whole: Candidate) -> Callable[[Definition], Candidate]:
    """Puts in another last line. Raises Misfit.

    The edits of a line have most parts in common, whose shapes are remembered where no index letters run.
    """
    before = whole.before
    if has_letters(whole.lines[-1].body):
        return lambda line: whole.with_last(line_by(elaborator_of(whole.goal, whole.variant, before, {}), line))
    elaborator = elaborator_of(whole.goal, whole.variant, before, {})
    elaborator.memo = {}
    return lambda line: whole.with_last(line_by(elaborator, line))


def in_one(definitions: Sequence[Definition]) -> Sequence[Definition] | None:
    """Several lines as one, each put where its name stands; None where there is one, or one for each index."""
    own = [line for line in definitions if line.line]
    if len(own) < 2 or any(line.indices for line in own):
        return None
    known: dict[str, Node] = {}
    for line in own:
        body = line.body
        for name, other in known.items():
            body = substituted(body, name, other)
        known[line.name or ""] = body
    return [line for line in definitions if not line.line] + [replace(own[-1], body=body)]
