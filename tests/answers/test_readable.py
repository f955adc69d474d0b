"""What people read has no braces and no commands, and says the same."""

import pytest

from quizbank import bank
from quizbank.answers.asked import vocabulary_of
from quizbank.answers.echo import echo
from quizbank.answers.parse import parse
from quizbank.answers.readable import readable
from quizbank.answers.unreadable import Unreadable
from tests.answers.trees import plain

LATEX = {name: formula.latex for name, formula in bank.formulas().items() if formula.latex}


@pytest.mark.parametrize(
    ("printed", "shown"),
    [
        ("d_{model}", "d_model"),
        ("W_{i}^{Q}", "W_i^Q"),
        ("Concat(head_{1}, …, head_{h}) W^O", "Concat(head_1, …, head_h) W^O"),
        ("log(p_{y})", "log(p_y)"),
        ("σ(W_f·[h_{t−1}; x_t] + b_f)", "σ(W_f·[hₜ₋₁; x_t] + b_f)"),
        ("h_{t-1}", "hₜ₋₁"),
        ("pos/10000^{2 i/d_{model}}", "pos/10000^(2 i/d_model)"),
        ("x^{−1}", "x⁻¹"),
        ("Σ_{j=1}^{K} exp(z_{j})", "Σⱼ₌₁^K exp(z_j)"),
        ("Σ_{k=1}^{n − 1} x_{k}", "Σₖ₌₁^(n − 1) x_k"),
        ("p_{t,y_{t}}", "p_(t,y_t)"),
        (r"\tilde{c}_t and \sigma_{max}", "c̃_t and σ_max"),
        ("a set {1, 2} and x_{i", "a set {1, 2} and x_{i"),
        ("x_{i}(y)", "xᵢ(y)"),
        ("dz = where([i = y], p_{i} − 1, p_{i})", "dz = p_i − 1 if i = y else p_i"),
        ("where([i = y], p_{i} − 1, where([i ≠ y], p_{i}, 0/0))", "p_i − 1 if i = y, p_i if i ≠ y"),
        ("2 where([x > 0], x, f(x, 1)) + 1", "2 (x if x > 0 else f(x, 1)) + 1"),
        ("a = where([x > 0], x, 0)\nb = where([x < 0], x, 0)", "a = x if x > 0 else 0\nb = x if x < 0 else 0"),
        ("where(mask, x, 0)", "where(mask, x, 0)"),
        ("where([i = y", "where([i = y"),
    ],
)
def test_scripts_are_shown_without_braces(printed: str, shown: str) -> None:
    """Words and numbers alone, other scripts in small characters where there are such, else in brackets."""
    assert readable(printed) == shown
    assert readable(shown) == shown


@pytest.mark.parametrize("name", sorted(LATEX))
def test_what_is_shown_of_a_formula_is_read_as_that_formula(name: str) -> None:
    """Whoever types what they saw has typed the answer."""
    vocabulary = vocabulary_of(name, "en")
    try:
        printed = echo(parse(LATEX[name] or "", vocabulary), vocabulary)
    except Unreadable:
        pytest.skip("it is shown as it is written")
    shown = readable(printed)
    assert "{" not in shown
    if ")_(" in shown:
        pytest.skip("no notes index what a function gives so")
    lines = parse(printed, vocabulary)
    assert [plain(line.body) for line in parse(shown, vocabulary)] == [plain(line.body) for line in lines], shown


@pytest.mark.parametrize("text", ["矩阵Q K^T", "softmax(Q K^T/d_k的根) V"])
def test_chinese_words_in_a_formula_are_told_what_to_write(text: str) -> None:
    """No name of the character helps; what to write instead does."""
    with pytest.raises(Unreadable, match="symbols as the notes have them") as raised:
        parse(text, vocabulary_of("attention.attention", "en"))
    assert "cjk" not in str(raised.value)


@pytest.mark.parametrize(
    ("text", "told"), [("nn.Dropout(p)(x)", "draws its mask"), ("nn.Linear(3, 4)(x)", "hides its weights")]
)
def test_what_a_module_keeps_to_itself_is_told(text: str, told: str) -> None:
    """Dropout has no weights to hide."""
    with pytest.raises(Unreadable, match=told):
        parse(text, vocabulary_of("transformer.dropout", "en"))
