"""Choices and orders."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quizbank.answers.choice import judge_choice, judge_option, judge_order, judge_sequence
from quizbank.language import Text
from quizbank.question import Exercise, Question

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
    "text",
    [
        *("b", "B", " b ", "(b)", "b)", "b.", "[b]", "ｂ", "（Ｂ）", "resets it", "Resets it.", "重置", "b) resets it"),
        *(
            "b：重置",
            "option b",
            "answer: B",
            "The answer is b.",
            "it's b",
            "答案是 B",
            "选B",
            "我选 b",
            "选项 B",
            "B项",
        ),
    ],
)
def test_a_letter_or_the_full_text_is_right(text):
    assert choice(text).result == "right"


@pytest.mark.parametrize("text", ["a", "c", "keeps the old state", "写入新状态", "选A", "the answer is c", "ｃ"])
def test_another_option_is_wrong(text):
    assert choice(text).result == "wrong"


@pytest.mark.parametrize("text", ["", "d", "resets", "ab", "b) keeps the old state", "a b", "not b", "a or b"])
def test_what_names_no_single_option_is_unreadable(text):
    assert choice(text).result == "unreadable"


@pytest.mark.parametrize(
    "text",
    [
        *("b a c", "b,a,c", "b>a>c", "bac", "B → A → C", "b、a、c", "b; a; c", "(b) (a) (c)", "b->a->c", "[b, a, c]"),
        *(
            "b < a < c",
            "b => a => c",
            "b | a | c",
            "b/a/c",
            "b then a then c",
            "b 然后 a 然后 c",
            "1. b 2. a 3. c",
            "ｂａｃ",
        ),
        *("resets it; keeps the old state; writes the new state", "重置、保留旧状态、写入新状态"),
        *("resets it, then keeps the old state, then writes the new state", "1) 重置 2) 保留旧状态 3) 写入新状态"),
    ],
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
    exercise = asked(seed)
    assert exercise.options == asked(seed).options
    assert sorted((option for _, option in exercise.options), key=OPTIONS.index) == OPTIONS
    right = next(letter for letter, option in exercise.options if option == OPTIONS[0])
    assert judge_choice(exercise, lambda: 0, right, language="zh").result == "right"
    in_order = " ".join(sorted((letter for letter, _ in exercise.options), key=lambda one: place_of(exercise, one)))
    assert judge_order(exercise, lambda: range(len(OPTIONS)), in_order, language="en").result == "right"


def test_every_order_is_shown_for_some_seed():
    shown = {tuple(option.en for _, option in asked(seed).options) for seed in range(60)}
    assert len(shown) == 6


def asked(seed):
    text = Text("?", "？")
    return Exercise(Question("lstm.order", "order", 1, 10, text, text, (), "", options=tuple(OPTIONS)), seed)


def place_of(exercise, letter):
    return OPTIONS.index(dict(exercise.options)[letter])
