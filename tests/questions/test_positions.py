"""Questions about position codes: what their experiments must show, and numbers worked out elsewhere."""

import pytest

from quizbank.questions import positions


def shown(readings):
    return [list(reading.values) for reading in readings]


def test_without_positions_shuffling_the_tokens_shuffles_the_output():
    plain, placed = shown(positions.why_positions())
    assert plain == pytest.approx([0] * 5, abs=1e-12)
    assert min(placed) > 0.1


def test_sines_are_the_smooth_code_among_four():
    products, (error,), steps, bits = shown(positions.why_sines())
    assert products[0] == pytest.approx(64)
    assert max(products[1:]) < 64
    assert error == pytest.approx(0, abs=1e-12)
    assert len(set(steps)) == 3
    assert (min(bits), max(bits)) == (1, 5)


def test_adding_is_concatenating_with_a_shared_weight():
    (gap,), (added, beside), cosines = shown(positions.why_added())
    assert gap == pytest.approx(0, abs=1e-12)
    assert beside == 2 * added
    assert cosines == sorted(cosines, reverse=True)


def test_numbers_of_the_notes():
    assert positions.first_entries(1, 6).tolist() == pytest.approx(
        [0.8415, 0.5403, 0.0464, 0.9989, 0.002154, 1], abs=1e-4
    )
    assert positions.squared_norm(7, 512) == pytest.approx(256)
    assert positions.longest_wavelength(512) == pytest.approx(9646.6, abs=0.1)
    assert [positions.unit_step(n) for n in (3, 4)] == pytest.approx([1 / 2, 1 / 3])
    assert positions.bits_changed(7) == 4
    assert positions.frequency_ratio(512) == pytest.approx(0.96466, abs=1e-5)
