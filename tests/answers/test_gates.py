"""Weights under the names of what they make, and under no gate's name where one gate alone is asked."""

import re

import pytest

from quizbank import bank, judge
from quizbank.answers.asked import vocabulary_of
from quizbank.answers.echo import display
from quizbank.answers.notation.gates import is_joint

FORMULAS = [name for name, question in bank.questions().items() if question.kind == "formula"]
ONE_GATE = [name for name in FORMULAS if vocabulary_of(name, "en").ungated]
OUTPUTS = {
    "lstm.candidate": [r"\tilde c", r"\tilde C", r"\hat c", "g"],
    "gru.candidate": [r"\tilde h", r"\hat h", "n", "g"],
}


def respelled(name, gate):
    """The formula's own LaTeX with the letter of its output at its weight and bias."""
    return re.sub(
        r"(?<![a-zA-Z\\])([Wb])(_\w|(?=[\s\[+)]))", lambda found: f"{found[1]}_{{{gate}}}", bank.formulas()[name].latex
    )


@pytest.mark.parametrize(("name", "gate"), [(name, gate) for name, gates in OUTPUTS.items() for gate in gates])
def test_a_weight_may_have_any_name_of_its_output(name, gate):
    assert judge.check(name, 0, [respelled(name, gate)])["verdict"] == "right"


@pytest.mark.parametrize("name", ONE_GATE)
def test_where_one_gate_is_asked_its_parts_need_no_letter(name):
    function = "tanh" if r"\tanh" in bank.formulas()[name].latex else "σ"
    state = "(r ⊙ h)" if name == "gru.candidate" else "h"
    bias = " + b" if "b" in {a.name[0] for a in bank.formulas()[name].arguments} else ""
    for spelling in (f"{function}(W_x x + W_h {state}{bias})", f"{function}({state} W_h + x W_x{bias})"):
        assert judge.check(name, 0, [spelling])["verdict"] == "right", spelling
    for wrong in (
        f"{function}(W_x x + W_x {state}{bias})",
        f"{function}(W_h x + W_x {state}{bias})",
        f"{function}(W_x x{bias})",
    ):
        assert judge.check(name, 0, [wrong])["verdict"] == "wrong", wrong


MIXED = [
    ("lstm.forget_gate", "σ(W_i x + U_i h + b)"),
    ("lstm.forget_gate", "σ(W_x^{(i)} x + W_h^{(i)} h + b)"),
    ("lstm.forget_gate", "σ(W_x x + b_x + W_h h)"),
    ("lstm.forget_gate", "σ(W [h_t; x_t] + b)"),
    ("lstm.forget_gate", "σ(W (h_{t-1} + x_t) + b)"),
    ("lstm.input_gate", "σ(W_{ih} h_{t-1} + W_{hh} x_t + b)"),
    ("lstm.candidate", "tanh(W_f x + U_f h + b)"),
    ("gru.update_gate", "σ(W_h [h_{t-1}; x_t])"),
    ("gru.reset_gate", "σ(W_h h + W_r x)"),
    ("gru.candidate", r"tanh(W_{\tilde h} [h_{t-1}; x_t])"),
    ("gru.candidate", "tanh(W_x x + r ⊙ (W_h h))"),
]


@pytest.mark.parametrize(("name", "answer"), MIXED)
def test_what_another_gate_has_is_not_right(name, answer):
    assert judge.check(name, 0, [answer])["verdict"] != "right"


def test_a_system_of_gates_has_no_weight_without_a_letter():
    for name in ("lstm.lstm_cell", "gru.gru_cell"):
        assert not vocabulary_of(name, "en").ungated


def of_other_gates(name):
    """The formula's own LaTeX with the weight of each other gate, spelt as the legend has it."""
    question = bank.questions()[name]
    vocabulary = vocabulary_of(question.formula, "en", question.legend)
    own = vocabulary.by_name(vocabulary.ungated["W"])
    latex = bank.formulas()[question.formula].latex
    for symbol in question.legend:
        if is_joint(symbol) and symbol.name != own.name:
            for spelling in (symbol.symbol, symbol.type_as):
                yield symbol.symbol, re.sub(rf"{own.display}(?![\w{{])", lambda _, new=spelling: new, latex)


SINGLE = [q.id for q in bank.questions().values() if q.formula in ONE_GATE and q.kind in ("formula", "fix")]


@pytest.mark.parametrize("name", SINGLE)
def test_the_weight_of_another_gate_is_wrong_and_is_named(name):
    """None of them is read as a row or a part of the own one."""
    for symbol, answer in of_other_gates(name):
        verdict = judge.check(name, 0, [answer])
        assert verdict["verdict"] == "wrong", (answer, verdict)
        assert display(symbol) in verdict["hint"], (answer, verdict)
