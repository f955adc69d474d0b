"""What a page puts around a formula, and what its author leaves out: LaTeX's frames, and the letters of sums."""

import re

import pytest

from quizbank import bank
from tests.answers.asked import TYPED, judged

_LIMITS = re.compile(r"(\\(?:sum|prod))(?:_\{[^{}]*\}|_\w|\^\{[^{}]*\}|\^\w)+")
SUMMED = [name for name in TYPED if _LIMITS.search(bank.formulas()[name].latex)]


@pytest.mark.parametrize("name", TYPED)
def test_a_framed_formula_is_right(name):
    """In a box, without its number, with its words in other fonts."""
    latex = bank.formulas()[name].latex
    words = re.sub(r"\\(mathrm|operatorname|text)(?=\{[a-zA-Z]+\})", r"\\operatorname*", latex)
    for typed in (rf"\boxed{{{latex}}}", rf"{latex} \nonumber", words, words.replace(r"\operatorname*", r"\mbox")):
        verdict = judged(name, [typed])
        assert (verdict.result, verdict.note) == ("right", None), (typed, verdict)


@pytest.mark.parametrize("name", SUMMED)
def test_a_sum_without_its_letter_is_not_wrong(name):
    """It runs over the letter below what follows; where that could be several, the answer is not read."""
    typed = _LIMITS.sub(r"\1 ", bank.formulas()[name].latex)
    verdict = judged(name, [typed])
    assert verdict.result in ("right", "unreadable"), (typed, verdict)
