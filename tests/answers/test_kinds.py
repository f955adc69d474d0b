"""Laws over every question that is answered by a number, a size, a letter or a class of growth."""

import math
import time
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quizbank import bank, judge
from quizbank.answers.cost import judge_count
from quizbank.answers.growth import judge_growth
from quizbank.answers.number import judge_value
from quizbank.answers.shape import judge_shape
from quizbank.question import Exercise
from tests.answers.asked import CPU, asked, every

CASES = Path(__file__).parents[1] / "cases" / "formulas.tsv"
SEEDS = (0, 1, 2)
SOON = 20
"""Seconds, for a busy machine: what is not refused takes minutes or for ever."""


@every("count", "growth", "shape", "value", "choice", "order")
@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_printed_answer_is_right(question, language):
    for seed in SEEDS:
        exercise = Exercise(question, seed)
        answer = judge.judged(exercise, [""], language, CPU).answer
        verdict = judge.judged(exercise, [answer], language, CPU)
        assert (verdict.result, verdict.note) == ("right", None), (answer, verdict)


@every("count", "growth", "shape", "value")
def test_the_echo_is_read_again_as_the_same_answer(question):
    exercise = Exercise(question, 0)
    answer = judge.judged(exercise, [""], "en", CPU).answer
    echo = judge.judged(exercise, [answer], "en", CPU).read_as
    assert judge.judged(exercise, [echo], "en", CPU).result == "right"


def cases():
    """The rows of the shared file that these kinds answer, where the bank has the question."""
    for line in CASES.read_text("utf-8").splitlines():
        name, answer, result, *why = line.split("\t")
        question = bank.questions().get(name)
        if question is not None and question.kind in ("count", "growth", "shape", "value"):
            yield pytest.param(question, answer, result, id=f"{name} {answer} {why}")


@pytest.mark.parametrize(("question", "answer", "result"), list(cases()))
def test_the_cases_are_judged_as_agreed(question, answer, result):
    assert judge.judged(Exercise(question, 0), [answer], "en", CPU).result == result


@pytest.mark.parametrize(
    ("name", "answer", "hint"),
    [
        ("rnn.parameters", "H² + HD + 2H", "torch"),
        ("gru.parameters", "3H² + 3HD + 3H", "biases"),
        ("gru.parameters", "3H² + 3HD + 6H", "torch"),
        ("lstm.parameters", "4H² + 4HD + 8H", "torch"),
        ("lstm.parameters", "3H² + 3HD", "another question"),
        ("glove.parameters", "Vd", "second vector"),
        ("gru.parameters", "4H(H+D)", "an LSTM's"),
        ("attention.torch_parameters", "4 d_model^2", "biases"),
        ("lstm.deep_parameters", "4H(D+H+1) + 4L H(2H+1)", "L − 1 layers"),
        ("embedding.saved_by_tying_number", "28.4M", "rounded"),
        ("positions.frequency_ratio", "10000^(1/8)", "one divided by"),
    ],
)
def test_a_count_in_another_convention_is_wrong_and_named(name, answer, hint):
    verdict = judge.judged(Exercise(bank.questions()[name], 0), [answer], "en", CPU)
    assert verdict.result == "wrong"
    assert hint in verdict.hint


@pytest.mark.parametrize(
    ("name", "answer", "near"),
    [
        ("lstm.parameters", "4h(h+D) + 4h", "H"),
        ("attention.layer_growth", "n² d_model", "d"),
        ("attention.scores_shape", "(n, M)", "m"),
    ],
)
def test_a_symbol_of_the_same_letter_that_would_be_right_costs_no_attempt(name, answer, near):
    verdict = judge.judged(Exercise(bank.questions()[name], 0), [answer], "en", CPU)
    assert verdict.result in ("unreadable", "right")
    assert verdict.result == "right" or f"did you mean {near}?" in verdict.hint


