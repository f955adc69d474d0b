"""Questions about attention: what their experiments must show, and numbers worked out elsewhere."""

import pytest

from quizbank.questions import attention


def shown(readings):
    return [list(reading.values) for reading in readings]


def test_scores_spread_with_the_width_until_they_are_scaled():
    raw, scaled, saturated, even, flat, steep = shown(attention.why_scale())
    assert raw == pytest.approx([4, 16, 64, 256], rel=0.05)
    assert scaled == pytest.approx([1] * 4, rel=0.05)
    assert saturated[-1] > 0.9
    assert max(even) < 0.35
    assert flat[-1] < steep[-1] / 3


@pytest.mark.parametrize(("d_model", "heads", "variance"), [(512, 8, 0.125), (6, 3, 1 / 3)])
def test_the_wrong_root_leaves_one_head_th_of_the_variance(d_model, heads, variance):
    assert attention.wrong_scale_variance(d_model, heads) == pytest.approx(variance)


def test_one_weight_makes_scores_symmetric_and_tokens_look_at_themselves():
    (apart, shared), (elsewhere, itself) = shown(attention.why_queries_and_keys())
    assert apart > 1
    assert shared == pytest.approx(0, abs=1e-9)
    assert itself > 5 * elsewhere


def test_heads_cost_nothing_and_tell_two_places_apart():
    parameters, multiplications, (one, two) = shown(attention.why_several_heads())
    assert len(set(parameters)) == len(set(multiplications)) == 1
    assert one == pytest.approx(0, abs=1e-9)
    assert two > 1


def test_masks_stop_every_leak():
    future, causal, padding, padded = shown(attention.why_masks())
    assert min(future) > 0
    assert causal[:-1] == [0] * 5
    assert causal[-1] > 0
    assert min(padding) > 0
    assert padded == [0] * 4


def test_who_sees_whom():
    assert shown(attention.three_attentions()) == [[5] * 5, [1, 2, 3, 4], [5] * 4]


def test_cross_attention_does_not_know_the_order_of_the_source():
    shape, (moved,), (again, once) = shown(attention.cross_attention())
    assert shape == [3, 8]
    assert moved == pytest.approx(0, abs=1e-12)
    assert again == 3 * once


def test_scores_overtake_the_projections_at_twice_the_width():
    mixing, projecting, direct, steps = shown(attention.complexity_table())
    assert mixing[3] == projecting[3]
    assert direct == [2] * 5
    assert steps == [8, 16, 32, 64, 128]


def test_a_longer_query_looks_up_more_sharply():
    weights, values = shown(attention.query_key_value())
    assert weights == sorted(weights)
    assert (weights[0], values[0], round(values[-1])) == (0.25, 25, 20)


def test_numbers_of_the_notes():
    assert attention.context_value() == pytest.approx(12.689, abs=1e-3)
    assert attention.visible_pairs(10) == 55
    assert attention.masked_share(10) == pytest.approx(0.45)
    assert attention.head_weights([16, 0, -16, 8], 64) == pytest.approx([0.6572, 0.08895, 0.01204, 0.2418], abs=1e-4)


def test_groups_shrink_the_cache_and_not_the_scores():
    cache, weights, mixing, gaps, (all_heads, eight, one) = shown(attention.grouped_queries())
    assert cache == [64, 32, 16, 8]
    assert weights == [2048, 1024, 512, 256]
    assert mixing == [2 * 16 * 32] * 4
    assert max(gaps) < 1e-12
    assert (all_heads, eight, one) == (20, 2.5, 0.3125)


def test_the_cache_of_eight_groups():
    assert attention.grouped_cache(64, 8, 128) == 2048
