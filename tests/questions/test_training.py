"""Numbers of the papers, and what the experiments on training claim."""

import pytest

from quizbank.questions import training


def test_values():
    assert training.warmup_peak(512, 4000) == pytest.approx(6.988e-4, rel=1e-3)
    assert training.warmup_peak(1024, 4000) == pytest.approx(4.94e-4, rel=1e-3)
    assert training.warmup_step(1000, 16000, 512, 4000) == pytest.approx([1.747e-4, 3.494e-4], rel=1e-3)
    assert training.clipped_value(1.0).flatten().tolist() == pytest.approx([0.6, 0.8, 0.3, 0.4])
    assert training.after_warmup(4) == pytest.approx(0.5)
    assert training.two_steps(1.0, 0.1) == pytest.approx(0.64)
    assert training.largest_rate(10) == pytest.approx(0.2)


def test_the_order_of_a_step_is_the_only_one():
    assert training.step_order() == [5, 2, 1, 0, 4, 3]


def test_the_first_step_of_adam_is_full_length_and_the_later_ones_are_not():
    steps, rates, peak = (found.values for found in training.why_warmup())
    assert steps[0] == pytest.approx(1)
    assert steps[-1] < 0.4
    assert max(rates) == peak[0] == rates[7]


def test_adam_does_not_mind_the_scale():
    descent, adam, first_descent, first_adam = (found.values for found in training.why_adam())
    assert descent[-1] > 0.5 > 0.01 > max(adam)
    assert first_descent[2] / first_descent[0] == pytest.approx(1e4)
    assert first_adam[2] / first_adam[0] == pytest.approx(1, rel=1e-5)


def test_a_start_of_the_wrong_size_dies_out_or_saturates():
    small, right, large, saturated, kinds = (found.values for found in training.why_start_small())
    assert small[-1] < 1e-9 < 0.1 < right[-1] < large[-1]
    assert saturated[1] < 0.01 < 0.5 < saturated[2]
    assert kinds == (4, 1)


def test_without_its_correction_adam_starts_too_fast():
    corrected, uncorrected, _ = (found.values for found in training.why_correct())
    assert corrected == pytest.approx([1] * 5)
    assert uncorrected[0] == pytest.approx(0.1 / 0.001**0.5)


def test_decay_inside_the_gradient_is_lost_in_adam_and_kept_beside_it():
    sgd, (inside, beside, without), coupled, decoupled, (expected,) = (found.values for found in training.l2_or_decay())
    assert sgd[0] == pytest.approx(sgd[1], abs=1e-12)
    assert inside == pytest.approx(without, abs=1e-9)
    assert beside == pytest.approx(without - 0.001, abs=1e-9)
    assert coupled[0] < 0.3 < coupled[1] < 0.95 < coupled[2]
    assert decoupled == pytest.approx([expected] * 3, abs=1e-3)
