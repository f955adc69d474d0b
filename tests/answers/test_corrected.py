"""`fix` questions: the wrong line as it should be is right, alone or among the others, and no other line is."""

import pytest

from quizbank import bank
from quizbank.answers.asked import vocabulary_of
from quizbank.answers.parse import parse
from quizbank.answers.reading import reading
from quizbank.answers.shown import shown_lines
from quizbank.judge import check
from tests.answers.decided import right_answers

FIX = [question for question in bank.questions().values() if question.kind == "fix"]
SEVERAL = [question for question in FIX if len(question.shown.split(r"\\")) > 1]


def lines(latex):
    """Its lines, as they would be typed one by one."""
    return [line.strip() for line in latex.split(r"\\")]


def by_name(latex, question):
    """The lines by the names that they define."""
    read = parse(latex, vocabulary_of(question.formula, "en", question.legend))
    return {line.name: lines(latex)[line.line - 1] for line in read}


def notes(question):
    """The right lines by name, the shown ones by name, and the name of the wrong one."""
    wrong = shown_lines(question.formula, "en", question.legend, question.shown).name
    return by_name(bank.formulas()[question.formula].latex, question), by_name(question.shown, question), wrong


@pytest.mark.parametrize("question", FIX, ids=lambda question: question.id)
def test_the_right_notes_are_right_and_those_shown_are_named_wrong(question):
    """All lines typed as they should be, and as they are shown."""
    right = check(question.id, 0, lines(bank.formulas()[question.formula].latex))
    assert (right["verdict"], right["note"]) == ("right", None), right
    wrong = check(question.id, 0, lines(question.shown))
    assert wrong["verdict"] == "wrong"
    assert question.mistake in (None, wrong["mistake"]), wrong


@pytest.mark.parametrize("question", SEVERAL, ids=lambda question: question.id)
def test_the_line_as_it_should_be_is_right_alone(question):
    """It may use the names of the lines beside it; its right side alone will do; its echo knows its shape."""
    right, _, wrong = notes(question)
    bare = right[wrong].partition("=")[2]
    for typed in (right[wrong], bare):
        found = check(question.id, 0, [typed])
        assert (found["verdict"], found["note"]) == ("right", None), found
        assert reading(typed, question, "en").shape


@pytest.mark.parametrize("question", SEVERAL, ids=lambda question: question.id)
def test_the_line_as_it_should_be_is_right_beside_any_other(question):
    """Whoever types a line again that was right already has typed nothing wrong."""
    right, _, wrong = notes(question)
    for name, line in right.items():
        if name != wrong:
            for typed in ([line, right[wrong]], [right[wrong], line]):
                found = check(question.id, 0, typed)
                assert (found["verdict"], found["note"]) == ("right", None), (typed, found)


@pytest.mark.parametrize("question", SEVERAL, ids=lambda question: question.id)
def test_the_result_needs_no_name_behind_the_line_as_it_should_be(question):
    """It stands alone, under a name of one's own, or as a function of what it is made of."""
    right, _, wrong = notes(question)
    (asked, *others) = [output.name for output in bank.formulas()[question.formula].outputs]
    result = right[asked].partition("=")[2]
    is_made_of_it = asked in shown_lines(question.formula, "en", question.legend, question.shown).later
    for left in ("", "out =", "f(a, b) =", f"{asked}(Q, K, V) =") if is_made_of_it and not others else ():
        for typed in ([right[wrong], f"{left}{result}"], [f"{left}{result}", right[wrong]]):
            found = check(question.id, 0, typed)
            assert (found["verdict"], found["note"]) == ("right", None), (typed, found)


@pytest.mark.parametrize("question", SEVERAL, ids=lambda question: question.id)
def test_the_wrong_line_typed_again_is_named(question):
    """Alone and beside a right one."""
    right, shown, wrong = notes(question)
    for typed in ([shown[wrong]], *([line, shown[wrong]] for name, line in right.items() if name != wrong)):
        found = check(question.id, 0, typed)
        assert (found["verdict"], found["mistake"]) == ("wrong", question.mistake), (typed, found)
        assert found["read_as"].count(" = ") == len(typed)  # lines that are not typed are not echoed


