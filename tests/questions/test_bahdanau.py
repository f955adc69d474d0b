"""Numbers that were computed apart from the reference, and what the experiments claim."""

import pytest

from quizbank.answers.lure import lures_of
from quizbank.questions import bahdanau


def test_sizes_of_the_notes_and_of_the_paper():
    assert bahdanau.alignment_parameters(128, 256, 64) == 24_640
    assert bahdanau.alignment_parameters(1000, 2000, 1000) == 3_001_000
    assert bahdanau.energies_cost(10, 256, 128, 64) == 172_672
    prepared = {lure.name: lure.function for lure in lures_of(bahdanau.energies_cost)}["prepared"]
    assert prepared(10, 256, 128, 64) == 8832


def test_three_positions_and_their_lures():
    given = (0.5, [0.0, 1.0, -1.0])
    assert bahdanau.three_positions(*given).tolist() == pytest.approx([0.3385, 0.5272, 0.1343], abs=1e-4)
    lures = {lure.name: lure.function(*given).tolist() for lure in lures_of(bahdanau.three_positions)}
    assert lures["untamed"] == pytest.approx([0.2447, 0.6652, 0.0900], abs=1e-4)
    assert set(lures) == {"untamed", "multiplied"}


def test_energies_come_first_and_the_word_last():
    assert bahdanau.output_step() == [0, 1, 2, 3, 4]


def test_a_context_is_a_weighted_sum():
    assert bahdanau.how_context_is_made() == 0


def test_additive_energies_cost_more_and_stay_bounded():
    additive, dots, additive_spread, dot_spread = (found.values for found in bahdanau.additive_or_dot())
    assert all(a > d for a, d in zip(additive, dots, strict=True))
    assert max(additive_spread) < 1
    assert list(dot_spread) == sorted(dot_spread)
    assert dot_spread[-1] > 10


def test_the_share_follows_the_state():
    first, last = (found.values for found in bahdanau.why_align_by_state())
    assert list(first) == sorted(first, reverse=True)
    assert list(last) == sorted(last)
