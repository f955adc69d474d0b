"""Numbers that were computed apart from the reference, and what the experiments claim."""

import pytest

from quizbank.answers.lure import lures_of
from quizbank.questions import gru


def test_sizes_of_the_notes():
    assert (gru.torch_parameters(128, 300), gru.parameters(128, 300)) == (165_120, 164_352)
    assert gru.lstm_ratio(128, 300) == 0.75


def test_one_step_and_its_lures():
    assert gru.one_step(1.0, 0.5) == pytest.approx(0.65949, abs=1e-5)
    lures = {lure.name: lure.function(1.0, 0.5) for lure in lures_of(gru.one_step)}
    assert lures["z_on_the_old_state"] == pytest.approx(0.54569, abs=1e-5)
    assert lures["reset_ignored"] == pytest.approx(0.81492, abs=1e-5)


def test_the_direct_path_survives_a_closed_reset_gate():
    assert gru.direct_path(0.5) == pytest.approx(0.5)


def test_a_cell_counts_and_a_state_does_not():
    weights, work, cells, states = (found.values for found in gru.gru_or_lstm())
    assert weights == work == (0.75,)
    assert cells == pytest.approx(range(1, 13))
    assert max(states) <= 1


def test_the_update_gate_lets_the_gradient_pass():
    closed, opened = (found.values for found in gru.two_gates())
    assert closed == pytest.approx([0.99, 0.75, 0.5, 0.25, 0.01])
    assert all(a < b for a, b in zip(closed, opened, strict=True))
