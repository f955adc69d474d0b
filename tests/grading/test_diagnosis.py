"""What is wrong is named, in one sentence, with numbers."""

import pytest

LSTM = """
    import torch
    from quizbank import solves

    @solves("lstm.lstm_cell"{options})
    def cell(x, h_prev, c_prev, W_f, b_f, W_i, b_i, W_c, b_c, W_o, b_o):
        z = torch.cat([{joint}], -1)
        f, i, o = (torch.sigmoid(z @ W.T + b) for W, b in ((W_f, b_f), (W_i, b_i), (W_o, b_o)))
        g = torch.{squash}(z @ W_c.T + b_c)
        c = {cell}
        {last}
        return o * torch.tanh(c), c
"""
RIGHT = {"options": "", "joint": "h_prev, x", "squash": "tanh", "cell": "f * c_prev + i * g", "last": "pass"}


def lstm(**changes):
    return LSTM.format(**{**RIGHT, **changes})


def test_the_right_cell_passes(grade):
    assert {result.result for result in grade(lstm())["cell"].values()} == {"pass"}


def test_exchanged_gates_are_named_with_numbers_and_the_smallest_input(grade):
    results = grade(lstm(cell="i * c_prev + f * g"))["cell"]
    values = results["values"]
    assert values.result == "value"
    assert values.mistake == "forget_and_input_exchanged"
    assert values.worst["times_allowed"] > 100
    assert values.worst["got"] != values.worst["expected"]
    assert values.example["sizes"] == {"D": 1, "H": 1}
    assert results["gradient[W_f]"].result == "gradient"
    assert results["gradient[W_f]"].mistake == "forget_and_input_exchanged"
    assert results["extreme"].result == "not-run"


def test_another_convention_passes_and_is_named(grade):
    results = grade(lstm(joint="x, h_prev"))["cell"]
    assert {result.result for result in results.values()} == {"pass"}
    assert results["values"].convention == "xh"


def test_with_a_convention_only_that_one_passes(grade):
    assert grade(lstm(options=', convention="xh"'))["cell"]["values"].result == "value"
    assert grade(lstm(options=', convention="no such"'))["cell"]["signature"].result == "signature"


def test_a_mistake_in_another_convention_is_named(grade):
    results = grade(lstm(joint="x, h_prev", squash="sigmoid"))["cell"]
    assert "candidate" in (results["values"].mistake or "")


def test_two_mistakes_at_once_are_named(grade):
    results = grade(lstm(squash="sigmoid", cell="i * c_prev + i * g"))["cell"]
    assert "+" in (results["values"].mistake or "")


def test_a_detached_input_is_told(grade):
    results = grade(lstm(last="h_prev = h_prev.detach(); c = c.detach()"))["cell"]
    assert results["values"].result == "pass"
    assert results["gradient[c_prev]"].result == "gradient"
    assert "detached" in results["gradient[c_prev]"].message


@pytest.mark.parametrize(
    ("body", "check", "result", "message"),
    [
        ("(X @ W).float()", "dtype", "dtype", "float32 for float64"),
        ("(X @ W).sum()", "shape", "shape", "has shape ()"),
        ("X.mul_(1) @ W", "gradient[X]", "error", "leaf"),
        ("X.detach().mul_(2) @ W / 2", "purity", "impure", "the argument X"),
        ("X @ W + 0 * torch.rand(())", "purity", "impure", "random state"),
        ("X @ W + next(COUNTER)", "values", "value", ""),
        ("X @ W + 1e-9 * next(COUNTER)", "purity", "impure", "second time"),
        ("X.view(-1).view(X.shape) @ W", "non-contiguous", "error", "view"),
        ("X.nonsense", "runs", "error", "at line 8"),
        ("X @ W.T", "runs", "error", "transpose"),
        ("-X @ W", "values", "value", "sign"),
        ("2 * X @ W", "values", "value", "twice"),
        ("(X @ W).mT", "shape", "shape", "transposed"),
        ("(X @ W).flip(0)", "values", "value", "backwards"),
        ("[X @ W, 'text']", "shape", "shape", "list"),
        ("'text'", "shape", "shape", "str"),
        ("None", "shape", "shape", "None"),
        ("X @ W / 0", "values", "non-finite", "inf"),
        ("X @ W.detach()", "gradient[W]", "gradient", "detached"),
    ],
)
def test_every_class_of_result(grade, body, check, result, message):
    source = f"""
        import itertools
        import torch
        from quizbank import solves
        COUNTER = itertools.count()
        @solves("attention.project")
        def f(X, W):
            return {body}
    """
    found = grade(source)["f"][check]
    assert (found.result, message in f"{found.message} {found.hint}") == (result, True), found


def test_an_unknown_formula_suggests_the_nearest(grade):
    results = grade("from quizbank import solves\n@solves('softmax.sofmax')\ndef f(z): return z\n")["f"]
    assert results["signature"].result == "signature"
    assert "softmax.softmax" in results["signature"].message


def test_own_modules_of_the_folder_come_first(grade):
    source = "from quizbank import solves\nimport reference, helper\n@solves('softmax.relu')\ndef f(x): return helper.g(x) * reference.ONE\n"
    files = {"helper": "def g(x): return x.clamp(min=0)\n", "reference": "ONE = 1\n", "tui": "raise SystemExit\n"}
    assert {result.result for result in grade(source, **files)["f"].values()} == {"pass"}
