"""Every question's own computed answer is judged right, in the words in which it is shown."""

import pytest

from quizbank import bank, judge

ASKED = [pytest.param(name, id=name) for name, question in bank.questions().items() if question.kind != "explain"]
EVERY_QUESTION = pytest.mark.parametrize("name", ASKED)


@EVERY_QUESTION
def test_the_computed_answer_is_right(name):
    answer = judge.check(name, 0, [""])["answer"]
    assert answer
    found = judge.check(name, 0, [answer])
    assert (found["verdict"], found["hint"]) == ("right", None)
