"""Choices and orders."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quizbank.answers.choice import judge_option, judge_sequence, letter, shuffled
from quizbank.language import Text

OPTIONS = [
    Text("keeps the old state", "保留旧状态"),
    Text("resets it", "重置"),
    Text("writes the new state", "写入新状态"),
]


def choice(text):
    return judge_option(OPTIONS, OPTIONS[1], text, language="en")


def order(text):
    return judge_sequence(OPTIONS, [OPTIONS[1], OPTIONS[0], OPTIONS[2]], text, language="en")


@pytest.mark.parametrize(
    "text", ["b", "B", " b ", "(b)", "b)", "b.", "resets it", "Resets it.", "重置", "b) resets it", "b：重置"]
)
def test_a_letter_or_the_full_text_is_right(text):
    assert choice(text).result == "right"


@pytest.mark.parametrize("text", ["a", "c", "keeps the old state", "写入新状态"])
def test_another_option_is_wrong(text):
    assert choice(text).result == "wrong"


@pytest.mark.parametrize("text", ["", "d", "resets", "ab", "b) keeps the old state", "a b"])
def test_what_names_no_single_option_is_unreadable(text):
    assert choice(text).result == "unreadable"


@pytest.mark.parametrize(
    "text", ["b a c", "b,a,c", "b>a>c", "bac", "B → A → C", "b、a、c", "b; a; c", "(b) (a) (c)", "b->a->c"]
)
def test_an_order_in_every_form(text):
    assert order(text).result == "right"


def test_every_other_order_is_wrong_and_says_from_where():
    for letters in itertools.permutations("abc"):
        verdict = order(" ".join(letters))
        assert (verdict.result == "right") == (letters == ("b", "a", "c"))
        assert verdict.result == "right" or verdict.hint
    assert "other end" in order("c a b").hint
    assert "Right up to b" in order("b c a").hint


@pytest.mark.parametrize("text", ["", "a b", "a b b", "a b d", "a b c a", "first the second"])
def test_an_order_without_every_letter_is_unreadable(text):
    assert order(text).result == "unreadable"


@given(st.integers(0, 10**6))
def test_the_seed_alone_decides_the_letters(seed):
    shown = shuffled("lstm.order", seed, OPTIONS)
    assert shown == shuffled("lstm.order", seed, OPTIONS)
    assert sorted(shown, key=OPTIONS.index) == OPTIONS
    place = shown.index(OPTIONS[0])
    assert judge_option(shown, OPTIONS[0], letter(place), language="zh").result == "right"


def test_every_order_is_shown_for_some_seed():
    shown = {tuple(option.en for option in shuffled("x", seed, OPTIONS)) for seed in range(60)}
    assert len(shown) == 6
