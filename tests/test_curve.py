"""Curves in block characters."""

from quizbank.curve import curve


def test_a_falling_line_falls():
    assert curve([4, 3, 2, 1], height=2) == ["4 ┤█▃", "1 ┤██▆▁"]


def test_many_values_share_columns_by_their_mean():
    (row,) = curve([0, 0, 4, 4, 8, 8], width=3, height=1)
    assert row == "0 ┤▁▅█"


def test_a_wide_range_is_drawn_by_its_logarithm():
    rows = curve([1000.0, 100.0, 10.0, 1.0], height=1)
    assert rows == ["1 ┤█▆▃▁"]


def test_a_constant_lies_on_the_ground():
    assert curve([2, 2, 2], height=2) == ["2 ┤", "2 ┤▁▁▁"]


def test_what_is_not_finite_is_left_out():
    assert curve([float("nan"), float("inf")]) == []
    assert len(curve([1, float("nan"), 2], height=1)[0].partition("┤")[2]) == 2
