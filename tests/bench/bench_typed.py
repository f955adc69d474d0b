"""1,000 mixed typed answers in one warm process, beside Math-Verify and sympy on those that these can read."""

import logging
import random
import statistics
import time
from pathlib import Path

import pytest
import torch

from quizbank import bank, judge
from quizbank.answers.reading import read_as
from quizbank.question import Exercise

ROWS = [
    line.split("\t") for line in (Path(__file__).parents[1] / "cases/typed.tsv").read_text("utf-8").splitlines()[1:]
]
COUNT = 1_000
MEDIAN_S, LATE_S, KEYSTROKE_S = 0.015, 0.060, 0.005
CPU = torch.device("cpu")


def verdict(name, answer):
    return judge.judged(Exercise(bank.questions()[name], 0), answer.split("⏎"), "en", CPU)


def seconds(function, *arguments):
    """The CPU time of one call."""
    started = time.process_time()
    function(*arguments)
    return time.process_time() - started


def late(taken):
    """The 99th percentile."""
    return statistics.quantiles(taken, n=100)[-1]


@pytest.fixture(scope="module")
def mixed():
    """The answers in an order of their own; each question has judged one of each result before."""
    rows = random.Random(1).sample(ROWS, COUNT)
    for name, answer, *_ in {(row[0], row[2]): row for row in ROWS}.values():
        verdict(name, answer)
    return rows


def test_an_answer_is_judged_in_time(mixed):
    taken = [seconds(verdict, name, answer) for name, answer, *_ in mixed]
    middle, last = statistics.median(taken), late(taken)
    print(f"\n{len(taken)} typed answers: median {middle * 1e3:.1f} ms, 99th percentile {last * 1e3:.1f} ms")
    assert middle <= MEDIAN_S
    assert last <= LATE_S


def test_the_echo_of_a_keystroke_is_in_time(mixed):
    questions = bank.questions()
    for name in {row[0] for row in mixed}:
        read_as("1", questions[name], "en")
    texts = [(answer.replace("⏎", "\n"), questions[name]) for name, answer, *_ in mixed]
    taken = [seconds(read_as, text, question, "en") for text, question in texts]
    middle, last = statistics.median(taken), late(taken)
    print(f"\necho of {len(taken)} whole answers: median {middle * 1e3:.2f} ms, 99th percentile {last * 1e3:.2f} ms")
    assert middle <= KEYSTROKE_S
    assert last <= KEYSTROKE_S


def scalar_rows():
    """Right and wrong answers to questions that take numbers and give one."""
    formulas, questions = bank.formulas(), bank.questions()
    for name, answer, result, *_ in ROWS:
        formula = formulas.get(questions[name].formula)
        is_scalar = formula and not any(part.axes for part in (*formula.arguments, *formula.outputs))
        if is_scalar and questions[name].kind == "formula" and formula.latex and result in ("right", "wrong"):
            yield name, answer, result, formula.latex


@pytest.mark.filterwarnings("ignore")  # theirs
def test_beside_math_verify_and_sympy(mixed):
    """Where Math-Verify reads the formula and the answer, and makes no other symbols of the answer's letters."""
    math_verify, sympy = pytest.importorskip("math_verify"), pytest.importorskip("sympy")
    logging.getLogger("math_verify").setLevel(logging.ERROR)  # that it runs without a clock

    def read(text):
        found = math_verify.parse(f"${text.strip('$')}$", parsing_timeout=None)
        side = found[0].rhs if found and isinstance(found[0], sympy.Equality) else found and found[0]
        return side if isinstance(side, sympy.Expr) else None

    def by_math_verify(gold, answer):
        return math_verify.verify(gold, read(answer), timeout_seconds=None)

    def by_sympy(gold, answer):
        return sympy.simplify(gold - read(answer)) == 0

    taken, right = {}, {}
    for name, answer, result, latex in scalar_rows():
        gold, typed = read(latex), read(answer)
        if gold is None or typed is None or not typed.free_symbols or typed.free_symbols - gold.free_symbols:
            continue
        judges = {
            "quizbank": lambda name=name, answer=answer: verdict(name, answer).result == "right",
            "Math-Verify": lambda gold=gold, answer=answer: by_math_verify(gold, answer),
            "sympy.simplify": lambda gold=gold, answer=answer: by_sympy(gold, answer),
        }
        for judge_name, is_right in judges.items():
            started = time.process_time()
            found = is_right()
            taken.setdefault(judge_name, []).append(time.process_time() - started)
            right[judge_name] = right.get(judge_name, 0) + (bool(found) == (result == "right"))
    ours = taken["quizbank"]
    print(f"\n{len(ours)} scalar answers that Math-Verify can read, judged as decided: {right}")
    for judge_name, theirs in taken.items():
        ratio = statistics.median(ours) / statistics.median(theirs)
        print(f"{judge_name}: median {statistics.median(theirs) * 1e3:.1f} ms, ours / theirs {ratio:.2f}")
    assert right["quizbank"] == len(ours)
