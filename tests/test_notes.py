"""The errors in the notes: asked only on request, never in an answer key."""

import itertools

import pytest

from quizbank import bank, judge, session
from quizbank.answers.lure import lures_of
from quizbank.question import Exercise

NOTES = [question for question in bank.questions().values() if question.topic == "notes"]
SEEDS = range(6)


def verdict(name, *lines):
    return judge.check(name, 0, list(lines))["verdict"]


def of(*kinds):
    return pytest.mark.parametrize("question", [pytest.param(q, id=q.id) for q in NOTES if q.kind in kinds])


def test_they_are_asked_on_request_only():
    assert NOTES
    assert not {question.id for question in NOTES} & session.offered(bank.questions()).keys()
    assert session.offered(bank.questions()).keys() == {q.id for q in bank.questions().values() if q.topic != "notes"}


@pytest.mark.parametrize("question", [pytest.param(q, id=q.id) for q in NOTES])
def test_each_says_where_and_why(question):
    assert question.note
    assert question.source.startswith("notes 00")
    assert len(question.hints) == 2


@of("fix")
def test_the_shown_line_is_wrong_and_the_formula_is_right(question):
    assert verdict(question.id, question.shown) == "wrong"
    assert verdict(question.id, *(line.strip() for line in Exercise(question, 0).prompt.en.splitlines()[1:])) == "wrong"
    assert verdict(question.id, bank.formulas()[question.formula].latex) == "right"


@of("fix")
def test_the_shown_line_is_wrong_where_the_formula_is_asked_too(question):
    assert verdict(question.formula, question.shown) == "wrong"


@of("choice")
def test_one_option_is_right(question):
    verdicts = [verdict(question.id, letter) for letter, _ in Exercise(question, 0).options]
    assert sorted(verdicts) == ["right", *["wrong"] * (len(verdicts) - 1)]


@of("value")
def test_a_lure_is_wrong(question):
    compute = judge.compute(question)
    for lure, seed in itertools.product(lures_of(compute), SEEDS):
        exercise = Exercise(question, seed)
        typed = lure.function(**exercise.given)
        text = str(typed.tolist() if hasattr(typed, "tolist") else typed)
        found = judge.check(question.id, seed, [text])
        assert (found["verdict"], found["mistake"]) == ("wrong", lure.name)


@pytest.mark.parametrize(
    ("name", "printed", "right"),
    [
        ("notes.hidden_product", "[4.81, 11.23]", "[0.91, 2.17]"),
        ("notes.hidden_product", "[2.53, 7.03]", "[0.91, 2.17]"),
        ("notes.context_vectors", "[tanh(4.91), tanh(11.43)]", "[0.7658, 0.9827]"),
        ("notes.third_probability", "0.25", "0.2745"),
        ("notes.removed_product", "H D", "N D H"),
        ("notes.context_vector", "(A, T)", "(A)"),
        ("notes.evenly_spaced", "0.69", "2/3"),
        ("glove.pair_error", "w^T w̃ + b + b̃ - X", "w^T w̃ + b + b̃ - log X"),
        ("glove.pair_loss", "(w^T w̃ + b + b̃ - log X)^2", "min((X/x_max)^alpha, 1) (w^T w̃ + b + b̃ - log X)^2"),
        ("rnn.rnn_cell", "tanh(W (x + h_prev) + b)", "tanh(W [h_prev; x] + b)"),
        ("attention.scores", "Q^T K", "Q K^T"),
        ("attention.scaled_scores", "Q K^T / sqrt(d_model)", "Q K^T / sqrt(d_k)"),
        ("attention.attention", "softmax(Q K^T / sqrt(d_model)) V", "softmax(Q K^T / sqrt(d_k)) V"),
        ("attention.self_attention", "softmax(W_q X (W_k X)^T / sqrt(d_k)) W_v X", "Attention(X W_q, X W_k, X W_v)"),
        ("losses.cross_entropy", "-log(max(softmax(z)))", "-log(softmax(z)_y)"),
        ("bahdanau.context", "sum_j alpha_j", "sum_j alpha_j h_j"),
        ("positions.sine_term", "sin(pos / 10000^(i + 1))", "sin(pos / 10000^(2i/d_model))"),
        ("transformer.add_and_norm", "LayerNorm(s)", "LayerNorm(x + s)"),
    ],
)
def test_what_the_notes_print_is_wrong(name, printed, right):
    assert (verdict(name, printed), verdict(name, right)) == ("wrong", "right")


@pytest.mark.parametrize(
    ("name", "given", "printed", "right"),
    [
        ("inputs_of_a_head", {"d_model": 512, "heads": 8}, 64, 512),
        ("next_frequency", {"d": 512}, 1.0, 0.96466),
        ("sees_under_the_mask", {"n": 10, "row": 4}, 6, 5),
        ("table_times_itself", {"V": 8, "d": 6}, 8, 6),
        ("after_the_concatenation", {"d_model": 512, "heads": 8}, 786_432, 1_048_576),
    ],
)
def test_the_computed_number_is_the_published_one(name, given, printed, right):
    found = judge.compute(bank.questions()[f"notes.{name}"])(**given)
    assert found == pytest.approx(right, rel=1e-4)
    assert found != pytest.approx(printed, rel=1e-3)
