"""What stands around a formula changes nothing of it."""

import pytest

from quizbank import bank
from quizbank.answers.asked import vocabulary_of
from quizbank.answers.notation.characters import atoms
from quizbank.answers.notation.statements import equals_of
from quizbank.answers.notation.tokens import tokens
from quizbank.answers.parse import parse
from quizbank.answers.unreadable import Unreadable
from tests.answers.trees import plain

FORMULAS = [
    pytest.param(card, id=card.id) for card in bank.formulas().values() if card.latex and "\\\\" not in card.latex
]
AROUND = [
    "{} # so it goes",
    "{}  # 遗忘门",
    "{} % the formula",
    "{}% 公式",
    "# first\n{}",
    "% first\n{}",
    ">>> {}",
    "`{}`",
    "```python\n{}\n```",
    "$${}$$",
    "\\begin{{aligned}}{}\\end{{aligned}}",
    "答：{}",
    "答案: {}",
    "1. {}",
    "（1） {}",
    "- {}",
    "{}.",
    "{};",
    "{},",
    "{}。",
    "{}，",
    "{}；",
    "{} \\tag{{3}}",
    "{} \\quad 1 \\le i \\le K",
    "{}, \\quad i = 1, \\dots, n",
    "{} \\qquad \\text{{for }} i = 1, 2, \\ldots, T",
    "{}, 1 ≤ i ≤ K",
    "{} \\quad \\forall i \\in \\{{1, \\ldots, K\\}}",
]


def sides(card):
    """A formula as an equation, and its right side."""
    read = tokens(atoms(card.latex, str), str)
    equals = equals_of(read)
    if not equals:
        return f"y = {card.latex}", card.latex
    return card.latex, card.latex[read[equals[0]].column :]


def read(text, card):
    return [(line.name, line.indices, plain(line.body)) for line in parse(text, vocabulary_of(card.id, "en"))]


@pytest.mark.parametrize("card", FORMULAS)
def test_remarks_change_nothing(card):
    own, _body = sides(card)
    expected = read(own, card)
    is_one_word = " " not in own.partition("=")[0].strip()
    for around in (around for around in AROUND if is_one_word or around != "- {}"):
        assert read(around.format(own), card) == expected, around


@pytest.mark.parametrize("card", FORMULAS)
def test_a_return_in_front_is_taken_away(card):
    _own, body = sides(card)
    assert read(f"return {body}", card) == read(body, card)


@pytest.mark.parametrize(
    ("typed", "same"),
    [
        ("w -= lr * grad", "w = w - (lr * grad)"),
        ("w += lr + grad", "w = w + (lr + grad)"),
        ("w *= lr - grad", "w = w * (lr - grad)"),
        ("w /= lr + grad", "w = w / (lr + grad)"),
        ("w ← w - lr grad", "w = w - lr grad"),
        ("a, b = lr, grad\nw - a b", "a = lr\nb = grad\nw - a b"),
        ("w - a b, a = lr, b = grad", "a = lr\nb = grad\nw - a b"),
        ("- w * s, s = lr grad", "s = lr grad\n-w * s"),
        ("w - s where s = lr grad", "s = lr grad\nw - s"),
        ("w - s，其中 s = lr grad", "s = lr grad\nw - s"),
        ("w - s \\text{where}~s = lr grad", "s = lr grad\nw - s"),
        ("w - s \\\\ \\text{ where s} = lr grad", "\\text{s} = lr grad\nw - s"),
        ("w - \\sum_{\\substack{k=1, w_k \\sim P(w)}}^3 lr grad", "w - \\sum_{k=1}^3 lr grad"),
        ("w - \\sum_{\\substack{k=1 \\\\ w_k \\sim P(w)}}^3 lr grad", "w - \\sum_{k=1}^3 lr grad"),
        ("{w \\over lr + grad}", "w / (lr + grad)"),
        ("w \\over lr + grad", "w / (lr + grad)"),
        ("w * 75%", "w * (75%)"),
        ("(w)% ", "(w)%"),
    ],
)
def test_one_line_may_state_several_things(typed, same):
    card = bank.formulas()["embedding.sgd_step"]
    assert read(typed, card) == read(same, card)


@pytest.mark.parametrize("line", ["def f(w):", "f = lambda w: w", "for w in range(3):", "import torch", "class A:"])
def test_statements_of_python_get_one_sentence(line):
    with pytest.raises(Unreadable, match="is Python: write the formula alone"):
        parse([line, "w - lr * grad"], vocabulary_of("embedding.sgd_step", "en"))


@pytest.mark.parametrize(
    ("module", "function"),
    [
        *((name, name.lower()) for name in ("Sigmoid", "Tanh", "ReLU", "GELU", "SiLU", "Softplus", "LogSigmoid")),
        ("Softmax", "softmax"),
        ("LogSoftmax", "log_softmax"),
    ],
)
@pytest.mark.parametrize("prefix", ["nn.", "torch.nn.", "tf.keras.layers.", ""])
def test_a_module_called_in_one_breath_is_its_function(module, function, prefix):
    card = bank.formulas()["rnn.rnn_output"]
    setting = "dim=-1" if "Soft" in module and "max" in module else ""
    plainly = read(f"{function}(W_y @ h + b_y{', ' if setting else ''}{setting})", card)
    assert read(f"{prefix}{module}({setting})(W_y @ h + b_y)", card) == plainly
    assert read(f"torch.nn.functional.{function}(W_y @ h + b_y{', ' if setting else ''}{setting})", card) == plainly


def test_two_brackets_in_a_row_are_a_product():
    card = bank.formulas()["softmax.sigmoid_gradient"]
    assert read("σ(x)(1 - σ(x))", card) == read("σ(x) (1 - σ(x))", card)
