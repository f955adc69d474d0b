"""Questions about the Transformer: what their experiments must show, and numbers worked out elsewhere."""

import pytest

from quizbank.questions import transformer


def shown(readings):
    return [list(reading.values) for reading in readings]


def test_batch_norm_sees_the_other_examples_and_layer_norm_does_not():
    (by_batch, by_layer), (nothing, alone) = shown(transformer.layer_against_batch_norm())
    assert by_batch > 0.1
    assert (by_layer, nothing) == (0, 0)
    assert alone > 1


def test_the_last_gradient_falls_with_depth_before_the_norm_and_stays_after_it():
    post, pre, post_input, pre_input = shown(transformer.post_against_pre_norm())
    assert min(post) > 0.8 * max(post)
    assert pre[-1] < 0.3 * pre[0]
    assert post_input[-1] < 0.1 * post_input[0]
    assert pre_input[-1] > 0.5 * pre_input[0]


def test_residuals_keep_the_gradient_and_the_tokens_apart():
    bare, added, alike, apart = shown(transformer.why_residuals())
    assert bare[-1] < -1
    assert min(added) > 0
    assert alike[4] < 1e-3
    assert min(apart) > 0.1


def test_attention_to_a_single_token_is_linear():
    (attending, inner), (gap,), (share,) = shown(transformer.why_feed_forward())
    assert attending == pytest.approx(0, abs=1e-9)
    assert inner > 1
    assert gap == pytest.approx(0, abs=1e-9)
    assert share == pytest.approx(2 / 3, abs=0.01)


def test_one_masked_pass_equals_a_pass_for_every_prefix():
    passes, gaps = shown(transformer.training_against_inference())
    assert passes == [1, 6]
    assert gaps == pytest.approx([0] * 6, abs=1e-12)


def test_a_cache_saves_more_with_every_step():
    anew, kept, (all_anew, all_kept), held = shown(transformer.kv_cache())
    assert anew[0] == kept[0]
    assert anew[-1] > 30 * kept[-1]
    assert all_anew == sum(anew)
    assert all_kept == sum(kept)
    assert held == [64 * step for step in range(1, 33)]


def test_the_scale_lifts_words_above_positions():
    (plain, scaled, positions), (even, wide) = shown(transformer.why_root_d_model())
    assert plain < positions < scaled
    assert positions == pytest.approx(16)
    assert even == pytest.approx(1, abs=0.05)
    assert wide == pytest.approx(22.6, rel=0.05)


def test_only_the_past_reaches_a_row_of_a_decoder():
    causal, both_sides = shown(transformer.decoder_only())
    assert causal[:-1] == [0] * 5
    assert causal[-1] > 0
    assert min(both_sides) > 0


def test_parameters_of_the_base_model():
    assert transformer.base_parameters(37000) == 63_045_632
    assert transformer.encoder_block_parameters(512, 2048) == 3_150_336
    assert transformer.decoder_block_parameters(512, 2048) == 4_199_936
    assert shown(transformer.walk_through())[1] == [pytest.approx(63.045632)]


def test_dropout_keeps_the_mean_adds_noise_and_wipes_out_a_state():
    scaled, unscaled, (mean,), variances, (one, four), left, (shared,) = shown(transformer.why_dropout())
    assert scaled == pytest.approx([mean] * 3, abs=0.02)
    assert unscaled == pytest.approx([0.9, 0.7, 0.5], abs=0.02)
    assert variances == pytest.approx([2 / 0.9 - 1, 2 / 0.7 - 1, 3, 1], rel=0.03)
    assert (one, four) == pytest.approx((1, 0.25), rel=0.03)
    assert left[-1] == pytest.approx(0.9**50, abs=0.003)
    assert shared == pytest.approx(0.9, abs=0.01)
