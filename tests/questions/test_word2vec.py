"""What the experiments on word2vec claim."""

import pytest

from quizbank.questions import word2vec


def test_values():
    assert word2vec.path_value([0.5, -1.0, 2.0], "L R L") == pytest.approx(0.40081, abs=1e-5)
    assert word2vec.window_mean(10) == 11
    assert word2vec.keep_value(1e-3) == pytest.approx(0.1)
    assert word2vec.huffman_lengths([16, 8, 4, 2, 1]) == [1, 2, 3, 4, 4]
    assert word2vec.output_numbers(100, 5) == 495


def test_a_path_is_short_and_the_whole_distribution_is_not():
    flat, balanced, huffman, total, (flat_whole, tree_whole) = (found.values for found in word2vec.why_tree())
    assert all(h < b < f for h, b, f in zip(huffman, balanced, flat, strict=True))
    assert total[0] == pytest.approx(1)
    assert tree_whole == flat_whole - 1


def test_skipgram_costs_more_and_trains_the_word_itself():
    (cbow, skipgram), predictions, (share, whole) = (found.values for found in word2vec.cbow_or_skipgram())
    assert skipgram > 5 * cbow
    assert predictions == (8,)
    assert share == whole / 8


def test_negative_sampling_settles_at_shifted_pmi():
    (softmax, tree, sampled), moved, settled, expected = (found.values for found in word2vec.why_negative_sampling())
    assert softmax > 100 * tree > 100 * sampled
    assert moved == (4096, 12, 6)
    assert settled == pytest.approx(expected, abs=1e-3)


def test_one_table_expects_words_beside_themselves():
    (two, one), (itself_two, itself_one), actual = (found.values for found in word2vec.why_two_vectors())
    assert two < one
    assert itself_two < 0.01 < 0.1 < itself_one
    assert actual == (0,)


def test_the_exponent_lies_between_counts_and_uniform():
    frequent, rare, kept = (found.values for found in word2vec.why_three_quarters())
    assert frequent == tuple(sorted(frequent, reverse=True))
    assert rare == tuple(sorted(rare))
    assert kept == pytest.approx((0.01414, 0.1, 1), rel=1e-3)


def test_long_vectors_win_by_dot_product_and_questions_answer_themselves():
    dots, cosines, (scaled,), (king, man, woman), (queen, the, apple) = (
        found.values for found in word2vec.judging_vectors()
    )
    assert dots[0] < dots[1]
    assert cosines[0] > cosines[1]
    assert scaled == pytest.approx(cosines[0])
    assert king > queen > max(man, woman, the, apple)
