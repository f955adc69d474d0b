"""What attention promises beyond its twins."""

import pytest
import torch

from quizbank.draw import draw
from reference import attention
from reference.softmax import softmax
from tests.reference.test_twins import assert_equal, deviation


@pytest.mark.parametrize("twin", attention.multi_head_attention.twins, ids=lambda twin: twin.__name__)
@pytest.mark.parametrize("batch", [(), (3,)])
def test_multi_head_attention_takes_a_mask(twin, batch):
    for seed in range(3):
        d = draw(attention.multi_head_attention, seed, batch=batch)
        mask = draw(attention.masked_attention, seed, batch=batch, sizes=d.sizes).arguments["M"]
        assert_equal(attention.multi_head_attention, twin, {**d.arguments, "mask": mask}, seed)


@pytest.mark.parametrize("twin", attention.multi_head_attention.twins, ids=lambda twin: twin.__name__)
def test_each_sentence_may_have_a_mask_of_its_own(twin):
    d = draw(attention.multi_head_attention, 0, batch=(3,))
    masks = [draw(attention.masked_attention, seed, sizes=d.sizes).arguments["M"] for seed in range(3)]
    assert_equal(attention.multi_head_attention, twin, {**d.arguments, "mask": torch.stack(masks)}, 0)


def test_one_mask_serves_every_sentence_of_a_batch():
    d = draw(attention.masked_attention, 0, batch=(3,))
    each = {**d.arguments, "M": d.arguments["M"].expand(3, -1, -1)}
    assert torch.equal(attention.masked_attention(**d.arguments), attention.masked_attention(**each))


def test_the_past_does_not_see_the_future():
    """Row t of the masked pass equals the last row of a pass over the first t tokens alone."""
    d = draw(attention.multi_head_self_attention, 0)
    X, weights = d.arguments.pop("X"), d.arguments
    mask = attention.causal_mask(len(X), like=X)
    together = attention.multi_head_attention(X, X, **weights, mask=mask)
    for t in range(1, len(X) + 1):
        alone = attention.multi_head_self_attention(X[:t], **weights)
        assert deviation(alone[-1], together[t - 1]) <= 1e-12


def test_padding_does_not_change_a_sentence():
    d = draw(attention.multi_head_self_attention, 1)
    X, weights = d.arguments.pop("X"), d.arguments
    padded = torch.cat([X, torch.rand_like(X)])
    mask = attention.padding_mask(torch.tensor([len(X)]), len(padded)).to(X.dtype).expand(len(padded), -1)
    got = attention.multi_head_attention(padded, padded, **weights, mask=mask)
    assert deviation(attention.multi_head_self_attention(X, **weights), got[: len(X)]) <= 1e-12


def test_without_positions_the_order_of_the_tokens_is_invisible():
    d = draw(attention.multi_head_self_attention, 2)
    X, weights = d.arguments.pop("X"), d.arguments
    order = torch.randperm(len(X), generator=torch.Generator().manual_seed(0))
    permuted = attention.multi_head_self_attention(X[order], **weights)
    assert deviation(attention.multi_head_self_attention(X, **weights)[order], permuted) <= 1e-12


def test_merging_undoes_splitting():
    arguments = draw(attention.split_heads, 0, batch=(2,)).arguments
    assert torch.equal(attention.merge_heads(attention.split_heads(**arguments)), arguments["X"])


def test_a_fully_masked_row_is_nan_and_nothing_else_is():
    arguments = draw(attention.masked_attention, 0).arguments
    arguments["M"][1] = -torch.inf
    rows = attention.masked_attention(**arguments).isnan().all(-1)
    assert rows.tolist() == [row == 1 for row in range(len(rows))]


def test_softmax_ignores_a_constant():
    z = draw(attention.scores, 0).arguments["Q"]
    assert deviation(softmax(z), softmax(z + 100)) <= 1e-12


@pytest.mark.parametrize("dtype", [torch.float32, torch.float64])
def test_masks_follow_the_tensor_they_are_like(dtype):
    assert attention.causal_mask(3, like=torch.empty(0, dtype=dtype)).dtype == dtype
