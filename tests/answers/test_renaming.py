"""Outputs of a system under names of the user's own."""

import pytest

from quizbank import judge


@pytest.mark.parametrize(
    ("lines", "due"),
    [
        (["dx = g W^T", "dw = X^T g"], "right"),
        (["grad_X = g W^T", "grad_W = X^T g"], "right"),
        (["grad_X = g W", "grad_W = X^T g"], "wrong"),
        (["A = X^T g", "B = g W^T"], "wrong"),
    ],
)
def test_a_name_of_ones_own_says_which_output_it_is(lines, due):
    verdict = judge.check("attention.project_gradient", 0, lines)
    assert verdict["verdict"] == due, verdict["hint"]
