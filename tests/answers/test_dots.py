"""Sums and concatenations with dots: the parts before the dots must follow one another."""

import pytest

from quizbank import judge

HEAD = "head_i = Attention(X W_i^Q, X W_i^K, X W_i^V)"
RIGHT = [
    ("softmax.softmax", ["e^{z_i}/(e^{z_1} + … + e^{z_K})"]),
    ("softmax.softmax", ["e^{z_i}/(e^{z_1} + e^{z_2} + … + e^{z_K})"]),
    ("softmax.softmax", ["e^{z_i}/(e^{z_1} + e^{z_2} + e^{z_3} + … + e^{z_K})"]),
    ("word2vec.cbow_hidden", ["(C_{w_1} + C_{w_2} + ... + C_{w_n})/n"]),
    ("attention.multi_head_self_attention", [HEAD, "Concat(head_1, head_2, …, head_h) W^O"]),
    ("attention.multi_head_self_attention", [HEAD, "[head_1; …; head_h] W^O"]),
    ("attention.multi_head_self_attention", [HEAD, "(head_1 ⊕ head_2 … ⊕ head_h) W^O"]),
]
GAPPED = [
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
