"""Classes of growth in several sizes."""

import itertools

import pytest
import sympy
from hypothesis import given
from hypothesis import strategies as st

from quizbank import judge
from quizbank.answers.growth import judge_growth
from quizbank.answers.sizes.algebra import symbol
from quizbank.answers.sizes.rate import growth, leading
from tests.answers.asked import asked

ATTENTION = asked("growth", "n d")
CONSTANT = asked("growth", "n")
n, d = symbol("n"), symbol("d")


def attention(text, language="en"):
    return judge_growth(ATTENTION, lambda n, d: 2 * n * n * d, text, language=language)


def constant(text):
    return judge_growth(CONSTANT, lambda n: 1, text, language="en")


@pytest.mark.parametrize(
    "text",
    [
        "O(n² d)",
        "n^2 d",
        "Θ(n^2*d)",
        r"\mathcal{O}(n^2 \cdot d)",
        r"\Theta\left(n^{2} d\right)",
        "O(n n d)",
        "O(n²·d)",
        "O(n^2)·O(d)",
        "o = O(n**2*d)",
    ],
)
def test_every_form_of_the_class_is_right_without_a_note(text):
    verdict = attention(text)
    assert (verdict.result, verdict.note) == ("right", None)


@pytest.mark.parametrize("text", ["2n^2*d + n d", "O(9999 n² d)", "n² d − n", "O(n²d + n² + d)", "n²d + log(n)"])
def test_constants_and_lower_terms_are_right_with_a_note(text):
    verdict = attention(text)
    assert verdict.result == "right"
    assert "O(n²·d)" in verdict.note


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("O(n^3 d)", "Too loose"),
        ("O(n² d + d³)", "Too loose"),
        ("O(n² d log n)", "Too loose"),
        ("O(2^n d)", "Too loose"),
        ("O(n²)", "Too small"),
        ("O(n d)", "Too small"),
        ("O(min(n,d) n d)", "Too small"),
        ("O(n^3)", "Not comparable: too small in d, too large in n"),
        ("O(n!)", "Not comparable"),
        ("-n² d", "positive"),
        ("log(-n) n² d", "positive"),
    ],
)
def test_another_class_is_wrong_with_its_relation(text, hint):
    verdict = attention(text)
    assert verdict.result == "wrong"
    assert hint in verdict.hint


@pytest.mark.parametrize("text", ["n log n", "n log_2(n)", "n*log10(n)", "n ln n", "O(n log_3 n)"])
def test_the_base_of_a_logarithm_does_not_count(text):
    exercise = asked("growth", "n", powers_of_two=("n",))
    verdict = judge_growth(exercise, lambda n: n * (n.bit_length() - 1), text, language="en")
    assert (verdict.result, verdict.note) == ("right", None)


def test_a_constant_is_a_class_of_its_own():
    assert constant("O(1)").note is None
    assert constant("3").note
    assert constant("O(log n)").result == "wrong"


@pytest.mark.parametrize("text", ["", "Ω(n² d)", "o(n² d)", "O(n² d", "O(sin(n))", "O()"])
def test_lower_bounds_and_other_text_are_unreadable(text):
    assert attention(text).result == "unreadable"


POWERS = st.integers(0, 3)
TERMS = st.builds(
    lambda a, b, c, e: n**a * d**b * sympy.log(n) ** c * sympy.log(d) ** e,
    POWERS,
    POWERS,
    st.integers(0, 1),
    st.integers(0, 1),
)
SUMS = st.lists(TERMS, min_size=1, max_size=3).map(lambda terms: sympy.Add(*terms))


@given(SUMS, SUMS, SUMS)
def test_classes_are_partly_ordered(first, second, third):
    a, b, c = (growth(part, ("n", "d")) for part in (first, second, third))
    assert a <= a
    assert not (a <= b <= c) or a <= c
    assert (a <= b <= a) == (a == b)


@given(SUMS, SUMS)
def test_a_sum_is_the_least_class_above_both(first, second):
    a, b, total = (growth(part, ("n", "d")) for part in (first, second, first + second))
    assert a <= total
    assert b <= total


@given(SUMS)
def test_the_leading_terms_are_of_the_same_class_and_none_can_go(whole):
    kept = leading(sympy.expand(whole), ("n", "d"))
    assert growth(sympy.Add(*kept), ("n", "d")) == growth(whole, ("n", "d"))
    for rest in itertools.combinations(kept, len(kept) - 1):
        assert not rest or growth(sympy.Add(*rest), ("n", "d")) != growth(whole, ("n", "d"))


@given(st.tuples(*[st.integers(0, 3)] * 4), st.tuples(*[st.integers(0, 3)] * 4))
def test_single_terms_are_ordered_size_by_size_power_before_logarithm(first, second):
    a, b = (growth(n**p * sympy.log(n) ** q * d**r * sympy.log(d) ** s, ("n", "d")) for p, q, r, s in (first, second))
    assert (a <= b) == (first[:2] <= second[:2] and first[2:] <= second[2:])


def test_a_product_lies_below_the_sum_of_squares():
    assert growth(n * d, ("n", "d")) <= growth(n**2 + d**2, ("n", "d"))
    assert not growth(n**2 + d**2, ("n", "d")) <= growth(n * d, ("n", "d"))


def test_exponentials_outgrow_every_power():
    ladder = [n, n * sympy.log(n), n**2, n**3, 2**n, 3**n, sympy.factorial(n)]
    classes = [growth(part, ("n",)) for part in ladder]
    for place, lower in enumerate(classes):
        assert all(lower <= higher and not higher <= lower for higher in classes[place + 1 :])


@pytest.mark.parametrize(
    "text", ["O(n x n x d)", "O(n² d + H)", "O(n² d + n H)", "O(n (n d + H))", "O(n² d H/H)", "Θ(n × n × d)"]
)
def test_another_size_in_a_lower_term_is_right(text):
    assert attention(text).result == "right"


@pytest.mark.parametrize(
    "text",
    ["O(H)", "O(n² d H)", "O(n² H)", "O(n² d + n² d H)", "O(1/0)", "1/0", "log(0)", "10**10**10", "inf", "1e-999"],
)
def test_another_size_in_a_leading_term_or_no_value_is_wrong(text):
    assert attention(text).result == "wrong"


def test_the_base_of_a_logarithm_is_not_asked():
    assert judge_growth(asked("growth", "n"), lambda n: n * n, "n² + lg n", language="en").result == "right"
    tree = asked("growth", "D V", powers_of_two=("V",))
    cost = lambda D, V: D * (V.bit_length() - 1)  # noqa: E731
    for text in ("D lg V", "D ln V", "D log V", "O(D log_10 V)"):
        assert judge_growth(tree, cost, text, language="en").result == "right"


@pytest.mark.parametrize(
    ("name", "answer", "due"),
    [
        ("attention.path_growth", "constant", "right"),
        ("attention.path_growth", "O（常数）", "right"),
        ("attention.path_growth", "linear", "wrong"),
        ("rnn.path_growth", "线性", "right"),
        ("rnn.path_growth", "quadratic time", "wrong"),
        ("rnn.layer_growth", "linear", "unreadable"),
    ],
)
def test_a_class_may_go_by_its_name(name, answer, due):
    """Where a question has several sizes, the name does not say in which."""
    assert judge.check(name, 0, [answer])["verdict"] == due
