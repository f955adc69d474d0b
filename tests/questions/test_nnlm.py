"""What the experiments on the neural language model claim."""

import pytest

from quizbank.questions import nnlm
from quizbank.questions.nnlm import trained


def test_sizes():
    assert nnlm.toy_parameters(6, 3, 3, 2) == 86
    assert nnlm.context_shape(2, 3) == (6,)


def test_the_tree_moves_the_bottleneck_to_the_hidden_layer():
    shares, (flat, tree, cbow), hidden = (found.values for found in nnlm.what_is_the_bottleneck())
    assert shares == tuple(sorted(shares))
    assert shares[-1] > 90
    assert flat > 5 * tree > 100 * cbow
    assert hidden[0] > 90


def test_the_model_expects_what_counting_cannot():
    counted, modelled, (queen, fish), (seen, possible) = (found.values for found in nnlm.why_not_ngrams())
    assert counted[:2] == (0, 0)
    assert min(modelled) > 0.5
    assert queen > fish
    assert seen < possible / 100


def test_the_held_back_sentence_was_not_trained_on():
    contexts, words = trained.held_back()
    assert len(words) == len(trained.HELD_BACK) - contexts.shape[1]


def test_the_printed_hidden_layer_of_the_notes_is_no_answer():
    """They print 0.999 and 1.0."""
    assert nnlm.hidden_value([0, 1]) == pytest.approx([0.7658, 0.9827], abs=1e-4)
