"""Sizes of the notes, and what the experiments on the window model claim."""

import pytest

from quizbank.questions import mlp


def test_sizes_of_the_notes():
    assert mlp.notes_parameters(5, 300, 128, 10000) == 1_482_128
    assert mlp.pairs(6, 3) == 3
    assert mlp.window_weight_shape(3, 300, 128) == (128, 900)


def test_xor_needs_the_nonlinearity():
    gap, learned, linear = (found.values for found in mlp.why_nonlinear())
    assert gap[0] < 1e-12
    assert min(learned) > 0.9
    assert min(linear) < 0.6


def test_the_windows_weight_grows_and_the_recurrent_one_does_not():
    window, recurrent, moved = (found.values for found in mlp.why_not_a_window())
    assert [entries / window[0] for entries in window] == pytest.approx([1, 2, 4, 8])
    assert recurrent[0] < window[1]
    assert moved[0] > 0
