"""Questions made for one test, the questions of the bank by kind, and verdicts on its formulas."""

import itertools

import pytest
import torch

from quizbank import bank
from quizbank.answers.formula import judge_formula
from quizbank.answers.meaning.problem import problem
from quizbank.formulas import reference
from quizbank.language import Text
from quizbank.question import Exercise, Question, Symbol

CPU = torch.device("cpu")
TYPED = sorted(formula.id for formula in bank.formulas().values() if formula.latex)
_NUMBERS = itertools.count()
_SIZES = "N D H V n d heads d_k m C T x"


def asked(kind, symbols="", seed=0, **facts):
    """An exercise of this kind whose answer is an expression in these symbols."""
    legend = tuple(Symbol(name, name, name, Text(name, name)) for name in _SIZES.split())
    name = f"made.q{next(_NUMBERS)}"
    text = Text("?", "？")
    question = Question(
        name, kind, 1, 10, text, text, legend, "a test", symbols=tuple(symbols.split()), is_own=True, **facts
    )
    return Exercise(question, seed)


def every(*kinds, if_=lambda question: True):
    """Parametrizes a test by each question of these kinds in the bank, or by some of them."""
    found = [question for question in bank.questions().values() if question.kind in kinds and if_(question)]
    return pytest.mark.parametrize("question", [pytest.param(question, id=question.id) for question in found])


def problem_of(name, language="en"):
    """What is asked by the formula of this name, on the CPU."""
    return problem(reference(name), bank.legend(name.partition(".")[0]), CPU, language)


def judged(name, lines, **facts):
    """The verdict on these lines, in English, on the CPU."""
    legend = bank.legend(name.partition(".")[0])
    return judge_formula(reference(name), lines, legend, device=CPU, language="en", **facts)
