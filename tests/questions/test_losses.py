"""Published and hand-made numbers, and what the experiments on losses claim."""

import math

import pytest

from quizbank.questions import losses


def test_values():
    assert losses.notes_loss(5) == pytest.approx(2.093, abs=1e-3)
    assert losses.smoothed_value(0.1) == pytest.approx(0.59019, abs=1e-5)
    assert losses.perplexity_value([1 / 2, 1 / 4, 1 / 8]) == pytest.approx(4)
    assert losses.loss_of_a_guess(10000) == pytest.approx(9.2103, abs=1e-4)


def test_the_notes_fine_tuning_example():
    assert losses.counted_positions(4, 5) == 6
    assert losses.mean_over_counted(6, 10) == pytest.approx(1.6667, abs=1e-4)


def test_the_printed_probabilities_of_the_notes_are_no_answers():
    """They print 0.17, 0.12 and 0.25; the losses of those are not ours."""
    ours = [losses.notes_loss(y) for y in (1, 2, 3)]
    assert ours == pytest.approx([1.6930, 1.9930, 1.2930], abs=1e-4)


def test_the_squared_error_is_slow_where_the_model_is_sure_and_wrong():
    cross_entropy, squared, (fast, slow) = (found.values for found in losses.why_cross_entropy())
    assert cross_entropy[0] > 0.99 > 0.01 > squared[0]
    assert slow > 20 * fast


def test_a_mask_takes_the_prompts_logits_out_and_leaves_its_embeddings_in():
    rows, norms, ratio = (found.values for found in losses.why_loss_mask())
    assert rows == (6, 10)
    assert min(norms) > 0
    assert ratio[0] == pytest.approx(10 / 6)


def test_smoothing_makes_the_best_gap_finite():
    plain, smoothed, best = (found.values for found in losses.why_label_smoothing())
    assert plain == tuple(sorted(plain, reverse=True))
    assert min(smoothed) < smoothed[-1]
    assert best[1] == pytest.approx(4.51, abs=0.01)  # log of 0.91 over 0.01


def test_perplexities_are_not_averaged():
    *_, pooled, averaged, _ = (found.values[0] for found in losses.what_is_perplexity())
    assert averaged > 10 * pooled


def test_a_divergence_by_hand():
    assert losses.kl_value([0.5, 0.5], [0.9, 0.1]) == pytest.approx(math.log(5 / 3), abs=1e-9)  # ½ ln 5/9 + ½ ln 5
    assert losses.kl_value([0.25, 0.75], [0.25, 0.75]) == pytest.approx(0, abs=1e-12)


def test_training_removes_the_divergence_and_leaves_the_entropy():
    (entropy, forward, cross), (backward,), curve, (left,), wide, narrow = (
        found.values for found in losses.entropy_and_kl()
    )
    assert cross == pytest.approx(entropy + forward)
    assert abs(forward - backward) > 0.01
    assert curve[0] == pytest.approx(cross)
    assert 0 <= left < 0.01 * forward
    assert (wide, narrow) == ((10, 5), (5, 1))
