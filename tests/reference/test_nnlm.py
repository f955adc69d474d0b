"""The neural language model against Bengio's counts and the notes' toy."""

import pytest
import torch

from quizbank import measure
from quizbank.draw import draw
from quizbank.questions import nnlm as answers
from reference import nnlm


def test_bengios_parameter_count():
    assert answers.parameters(V=6, n=3, m=3, h=2) == 86
    assert answers.parameters(V=17_964, n=6, m=100, h=60) == 11_904_264
    assert measure.parameters(nnlm.nnlm_without_direct, V=17_964, n=5, m=100, h=60) == 2_922_264


@pytest.mark.parametrize("sizes", [(6, 3, 3, 2), (50, 5, 7, 4), (11, 2, 3, 9)])
def test_bengios_formula(sizes):
    V, n, m, h = sizes
    assert answers.parameters(V, n, m, h) == V * (1 + n * m + h) + h * (1 + (n - 1) * m)


def test_the_notes_toy_with_the_context_that_it_names():
    """The notes print 0.999 and 1.0, from an x that belongs to no pair of their words."""
    assert answers.hidden_value([0, 1]) == pytest.approx([0.7658, 0.9827], abs=1e-4)


def test_the_toys_multiplications():
    assert measure.multiplications(nnlm.hidden, n=2, m=3, h=2) == 12
    assert measure.multiplications(nnlm.nnlm_logits, n=2, m=3, h=2, V=6) == 12 + 12 + 36


def test_the_output_layer_takes_nearly_all_the_work():
    assert answers.output_share(V=17_964, N=5, D=100, H=60) == pytest.approx(0.9725, abs=1e-4)


def test_probabilities_sum_to_one():
    assert nnlm.nnlm(**draw(nnlm.nnlm, 0, batch=(4,)).arguments).sum(-1).allclose(torch.ones(4, dtype=torch.float64))


def test_the_order_of_the_context_matters():
    arguments = draw(nnlm.nnlm, 0, sizes={"n": 3}).arguments
    forwards, backwards = ({**arguments, "ids": torch.tensor(ids)} for ids in ([0, 1, 2], [2, 1, 0]))
    assert (nnlm.nnlm(**forwards) - nnlm.nnlm(**backwards)).abs().max() > 1e-3


def test_words_outside_the_context_receive_no_gradient():
    arguments = draw(nnlm.nnlm_gradient, 0, sizes={"V": 9}).arguments
    dC, *_ = nnlm.nnlm_gradient(**arguments)
    outside = [word for word in range(9) if word not in arguments["ids"].tolist()]
    assert outside
    assert not dC[outside].any()
    assert dC[arguments["ids"]].any(-1).all()
