"""No answer is typed in: what a question's function returns comes from a run of the reference."""

import pytest

from quizbank import bank
from tests.dependence import OWN, Bank

FOUND = Bank()
EVERY_OWN = [
    pytest.param(question, id=question.id)
    for question in bank.questions().values()
    if question.is_own and question.kind != "explain"
]


@pytest.mark.parametrize("question", EVERY_OWN)
def test_an_answer_is_computed(question):
    assert FOUND.is_computed(f"{OWN}.{question.topic}", question.name)


def is_computed(body, rest=""):
    """Whether a planted question's answer counts as computed."""
    source = f"from quizbank import measure\nfrom reference import lstm\n{rest}\n\ndef asked(H, D):\n    {body}\n"
    return Bank({f"{OWN}.planted": source}).is_computed(f"{OWN}.planted", "asked")


@pytest.mark.parametrize(
    ("body", "rest"),
    [
        ("return 64", ""),
        ("return -64.0", ""),
        ("return [1, 2, 3]", ""),
        ("return ANSWER", "ANSWER = 64"),
        ("return ANSWERS[H]", "ANSWERS = {1: 64, 2: 128}"),
        ("return ANSWER", "FIRST = 64\nANSWER = [FIRST, 2 * FIRST]"),
        ("return f'{64}'", ""),
        ("return f'{H}, {D}'", ""),
        ("return int('64')", ""),
        ("return 4 * H * (H + D)", ""),
        ("answer = 64\n    return answer", ""),
        ("answer = 0\n    for _ in range(H):\n        answer += D\n    return answer", ""),
        ("measure.parameters(lstm.lstm_cell, H=H, D=D)\n    return 64", ""),
        ("cost = measure.parameters(lstm.lstm_cell, H=H, D=D)\n    return 64", ""),
        ("if H > 3:\n        return 64\n    return measure.parameters(lstm.lstm_cell, H=H, D=D)", ""),
        ("return _typed(H)", "def _typed(H):\n    return 64"),
        ("return [H for _ in range(D)]", ""),
        ("return (lambda: 64)()", ""),
        ("return asked(H, D)", ""),
        ("pass", ""),
    ],
)
def test_an_answer_that_is_typed_in_is_seen(body, rest):
    assert not is_computed(body, rest)


@pytest.mark.parametrize(
    ("body", "rest"),
    [
        ("return measure.parameters(lstm.lstm_cell, H=H, D=D)", ""),
        ("cost = measure.parameters(lstm.lstm_cell, H=H, D=D)\n    return cost // 2", ""),
        ("return _counted(H, D)", "def _counted(H, D):\n    return measure.parameters(lstm.lstm_cell, H=H, D=D)"),
        ("return [0, 1][measure.parameters(lstm.lstm_cell, H=H, D=D) > 100]", ""),
        ("if measure.parameters(lstm.lstm_cell, H=H, D=D) > 100:\n        return 1\n    return 0", ""),
        ("try:\n        lstm.lstm_cell(H)\n    except TypeError:\n        return 1\n    return 0", ""),
        ("return _TABLE[H]", "_TABLE = [measure.parameters(lstm.lstm_cell, H=H, D=2) for H in range(9)]"),
    ],
)
def test_an_answer_that_is_computed_is_left_in_peace(body, rest):
    assert is_computed(body, rest)
