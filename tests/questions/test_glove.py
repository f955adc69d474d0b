"""What the experiments on GloVe claim."""

import pytest

from quizbank.questions import glove


def test_values():
    assert glove.error_value(50) == pytest.approx(-4.032, abs=1e-3)
    assert glove.loss_value(50) == pytest.approx(9.667, abs=1e-3)
    assert glove.bias_gradient_value(50) == pytest.approx(-4.795, abs=1e-3)
    assert glove.weight_value(10, 500) == pytest.approx([0.1778, 1], abs=1e-4)
    assert glove.cooccurrence_row("like", 3) == [2, 0, 1, 1, 1, 0]
    assert glove.adagrad_value(3) == pytest.approx(0.8858, abs=1e-4)
    assert glove.large_parameters(400000, 300) == 240_800_000


def test_logarithms_weigh_equal_slips_equally():
    plain, logarithmic, counted, fitted = (found.values for found in glove.why_log())
    assert plain[-1] / plain[0] == pytest.approx(1e6)
    assert max(logarithmic) == pytest.approx(min(logarithmic))
    assert fitted[0] == pytest.approx(counted[0], rel=0.01)


def test_rare_counts_tremble_and_weigh_little():
    spread, weights, curve = (found.values for found in glove.why_weight())
    assert spread == tuple(sorted(spread, reverse=True))
    assert weights[-2:] == (1, 1)
    assert curve == tuple(sorted(curve))


def test_cells_do_not_grow_when_a_text_repeats():
    (once, ten_times), (cells, still), table = (found.values for found in glove.glove_or_word2vec())
    assert ten_times == 10 * once
    assert cells == still < table[0]


def test_an_svd_is_the_optimum_of_another_loss():
    (svd, fitted), residual, dropped, (cells, empty) = (found.values for found in glove.glove_or_lsa())
    assert fitted < 1e-3 * svd
    assert residual == pytest.approx(dropped)
    assert (cells, empty) == (36, 24)
