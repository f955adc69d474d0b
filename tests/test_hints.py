"""Hints lead to an answer and never hold it, in either language and with whatever numbers are drawn."""

import itertools
import re
from collections.abc import Iterator

import pytest
import torch

from quizbank import bank, judge
from quizbank.answers.functions import NAMES
from quizbank.answers.printed import printed
from quizbank.language import LANGUAGES
from quizbank.question import Exercise, Question
from tests.lures import exercises

BETWEEN = re.compile(r"[\u3000-\u303f\u4e00-\u9fff\uff00-\uffef“”‘’…—$`]|(?<=\S)[,;:.?!](?=\s|$)|\s–\s")
"""What ends a formula in a sentence."""

WORD = re.compile(r"[A-Za-z][A-Za-z’'-]+|[aAI]")
ENGLISH = {"a", "A", "I", "inner"}
"""Words, though they are symbols too."""


def fragments(hint: str, symbols: set[str]) -> Iterator[str]:
    """Every row of words in a hint that could be meant as a formula."""
    for part in BETWEEN.split(hint):
        row: list[str] = []
        for word in [*part.split(), "end"]:
            if WORD.fullmatch(word) and word not in (NAMES.keys() | symbols) - ENGLISH:
                yield from (" ".join(row[i:j]) for i in range(len(row)) for j in range(i + 1, len(row) + 1))
                row = []
            else:
                row.append(word)


def found_in(question: Question, texts) -> set[str]:
    symbols = {text for s in question.legend for text in (s.name, s.symbol, s.type_as, *s.also)}
    return {fragment for text in texts for language in LANGUAGES for fragment in fragments(text[language], symbols)}


def hinted(*kinds):
    found = [question for question in bank.questions().values() if question.hints and question.kind in kinds]
    return pytest.mark.parametrize("question", [pytest.param(question, id=question.id) for question in found])


@hinted("formula", "system", "fix", "shape", "count", "growth", "value")
def test_no_part_of_a_hint_is_judged_right(question):
    """Whatever in it our own parser can read, be it a single number or symbol."""
    suspects = found_in(question, question.hints)
    for exercise in exercises(question):
        for suspect in suspects:
            verdict = judge.judged(exercise, [suspect], "en", torch.device("cpu"))
            assert verdict.result != "right", (suspect, exercise.given)


@hinted("system")
def test_no_part_of_a_hint_is_a_line_of_the_answer(question):
    formula = bank.formulas()[question.formula]
    latex = formula.lines if question.is_in_lines else formula.latex
    lines = {_right_side(line) for line in printed(latex, question.formula)}
    for suspect in found_in(question, question.hints):
        assert {_right_side(line) for line in printed(suspect, question.formula)}.isdisjoint(lines), suspect


@hinted("choice", "order", "explain")
def test_no_hint_quotes_the_right_option_or_a_key_point(question):
    for language in LANGUAGES:
        held = [point[language] for point in question.points]
        if question.kind != "explain":
            answer = judge.judged(Exercise(question, 0), [""], language, torch.device("cpu")).answer
            held = [answer.partition(") ")[2] or answer]
        for text, hint in itertools.product(held, question.hints):
            assert text.strip("。.").casefold() not in hint[language].casefold(), text


def _right_side(line: str) -> str:
    return line.rpartition(" = ")[2]


@pytest.mark.parametrize(
    ("name", "hint", "held"),
    [
        ("lstm.hidden_state", "Gate the squashed cell: h_t = o_t ⊙ tanh(c_t).", "h_t = o_t ⊙ tanh(c_t)"),
        ("lstm.hidden_state", "输出门乘以 tanh(c_t) 就是 o_t * tanh(c_t)。", "o_t * tanh(c_t)"),
        ("lstm.hidden_state", "So it is `o ⊙ tanh(c)`, a product", "o ⊙ tanh(c)"),
    ],
)
def test_a_formula_in_a_sentence_is_found(name, hint, held):
    question = bank.questions()[name]
    assert held in set(fragments(hint, {symbol.symbol for symbol in question.legend}))
    assert judge.check(name, 0, [held])["verdict"] == "right"
