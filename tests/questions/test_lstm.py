"""Numbers that were computed apart from the reference, and what the experiments claim."""

import pytest

from quizbank.questions import lstm


def test_sizes_of_the_notes():
    assert lstm.torch_parameters(128, 300) == 220_160
    assert lstm.parameters(128, 300) == 219_648
    assert lstm.step_cost(128, 300) == 219_136
    assert lstm.deep_parameters(3, 128, 300) == 482_816
    assert lstm.state_numbers(4, 100) == 800
    assert lstm.torch_weight_shape(128, 300) == (512, 300)
    assert lstm.final_state_shape(3, 5, 2, 128) == (3, 2, 128)


def test_values():
    assert lstm.cell_value(2.0, 1.0) == pytest.approx(1.3808, abs=1e-4)
    assert lstm.hidden_value(2.0, 1.0) == pytest.approx(0.44056, abs=1e-5)
    assert (lstm.carousel(0.9, 50), lstm.carousel(0.99, 50)) == pytest.approx((0.005154, 0.605), rel=1e-3)
    assert (lstm.kept_share(0.0, 10), lstm.kept_share(1.0, 10)) == pytest.approx((9.766e-4, 0.0436), rel=1e-3)


def test_torch_stacks_input_forget_candidate_output():
    assert lstm.torch_gate_order() == [1, 0, 2, 3]
    assert lstm.torch_forget_block() == 1


def test_an_open_forget_gate_keeps_the_gradient_and_a_half_open_one_does_not():
    plain, half, one, wide = (curve.values[0] for curve in lstm.why_no_vanishing())
    assert half < plain < one < 0 < wide < 1


def test_a_unit_writes_keeps_shows_and_forgets():
    cells, shown = (found.values for found in lstm.what_the_gates_do())
    assert cells[1:5] == pytest.approx([cells[1]] * 4)
    assert max(map(abs, shown[:4])) < 1e-9 < 0.9 < shown[4]
    assert abs(cells[5]) < 1e-9


def test_a_sigmoid_candidate_lets_the_cell_grow():
    around_zero, growing = (found.values for found in lstm.why_sigmoid_and_tanh())
    assert min(around_zero) < 0
    assert 0 < growing[0] < growing[-1] > 3
