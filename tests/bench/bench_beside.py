"""Typed answers judged beside Math-Verify and sympy, on the scalar ones that these can read."""

import logging
import statistics
import time

import pytest
import torch

from quizbank import bank, judge
from quizbank.question import Exercise
from tests.bench.bench_typed import JUDGED, rows

CPU = torch.device("cpu")


def verdict(name, answer):
    return judge.judged(Exercise(bank.questions()[name], 0), [answer], "en", CPU)


def scalar_rows():
    """Right and wrong answers to questions that take numbers and give one."""
    formulas, questions = bank.formulas(), bank.questions()
    for name, answer, results in rows():
        formula = formulas.get(questions[name].formula)
        is_scalar = formula and not any(part.axes for part in (*formula.arguments, *formula.outputs))
        if is_scalar and questions[name].kind == "formula" and formula.latex and set(results) <= set(JUDGED):
            yield name, answer, results[0], formula.latex


@pytest.fixture(scope="module")
def judges():
    """Each judge by name: whether the answer equals the LaTeX. None where Math-Verify reads other symbols in it."""
    math_verify, sympy = pytest.importorskip("math_verify"), pytest.importorskip("sympy")
    logging.getLogger("math_verify").setLevel(logging.ERROR)  # that it runs without a clock

    def read(text):
        found = math_verify.parse(f"${text.strip('$')}$", parsing_timeout=None)
        side = found[0].rhs if found and isinstance(found[0], sympy.Equality) else found and found[0]
        return side if isinstance(side, sympy.Expr) else None

    def of(name, answer, latex):
        gold, typed = read(latex), read(answer)
        if gold is None or typed is None or not typed.free_symbols or typed.free_symbols - gold.free_symbols:
            return None
        return {
            "quizbank": lambda: verdict(name, answer).result == "right",
            "Math-Verify": lambda: math_verify.verify(gold, read(answer), timeout_seconds=None),
            "sympy.simplify": lambda: sympy.simplify(gold - read(answer)) == 0,
        }

    return of


@pytest.mark.filterwarnings("ignore")  # theirs
def test_beside_math_verify_and_sympy(judges):
    taken, right = {}, {}
    for name, answer, result, latex in scalar_rows():
        verdict(name, answer)
        for who, is_right in (judges(name, answer, latex) or {}).items():
            started = time.process_time()
            found = is_right()
            taken.setdefault(who, []).append(time.process_time() - started)
            right[who] = right.get(who, 0) + (bool(found) == (result == "right"))
    ours = taken["quizbank"]
    print(f"\n{len(ours)} scalar answers that Math-Verify can read, judged as decided: {right}")
    for who, theirs in taken.items():
        ratio = statistics.median(ours) / statistics.median(theirs)
        print(f"{who}: median {statistics.median(theirs) * 1e3:.1f} ms, ours / theirs {ratio:.2f}")
    assert right["quizbank"] == len(ours)
