"""Names that a prompt uses, in the answers to it: read, and told by what they mean there."""

import re

import pytest

from quizbank import bank, judge
from quizbank.answers.sizes import scalar
from quizbank.answers.sizes.prompted import prompted
from quizbank.question import Exercise
from tests.answers.asked import every


def in_symbols(question):
    return bool(question.symbols)


def checked(name, answer):
    return judge.check(name, 0, [answer])


@every("count", "shape", "growth", if_=in_symbols)
def test_every_size_in_a_prompt_can_stand_in_the_answer(question):
    """A wrong size is wrong, which costs an attempt; it is no name that nobody knows, and no slip for another one."""
    exercise = Exercise(question, 0)
    for name in {*prompted(exercise), *scalar.names(exercise)}:
        verdict = checked(question.id, name)
        assert verdict["verdict"] in ("right", "wrong"), (name, verdict["hint"])


def names_two(question):
    return in_symbols(question) and bool(re.search(r"d_k = d_v", question.prompt.en))


@every("count", if_=names_two)
def test_sizes_that_a_prompt_calls_equal_are(question):
    right = checked(question.id, "?")["answer"]
    assert checked(question.id, f"{right} + d_k - d_v")["verdict"] == "right"


def is_of_torch(question):
    return in_symbols(question) and "torch" in question.prompt.en


@every("count", "shape", if_=is_of_torch)
def test_torch_has_its_own_names_for_sizes(question):
    names = {"H": "hidden_size", "D": "input_size", "d_{model}": "embed_dim", "L": "num_layers"}
    right = checked(question.id, "?")["answer"]
    for name, other in names.items():
        right = re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", other, right)
    assert checked(question.id, right)["verdict"] == "right"


@pytest.mark.parametrize(
    ("name", "answer", "verdict", "hint"),
    [
        ("attention.multi_head_parameters", "h*(3*d_model*d_k) + h*d_v*d_model", "right", ""),
        ("attention.multi_head_attention_parameters", "2*d_model*h*(d_k + d_v)", "right", ""),
        ("attention.multi_head_attention_shape", "(n, h·d_v)", "right", ""),
        ("attention.torch_weight_shape", "(3E, E)", "right", ""),
        ("attention.projection_cost", "4nd h d_k", "right", ""),
        ("attention.projection_cost", "4 n d_model²", "right", ""),
        ("attention.projection_cost", "4nd d_k", "wrong", "d_k does not belong here"),
        ("attention.grouped_cache", "2 g d_v", "right", ""),
        ("lstm.final_state_shape", "(num_layers, B, hidden_size)", "right", ""),
        ("word2vec.tree_growth", "O(D ⌈log V⌉)", "right", ""),
        ("attention.multi_head_parameters", "4E²", "unreadable", "E is not a name here"),
        ("attention.attention_shape", "(n, d_k)", "wrong", "axis 2"),
        ("nnlm.hidden_shape", "(nm,)", "wrong", "axis 1"),
        ("bahdanau.output_distribution_shape", "(V, inner)", "wrong", "rank differs"),
        ("nnlm.hidden_parameters", "h*n*m", "wrong", "Missing: h."),
        ("nnlm.hidden_parameters", "h*n", "wrong", "n does not belong here"),
        ("nnlm.parameters", "V*(1+n*m+h) + h*(1+n*m)", "wrong", "Too much: m·h."),
        ("attention.multi_head_attention_parameters", "3*d_model^2", "wrong", "W^O"),
        ("word2vec.inner_nodes", "V − 1 inner nodes", "right", ""),
        ("word2vec.inner_nodes", "V inner nodes", "wrong", ""),
    ],
)
def test_names_of_the_prompt_and_what_is_told_of_them(name, answer, verdict, hint):
    found = checked(name, answer)
    assert found["verdict"] == verdict, found
    assert hint in (found["hint"] or "")


@pytest.mark.parametrize(
    ("name", "answer", "shown"),
    [
        ("positions.add_positions_shape", "(d, n)", "(d, n)"),
        ("search.prefix_work", "Σ_{i=0}^{n-1} i", "Σ_{i=0}^{n − 1} i"),
        ("search.prefix_work", "sum(range(1, n+1))", "Σ_{i=1}^{n} i"),
    ],
)
def test_the_echo_has_the_names_and_sums_that_were_typed(name, answer, shown):
    assert checked(name, answer)["read_as"] == shown


