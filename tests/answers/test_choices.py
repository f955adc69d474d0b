"""Cases in words: however they are told, they are the cases of LaTeX."""

import pytest

from quizbank import judge
from quizbank.answers.echo import echo
from quizbank.answers.parse import parse
from quizbank.answers.readable import readable
from tests.answers.asked import problem_of

CASES = {
    "glove.weight": ("(X/x_max)^α", "X < x_max", "1", "X >= x_max"),
    "softmax.relu": ("x", "x > 0", "0", "x <= 0"),
    "search.brevity_penalty": ("1", "c > r", "exp(1 - r/c)", "c <= r"),
    "training.clip_by_norm": ("g", "‖g‖ <= c", "c g/‖g‖", "‖g‖ > c"),
}
"""Of each formula a value, when it holds, the other one, and when that does."""

WITH_A_REST = [
    "{0} if {1}, {2} otherwise",
    "{0} if {1}; {2} otherwise",
    "{0} if {1}, otherwise {2}",
    "{0} if {1} else {2}",
    "{0} if {1}, else {2}",
    "{0} for {1}, {2} otherwise",
    "{0} when {1}, {2} else",
    "{0}, if {1}; {2}, otherwise",
    "{0}, {1}; {2}, otherwise",
    "{0} ({1}), {2} otherwise",
    "{{{0} if {1}; {2} otherwise}}",
    "{{ {0}, {1}; {2}, otherwise }}",
    "if {1} then {0} else {2}",
    "if {1}: {0} else: {2}",
    "if {1} then {0}, otherwise {2}",
    "{1} ? {0} : {2}",
    "当 {1} 时 {0}，否则 {2}",
    "当 {1} 时，{0}；否则 {2}",
    "如果 {1}，则 {0}，否则 {2}",
    "若 {1} 则取 {0}，否则取 {2}",
    "若 {1}，{0}；否则，{2}",
    "{1} 时为 {0}，否则为 {2}",
    "if {1}, {0}; otherwise {2}",
    "if {1}, then {0}; otherwise, {2}",
    "{0}，{1}；{2}，其他",
    "{0}，若 {1}；{2}，其他情况",
    r"\begin{{cases}} {0} & \text{{if }} {1} \\ {2} & \text{{otherwise}} \end{{cases}}",
]
WITH_BOTH = [
    "{0} if {1}, {2} if {3}",
    "{0} for {1}; {2} for {3}",
    "{0}, {1}; {2}, {3}",
    "{0} ({1}), {2} ({3})",
    "{{{0}, {1}; {2}, {3}}}",
    "{0}，当 {1}；{2}，当 {3}",
    "当 {1} 时 {0}，当 {3} 时 {2}",
    "{1}: {0}; {3}: {2}",
    "if {1}, {0}; if {3}, {2}",
]


def told(name, form):
    """What the judge makes of the cases of this formula in this form, printed."""
    vocabulary = problem_of(name).vocabulary
    return echo(parse(form.format(*CASES[name]), vocabulary), vocabulary)


@pytest.mark.parametrize("form", WITH_A_REST)
@pytest.mark.parametrize("name", CASES)
def test_cases_with_a_rest_are_those_of_latex(name, form):
    """Each form is read as the same choice."""
    assert told(name, form) == told(name, WITH_A_REST[-1])


@pytest.mark.parametrize("form", WITH_BOTH)
@pytest.mark.parametrize("name", CASES)
def test_cases_with_a_condition_each_are_those_of_latex(name, form):
    """As above, where no case is left for the rest."""
    assert told(name, form) == told(name, r"\begin{{cases}} {0} & {1} \\ {2} & {3} \end{{cases}}")


@pytest.mark.parametrize("form", [*WITH_A_REST, *WITH_BOTH])
@pytest.mark.parametrize("name", CASES)
def test_cases_are_judged(name, form):
    """Right as they are, wrong with their values exchanged."""
    value, condition, other, rest = CASES[name]
    assert judge.check(name, 0, [form.format(value, condition, other, rest)])["verdict"] == "right"
    assert judge.check(name, 0, [form.format(other, condition, value, rest)])["verdict"] == "wrong"


@pytest.mark.parametrize(
    "lines",
    [
        ("{0} if {1}", "{2} otherwise"),
        ("{0} if {1}", "{2} if {3}"),
        ("{{ {0}, {1}", "{2}, {3} }}"),
        ("{{ {0}, {1}", "{2}, {3}"),
        ("{0}, 当 {1}", "{2}, 否则"),
    ],
)
@pytest.mark.parametrize("name", CASES)
def test_cases_may_stand_below_each_other(name, lines):
    """One case a line, with a left side or without; what follows them is a line of its own."""
    one, other = (line.format(*CASES[name]) for line in lines)
    assert judge.check(name, 0, [one, other])["verdict"] == "right"
    assert judge.check(name, 0, [f"y = {one}", other])["verdict"] == "right"
    assert judge.check(name, 0, [f"y = {one}", other, "y + 1"])["verdict"] == "wrong"


def test_cases_end_where_another_line_is_defined():
    """What follows them is a line of its own; a left side stands in front of them."""
    text = "e = w^T w̃ + b + b̃ - log X; f = (X/x_max)^α if X < x_max, 1 otherwise; J = f e²"
    assert judge.check("glove.pair_loss_lines", 0, [text])["verdict"] == "right"


def test_a_condition_may_have_two_bounds():
    """0 ≤ X < x_max is both at once, and printed so."""
    found = judge.check("glove.weight", 0, ["(X/x_max)^α, 0 ≤ X < x_max; 1, X ≥ x_max"])
    assert (found["verdict"], "0 ≤ X_ij < x_max" in readable(found["read_as"])) == ("right", True)
    assert judge.check("glove.weight", 0, ["(X/x_max)^α if 0 < X < 2 x_max else 1"])["verdict"] == "wrong"


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("search.brevity_penalty", "1 for c>r+1, e^(1-r/c) for c<r"),
        ("word2vec.subsample_keep", "{1, f<t/2; √(t/f), f>t}"),
        ("transformer.dropout", "x/(1-p) if m=1, 0 if m=2"),
        ("softmax.relu", "{x, x>1; 0, x<=0}"),
        ("glove.weight", "(X/x_max)^α for X<x_max, 1 for X>2x_max"),
    ],
)
def test_cases_that_leave_something_out_are_told_so(name, text):
    """Nothing that stands there is blamed, and the example has no number where none of them holds."""
    found = judge.check(name, 0, [text])
    assert (found["verdict"], "none does" in found["hint"]) == ("wrong", True)
    assert "nan" in found["counterexample"]["yours"]


@pytest.mark.parametrize("text", ["x if x > 0", "x, x > 0"])
def test_half_of_the_cases_cost_no_attempt(text):
    """What holds otherwise is asked."""
    assert judge.check("softmax.relu", 0, [text])["verdict"] == "unreadable"
