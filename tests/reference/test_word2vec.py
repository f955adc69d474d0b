"""word2vec: trees and their probabilities, costs as Mikolov prints them, pairs and sampling."""

import math

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from quizbank.draw import draw
from quizbank.questions import word2vec as answers
from reference import word2vec

COUNTS = st.lists(st.integers(0, 50), min_size=2, max_size=12)


def lengths(tree):
    return [len(path) for path in tree]


def test_huffman_of_the_notes_counts():
    assert lengths(word2vec.huffman_tree(torch.tensor([5, 2, 1, 1, 1]))) == [1, 3, 3, 3, 3]


def test_a_balanced_tree_of_six_words():
    """Its mean depth 2.667 lies above log₂6 = 2.585, which only a power of two reaches."""
    assert sum(lengths(word2vec.balanced_tree(6))) / 6 == pytest.approx(2.667, abs=1e-3)
    assert set(lengths(word2vec.balanced_tree(8))) == {3}


def test_zipf_counts_make_a_huffman_tree_much_shorter():
    V = 10_000
    counts = torch.tensor([V * 10**6 // rank for rank in range(1, V + 1)])
    mean = sum(c * n for c, n in zip(counts.tolist(), lengths(word2vec.huffman_tree(counts)), strict=True))
    assert mean / int(counts.sum()) == pytest.approx(9.562, abs=2e-3)
    assert sum(lengths(word2vec.balanced_tree(V))) / V == pytest.approx(13.36, abs=5e-3)


@given(COUNTS)
def test_a_huffman_tree_is_a_full_tree_and_no_longer_than_a_balanced_one(counts):
    tree = word2vec.huffman_tree(torch.tensor(counts))
    assert sum(2.0 ** -len(path) for path in tree) == 1
    assert len({node for path in tree for node, _ in path}) == len(counts) - 1
    balanced = word2vec.balanced_tree(len(counts))
    assert _total(counts, tree) <= _total(counts, balanced)


def _total(counts, tree):
    return sum(count * len(path) for count, path in zip(counts, tree, strict=True))


@pytest.mark.parametrize("V", [2, 3, 8, 13])
@pytest.mark.parametrize("kind", ["balanced", "huffman"])
def test_the_probabilities_of_all_leaves_sum_to_one(V, kind):
    generator = torch.Generator().manual_seed(V)
    h, nodes = (torch.randn(*shape, generator=generator, dtype=torch.float64) for shape in ((5,), (V - 1, 5)))
    counts = torch.randint(0, 9, (V,), generator=generator)
    tree = word2vec.balanced_tree(V) if kind == "balanced" else word2vec.huffman_tree(counts)
    total = sum(float(word2vec.word_probability(h, nodes, tree, word)) for word in range(V))
    assert total == pytest.approx(1, abs=1e-12)


def test_the_notes_path():
    """Scores .5, −1, 2 on the path left, right, left; .14745 where the right turn is not complemented."""
    assert answers.path_value([0.5, -1.0, 2.0], "L R L") == pytest.approx(0.40081, abs=1e-5)
    assert answers.path_value([0.5, -1.0, 2.0], "L L L") == pytest.approx(0.14745, abs=1e-5)


@pytest.mark.parametrize(("turn", "slope"), [(1, -0.3775), (-1, 0.6225)])
def test_the_slope_at_a_node(turn, slope):
    assert answers.turn_slope(0.5, turn) == pytest.approx(slope, abs=1e-4)


@pytest.mark.parametrize("k", [1, 4, 9])
def test_costs_are_those_of_the_paper(k):
    N, C, D, H, V = 8, 10, 30, 50, 2**k
    assert answers.nnlm_tree_cost(N, D, H, V) == N * D + N * D * H + H * math.log2(V)
    assert answers.cbow_cost(N, D, V) == N * D + D * math.log2(V)
    assert answers.skipgram_cost(C, D, V) == C * (D + D * math.log2(V))


def test_the_models_in_the_order_of_their_cost():
    N, C, D, H, V = 8, 10, 300, 500, 2**13
    assert answers.cbow_cost(N, D, V) < answers.skipgram_cost(C, D, V) < answers.nnlm_tree_cost(N, D, H, V)


def test_pairs_of_a_short_sentence():
    assert answers.pair_count(6, 2) == 18
    assert word2vec.skipgram_pairs(torch.tensor([7, 8, 9]), 1).tolist() == [[7, 8], [8, 7], [8, 9], [9, 8]]


def test_cbow_does_not_see_the_order_of_the_context():
    C = draw(word2vec.cbow_hidden, 0, sizes={"V": 5}).arguments["C"]
    one, other = (word2vec.cbow_hidden(torch.tensor(ids), C) for ids in ([0, 1, 4], [4, 0, 1]))
    assert torch.allclose(one, other, atol=1e-15)


def test_each_of_four_context_words_receives_a_quarter_of_the_gradient():
    assert answers.cbow_gradient_share(4) == 0.25


def test_negative_sampling_without_noise_is_logistic_loss():
    v, u = torch.tensor([1.0, 2.0]), torch.tensor([0.5, -1.0])
    loss = word2vec.negative_sampling_loss(v, u, torch.zeros(0, 2))
    assert float(loss) == pytest.approx(math.log1p(math.exp(1.5)), rel=1e-6)


def test_the_noise_distribution_lifts_rare_words():
    counts = torch.tensor([16.0, 1.0])
    assert word2vec.noise_distribution(counts).tolist() == pytest.approx([8 / 9, 1 / 9])


def test_subsampling_keeps_all_rare_words():
    keep = word2vec.subsample_keep(torch.tensor([1e-6, 1e-5, 1e-3]), 1e-5)
    assert keep.tolist() == pytest.approx([1, 1, 0.1])
