"""Formulas asked for step by step, in several lines."""

import pytest

from quizbank import bank, judge

LINES = [pytest.param(question, id=question.id) for question in bank.questions().values() if question.is_in_lines]


def own(question):
    return [line.strip() for line in bank.formulas()[question.formula].lines.split(r"\\")]


def check(question, lines):
    return judge.check(question.id, 0, lines)


def test_there_are_some():
    assert {param.id for param in LINES} >= {
        "transformer.layer_norm_lines",
        "transformer.encoder_block_lines",
        "nnlm.nnlm_lines",
        "glove.pair_loss_lines",
    }


@pytest.mark.parametrize("question", LINES)
def test_the_own_lines_are_right_and_so_is_their_printed_form(question):
    assert question.kind == "system"
    found = check(question, own(question))
    assert found["verdict"] == "right"
    assert check(question, found["answer"].split("; "))["verdict"] == "right"
    assert check(question, found["read_as"].split("; "))["verdict"] == "right"


@pytest.mark.parametrize("question", LINES)
def test_one_wrong_line_is_named(question):
    lines = own(question)
    for place, line in enumerate(lines):
        name, _, body = line.partition("=")
        found = check(question, [*lines[:place], f"{name} = 3 ({body})", *lines[place + 1 :]])
        assert found["verdict"] == "wrong", line
        assert f"Line {place + 1}" in found["hint"], found["hint"]
        assert not any(f"Line {other + 1}" in found["hint"] for other in range(len(lines)) if other != place)


@pytest.mark.parametrize("question", LINES)
def test_a_missing_result_is_missed(question):
    *lines, last = own(question)
    found = check(question, lines)
    assert found["verdict"] != "right", last


def test_the_formula_itself_is_asked_in_one_line_still():
    assert bank.questions()["transformer.layer_norm"].kind == "formula"
    latex = bank.formulas()["transformer.layer_norm"].latex
    assert judge.check("transformer.layer_norm", 0, [latex])["verdict"] == "right"
