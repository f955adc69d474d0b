"""Letters that are only compared, and axes that no letter has."""

import pytest

from quizbank import judge


@pytest.mark.parametrize(
    ("name", "answer", "said"),
    [
        (
            "bahdanau.additive_attention",
            ["e_j = tanh(W_a s + U_a h_j)", "α = softmax(e)", "c = Σ_j α_j h_j"],
            "v_a is missing",
        ),
        ("losses.cross_entropy_gradient", ["[i = y] - p"], "sign"),
    ],
)
def test_what_is_too_much_is_told(name, answer, said):
    verdict = judge.check(name, 0, answer)
    assert (verdict["verdict"], said in verdict["hint"]) == ("wrong", True), verdict["hint"]


@pytest.mark.parametrize("answer", ["p - 1_{i=y}", "p - [y = i]", "softmax(z) - [k = y]"])
def test_a_letter_that_is_only_compared_with_a_label_is_a_one_hot_vector(answer):
    verdict = judge.check("losses.cross_entropy_gradient", 0, [answer])
    assert (verdict["verdict"], "one_hot" in verdict["read_as"]) == ("right", True)


def test_a_letter_that_stands_elsewhere_is_an_index():
    verdict = judge.check("losses.cross_entropy_gradient", 0, ["p_i - [i = y]"])
    assert (verdict["verdict"], "one_hot" in verdict["read_as"]) == ("right", False)