@pytest.mark.parametrize("question", SEVERAL, ids=lambda question: question.id)
def test_a_line_that_was_right_already_is_no_answer(question):
    """Whether it comes before the wrong one or after it."""
    right, _, wrong = notes(question)
    for name, line in right.items():
        if name != wrong:
            found = check(question.id, 0, [line])
            assert (found["verdict"], found["hint"]) == ("wrong", "This line was right already."), (line, found)


@pytest.mark.parametrize("question", SEVERAL, ids=lambda question: question.id)
def test_what_is_right_for_the_formula_is_right_as_the_whole_answer(question):
    """`h` and `c` alone are those of the step before as they are where nothing is shown."""
    same = [q for q in bank.questions().values() if q.formula == question.formula and q.kind in ("formula", "system")]
    for answer in [answer for asked in same for answer in right_answers()[asked.id]]:
        found = check(question.id, 0, answer)
        assert found["verdict"] == "right", (answer, found)


@pytest.mark.parametrize("question", SEVERAL, ids=lambda question: question.id)
def test_what_is_asked_and_what_is_made_of_it_may_not_be_used(question):
    """The right values of all other lines are known, so that an answer made of later ones would prove nothing."""
    right, _, wrong = notes(question)
    for name in [wrong, *shown_lines(question.formula, "en", question.legend, question.shown).later]:
        left, head = (text.partition("=")[0].strip() for text in (right[wrong], right[name]))
        found = check(question.id, 0, [f"{left} = {head}"])
        assert found["verdict"] == "unreadable", found


@pytest.mark.parametrize(
    ("name", "typed"),
    [
        ("lstm.lstm_cell_fix_old_cell_shown", ["h = o * tanh(c)"]),
        ("lstm.lstm_cell_fix_old_cell_shown", ["o * torch.tanh(c)"]),
        ("attention.dot_attention_fix_keys_as_values", ["c_0 = Σ_i α_i h_i"]),
        ("attention.dot_attention_fix_raw_scores_as_weights", ["c_0 = softmax(H W_K^T W_Q s_0) H"]),
        ("attention.attention_gradient_fix_row_sum_missing", ["dS = P ⊙ (dP − rowsum(P ⊙ dP))"]),
        ("attention.attention_gradient_fix_row_sum_missing", ["D = rowsum(P ⊙ dP)", "dS = P ⊙ (dP − D)"]),
        ("attention.multi_head_attention_fix_W_o_missing", ["MultiHead = Concat(head_1, …, head_h) W^O"]),
        ("attention.multi_head_attention_fix_W_o_missing", ["MultiHead(Q, K, V) = Concat(head_1, …, head_h) W^O"]),
        ("attention.multi_head_self_attention_fix_W_o_missing_in_self_attention", ["O = [head_1, …, head_h] W^O"]),
    ],
)
def test_corrections_as_people_type_them(name, typed):
    """In other notations, with lines of one's own, and two lines made one."""
    assert check(name, 0, typed)["verdict"] == "right"


WHOLE = [
    "f = σ(W_f[h,x]+b_f)",
    "i = σ(W_i[h,x]+b_i)",
    r"\tilde c = tanh(W_c[h,x]+b_c)",
    r"c = f⊙c + i⊙\tilde c",
    "o = σ(W_o[h,x]+b_o)",
    "h = o⊙tanh(c)",
]


@pytest.mark.parametrize("line", range(len(WHOLE)))
def test_a_name_without_a_step_means_the_old_state_before_its_own_line(line):
    """So that a mistake in one line is told of this line alone."""
    wrong = WHOLE[line].replace("σ", "tanh") if "σ" in WHOLE[line] else WHOLE[line].replace("tanh", "σ")
    wrong = wrong if wrong != WHOLE[line] else wrong.replace("c + i", "c - i")
    typed = [*WHOLE[:line], wrong, *WHOLE[line + 1 :]]
    assert check("lstm.lstm_cell_fix_old_cell_shown", 0, WHOLE)["verdict"] == "right"
    found = check("lstm.lstm_cell_fix_old_cell_shown", 0, typed)
    assert (found["verdict"], found["hint"]) == ("wrong", check("lstm.lstm_cell", 0, typed)["hint"])
