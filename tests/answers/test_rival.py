"""Whom a wrong count or shape is ascribed to: never to one who would have answered otherwise."""

import itertools

from quizbank import judge
from quizbank.answers.cost import judge_count, multiplied_out
from quizbank.answers.sizes import algebra, scalar
from quizbank.answers.sizes.fit import Unfitted, fit
from quizbank.answers.sizes.rival import rivals
from quizbank.question import Exercise
from tests.answers.asked import every


def slips(exercise, answer):
    """Wrong counts near the right one."""
    symbols = exercise.question.symbols
    yield from (f"({answer}) + {name}" for name in symbols)
    yield from (f"({answer})*{name}" for name in symbols)
    yield from (f"{a}*{b}" for a, b in itertools.combinations_with_replacement(symbols, 2))
    yield from symbols


@every("count", if_=lambda question: question.symbols)
def test_a_wrong_count_is_only_ascribed_to_a_rival_that_gives_it_everywhere(question):
    exercise = Exercise(question, 0)
    compute = judge.compute(question)
    answer = judge_count(exercise, compute, "1", language="en").answer
    known = {rival.hint: rival for rival in rivals(exercise, compute, "en")}
    for text in slips(exercise, answer):
        verdict = judge_count(exercise, compute, text, language="en")
        rival = next((other for said, other in known.items() if (verdict.hint or "").startswith(said)), None)
        if verdict.result != "wrong" or rival is None:
            continue
        node = scalar.resolved(exercise, scalar.read(exercise, text, "en"))
        try:
            theirs = algebra.fitted(fit(rival.compute, question.symbols, question.powers_of_two)[0])
        except Unfitted:
            continue
        assert algebra.is_zero(algebra.expanded(multiplied_out(exercise, node, "en") - theirs)), text
