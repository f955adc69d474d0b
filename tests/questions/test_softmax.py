"""What the experiments on squashing functions claim, and numbers computed apart from the reference."""

import math

import pytest

from quizbank.questions import softmax


def test_values():
    assert softmax.jacobian_row([0.5, 0.3, 0.2])[:2] == pytest.approx([0.25, -0.15])
    assert softmax.slope_from_output(0.9) == pytest.approx(0.09)


def test_only_the_literal_softmax_breaks():
    literal, shifted, gap, p, log_p = (found.values for found in softmax.why_subtract_maximum())
    assert literal[:3] == (0, 0, 0)
    assert min(literal[3:]) > 0
    assert sum(shifted) == 0
    assert gap[0] < 1e-6
    assert (p[0], log_p[0]) == (0, -1000)


def test_larger_scores_leave_smaller_slopes():
    """Over ten standard normal scores the mean norms are 0.348, 0.159 and 0.066 for the scales 1, 8 and √512."""
    slopes, largest = (found.values for found in softmax.saturation())
    assert (slopes[0], slopes[3], slopes[5]) == pytest.approx((0.348, 0.159, 0.066), rel=0.06)
    assert largest == tuple(sorted(largest))


def test_sigmoids_lose_the_gradient_that_relus_keep():
    sigmoid, tanh, relu = (found.values[-1] for found in softmax.why_relu())
    assert sigmoid < -10 < -2 < tanh < relu + 2
    assert abs(relu) < 1


def test_two_classes_need_one_logit_and_two_labels_need_sigmoids():
    gaps, shared, apart, (pushed, unmoved), (one, less) = (found.values for found in softmax.softmax_or_sigmoids())
    assert max(gaps) < 1e-12
    assert max(shared) < 0.5
    assert min(apart[:2]) > 0.95
    assert pushed < -0.3
    assert unmoved == 0
    assert one == pytest.approx(1)
    assert less == pytest.approx(3 / (1 + math.exp(3)))
