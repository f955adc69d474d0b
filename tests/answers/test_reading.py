"""What is shown while typing: the first reading that fits, its shape, without torch."""

import subprocess
import sys
import time

import pytest

from quizbank import bank
from quizbank.answers.reading import read_as, reading
from quizbank.answers.unfinished import completed

QUESTIONS = bank.questions()


@pytest.mark.parametrize(
    ("name", "text", "shown"),
    [
        ("lstm.forget_gate", "sigmoid(W_f*[h,x]+b_f)", "read as: σ(W_f·[h_{t−1}; x_t] + b_f), shape (H)"),
        ("lstm.cell_state", "f c_{t-1} + i g", "read as: f_t ⊙ c_{t−1} + i_t ⊙ c̃_t, shape (H)"),
        ("lstm.cell_state", "f*c_prev + i*g", "read as: f_t ⊙ c_{t−1} + i_t ⊙ c̃_t, shape (H)"),
        ("attention.attention", "QK^T", "read as: Q·Kᵀ, shape (n, m)"),
        ("softmax.softmax", "e^{z_i}/Σ_j e^{z_j}", "read as: exp(z_{i})/(Σ_{j} exp(z_{j})), shape (K)"),
        ("lstm.forget_gate", "σ(W_f", "read as: σ(W_f) …"),
        ("lstm.forget_gate", "σ(W_f [h_{t-1", "read as: σ(W_f h_{t−1}) …"),
        ("lstm.forget_gate", "σ(W_f h + ", "read as: σ(W_f h_{t−1}) …"),
        ("lstm.forget_gate", "σ(W_f h + b", "read as: σ(W_f h_{t−1} + b_f) …"),
        ("lstm.forget_gate", "σ(foo + b_f)", "foo is not a name here"),
        ("lstm.forget_gate", "σ(", "the formula breaks off here"),
        ("lstm.forget_gate", "", ""),
    ],
)
def test_the_reading_is_shown(name: str, text: str, shown: str) -> None:
    """The canonical form and the shape, or where the text cannot be read."""
    assert read_as(text, QUESTIONS[name], "en") == shown


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("f = σ(W_f [h, x] + b_f)\ni = σ(W_i [h,", ("f_t = σ(W_f·[h_{t−1}; x_t] + b_f)", "i_t = σ(W_i h_{t−1}) …")),
        ("f = σ(W_f [h, x] + b_f)\n\ni = ", ("f_t = σ(W_f·[h_{t−1}; x_t] + b_f)", "…")),
        ("f = σ(foo [\ni = σ(W_i [h, x] + b_i)", ("…", "i_t = σ(W_i·[h_{t−1}; x_t] + b_i)")),
        ("h_t = o tanh(c_t)\no = σ(W_o [h, x] + b_o", ("…", "o_t = σ(W_o [h_{t−1}; x_t] + b_o) …")),
    ],
)
def test_the_finished_lines_stay_while_another_is_typed(text: str, shown: tuple[str, ...]) -> None:
    """Each line has its place; one that cannot be read yet is a mark alone."""
    assert reading(text, QUESTIONS["lstm.lstm_cell"], "en").lines == shown


def test_a_long_tail_is_completed_in_no_time() -> None:
    """What is typed grows by a key at a time: nothing tries every way to cut it."""
    started = time.process_time()
    assert list(completed("x^{" + "a_b" * 2000 + "(+"))
    assert time.process_time() - started < 0.1


def test_reading_loads_neither_torch_nor_numpy_nor_sympy() -> None:
    """The screen reads what is typed in its own process."""
    code = (
        "import sys; from quizbank import bank; from quizbank.answers.reading import read_as;"
        "read_as('σ(W_f [h, x] + b_f)', bank.questions()['lstm.forget_gate'], 'en');"
        "assert not {'torch', 'numpy', 'sympy'} & sys.modules.keys()"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
