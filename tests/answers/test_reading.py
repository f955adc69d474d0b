"""What is shown while typing: the first reading that fits, its shape, without torch."""

import subprocess
import sys

import pytest

from quizbank import bank
from quizbank.answers.reading import read_as

QUESTIONS = bank.questions()


@pytest.mark.parametrize(
    ("name", "text", "shown"),
    [
        ("lstm.forget_gate", "sigmoid(W_f*[h,x]+b_f)", "read as: σ(W_f·[h_{t−1}; x_t] + b_f), shape (H)"),
        ("lstm.cell_state", "f c_{t-1} + i g", "read as: f_t ⊙ c_{t−1} + i_t ⊙ c̃_t, shape (H)"),
        ("lstm.cell_state", "f*c_prev + i*g", "read as: f_t ⊙ c_{t−1} + i_t ⊙ c̃_t, shape (H)"),
        ("attention.attention", "QK^T", "read as: Q·Kᵀ, shape (n, m)"),
        ("softmax.softmax", "e^{z_i}/Σ_j e^{z_j}", "read as: exp(z_{i})/(Σ_{j} exp(z_{j})), shape (K)"),
        ("lstm.forget_gate", "σ(W_f", "column 2: the bracket at column 2 is never closed"),
        ("lstm.forget_gate", "", ""),
    ],
)
def test_the_reading_is_shown(name: str, text: str, shown: str) -> None:
    """The canonical form and the shape, or where the text cannot be read."""
    assert read_as(text, QUESTIONS[name], "en") == shown


def test_reading_loads_neither_torch_nor_numpy_nor_sympy() -> None:
    """The screen reads what is typed in its own process."""
    code = (
        "import sys; from quizbank import bank; from quizbank.answers.reading import read_as;"
        "read_as('σ(W_f [h, x] + b_f)', bank.questions()['lstm.forget_gate'], 'en');"
        "assert not {'torch', 'numpy', 'sympy'} & sys.modules.keys()"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