@pytest.mark.parametrize(
    "answer",
    [
        *("n(n+1)//2", "(n+1)*n//2", "⌊n(n+1)/2⌋", r"\left\lceil (n^2+n)/2 \right\rceil", "floor((n²+n+1)/2)"),
        *(r"\binom{n+1}{2}", r"{n+1 \choose 2}", "C(n+1, 2)", "C_{n+1}^2", "math.comb(n+1, 2)", "comb(n, 2) + n"),
        *("sum(range(1, n+1))", "sum(range(n+1))", "1 + 2 + … + n", "n(n+1)/2 words"),
    ],
)
def test_a_triangle_of_words_in_every_form(answer):
    assert checked("search.prefix_work", answer)["verdict"] == "right"


@pytest.mark.parametrize("answer", ["n(n+2)//2", r"\binom{n}{2}", "C(n, 2)", "sum(range(n))", "⌈n/2⌉ (n+1)", "n²//2"])
def test_another_number_of_words_is_wrong(answer):
    assert checked("search.prefix_work", answer)["verdict"] == "wrong"


@pytest.mark.parametrize(
    "log", ["math.log(V, 2)", "lb V", "⌈log₂V⌉", r"\lceil \log_2 V \rceil", "2 log_4 V", "log_2(V)"]
)
def test_a_logarithm_in_every_form(log):
    assert checked("word2vec.cbow_cost", f"N*D + D*{log}")["verdict"] == "right"


@pytest.mark.parametrize(
    ("name", "answer"),
    [("word2vec.cbow_cost", "ND + log_2 V D"), ("attention.layer_growth", "O(n log n d)")],
)
def test_a_logarithm_of_one_size_or_of_a_product_is_asked_about(name, answer):
    assert checked(name, answer)["verdict"] == "unreadable"


@pytest.mark.parametrize("base", ["-log_b(softmax(z)_y)", "-log(softmax(z)_y, b)"])
def test_a_base_that_is_no_number_is_not_read_over(base):
    assert checked("losses.cross_entropy", base)["verdict"] == "unreadable"


def counts_biases(question):
    return not question.symbols and bool(re.search(r"biases included|with biases|one bias", question.prompt.en))


@every("count", if_=counts_biases)
def test_a_count_without_one_of_its_biases_is_told_so(question):
    exercise = Exercise(question, 0)
    right = int(judge.compute(question)(**exercise.given))
    lengths = [exercise.given[name] for name in ("V", "H", "h") if name in exercise.given]
    for length in lengths:
        verdict = checked(question.id, str(right - length))
        assert "bias" in verdict["hint"].lower() or verdict["mistake"], (length, verdict["hint"])


@pytest.mark.parametrize(
    ("name", "answer"),
    [
        ("bahdanau.alignment_parameters", "22950"),
        ("bahdanau.alignment_parameters", "25300"),
        ("bahdanau.alignment_parameters", "456"),
        ("word2vec.pair_count", "18"),
        ("search.prefix_work", "n(n-1)/2"),
    ],
)
def test_a_typical_slip_has_its_name(name, answer):
    assert checked(name, answer)["mistake"]


def test_a_number_that_is_a_little_off_is_not_called_rounded():
    assert "rounded" not in checked("nnlm.toy_parameters", "210")["hint"]
    assert "rounded" in checked("mlp.notes_parameters", "1480000")["hint"]


def closes_conventions(question):
    return bool(question.settled)


@every("fix", if_=closes_conventions)
def test_what_a_prompt_settles_is_closed(question):
    """The settled conventions are the formula's own, and no note names one of them in a right answer."""
    from quizbank.convention import conventions_of
    from quizbank.formulas import reference

    names = {convention.name for convention in conventions_of(reference(question.formula))}
    assert set(question.settled) <= names


@pytest.mark.parametrize(
    "answer",
    [
        "softmax((QK^T/√d_k).masked_fill(M == 0, -inf)) V",
        "softmax((QK^T/√d_k).masked_fill(M == 0, -1e9)) V",
        "softmax(where(M == 0, -inf, QK^T/√d_k)) V",
        "softmax(QK^T/√d_k - 1e9 M) V",
    ],
)
def test_a_mask_of_ones_is_right_where_the_prompt_leaves_it_open_alone(answer):
    closed, free = checked("notes.mask_of_ones", answer), checked("attention.masked_attention", answer)
    assert (closed["verdict"], free["verdict"]) == ("wrong", "right")
    assert free["note"] in closed["hint"]


def test_the_counterexample_has_the_mask_of_the_prompt():
    found = checked("notes.mask_of_ones", "(softmax(QK^T/√d_k) ⊙ M) V")
    assert found["mistake"] == "masked_after_softmax"
    assert "1" not in found["counterexample"]["inputs"]["M"]


def test_there_are_such_questions():
    kinds = (names_two, is_of_torch, counts_biases, closes_conventions)
    assert all(any(map(kind, bank.questions().values())) for kind in kinds)
