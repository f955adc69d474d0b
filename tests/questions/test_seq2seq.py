"""Numbers that were published or computed apart from the reference, and what the experiments claim."""

import pytest

from quizbank.questions import seq2seq


def test_published_numbers():
    assert seq2seq.published_size(4, 1000, 160_000, 80_000) == 384_000_000
    assert seq2seq.handed_over(4, 100) == 800


def test_values():
    assert (seq2seq.forgotten_cell(2.0), seq2seq.forgotten_cell(0.0)) == pytest.approx((0.7057, 0.3696), abs=1e-4)
    assert seq2seq.reversed_lags(5) == [5, 1]


def test_what_is_handed_over_does_not_grow_and_the_first_word_fades():
    handed, kept, change = (found.values for found in seq2seq.bottleneck())
    assert len(set(handed)) == 1
    assert list(kept) == sorted(set(kept))
    assert change[-1] < 1e-6 < change[0]


def test_gold_inputs_forget_a_mistake_and_own_words_do_not():
    forced, own = (found.values for found in seq2seq.why_teacher_forcing())
    assert forced[0] == own[0] > 0.5
    assert forced[-1] == 0
    assert own[-1] > 0.5


def test_training_takes_one_pass_and_inference_one_a_word():
    passes, gap = (found.values for found in seq2seq.training_and_inference())
    assert passes == (1, 6)
    assert gap[0] < 1e-12


def test_reversing_keeps_the_mean_distance():
    forwards, backwards = (found.values for found in seq2seq.why_reverse())
    assert sum(forwards) == sum(backwards)
    assert backwards == tuple(range(1, 20, 2))
