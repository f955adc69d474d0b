"""The ways in which an answer can be meant: each variant and reading in which its shapes fit."""

import functools
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from quizbank.answers.meaning.candidate import Candidate, Line, elaborator_of, line_by
from quizbank.answers.meaning.goal import Goal
from quizbank.answers.meaning.orders import Policy
from quizbank.answers.meaning.quotients import of_vectors
from quizbank.answers.meaning.readings import readings
from quizbank.answers.meaning.variant import Variant
from quizbank.answers.notation.vocabulary import Entry, key
from quizbank.answers.shapes import Misfit, Shape
from quizbank.answers.tree import Binary, Definition, Index, Name
from quizbank.answers.walk import renamed, walk

_BARE = re.compile(r"[A-Z](_\d)?")
"""A letter that says of no weight what it multiplies."""


def candidates(goal: Goal, definitions: Sequence[Definition]) -> Iterator[Candidate | Misfit]:
    """Every variant and reading whose shapes fit, each only once; and the first misfit of each variant."""
    seen: set[object] = set()
    yield from _of_lines(goal, definitions, seen)
    with_letters, lowered = (functools.partial(make, goal) for make in (_with_other_letters, _lowered))
    for make in (_exchanged, with_letters, lowered, of_vectors):  # only where what was typed is not right as it stands
        lines = make(definitions)
        if lines is not None:
            yield from _of_lines(goal, lines, seen)


def elaborated(
    goal: Goal, variant: Variant, definitions: Sequence[Definition], policies: Mapping[str, Policy]
) -> Candidate:
    """The lines with their products decided. Raises Misfit."""
    known = dict(variant.shapes)
    lines: list[Line] = []
    for definition in definitions:
        lines.append(line_by(elaborator_of(goal, variant, known, policies), definition))
        known[definition.name or ""] = lines[-1].shape
    return Candidate(goal, variant, tuple(lines))


def _exchanged(definitions: Sequence[Definition]) -> Sequence[Definition] | None:
    """U and W the other way round: some write U x + W h."""
    names = {node.name: node for line in definitions for node in walk(line.body) if isinstance(node, Name)}
    weights = [name for name, node in names.items() if name.endswith(" hidden") and node.text.startswith("U")]
    other = {name: name.replace(" hidden", " input") for name in weights}
    if not other or not set(other.values()) <= names.keys():
        return None
    both = {**other, **{new: old for old, new in other.items()}}
    return [replace(line, body=renamed(line.body, both)) for line in definitions]


def _with_other_letters(goal: Goal, definitions: Sequence[Definition]) -> Sequence[Definition] | None:
    """W and U, or W_1 and W_2, the other way round where the notes have other names for the two."""
    names = {node.name: node for line in definitions for node in walk(line.body) if isinstance(node, Name)}
    entries = [(goal.problem.vocabulary.by_name(name), node.text) for name, node in names.items()]
    free = [e.name for e, text in entries if e and e.role == "argument" and _is_free(e, text)]
    if len(free) != 2:
        return None
    return [replace(line, body=renamed(line.body, dict(zip(free, free[::-1], strict=True)))) for line in definitions]


def _is_free(entry: Entry, text: str) -> bool:
    is_bare = len(entry.axes or ()) == 2 and _BARE.fullmatch(text) is not None
    return is_bare and text not in (entry.name, key(entry.display))


def _lowered(goal: Goal, definitions: Sequence[Definition]) -> Sequence[Definition] | None:
    """H where h is meant: code writes a batch of states as a capital, which is a size in the notes."""
    vocabulary = goal.problem.vocabulary
    names = {node.name for line in definitions for node in walk(line.body) if isinstance(node, Name)}
    others = {}
    for name in names:
        size, state = vocabulary.by_name(name), vocabulary.find(name.lower())
        if size and size.role == "size" and state and state.role == "argument" and state.axes:
            others[name] = state.name
    return [replace(line, body=renamed(line.body, others)) for line in definitions] if others else None


def _of_lines(goal: Goal, definitions: Sequence[Definition], seen: set[object]) -> Iterator[Candidate | Misfit]:
    indexed = _indexed(definitions)
    every = list(readings(definitions))
    fits = False
    for variant in goal.variants:
        if any(_is_turned(variant.shapes.get(name), goal.variants[0].shapes.get(name)) for name in indexed):
            continue  # the answer says itself which axis is which
        if fits and variant.is_in_columns:
            continue  # it makes sense in rows, as the prompt has them
        for found in _of_variant(goal, variant, definitions, every, seen):
            fits |= variant is goal.variants[0] and isinstance(found, Candidate)
            yield found


def _is_turned(here: Shape | None, usual: Shape | None) -> bool:
    """Whether the axes are others; a label that is a one-hot vector here has one more."""
    return here != usual and (here is None or usual is None or here.rank == usual.rank)


def _of_variant(
    goal: Goal,
    variant: Variant,
    definitions: Sequence[Definition],
    every: Sequence[Mapping[str, Policy]],
    seen: set[object],
) -> Iterator[Candidate | Misfit]:
    """The readings that fit; the first misfit where none does."""
    misfits = []
    for policies in every:
        try:
            candidate = elaborated(goal, variant, definitions, policies)
        except Misfit as error:
            misfits.append(error)
            continue
        if variant.is_in_columns and not _has_matrix_product(candidate):
            continue  # it says nothing of how its matrices lie
        key = (variant.name, tuple(line.body for line in candidate.lines))
        if key not in seen:
            seen.add(key)
            yield candidate
    if len(misfits) == len(every):
        yield from misfits[:1]


def _has_matrix_product(candidate: Candidate) -> bool:
    nodes = (node for line in candidate.lines for node in walk(line.body))
    return any(isinstance(node, Binary) and node.product == "matrix" for node in nodes)


def _indexed(definitions: Sequence[Definition]) -> set[str]:
    """The names whose rows or entries are picked by indices."""
    nodes = [node for line in definitions for node in walk(line.body) if isinstance(node, Index)]
    return {node.operand.name for node in nodes if isinstance(node.operand, Name)}
