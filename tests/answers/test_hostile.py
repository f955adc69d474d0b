"""Text of bad will: whatever is typed, only the parser's own error is raised, and limits count operations."""

import re
import time

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from quizbank import bank
from quizbank.answers.asked import vocabulary_of
from quizbank.answers.formula import judge_formula
from quizbank.answers.parse import parse
from quizbank.answers.reading import reading
from quizbank.answers.unreadable import Unreadable
from quizbank.formulas import reference
from tests.answers.decided import published

IDS = ("lstm.forget_gate", "attention.attention", "softmax.softmax_jacobian", "lstm.lstm_cell", "losses.cross_entropy")
PIECES = (
    r"h_{t-1} x_t W_f b_f Q K V z y \sigma \tanh softmax( exp( ( ) [ ] { } , ; + - * / ^ _ = @ · ⊙ ² ᵀ ' | ‖ ! % . .T "
    r"\frac \sqrt \sum_{j=1}^{K} Σ_j \begin{bmatrix} \end{bmatrix} \\ & \left( \right) 1 2 0.5 1e9 i j k e e^ sum( mean( "
    r"cat(( dim=-1 .sum(-1) .softmax( torch. F. log_ lg \text{ ~ … < > == [i=j] 9**9**9 √ \n $ \infty ₜ₋₁ ̃ _{y_t} f = h = "
    r"transpose( .shape[ .size( where( clamp( one_hot( eye( diag( outer( max(0, Attention( W_i^Q "
    r"if otherwise else for when then 当 时 则 否则 其他 x>0 0<x<1 with hat( tilde(w) ,A= vec( in 1..K {"
).split(" ")
text = st.one_of(
    st.text(max_size=60),
    st.lists(st.sampled_from(PIECES), max_size=25).map("".join),
    st.lists(st.sampled_from(PIECES), max_size=25).map(" ".join),
)

ANSWERS = sorted({(name, answer.replace("⏎", "\n")) for _source, name, _result, answer in published()})


def unreadable(typed: str, name: str) -> Unreadable | None:
    """What the parser raises for this text."""
    try:
        parse(typed, vocabulary_of(name, "en"))
    except Unreadable as error:
        return error
    return None


@given(st.sampled_from(IDS), text)
@settings(max_examples=400, deadline=None)
def test_only_unreadable_is_raised(name: str, typed: str) -> None:
    """The parser has one error, and its column lies in the text or just behind it."""
    error = unreadable(typed, name)
    assert error is None or (1 <= error.column <= len(typed) + 1 and error.message.isprintable())


@pytest.mark.parametrize("name", sorted({name for name, _answer in ANSWERS}))
def test_a_forgotten_bracket_raises_unreadable_at_most(name: str) -> None:
    """Every published equation without its first, its middle or its last bracket, or cut off there."""
    formula = bank.questions()[name].formula or ""
    for answer in (answer for question, answer in ANSWERS if question == name):
        places = [found.start() for found in re.finditer(r"[(){}\[\]]", answer)]
        for place in {*places[:1], *places[len(places) // 2 :][:1], *places[-1:]}:
            for typed in (answer[:place] + answer[place + 1 :], answer[: place + 1]):
                error = unreadable(typed, formula)
                assert error is None or error.message.isprintable(), typed


@pytest.mark.parametrize("name", sorted({name for name, _answer in ANSWERS}))
def test_an_answer_is_echoed_at_every_stage_of_its_typing(name: str) -> None:
    """Every published equation, cut off in steps of three characters, is read so far or a reason is given."""
    for answer in (answer for question, answer in ANSWERS if question == name):
        for length in range(1 + len(answer) % 3, len(answer), 3):
            said = reading(answer[:length], bank.questions()[name], "en")
            assert not answer[:length].strip(" ;\n") or said.lines or said.reason, answer[:length]


@given(st.sampled_from(IDS), text)
@settings(max_examples=150, deadline=None)
def test_the_judge_never_raises(name: str, typed: str) -> None:
    """Whatever is typed gets a verdict."""
    legend = bank.legend(name.partition(".")[0])
    verdict = judge_formula(reference(name), [typed], legend, device=torch.device("cpu"), language="en")
    assert verdict.result in ("right", "wrong", "unreadable", "undecided")


BOMBS = {
    "a tower of powers": "9^9^9^9^9^9",
    "a long tower": "9**" * 190 + "9",
    "a factorial": "99999999!!!!",
    "many brackets": "(" * 2000,
    "many functions": "tanh(" * 300,
    "many minus signs": "-" * 599 + "x",
    "one long word": "Q" * 2000,
    "a long number": "9" * 1900,
    "nested sums": "Σ_i Σ_j Σ_k Σ_l Σ_m Σ_n (x_i x_j x_k x_l x_m x_n)",
    "a long sum": "Σ_{j=1}^{99999999} j",
    "outer products": "x" + " x^T" * 100,
    "a large identity": "eye(999999999)",
    "many transposes": "x" + "'" * 590,
    "nested fractions": r"\frac{1}{" * 60 + "x" + "}" * 60,
    "many concatenations": "[" * 39 + "x" + ",x]" * 39,
    "many cases": "x if x > 0, " * 150,
    "many blocks": "if x > 0:\n" * 190,
    "many lines": "{\n" * 900,
    "many words": "当 x > 0 时 根号下 x，" * 100,
    "the interpreter": "__import__('os').system('id')",
    "a lambda": "(lambda: 1)()",
    "a generator": "(x for x in y)",
    "an escape sequence": "\x1b[2J",
    "a bidirectional override": "x\u202e_t",
}


@pytest.mark.parametrize("bomb", BOMBS.values(), ids=BOMBS.keys())
@pytest.mark.parametrize("name", ["lstm.forget_gate", "attention.attention"])
def test_no_text_takes_long(name: str, bomb: str) -> None:
    """Each is answered well within the judge's deadline, and its words can be printed."""
    legend = bank.legend(name.partition(".")[0])
    started = time.process_time()
    verdict = judge_formula(reference(name), [bomb], legend, device=torch.device("cpu"), language="en")
    assert verdict.result in ("wrong", "unreadable", "undecided")
    assert (verdict.hint or "").isprintable()
    assert time.process_time() - started < 5


@pytest.mark.parametrize("bomb", BOMBS.values(), ids=BOMBS.keys())
def test_no_echo_takes_long(bomb: str) -> None:
    """While it is typed, too."""
    started = time.process_time()
    reading(bomb, bank.questions()["lstm.forget_gate"], "en")
    assert time.process_time() - started < 5
