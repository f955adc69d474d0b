"""Exact counts: what is right, and what is said of what is not."""

import pytest

from quizbank import judge
from quizbank.answers.cost import judge_count
from quizbank.answers.lure import lure
from quizbank.answers.sizes import scalar
from quizbank.language import Text
from quizbank.question import Exercise
from tests.answers.asked import asked, every

TREE = asked("count", "N D H V", powers_of_two=("V",))
LSTM = asked("count", "H D")


@pytest.fixture(autouse=True)
def alone(monkeypatch):
    """No other question of the bank is taken for the one that was answered."""
    monkeypatch.setattr("quizbank.answers.sizes.rival._akin", lambda question: [])


def tree_cost(N, D, H, V):
    return N * D + N * D * H + H * (V.bit_length() - 1)


def lstm_parameters(H, D):
    return 4 * H * (H + D) + 4 * H


def tree(text, language="en"):
    return judge_count(TREE, tree_cost, text, language=language)


def lstm(text, language="en"):
    return judge_count(LSTM, lstm_parameters, text, language=language)


@pytest.mark.parametrize(
    "text",
    [
        "ND + NDH + H*ln(V)/ln(2)",
        "N×D + N×D×H + H×log_2 V",
        r"Q = N \times D + N \times D \times H + H \times \log_2(V)",
        "ND(1+H)+H log₂V",
        "NDH + DN + log2(V) H",
        "N*D + N*D*H + H*log(V)/log(2)",
        "ND+NDH+H*ceil(log2(V))",
        "N D + N D H + H log2(V^2)/2",
        "N·D + N·D·H + H·log_4(V)·2",
        "（N＊D）＋N*D*H＋H*log2(V)",
        "ND + NDH + H*log2(2V) - H",
    ],
)
def test_every_form_of_the_same_count_is_right(text):
    assert tree(text).result == "right"


@pytest.mark.parametrize(
    "text",
    [
        "4*H*(H+D) + 4*H",
        "4H(H+D+1)",
        "4H² + 4HD + 4H",
        "4(H**2 + H D + H)",
        "(4H^3 + 4H^2 D + 4H^2)/H",
        "4H(H²−1)/(H−1) + 4HD",
    ],
)
def test_products_powers_and_quotients_are_multiplied_out(text):
    assert lstm(text).result == "right"


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("N*D + N*D*H + H*log(V)", "base of the logarithm"),
        ("N*D + N*D*H + H*log10(V)", "base of the logarithm"),
        ("N*D*H + H*log2(V)", "Missing: N·D."),
        ("ND + NDH + HV", "Missing: H·log_2(V). Does not belong: H·V."),
        ("2ND + NDH + H log2 V", "N·D belongs where you have 2·N·D."),
        ("2(ND + NDH + H log2 V)", "2 times"),
        ("9**9**9", "differ"),
        ("((2^60)^60)^60", "differ"),
        ("(N+D+H+V)^40", "differ"),
        ("5000!", "differ"),
    ],
)
def test_a_wrong_count_is_told_what_differs(text, hint):
    verdict = tree(text)
    assert verdict.result == "wrong"
    assert hint in verdict.hint


def test_a_wrong_count_has_the_smallest_sizes_at_which_it_fails():
    example = tree("ND + NDH + HV").counterexample
    assert set(example.inputs) == {"N", "D", "H", "V"}
    assert example.yours != example.reference


def test_a_symbol_of_the_topic_that_does_not_belong_is_wrong_and_an_unknown_one_unreadable():
    assert tree("N*D*T").result == "wrong"
    assert tree("N*D*T").column == 5
    assert tree("N*D*q").result == "unreadable"


@pytest.mark.parametrize(
    ("text", "column"),
    [("", 1), ("N*(D", 3), ("N*D + H*lg V", 9), ("N D + 10 5 N", 10), ("N; D", 1), ("N @", 4), ("softmax(N)", 1)],
)
def test_what_cannot_be_read_says_where(text, column):
    verdict = tree(text)
    assert (verdict.result, verdict.column) == ("unreadable", column)
    assert verdict.hint


def test_both_sides_of_an_equation_count():
    assert lstm("4H(H+D)+4H = 4H²+4HD+4H").result == "right"
    assert lstm("4H(H+D)+4H = 4H²+4HD").result == "wrong"


def test_thousands_may_be_grouped():
    exercise = asked("count")
    for text in ("1,482,128", "1 482 128", "1_482_128", "1482128", "1500*128+128+128*10000+10000"):
        assert judge_count(exercise, lambda: 1482128, text, language="en").result == "right"
    assert judge_count(exercise, lambda: 1482128, "1482127", language="en").result == "wrong"


def test_a_lure_is_named():
    def parameters(H, D):
        return 4 * H * (H + D) + 4 * H

    @lure(parameters, en="torch keeps two biases; the notes have one.", zh="torch 有两个偏置，笔记里只有一个。")
    def _two_biases(H, D):
        return 4 * H * (H + D) + 8 * H

    verdict = judge_count(asked("count", "H D"), parameters, "4H(H+D) + 8H", language="zh")
    assert (verdict.result, verdict.mistake) == ("wrong", "two_biases")
    assert "两个偏置" in verdict.hint


def test_a_count_over_the_budget_whose_values_agree_is_undecided_and_never_wrong():
    text = "4H(H+D)+4H + 0*(H+D+1)^60"
    assert lstm(text).result == "undecided"


