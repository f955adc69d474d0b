"""Systems that ask for lines by name: each is there, is written into others, or is missing, and that is told."""

from dataclasses import replace

import pytest
import torch

from quizbank import judge
from quizbank.answers.echo import display
from quizbank.answers.meaning.intermediates import lines_of
from quizbank.answers.meaning.problem import problem
from quizbank.answers.system import judge_system
from quizbank.answers.uses import used
from quizbank.answers.walk import substituted
from quizbank.formulas import reference
from tests.answers.asked import every


def asked_by(question):
    formula = reference(question.formula)
    formula = formula.in_lines if question.is_in_lines else formula
    return problem(formula, question.legend, torch.device("cpu"), "en")


def own_lines(asked):
    return [line for line in lines_of(asked).lines if line.line]


def inner(asked):
    """The lines that are no outputs, by name, without those that have an index."""
    return [line for line in own_lines(asked) if line.name not in asked.vocabulary.asked and not line.indices]


def shown(asked, name):
    entry = asked.vocabulary.by_name(name)
    return display(entry.display) if entry else name


def judged(asked, lines):
    with torch.no_grad():
        return judge_system(asked, lines)


@every("system")
def test_the_own_lines_of_a_system_are_right_and_nothing_is_said(question):
    asked = asked_by(question)
    verdict = judged(asked, own_lines(asked))
    assert (verdict.result, verdict.note) == ("right", None)


@every("system")
def test_a_line_that_is_written_into_others_is_told_where_it_is_asked(question):
    asked = asked_by(question)
    for left_out in inner(asked):
        rest = [
            replace(line, body=substituted(line.body, left_out.name, left_out.body))
            for line in own_lines(asked)
            if line.name != left_out.name
        ]
        verdict = judged(asked, rest)
        expected = f"Also asked, as lines of their own: {shown(asked, left_out.name)}."
        assert verdict.result == "right"
        assert verdict.note == (None if asked.has_free_lines else expected)


@every("system")
def test_a_line_that_others_use_and_nobody_defines_is_missing(question):
    asked = asked_by(question)
    for left_out in inner(asked):
        rest = [line for line in own_lines(asked) if line.name != left_out.name]
        if left_out.name not in {name for line in rest for name in used(line)}:
            continue
        verdict = judged(asked, rest)
        if left_out.name in asked.formula.symbols and asked.has_free_lines:
            assert verdict.result == "right"  # the prompt gives it
        else:
            assert verdict.result == "wrong"
            assert f"Missing: {shown(asked, left_out.name)}." in verdict.hint


@every("system")
def test_only_a_gradient_leaves_its_inner_lines_free_and_says_so(question):
    asked = asked_by(question)
    says_so = "earlier lines may define" in question.prompt.en.lower()
    assert says_so == bool(asked.has_free_lines and inner(asked))


@pytest.mark.parametrize(
    ("name", "lines", "verdict", "said"),
    [
        (
            "transformer.layer_norm_lines",
            ["μ = mean(x)", "σ = sqrt(mean((x-μ)^2) + ε)", "y = γ*(x-μ)/σ + β"],
            "right",
            "Not what the notes call σ",
        ),
        (
            "transformer.layer_norm_lines",
            ["m = mean(x)", "s = sqrt(mean((x-m)^2))", "y = γ*(x-m)/sqrt(s²+ε)+β"],
            "right",
            "",
        ),
        ("transformer.layer_norm_lines", ["y = γ*(x-μ)/sqrt(σ^2+ε)+β"], "wrong", "Missing: μ, σ."),
        (
            "glove.pair_loss_lines",
            ["f = min((X/x_max)^α, 1)", "e = log X - w^T w_tilde - b - b_tilde", "J = f e^2"],
            "right",
            "Not what the notes call e",
        ),
        (
            "bahdanau.additive_attention",
            ["α_j = softmax_j(v_a^T tanh(W_a s_{i-1} + U_a h_j))", "c_i = Σ_j α_j h_j"],
            "right",
            "lines of their own: e",
        ),
        (
            "glove.pair_gradient",
            [
                "f = (X/x_max)^α",
                "e = w^T w_tilde + b + b_tilde - log X",
                *("dw = 2 f e w_tilde", "dw_tilde = 2 f e w", "db = 2 f e", "db_tilde = 2 f e"),
            ],
            "wrong",
            "Line 1: The weight is capped: from x_max on it stays 1, so that frequent words do not rule. The other 5",
        ),
        (
            "nnlm.nnlm_lines",
            ["x = [C_{ids_n}; …; C_{ids_1}]", "a = tanh(d + Hx)", "y = b + Wx + Ua", "p = softmax(y)"],
            "wrong",
            "Line 1: The context is concatenated with the oldest word first",
        ),
        ("nnlm.nnlm_lines", ["a = tanh(d + Hx)", "y = b + Wx + Ua", "p = softmax(y)"], "wrong", "Missing: x."),
        (
            "attention.multi_head_self_attention",
            ["MultiHead = Concat(head_1, …, head_h) W^O"],
            "unreadable",
            "no line defines head_1",
        ),
        (
            "transformer.encoder_block_lines",
            [
                "R = X + MultiHead(X,X)",
                "A = LayerNorm(R, γ_1, β_1)",
                *("B = FFN(A)", "Z = LayerNorm(A + B, γ_2, β_2)"),
            ],
            "right",
            "Not what the notes call R, A, though",
        ),
        ("attention.self_attention", ["softmax(XW_q (XW_k)^T/d_k) XW_v"], "wrong", "Divide by the root"),
        (
            "attention.attention_gradient",
            [
                "P = softmax(QK^T/d_k)",
                "dV = P^T g",
                "dS = P ⊙ (g V^T - rowsum(P ⊙ (g V^T)))",
                *("dQ = dS K/√d_k", "dK = dS^T Q/√d_k"),
            ],
            "wrong",
            "Line 1: Divide by the root",
        ),
        (
            "transformer.encoder_block_lines",
            ["Z = LayerNorm(R + FFN(R), γ_2, β_2)"],
            "unreadable",
            "no line defines R",
        ),
    ],
)
def test_lines_as_people_type_them(name, lines, verdict, said):
    found = judge.check(name, 0, lines)
    assert found["verdict"] == verdict, found
    assert said in (found["note"] or found["hint"] or "")
