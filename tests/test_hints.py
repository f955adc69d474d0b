"""Hints lead to an answer and never hold it, in either language and with whatever numbers are drawn."""

import itertools
import re
from collections.abc import Iterator

import pytest
import torch

from quizbank import bank, judge
from quizbank.answers.notation.functions import NAMES
from quizbank.answers.printed import printed
from quizbank.language import LANGUAGES, Text
from quizbank.question import Exercise, Question
from tests.lures import exercises

BETWEEN = re.compile(r"[\u3000-\u303f\u4e00-\u9fff\uff00-\uffef“”‘’—$`]|\s–\s")
"""What ends a formula in a sentence."""

STOPS = ",;:.?!"
"""What stands behind a word, or parts what stands in brackets."""

WORD = re.compile(r"[A-Za-z][a-z’'-]+")
ENGLISH = {"a", "A", "I", "inner"}
"""Words before another word, though they are symbols too."""


def fragments(hint: str, symbols: set[str]) -> Iterator[str]:
    """Every row of words in a hint that could be meant as a formula."""
    for part in BETWEEN.split(hint):
        row: list[str] = []
        for word, after in itertools.pairwise([*part.split(), "end", "end"]):
            if _is_plain(word, symbols) or (word in ENGLISH and not row and WORD.fullmatch(after.strip(STOPS))):
                rows = (" ".join(row[i:j]) for i in range(len(row)) for j in range(i + 1, len(row) + 1))
                yield from (text.rstrip(STOPS) for text in rows)
                row = []
            else:
                row.append(word)


def _is_plain(word: str, symbols: set[str]) -> bool:
    plain = word.strip(STOPS)
    return WORD.fullmatch(plain) is not None and plain not in NAMES.keys() | symbols


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


@hinted("system", "fix")
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
    "sentence", ["So it is {answer}, as said.", "所以是{answer}。", "Take `{answer}`: that is all"]
)
def test_an_answer_in_a_sentence_is_found(sentence):
    """No law above is blind to the answer of a question, nor to a line of it."""
    for question in bank.questions().values():
        if question.kind not in ("choice", "order", "explain"):
            answer = judge.judged(Exercise(question, 0), [""], "en", torch.device("cpu")).answer
            for line in answer.split("; ") if question.kind in ("system", "fix") else [answer]:
                hint = sentence.format(answer=line)
                held = _right_side(line) if question.kind in ("system", "fix") else line
                assert held in found_in(question, [Text(hint, hint)]), (question.id, line)
