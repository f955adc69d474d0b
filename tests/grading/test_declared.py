"""Submissions are found in a file's text; nothing of it runs."""

import textwrap

import pytest

from quizbank.grading.declared import Unparsable, declared, has_tests, mentions


@pytest.fixture
def found(tmp_path):
    def read(text, named=None):
        path = tmp_path / "file.py"
        path.write_text(textwrap.dedent(text))
        return declared(path, named)

    return read


def test_functions_and_classes_under_any_name_of_the_decorator(found):
    submissions = found(
        """
        import quizbank as qb
        from quizbank import solves as task
        raise SystemExit

        @task("gru.gru_cell", convention="cho")
        def cell(x, h, W_z, W_r, W, eps=1e-5, *, flag): ...

        @qb.solves("lstm.lstm_cell", backward=print, arguments=["x"])
        def other(x): return x

        @other_decorator("softmax.softmax")
        def no(z): return z

        @task("attention.attention")
        class Attention(nn.Module):
            def forward(self, x): return x
        """
    )
    assert [one.function for one in submissions] == ["cell", "other", "Attention"]
    cell, other, attention = submissions
    assert cell.parameters == ("x", "h", "W_z", "W_r", "W", "flag")
    assert (cell.convention, cell.is_stub, cell.line) == ("cho", True, 7)
    assert (other.has_backward, other.arguments, other.is_stub) == (True, ("x",), False)
    assert attention.is_module


def test_two_claims_on_one_function(found):
    text = "from quizbank import solves\n@solves('a.b')\n@solves('c.d')\ndef f(x): return x\n"
    assert [one.formula for one in found(text)] == ["a.b", "c.d"]


def test_code_of_another_file(found):
    text = "from quizbank import *\nfrom hw import run\nmine = solves('rnn.rnn', adapt=print, library='numpy')(run)\n"
    (one,) = found(text)
    assert (one.function, one.formula, one.library, one.adapted, one.line) == ("mine", "rnn.rnn", "numpy", True, 3)


def test_undecorated_code_by_name(found):
    assert [one.formula for one in found("def step(x): return x\ndef other(): pass\n", {"step": "rnn.rnn_cell"})] == [
        "rnn.rnn_cell"
    ]


@pytest.mark.parametrize(
    ("imports", "library"),
    [
        ("import numpy as np", "numpy"),
        ("import numpy as np\nimport torch", "torch"),
        ("import numpy.linalg\nfrom torch import nn", "torch"),
        ("import math", "torch"),
    ],
)
def test_the_imports_decide_on_arrays_or_tensors(found, imports, library):
    text = f"{imports}\nfrom quizbank import solves\n@solves('softmax.softmax')\ndef f(z): return z\n"
    assert found(text)[0].library == library


def test_what_is_no_python_says_where(found):
    with pytest.raises(Unparsable) as caught:
        found("from quizbank import solves\ndef f(:\n")
    assert caught.value.line == 2


def test_tests_of_the_owner_and_mentions(tmp_path):
    path = tmp_path / "file.py"
    path.write_text("def test_it(): pass\n")
    assert has_tests(path)
    assert not mentions(path)
    path.write_text("from quizbank import solves\n")
    assert not has_tests(path)
    assert mentions(path)
    assert not mentions(tmp_path / "missing.py")
