"""Lines that a system asks for by name: right outputs say nothing about one that is written into another."""

from collections.abc import Iterator, Sequence

import torch

from quizbank.answers.budget import Budget, Spent
from quizbank.answers.echo import Printer
from quizbank.answers.meaning.derived import with_symbols
from quizbank.answers.meaning.intermediates import lines_of
from quizbank.answers.meaning.problem import Problem
from quizbank.answers.renaming import is_equal, line_values
from quizbank.answers.tree import Definition
from quizbank.answers.uses import helpers


def noted(asked: Problem, definitions: Sequence[Definition]) -> Iterator[str]:
    """What there is to say of the lines of a right answer in the notes' own convention."""
    if asked.has_free_lines or asked.shown is not None:
        return
    _ = asked.vocabulary.translate
    if absent := _left_out(asked, definitions):
        yield _("Also asked, as lines of their own: {symbols}.").format(symbols=_symbols(asked, absent))
    if others := _others(asked, definitions):
        yield _("Not what the notes call {symbols}, though the result is the same.").format(
            symbols=_symbols(asked, others)
        )


def _left_out(asked: Problem, definitions: Sequence[Definition]) -> list[str]:
    """The notes' lines that no line has the name or the value of."""
    typed = {line.name for line in definitions}
    absent = [name for name in lines_of(asked).names if name and name not in typed]
    if not absent or not any(line.name not in lines_of(asked).names for line in definitions):
        return absent
    right = lines_of(asked).values(asked.draws[0])
    values = next(iter(_values(asked, definitions)), {})
    return [name for name in absent if not any(is_equal(value, right[name]) for value in values.values())]


def _values(asked: Problem, definitions: Sequence[Definition]) -> list[dict[str | None, torch.Tensor]]:
    """What every line is worth on the first draw, in the first readings."""
    try:
        return [*line_values(asked, definitions)]
    except Spent:
        return []


def _others(asked: Problem, definitions: Sequence[Definition]) -> list[str]:
    """The lines with a name of the notes and another value, which a later line makes up for."""
    own, found = lines_of(asked), list[str]()
    budget = Budget()
    for place, line in enumerate(definitions):
        name = line.name or ""
        if name in own.names and name not in asked.vocabulary.asked:
            goal = own.goal(name)
            lines = with_symbols(goal.problem, [*helpers(own.names, definitions[:place], line), line])
            if not own.is_right(goal, name, lines, budget, unjudged=True):  # nothing is said of what was not judged
                found.append(name)
    right = own.values(asked.draws[0])
    known = _values(asked, definitions) if found else []  # a line made of others may be right by their values
    return [name for name in found if not any(name in v and is_equal(v[name], right[name]) for v in known)]


def _symbols(asked: Problem, names: Sequence[str]) -> str:
    return ", ".join(map(Printer(asked.vocabulary).symbol, names))
