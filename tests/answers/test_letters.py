"""How far index letters run."""

import pytest
import torch

from quizbank.answers.budget import Budget
from quizbank.answers.meaning.candidate import Candidate
from quizbank.answers.meaning.derived import with_symbols
from quizbank.answers.meaning.goal import goal_of
from quizbank.answers.meaning.intermediates import lines_of
from quizbank.answers.meaning.interpretations import candidates
from quizbank.answers.meaning.letters import Letters, lengths, letters
from quizbank.answers.parse import parse
from quizbank.answers.shapes import Shape
from tests.answers.asked import TYPED, problem_of


def plain(name):
    """The problem of a formula, and its own lines as the judge reads them."""
    asked = problem_of(name)
    if asked.is_system:
        return asked, lines_of(asked).candidate
    lines = with_symbols(asked, parse(asked.formula.latex, asked.vocabulary))
    return asked, next(found for found in candidates(goal_of(asked), lines) if isinstance(found, Candidate))


@pytest.mark.parametrize("name", TYPED)
def test_symbolic_lengths_are_those_of_the_actual_shapes(name):
    """Where a line's letters have symbolic lengths that a draw tells, its tensors say the same."""
    asked, candidate = plain(name)
    last = candidate.every[-1]
    if last.letters is None:
        return
    for draw in asked.draws[:3]:
        names = candidate._evaluator(draw, Budget()).names
        measured = last.letters.measured(candidate.variant.lengths_for(draw, asked.sizes, is_kept=True))
        assert measured == letters(last.definition.body, names, asked.vocabulary.calls, draw.sizes)


def test_a_symbolic_length_that_is_several_in_a_draw_is_not_told():
    shapes, names = {"a": Shape((1009,)), "b": Shape((1009, 1021))}, {"a": torch.ones(2), "b": torch.ones(3, 4)}
    assert lengths(shapes, names, {"n": 1031}, {"n": 5}) == {1021: 4, 1031: 5}
    with pytest.raises(KeyError):
        Letters({"#i": 1009}).measured({1021: 4})
