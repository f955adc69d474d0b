"""Vocabulary, lookup, a tied table and plain descent, on small examples and against torch."""

import pytest
import torch
from torch import nn

from quizbank.draw import draw
from reference import embedding
from tests.reference.test_twins import deviation


def test_frequent_words_come_first():
    assert embedding.build_vocabulary("c b a b a a".split(), 1) == ["[UNK]", "a", "b", "c"]


def test_equal_counts_stay_in_the_order_of_the_text():
    assert embedding.build_vocabulary("b a c a b".split(), 1) == ["[UNK]", "b", "a", "c"]


@pytest.mark.parametrize(("min_count", "rows"), [(1, 5), (3, 4), (5, 3), (8, 2), (10, 1)])
def test_rare_words_share_one_row(min_count, rows):
    tokens = ["a"] * 9 + ["b"] * 7 + ["c"] * 3 + ["d"] * 2
    assert len(embedding.build_vocabulary(tokens, min_count)) == rows


def test_a_product_with_one_hot_rows_is_a_lookup():
    arguments = draw(embedding.one_hot_lookup, 0).arguments
    assert torch.equal(embedding.one_hot_lookup(**arguments), arguments["E"][arguments["ids"]])


def test_a_repeated_token_adds_up_its_gradients():
    E = torch.zeros(3, 1, requires_grad=True)
    embedding.one_hot_lookup(torch.tensor([1, 1]), E).sum().backward()
    assert E.grad.tolist() == [[0], [2], [0]]


def test_the_parts_of_a_tied_gradient():
    """The input part is sparse, the output part dense; together they are what autograd says of a tied model."""
    ids, generator = torch.tensor([1, 3, 3, 5]), torch.Generator().manual_seed(0)
    table, projection, d_logits = (
        torch.rand(shape, generator=generator, dtype=torch.float64) for shape in ((8, 6), (4, 6), (4, 8))
    )
    layer = nn.Embedding(8, 6, dtype=torch.float64)
    layer.weight = nn.Parameter(table)
    Z = layer(ids) + projection
    nn.functional.linear(Z, layer.weight).backward(d_logits)
    got = embedding.tied_gradient(ids, table, d_logits, Z.detach())
    assert deviation(layer.weight.grad, got) <= 1e-12
    input_part = embedding.tied_gradient(ids, table, d_logits, torch.zeros_like(Z))
    output_part = embedding.tied_gradient(ids, torch.zeros_like(table), d_logits, Z.detach())
    assert deviation(got, input_part + output_part) <= 1e-12
    assert [int(part.any(dim=-1).sum()) for part in (input_part, output_part)] == [3, 8]


def test_a_table_and_its_transpose_are_no_inverses():
    """E Eᵀ has the rank d, which is less than V."""
    E = draw(embedding.tied_logits, 0, sizes={"V": 8, "d": 6, "T": 4}).arguments["E"]
    assert int(torch.linalg.matrix_rank(embedding.tied_logits(E, E))) == 6


def test_descent_on_a_parabola():
    w = torch.tensor(1.0, dtype=torch.float64)
    for _ in range(3):
        w = embedding.sgd_step(w, 2 * w, 0.25)
    assert w.item() == 0.125