@pytest.mark.parametrize(
    ("name", "answer"),
    [
        ("attention.split_heads_shape", "(heads, n, d_model/heads)"),
        ("attention.torch_weight_shape", "(3 heads d_k, d_model)"),
        ("mlp.window_mlp_parameters", "H n m + H + V H + V"),
    ],
)
def test_sizes_that_are_tied_may_stand_for_one_another(name, answer):
    verdict = judge.judged(Exercise(bank.questions()[name], 0), [answer], "en", CPU)
    assert verdict.result == "right"


JUDGES = {
    "count": (judge_count, asked("count", "H D V", powers_of_two=("V",)), lambda H, D, V: H * D + V.bit_length() - 1),
    "growth": (judge_growth, asked("growth", "n d"), lambda n, d: n * n * d),
    "shape": (judge_shape, asked("shape", "H D"), lambda H, D: (4 * H, D)),
    "value": (judge_value, asked("value", given={"n": 4}), lambda n: 0.75),
    "list": (judge_value, asked("value"), lambda: [0.1, 0.2, math.inf]),
}
PIECES = [
    "H",
    "D",
    "V",
    "n",
    "d",
    "9",
    "0.5",
    "1e99",
    "1e-300",
    "+",
    "-",
    "*",
    "/",
    "^",
    "**",
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
]
PIECES += [
    "log2",
    "log",
    "exp",
    "sqrt",
    "max",
    "floor",
    "!",
    "%",
    ",",
    ";",
    "=",
    "x",
    "×",
    "·",
    "²",
    "|",
    "O(",
    "Θ",
    "\\frac",
]
PIECES += ["\\begin{bmatrix}", "&", "\\\\", "torch.Size(", "\n", " ", "_", "e^", "pi", ":", "∈", "ℝ^", "σ", "10 000"]
HOSTILE = st.one_of(st.lists(st.sampled_from(PIECES), max_size=30).map("".join), st.text(max_size=60))


@pytest.mark.parametrize("kind", JUDGES)
@settings(max_examples=150, deadline=None)
@given(text=HOSTILE)
def test_any_text_gets_a_verdict_soon(kind, text):
    judged, exercise, compute = JUDGES[kind]
    started = time.perf_counter()
    verdict = judged(exercise, compute, text, language="en")
    assert verdict.result in ("right", "wrong", "unreadable", "undecided")
    assert verdict.result == "right" or verdict.hint
    assert verdict.result != "unreadable" or 1 <= verdict.column <= len(text) + 2
    assert time.perf_counter() - started < SOON


@pytest.mark.parametrize("kind", JUDGES)
@pytest.mark.parametrize(
    "text",
    [
        "9**9**9",
        "9^9^9^9^9",
        "((((9^9)^9)^9)^9)^9",
        "(H+D)^999999999",
        "((H+1)^60+1)^60",
        "10^-960000000",
        "exp(exp(exp(exp(9))))",
        "max(exp(exp(9)), exp(exp(10)))",
        "floor(exp(exp(exp(5))))",
        "1000000!",
        "((n!)!)!",
        "2^(2^(2^(2^n)))",
        "sqrt(2)^(10^30)",
        "(1/3)^(1/3)^(1/3)",
        "log(9^9^9)",
        "H^(D^(H^D))",
        "1e308*1e308",
        "1e-3009",
        "0e99999999 + 1",
        "0.1^400",
        "+".join(["H^9"] * 150),
        "*".join(["(H+D)"] * 150),
        "(" * 500,
        "-" * 1900,
        "H" * 1999,
        "a" * 5000,
        "\x1b[31m",
        "\ud800",
        "__import__('os').system('id')",
        "(lambda: 0)()",
        "x" * 300,
        ",".join("1" * 250),
    ],
)
def test_a_bomb_is_refused_soon(kind, text):
    judged, exercise, compute = JUDGES[kind]
    started = time.perf_counter()
    assert judged(exercise, compute, text, language="zh").result != "right"
    assert time.perf_counter() - started < SOON
