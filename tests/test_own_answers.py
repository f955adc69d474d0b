"""By the command itself: every question's computed answer is right, every wrong one that it knows is wrong and named."""

import json

from quizbank import bank
from quizbank.question import Exercise
from reference.formula import unchecked
from tests.command import quizbank
from tests.lures import answers


def test_a_batch_tells_right_answers_from_wrong_ones(tmp_path):
    asked = [question for question in bank.questions().values() if question.kind != "explain"]
    with unchecked():
        rows = [(question.id, answer) for question in asked for answer in answers(Exercise(question, 0))]
    typed = "".join(f"{name}\t{answer.text}\n" for name, answer in rows)
    done = quizbank("check", "--batch", "-", "--json", "--device", "cpu", home=tmp_path, stdin=typed, timeout=600)
    found = [json.loads(line) for line in done.stdout.splitlines()]
    assert [verdict["id"] for verdict in found] == [name for name, _ in rows], done.stderr
    amiss = [(row, verdict) for row, verdict in zip(rows, found, strict=True) if not row[1].is_judged(verdict)]
    assert amiss == []
