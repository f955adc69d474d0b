"""Lines that are what is asked under a name of the user's own: `attn = softmax(score)` for α."""

import itertools
from collections.abc import Container, Iterator, Sequence
from dataclasses import replace

import torch
from torch import Tensor

from quizbank.answers.budget import Budget, Spent
from quizbank.answers.meaning.candidate import Candidate
from quizbank.answers.meaning.derived import with_symbols
from quizbank.answers.meaning.goal import goal_of
from quizbank.answers.meaning.interpretations import candidates
from quizbank.answers.meaning.problem import Problem
from quizbank.answers.tree import Definition
from quizbank.answers.uses import ordered_lines, used
from quizbank.answers.walk import renamed

_READINGS = 4
_WORD = 3


def named_by_value(
    asked: Problem, definitions: Sequence[Definition], missing: Sequence[str], own: Container[str | None]
) -> Sequence[Definition]:
    """The lines, those with the value of a missing output under its name."""
    free = [line.name for line in definitions if line.name and line.name not in own]
    mentioned = {name for line in definitions for name in used(line)}
    missing = [name for name in missing if name not in mentioned]  # who writes α means no other name by it
    names: dict[str, str] = {}
    try:
        for values in line_values(asked, definitions) if free else ():
            found = _names(asked, values, missing, free)
            names = found if len(found) > len(names) else names
    except Spent:
        pass
    return tuple(_with_names(line, names) for line in definitions) if names else definitions


def line_values(asked: Problem, definitions: Sequence[Definition]) -> Iterator[dict[str | None, Tensor]]:
    """What every line is worth on the first draw, in the first readings."""
    ordered = ordered_lines(with_symbols(asked, definitions))
    goal = replace(goal_of(asked), names=tuple(line.name for line in ordered if line.name))
    found = (candidate for candidate in candidates(goal, ordered) if isinstance(candidate, Candidate))
    for candidate in itertools.islice(found, _READINGS):
        values = candidate.values(asked.draws[0], Budget())
        if values is not None:
            yield values


def _names(
    asked: Problem, values: dict[str | None, Tensor], missing: Sequence[str], free: Sequence[str]
) -> dict[str, str]:
    """The user's name of each missing output, the last line first, with the output's own."""
    found: dict[str, str] = {}
    for output, expected in zip(asked.vocabulary.asked, asked.expected(asked.draws[0]), strict=True):
        others = (name for name in reversed(free) if name in values and name not in found and _is_like(name, output))
        same = [name for name in others if is_equal(values[name], expected)] if output in missing else []
        if same:
            found[same[0]] = output
    return found


def _is_like(name: str, output: str) -> bool:
    """Whether the name is a word, or has the output's letter: `A` alone does not say which gradient it is."""
    return len(name) >= _WORD or name[0].casefold() == output[0].casefold()


def is_equal(value: Tensor, expected: Tensor) -> bool:
    """Whether two values are the same but for rounding."""
    return value.shape == expected.shape and torch.allclose(value, expected.to(value), rtol=1e-9, atol=1e-12)


def _with_names(line: Definition, names: dict[str, str]) -> Definition:
    return replace(line, name=names.get(line.name or "", line.name), body=renamed(line.body, names))
