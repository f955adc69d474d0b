"""Numbers that were computed apart from the reference, and what the experiments claim."""

import itertools

import pytest

from quizbank import bank
from quizbank.questions import search


def test_values():
    assert search.greedy_against_beam(0.5, 0.4, 0.4, 0.9) == pytest.approx([0.2, 0.36])
    assert search.penalised(10, 0.6) == pytest.approx(1.7329, abs=1e-4)
    assert search.too_short(8, 10) == pytest.approx(0.7788, abs=1e-4)
    assert [search.nucleus_size(p) for p in (0.6, 0.8, 0.9)] == [2, 3, 4]


def test_counts():
    assert search.beam_candidates(4, 300) == 1200
    assert search.prefix_work(6) == 21


def test_the_beam_finds_more_in_every_tree_that_is_asked():
    given = bank.questions()["search.greedy_against_beam"].given
    for a, b, p, q in itertools.product(*given.values()):
        assert search.greedy_against_beam(a, b, p, q) == pytest.approx([a * p, b * q])
        assert b * q > a * p


def test_a_wider_beam_finds_more():
    (means,) = (found.values for found in search.beam_or_greedy())
    assert list(means) == sorted(means)
    assert means[1] - means[0] > (means[-1] - means[0]) / 2


def test_a_stronger_penalty_chooses_longer_sentences():
    (lengths,) = (found.values for found in search.why_length_penalty())
    assert list(lengths) == sorted(lengths)
    assert lengths[0] < lengths[-1]


def test_a_nucleus_follows_the_distribution_and_top_k_does_not():
    nucleus, fixed, beyond, entropy = (found.values for found in search.how_to_sample())
    assert nucleus[0] < fixed[0] == fixed[1] < nucleus[1]
    assert beyond[0] < 0.01 < 0.3 < beyond[1]
    assert list(entropy) == sorted(entropy)


@pytest.mark.parametrize(
    ("candidate", "right"),
    [
        ("the the the the the the the", [2 / 7, 0]),
        ("the cat the cat on the mat", [5 / 7, 3 / 6]),
        ("the cat is is on the the mat", [6 / 8, 5 / 7]),
        ("on the mat is the cat the cat", [6 / 8, 3 / 7]),
    ],
)
def test_clipped_precisions_counted_by_hand(candidate, right):
    assert candidate in bank.questions()["search.clipped_precision"].given["candidate"]
    assert search.clipped_precision(candidate) == pytest.approx(right)