@pytest.mark.parametrize("text", ["O(H^2)", "Θ(HD)", r"\mathcal{O}(4H(H+D+1))", "o(H²)", "Ω(H²)", "params = O(H²)"])
def test_an_order_of_growth_is_no_exact_number(text):
    verdict = lstm(text)
    assert verdict.result == "unreadable"
    assert verdict.hint == "an exact number is asked here, not an order of growth"
    assert verdict.read_as
    assert text[verdict.column - 1] in "OΘoΩ\\"


def test_what_stands_in_an_order_of_growth_must_be_readable():
    assert "never closed" in lstm("O(H^2").hint
    assert "order of growth" not in lstm("O(H^^2)").hint


@pytest.mark.parametrize(
    "text", ["4H(H+D+1)  # four gates", "4H(H+D+1)。", "return 4*H*(H+D+1)", "共 4H(H+D+1) 个参数"]
)
def test_remarks_around_a_count_change_nothing(text):
    assert lstm(text).result == "right"


def test_a_rival_is_compared_where_sizes_differ():
    """At equal sizes n·d, n² and d² are one number."""
    exercise = asked("count", "n d m")

    def right(n, d, m):
        return n * d * m

    @lure(right, en="The square of n.", zh="n 的平方。")
    def _square(n, d, m):
        return n * n * m

    assert judge_count(exercise, right, "n² m", language="en").mistake == "square"
    for other in ("d² m", "m³", "n m²", "n³", "d m²", "d² n", "n² d"):
        assert judge_count(exercise, right, other, language="en").mistake is None, other


@pytest.mark.parametrize(
    "text",
    [
        *("4 x H x (H+D+1)", "4x(H(H+D)+H)", "4 H x (H + D + 1)", "4H(H+D+1) parameters", "the answer is 4H(H+D+1)"),
        *("(H+D+1)4H", "4H(H+D) + (2-1)4H", "n·4·H·(H+D+1)/n", "4H(H+D+1)·n/n", "4H(H+D+1) + d_k - d_k"),
    ],
)
def test_crosses_words_and_what_cancels_are_right(text):
    question = asked("count", "H D")
    object.__setattr__(question.question, "prompt", Text("How many parameters?", "多少参数？"))
    assert judge_count(question, lstm_parameters, text, language="en").result == "right"


@pytest.mark.parametrize("text", ["n·4·H·(H+D+1)", "4H(H+D+n)", "4H(H+D) + n", "4H(H+D+1) + n/n", "4 x H x (H+D)"])
def test_a_stray_that_does_not_cancel_is_wrong(text):
    assert lstm(text).result == "wrong"


@pytest.mark.parametrize("text", ["1/0", "0/0", "log(0)", "H/0", "sqrt(-1)"])
def test_what_has_no_value_is_told_so(text):
    verdict = lstm(text)
    assert (verdict.result, verdict.hint) == ("wrong", "This has no value.")


def test_a_size_that_the_prompt_says_is_no_unit():
    question, other = asked("count", "n heads"), asked("count", "n heads")
    for one in (question, other):
        object.__setattr__(one.question, "prompt", Text("n rows, so many heads: how many?", "？"))
    for text in ("n heads", "1 n heads", "n heads rows", "1 heads n"):
        assert judge_count(question, lambda n, heads: n * heads, text, language="en").result == "right"
    assert judge_count(other, lambda n, heads: n, "n heads", language="en").result == "wrong"


def has_heads(question):
    return "d_model" in question.symbols and "heads" in set(scalar.names(Exercise(question, 0)))


@every("count", if_=has_heads)
def test_the_width_of_all_heads_together_is_the_width_of_the_model(question):
    """In every topic that has heads: heads·d_k is d_model."""
    answer = judge.check(question.id, 0, ["?"])["answer"].replace("d_{model}", "(heads·d_k)")
    assert judge.check(question.id, 0, [answer])["verdict"] == "right"


@pytest.mark.parametrize(
    ("name", "answer", "verdict"),
    [
        ("word2vec.cbow_cost", "ND + Dk", "right"),
        ("word2vec.skipgram_cost", "C(D + D k)", "right"),
        ("word2vec.nnlm_tree_cost", "ND + NDH + Hk", "right"),
        ("word2vec.nnlm_tree_cost", "ND + NDH + Dk", "wrong"),
        ("word2vec.tree_growth", "O(D k)", "wrong"),
    ],
)
def test_the_exponent_that_the_question_names_stands_for_the_logarithm(name, answer, verdict):
    """`V = 2^k` is in the prompt; where it is not, k is another number."""
    assert judge.check(name, 0, [answer])["verdict"] == verdict


@pytest.mark.parametrize(
    ("name", "answer", "verdict"),
    [
        ("attention.multi_head_parameters", "4d²", "right"),
        ("attention.multi_head_parameters", "3d²", "wrong"),
        ("transformer.encoder_block_cost", "4nd² + 2n²d + 2nd d_ff", "right"),
        ("transformer.encoder_block_cost", "4nd² + 2n²d + 2n d_ff²", "wrong"),
    ],
)
def test_d_is_the_width_where_the_question_has_no_other(name, answer, verdict):
    assert judge.check(name, 0, [answer])["verdict"] == verdict
