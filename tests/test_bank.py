"""The bank: every question complete in both languages, every own id paired with its function."""

import ast
import importlib
import subprocess
import sys

import pytest

from quizbank import bank
from quizbank.answers.asked import vocabulary_of
from quizbank.answers.notation.vocabulary import key
from quizbank.convention import conventions_of
from quizbank.language import LANGUAGES
from quizbank.mistake import mistakes_of
from quizbank.question import KINDS, Exercise
from tests.command import ROOT
from tests.formulas import EVERY_FORMULA


def every(is_meant=lambda question: True):
    found = [pytest.param(q, id=name) for name, q in bank.questions().items() if is_meant(q)]
    return pytest.mark.parametrize("question", found)


EVERY_QUESTION = every()


@EVERY_QUESTION
def test_a_question_is_complete_in_both_languages(question):
    assert question.kind in KINDS
    assert question.tier in (1, 2, 3)
    assert question.seconds > 0
    texts = [question.title, question.prompt, *question.hints, *([question.note] if question.note else [])]
    for language in LANGUAGES:
        assert all(text[language].strip() for text in texts)


@EVERY_QUESTION
def test_a_prompt_has_its_numbers_filled_in(question):
    for language in LANGUAGES:
        assert "$" not in Exercise(question, 0).prompt[language]


@every(lambda question: question.kind == "fix")
def test_a_fix_question_shows_what_is_wrong(question):
    """In lines that can be read on a screen: no command of LaTeX is left."""
    shown = Exercise(question, 0).prompt["en"].splitlines()[1:]
    assert shown
    assert not any(chr(92) in line for line in shown), shown


@pytest.mark.parametrize(
    "name",
    [
        "lstm.lstm_cell",
        "gru.gru_cell",
        "bahdanau.additive_attention",
        "attention.multi_head_attention",
        "transformer.layer_norm_lines",
        "transformer.encoder_block_lines",
        "nnlm.nnlm_lines",
        "glove.pair_loss_lines",
    ],
)
def test_a_model_is_asked_for_in_lines(name):
    """What an interviewer asks to be written down whole."""
    assert bank.questions()[name].kind == "system"


def test_the_first_tier_is_small_and_holds_every_topic_and_every_kind():
    """What is asked again and again, over everything; explanations make up much of it."""
    first = [question for question in bank.questions().values() if question.tier == 1 and not question.is_opt_in]
    opt_in = {question.topic for question in bank.questions().values() if question.is_opt_in}
    assert 100 <= len(first) <= 130
    assert {question.kind for question in first} == set(KINDS)
    assert {question.topic for question in first} == set(bank.topics()) - opt_in
    assert sum(question.kind == "explain" for question in first) >= 40


@EVERY_QUESTION
def test_what_a_question_names_exists(question):
    assert set(question.needs) <= set(bank.questions()) - {question.id}
    if question.formula is not None:
        mistakes = {mistake.name for mistake in bank.formulas()[question.formula].mistakes}
        assert question.mistake is None or question.mistake in mistakes


@every(lambda question: question.is_own)
def test_the_legend_names_every_symbol_of_the_answer(question):
    assert set(question.symbols) <= {symbol.name for symbol in question.legend}


@pytest.mark.parametrize("topic", bank.topics())
def test_every_function_of_a_topic_answers_a_question(topic):
    """Or is a lure, or serves one of these; any other is a renamed id or a leftover."""
    asked = {question.name for question in bank.questions().values() if question.topic == topic and question.is_own}
    root = ROOT / "quizbank" / "questions"
    sources = [ast.parse(path.read_text("utf-8")) for path in (*root.glob(f"{topic}.py"), *root.glob(f"{topic}/*.py"))]
    assert sources
    functions = [node for tree in sources for node in tree.body if isinstance(node, ast.FunctionDef)]
    lures = {function.name for function in functions if any(map(_declares_a_lure, function.decorator_list))}
    for function in functions:
        function.decorator_list = []  # to be lured away from is no use
    used = {name for tree in sources for node in ast.walk(tree) if (name := _used(node)) is not None}
    assert {function.name for function in functions} <= asked | lures | used


def _declares_a_lure(node):
    return isinstance(node, ast.Call) and _used(node.func) == "lure"


def _used(node):
    """The name that a piece of syntax uses; to import one is to use nothing."""
    return node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else None


@pytest.mark.parametrize("topic", bank.topics())
def test_what_a_topic_exports_are_its_questions(topic):
    asked = {question.name for question in bank.questions().values() if question.topic == topic and question.is_own}
    module = importlib.import_module(f"quizbank.questions.{topic}")
    assert asked <= set(vars(module))
    assert asked == set(getattr(module, "__all__", asked))


@pytest.mark.parametrize("topic", bank.topics())
def test_every_text_belongs_to_a_question(topic):
    """A text without a kind is for a derived question, so its formula must be there."""
    formulas = [formula for formula in bank.formulas().values() if formula.topic == topic]
    known = {formula.name for formula in formulas} | {f"{formula.name}_lines" for formula in formulas if formula.lines}
    for name, entry in bank.topics()[topic].get("questions", {}).items():
        assert "kind" in entry or name in known, name
        for mistake in entry.get("classic", ()):
            assert f"{topic}.{name}_fix_{mistake}" in bank.questions()


@pytest.mark.parametrize("topic", bank.topics())
def test_spellings_of_one_question_are_those_of_its_own_symbols(topic):
    """`also` lends names to what the formula has, and each of them is then read as that."""
    for name, entry in bank.topics()[topic].get("questions", {}).items():
        for symbol, spellings in entry.get("also", {}).items():
            question = bank.questions()[f"{topic}.{name}"]
            known = vocabulary_of(question.formula, "en", question.legend)
            assert {getattr(known.find(key(text)), "name", None) for text in spellings} == {symbol}, (name, spellings)


@EVERY_FORMULA
def test_reading_as_syntax_agrees_with_importing(formula):
    """What `list` shows without torch is what the judge works with."""
    read = bank.formulas()[formula.id]
    given = [argument for argument in formula.arguments if argument.is_required or argument.domain]
    assert [argument.name for argument in read.arguments] == [argument.name for argument in given]
    assert [a.is_weight for a in read.arguments] == [a.is_weight for a in given]
    assert [argument.axes for argument in read.arguments] == [
        argument.axes and tuple(axis.strip("{}") for axis in argument.axes) for argument in given
    ]
    assert (read.latex, read.lines, read.source) == (formula.latex, formula.lines, formula.source)
    assert read.notation == formula.notation
    assert len(read.outputs) == len(formula.results)
    assert len(read.twins) == len(formula.twins)
    assert [mistake.name for mistake in read.mistakes] == [mistake.name for mistake in mistakes_of(formula)]
    assert [c.name for c in read.conventions] == [c.name for c in conventions_of(formula)]


@pytest.mark.parametrize("name", bank.questions())
def test_a_slip_in_an_id_finds_it_again(name):
    assert bank.nearest(name) == name
    assert bank.nearest(name + "x") == name


def test_reading_the_bank_imports_no_torch():
    code = "import sys; from quizbank import bank; bank.questions(); print(*{'torch', 'numpy', 'sympy'} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == ""
