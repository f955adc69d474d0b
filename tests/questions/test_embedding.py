"""What the experiments on embeddings claim."""

import pytest

from quizbank.questions import embedding


def test_values():
    assert embedding.saved_by_tying_number(30000, 512) == 15_360_000
    assert embedding.one_hot_cost(4, 10000, 300) == 12_000_000
    assert embedding.rows_with_gradient() == [3, 8]
    assert embedding.indices() == [0, 3]


def test_a_shared_table_adds_both_gradients():
    (blocks, table), share, rows, gap = (found.values for found in embedding.why_tying())
    assert blocks + table == pytest.approx(63.045632)  # base, one 37,000 × 512 matrix, no attention biases
    assert 0 < share[0] < 100
    assert rows == (3, 8)
    assert gap[0] < 1e-12


def test_learned_vectors_know_what_one_hot_ones_do_not():
    one_hot, (queen, fish), cost = (found.values for found in embedding.why_vectors())
    assert one_hot == (0, 0)
    assert queen > fish + 0.3
    assert cost == (12_000_000, 1200)
