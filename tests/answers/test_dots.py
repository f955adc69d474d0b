"""Sums and concatenations with dots: the parts before the dots must follow one another."""

import pytest

from quizbank import judge

HEAD = "head_i = Attention(X W_i^Q, X W_i^K, X W_i^V)"
RIGHT = [
    ("bahdanau.context", ["α_1 h_1 + α_2 h_2 + … + α_T h_T"]),
    ("losses.cross_entropy", ["-(y_1 log p_1 + … + y_K log p_K)"]),
    ("word2vec.noise_distribution", ["c_i^{3/4}/(c_1^{3/4} + … + c_V^{3/4})"]),
    ("softmax.softmax", ["e^{z_i}/(e^{z_1} + … + e^{z_K})"]),
    ("softmax.softmax", ["e^{z_i}/(e^{z_1} + e^{z_2} + … + e^{z_K})"]),
    ("softmax.softmax", ["e^{z_i}/(e^{z_1} + e^{z_2} + e^{z_3} + … + e^{z_K})"]),
    ("word2vec.cbow_hidden", ["(C_{w_1} + C_{w_2} + ... + C_{w_n})/n"]),
    ("attention.multi_head_self_attention", [HEAD, "Concat(head_1, head_2, …, head_h) W^O"]),
    ("attention.multi_head_self_attention", [HEAD, "[head_1; …; head_h] W^O"]),
    ("attention.multi_head_self_attention", [HEAD, "(head_1 ⊕ head_2 … ⊕ head_h) W^O"]),
]
GAPPED = [
    ("bahdanau.context", ["α_1 h_1 + … + α_T h_{T-1}"]),
    ("bahdanau.context", ["α_1 h_2 + … + α_T h_T"]),
    ("bahdanau.context", ["α_1 h_T + … + α_T h_1"]),
    ("softmax.softmax", ["e^{z_i}/(e^{z_1} + … + sin(z_K))"]),
    ("losses.cross_entropy", ["-(y_1 log p_1 + … + y_K log z_K)"]),
    ("word2vec.noise_distribution", ["c_i^{3/4}/(c_1^{3/4} + … + c_V^{1/2})"]),
    ("softmax.softmax", ["e^{z_i}/(e^{z_1} + e^{z_1} + … + e^{z_K})"]),
    ("softmax.softmax", ["e^{z_i}/(e^{z_1} + e^{z_3} + … + e^{z_K})"]),
    ("softmax.softmax", ["e^{z_i}/(e^{z_1} + e^{2 z_2} + … + e^{z_K})"]),
    ("word2vec.cbow_hidden", ["(C_{w_1} + C_{w_3} + ... + C_{w_n})/n"]),
    ("attention.multi_head_self_attention", [HEAD, "Concat(head_1, head_3, …, head_h) W^O"]),
    ("attention.multi_head_self_attention", [HEAD, "Concat(head_1, …, head_2, head_h) W^O"]),
    ("attention.multi_head_self_attention", [HEAD, "(head_1 ⊕ head_1 … ⊕ head_h) W^O"]),
]


@pytest.mark.parametrize(("name", "lines"), RIGHT)
def test_parts_that_follow_one_another_are_all_parts(name, lines):
    assert judge.check(name, 0, lines, language="en")["verdict"] == "right"


@pytest.mark.parametrize(("name", "lines"), GAPPED)
def test_other_parts_are_not_taken_for_them(name, lines):
    assert judge.check(name, 0, lines, language="en")["verdict"] == "unreadable"
