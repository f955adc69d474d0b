"""Numbers that were computed apart from the reference, and what the experiments claim."""

import pytest

from quizbank.questions import rnn


def test_sizes_of_the_notes():
    assert rnn.notes_parameters(300, 128, 10000) == 1_344_912
    assert rnn.torch_parameters(128, 300) == 55_040
    assert rnn.row_weight_shape(128, 300) == (428, 128)


def test_values():
    assert rnn.two_steps(0.5, [1, -1]).tolist() == pytest.approx([0.7616, -0.5506], abs=1e-4)
    assert rnn.vanishing_factor(0.5, [0.6, 0.4, 0.2]) == pytest.approx(0.064512)
    assert rnn.many_steps(0.5, 50) == pytest.approx(8.882e-16, rel=1e-3)
    assert rnn.steps_that_count(5) == 4


def test_a_scaled_orthogonal_weight_decides_what_becomes_of_the_gradient():
    shrunk, kept, grown = (curve.values[0] for curve in rnn.why_gradients_vanish())
    assert shrunk < -14 < kept < 0 < 2 < grown


def test_the_cliff_is_steep_and_clipping_shortens_nothing_small():
    slopes, (before, after), vanished = (found.values for found in rnn.why_clip())
    assert max(slopes) > 200 > 5 > slopes[0] > slopes[-1]
    assert (abs(before), abs(after)) == (pytest.approx(max(slopes)), pytest.approx(1))
    assert vanished == (pytest.approx(1e-12),)


def test_contributions_sum_to_the_gradient():
    contributions, gap = (found.values for found in rnn.bptt_sum())
    assert contributions[0] == 0
    assert min(contributions[1:]) > 0
    assert gap[0] < 1e-12


def test_only_the_backward_states_know_what_follows():
    forward, backward = (found.values for found in rnn.bidirectional_when())
    assert max(forward[:-1]) == 0 < min(backward)


def test_both_layers_cost_the_same_where_the_length_is_the_width():
    recurrent_chain, attention_chain, recurrent, attention = (found.values for found in rnn.why_replaced())
    assert recurrent_chain == (8, 16, 32, 64)
    assert len(set(attention_chain)) == 1
    assert [a < r for a, r in zip(attention, recurrent, strict=True)] == [True, True, False, False]
    assert attention[2] == recurrent[2]
