"""Symbols of the notes that stand where they do not belong: a future state, a peephole."""

import itertools
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from quizbank.answers.budget import Budget, Spent
from quizbank.answers.echo import Printer, display
from quizbank.answers.meaning.candidate import Candidate
from quizbank.answers.meaning.derived import with_symbols
from quizbank.answers.meaning.goal import Goal
from quizbank.answers.meaning.interpretations import candidates
from quizbank.answers.meaning.problem import Problem
from quizbank.answers.notation.vocabulary import Entry, Vocabulary, key
from quizbank.answers.reasons.diagnosis import Reason
from quizbank.answers.reasons.edit import places
from quizbank.answers.reasons.joint import halved
from quizbank.answers.reasons.mending import matching
from quizbank.answers.reasons.unmeant import require_known_weights
from quizbank.answers.shapes import Shape
from quizbank.answers.tree import Binary, Definition, Name
from quizbank.answers.walk import renamed, walk
from quizbank.language import sentences

_SHAPE = re.compile(r"\s*[,，]\s*[(（][^()（）]*[)）]$")
"""What the meaning of a symbol says of its shape, behind the rest."""

_READINGS = 4
"""So many readings are tried with another symbol in the place of the one that does not belong."""


def besides(goal: Goal, definitions: Sequence[Definition], budget: Budget) -> Reason | None:
    """The symbol that does not belong, and the known mistake that the answer would have with the right one."""
    require_known_weights(goal.problem, definitions)
    reason = misplaced(goal.problem, goal.variants[0].shapes, definitions)
    if reason is None:
        hint = halved(definitions, goal.problem.vocabulary)
        return None if hint is None else Reason(hint)
    name = next(n.name for line in definitions for n in walk(line.body) if isinstance(n, Name) and _is_at(n, reason))
    found: Reason | None = None
    try:
        labelled = _relabelled(goal, definitions, name, budget)
        if labelled is not None:
            return labelled
        for argument, candidate in _with_another(goal, definitions, name):
            if candidate.agrees(budget):
                return _belonging(goal.problem, name, argument, reason)
            known = None if found else matching(goal, candidate, budget, nan=False)
            if known is not None:
                language = goal.problem.vocabulary.language
                hint = sentences((known.hint[language], reason.hint), language)
                found = Reason(hint, known.name, reason.column)
        return found or _factor(goal, definitions, name, budget) or reason
    except Spent:
        return reason


def _relabelled(goal: Goal, definitions: Sequence[Definition], name: str, budget: Budget) -> Reason | None:
    """All symbols of another gate or layer in the place of those that are asked: W_i and b_i for W_f and b_f."""
    own = [argument.name for argument in goal.problem.formula.arguments]
    _stem, _, label = name.partition("_")
    used = dict.fromkeys(node.name for line in definitions for node in walk(line.body) if isinstance(node, Name))
    old = [n for n in used if n not in own and n.partition("_")[2].partition(" ")[0] == label]
    for other in dict.fromkeys(n.partition("_")[2] for n in own if "_" in n) if len(old) > 1 and label else ():
        new = {n: n.replace(f"_{label}", f"_{other}", 1) for n in old}
        lines = [replace(line, body=renamed(line.body, new)) for line in definitions]
        if any(candidate.agrees(budget) for candidate in _read(goal, lines)):
            return _labels(goal.problem, new, definitions)
    return None


def _labels(asked: Problem, new: Mapping[str, str], definitions: Sequence[Definition]) -> Reason:
    _, printer = asked.vocabulary.translate, Printer(asked.vocabulary)
    before, after = (", ".join(map(printer.symbol, names)) for names in (new, new.values()))
    place = next(n.column for line in definitions for n in walk(line.body) if isinstance(n, Name) and n.name in new)
    return Reason(_("{old} where {new} belong.").format(old=before, new=after), column=place)


def _is_at(name: Name, reason: Reason) -> bool:
    return name.column == reason.column


def _with_another(goal: Goal, definitions: Sequence[Definition], name: str) -> Iterator[tuple[str, Candidate]]:
    """The answer with each of the formula's arguments in the place of this name."""
    for argument in goal.problem.formula.arguments:
        lines = [replace(line, body=renamed(line.body, {name: argument.name})) for line in definitions]
        yield from ((argument.name, candidate) for candidate in _read(goal, lines))


def _read(goal: Goal, lines: Sequence[Definition]) -> Iterator[Candidate]:
    every = candidates(goal, with_symbols(goal.problem, lines))
    return itertools.islice((c for c in every if isinstance(c, Candidate)), _READINGS)


def _belonging(asked: Problem, name: str, argument: str, reason: Reason) -> Reason:
    """What the symbol means where it stands, if that names the right one; else the right one."""
    _ = asked.vocabulary.translate
    old, new = (asked.vocabulary.by_name(found) for found in (name, argument))
    if old is None or new is None or new.display in reason.hint:
        return reason
    text = _("{old} where {new} belongs.").format(old=display(old.display), new=display(new.display))
    return Reason(text, column=reason.column)


def _factor(goal: Goal, definitions: Sequence[Definition], name: str, budget: Budget) -> Reason | None:
    """A factor with the symbol that the answer is right without: the next line's business."""
    _ = goal.problem.vocabulary.translate
    for place, line in enumerate(definitions):
        for node, rebuild in places(line.body):
            if not isinstance(node, Binary) or node.product is None:
                continue
            for kept, extra in ((node.left, node.right), (node.right, node.left)):
                if not any(isinstance(part, Name) and part.name == name for part in walk(extra)):
                    continue
                lines = [*definitions[:place], replace(line, body=rebuild(kept)), *definitions[place + 1 :]]
                if any(candidate.agrees(budget) for candidate in _read(goal, lines)):
                    text = Printer(goal.problem.vocabulary).text(extra)
                    return Reason(_("{extra} does not belong there.").format(extra=text), column=extra.column)
    return None


def misplaced(problem: Problem, known: Mapping[str, Shape], definitions: Sequence[Definition]) -> Reason | None:
    """The first legend symbol that the formula does not take and no line defines, with what it means there."""
    vocabulary = problem.vocabulary
    _ = vocabulary.translate
    defined = {line.name for line in definitions}
    for line in definitions:
        for node in walk(line.body):
            if not isinstance(node, Name) or node.name in defined or node.name in known:
                continue
            entry = vocabulary.by_name(node.name)
            if entry is None or entry.role != "stray":
                continue
            told = _state_of(entry, line, vocabulary) if entry.of else node
            symbol = next((s for s in problem.legend if s.name == told.name), None)
            if symbol is not None and symbol.misuse is not None:
                return Reason(symbol.misuse[vocabulary.language], column=told.column)
            meaning = _SHAPE.sub("", symbol.meaning[vocabulary.language]) if symbol else _("a weight on another state")
            text = _("{symbol} does not belong here: {meaning}.").format(symbol=display(entry.display), meaning=meaning)
            return Reason(text, column=node.column)
    return None


def _state_of(weight: Entry, line: Definition, vocabulary: Vocabulary) -> Name:
    """What stands in the line of the state that a weight as `W_{co}` is made for."""
    for node in walk(line.body):
        entry = vocabulary.by_name(node.name) if isinstance(node, Name) else None
        if isinstance(node, Name) and entry is not None and (key(entry.display) or "").partition("_")[0] == weight.of:
            return node
    return Name(line.column, weight.name, weight.display)
