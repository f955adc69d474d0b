"""Draws: the same for the same seed, sizes that cannot be mistaken for each other, every domain as declared."""

import pytest
import torch
from torch import Tensor

from quizbank.certificate import certified, uncertified
from quizbank.draw import draw
from quizbank.seeds import Stream
from tests.formulas import EVERY_FORMULA

SEEDS = range(8)


@EVERY_FORMULA
def test_a_draw_is_repeated_by_its_seed(formula):
    first, again = draw(formula, 3), draw(formula, 3)
    assert first.sizes == again.sizes
    for name, value in first.arguments.items():
        if isinstance(value, Tensor):
            assert torch.equal(value, again.arguments[name]), name


@EVERY_FORMULA
def test_sizes_are_pairwise_different(formula):
    for seed in SEEDS:
        sizes = draw(formula, seed).sizes
        assert len(set(sizes.values())) == len(sizes), sizes


@EVERY_FORMULA
def test_masks_keep_something_in_each_row_and_block_something(formula):
    masks = [name for name, domain in formula.domains.items() if domain == "mask"]
    for seed in SEEDS:
        arguments = draw(formula, seed).arguments
        for mask in (arguments[name] for name in masks if name in arguments):
            assert (mask == 0).any(-1).all()
            assert mask.isinf().any(-1).all()


@EVERY_FORMULA
def test_labels_are_never_the_largest_score(formula):
    for name, domain in formula.domains.items():
        if domain.startswith("label "):
            for seed in SEEDS:
                arguments = draw(formula, seed).arguments
                scores, label = arguments[domain.removeprefix("label ")], arguments[name]
                assert not torch.equal(scores.argmax(-1), torch.as_tensor(label)), seed


@EVERY_FORMULA
def test_its_draws_certify(formula):
    """Every input moves value and gradient, and every own mistake shows, beyond a hundred tolerances."""
    assert list(uncertified(formula, certified(formula))) == []


@pytest.mark.parametrize("seed", range(5))
def test_a_stream_depends_on_id_and_seed(seed):
    words = [Stream("lstm.lstm", seed).word(), Stream("lstm.lstm", seed + 1).word(), Stream("gru.gru", seed).word()]
    assert len(set(words)) == 3
    assert Stream("lstm.lstm", seed).word() == words[0]


def test_integers_reach_both_ends():
    stream = Stream("ends", 0)
    assert {stream.integer(2, 4) for _ in range(100)} == {2, 3, 4}


def test_a_shuffle_keeps_every_option():
    assert sorted(Stream("shuffle", 1).shuffled("abcdef")) == list("abcdef")
