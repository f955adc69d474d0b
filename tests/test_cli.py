"""The command line: exit codes, literal answers, data on stdout and words on stderr, and never a traceback."""

import json
import os
import re
import signal
import subprocess
import sys
import time

import pytest

from quizbank import bank
from quizbank.commands.ask import meant
from quizbank.commands.options import command_line, defaults
from quizbank.commands.problem import unknown_formula, unknown_question
from quizbank.commands.show import prompt_text
from quizbank.commands.verdict_text import verdict_text
from quizbank.kinds import kind_name
from quizbank.language import LANGUAGES
from quizbank.question import KINDS, Exercise
from tests.answers.asked import asked
from tests.command import environment, quizbank
from tests.words import PO

RIGHT, WRONG, USAGE, BROKEN, INTERRUPTED = 0, 1, 2, 3, 130

GATE = "lstm.forget_gate"
ANSWER = "σ(W_f [h_{t-1}, x_t] + b_f)"

CODES = [
    (["--help"], RIGHT),
    (["-h"], RIGHT),
    (["--version"], RIGHT),
    (["check", "--help"], RIGHT),
    (["list"], RIGHT),
    (["list", "--topic", "lstm", "--kind", "formula", "--tier", "1"], RIGHT),
    (["list", "--formulas"], RIGHT),
    (["list", "--mistakes"], RIGHT),
    (["list", "--conventions"], RIGHT),
    (["show", GATE], RIGHT),
    (["show", "--json", GATE], RIGHT),
    (["show", "--conventions", "lstm.lstm_cell"], RIGHT),
    (["show", "--mistakes", "lstm.lstm_cell"], RIGHT),
    (["run", GATE, "--sizes", "H=128,D=300"], RIGHT),
    (["stats"], RIGHT),
    (["doctor", "--locate"], RIGHT),
    (["export", "deck.md"], RIGHT),
    (["check", GATE, ANSWER], RIGHT),
    (["check", GATE, "σ(W_f [h_{t-1}, x_t])"], WRONG),
    (["check", GATE, "σ(W_f [h_{t-1}, x_t + b_f)"], USAGE),
]

BAD = [
    ["nonsense"],
    ["--nonsense"],
    ["--lang", "fr"],
    ["--device", "banana", "list"],
    ["--seed", "x", "list"],
    ["--seed", "9" * 400, "list"],
    ["check"],
    ["check", GATE],
    ["check", "lstm.forget_gat", ANSWER],
    ["check", GATE, ANSWER, "--seed", "3"],
    ["check", GATE, "--json", ANSWER],
    ["check", GATE, ANSWER, "--lang=zh"],
    ["check", "", ""],
    ["check", "--batch", "missing.tsv"],
    ["check", "--batch", "."],
    ["check", "--batch", "-", GATE, "x"],
    ["check", "--device", "cuda:99", GATE, ANSWER],
    ["ask", "lstm.forget_gat"],
    ["ask", "--topic", "lstn"],
    ["list", "--topic", "lstn"],
    ["list", "--kind", "essay"],
    ["list", "--tier", "9"],
    ["list", "--formulas", "--mistakes"],
    ["show"],
    ["show", "lstm"],
    ["show", "--conventions", "lstm.nothing"],
    ["run", "lstm.nothing"],
    ["run", "lstm.lstm_cell", "--sizes", "H"],
    ["run", "lstm.lstm_cell", "--sizes", "H=0"],
    ["run", "lstm.lstm_cell", "--sizes", "H=-3"],
    ["run", "lstm.lstm_cell", "--sizes", "Q=3"],
    ["run", "lstm.lstm_cell", "--sizes", "H=99999999999,D=3"],
    ["run", "lstm.lstm_cell", "--sizes", "H=" + "9" * 5000],
    ["review"],
    ["review", "lstn"],
    ["review", "--new", "-1"],
    [],
    ["export"],
    ["export", "deck.pdf"],
    ["export", "nowhere/deck.md"],
    ["grade"],
    ["grade", "missing.py"],
    ["stats", "--data", "/dev/null"],
    ["stats", "--data", "/proc/nowhere"],
]


@pytest.mark.parametrize(("arguments", "code"), CODES, ids=[" ".join(arguments) for arguments, _ in CODES])
def test_what_works_says_so_with_its_exit_code(arguments, code, tmp_path):
    done = quizbank(*arguments, home=tmp_path)
    assert done.returncode == code, done.stdout + done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("arguments", BAD, ids=lambda arguments: " ".join(arguments)[:60])
def test_bad_input_is_one_plain_sentence(arguments, tmp_path):
    done = quizbank(*arguments, home=tmp_path)
    assert done.returncode in (USAGE, BROKEN), done.stdout + done.stderr
    assert done.stdout == ""
    assert len(done.stderr.strip().splitlines()) == 1
    assert "Error" not in done.stderr


def test_an_unknown_id_suggests_the_nearest(tmp_path):
    done = quizbank("check", "lstm.forget_gat", "x", home=tmp_path)
    assert "Did you mean lstm.forget_gate?" in done.stderr


@pytest.mark.parametrize("arguments", [["--help"], ["check", "-h"], ["--version"], ["list"], ["doctor", "--locate"]])
def test_looking_writes_nothing(arguments, tmp_path):
    quizbank(*arguments, home=tmp_path)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("words", "answer"),
    [
        (["check", GATE, "-x"], ["-x"]),
        (["check", GATE, "--json"], ["--json"]),
        (["check", GATE, "-1", "--", "-h"], ["-1", "--", "-h"]),
        (["check", "--json", GATE, "-x + y", "--seed", "3"], ["-x + y", "--seed", "3"]),
        (["check", "--seed", "3", "--lang=zh", GATE, "--lang", "en"], ["--lang", "en"]),
        (["--json", "check", GATE, "-W_f"], ["-W_f"]),
        (["check", GATE, "a", "-b", "c"], ["a", "-b", "c"]),
    ],
)
def test_everything_after_the_id_belongs_to_the_answer(words, answer):
    options = command_line(str).parse_args(words, defaults("en"))
    assert (options.id, options.answer) == (GATE, answer)
    assert options.json == ("--json" in words[: words.index(GATE)])


def test_a_common_option_may_stand_before_and_after_the_command():
    for words in (["--lang", "zh", "--seed", "7", "list"], ["list", "--lang", "zh", "--seed", "7"]):
        options = command_line(str).parse_args(words, defaults("en"))
        assert (options.lang, options.seed, options.device) == ("zh", 7, "auto")


def test_the_judged_answer_may_start_with_a_minus(tmp_path):
    done = quizbank("check", "--json", GATE, "-(-" + ANSWER + ")", home=tmp_path)
    assert json.loads(done.stdout)["verdict"] == "right"


def test_with_json_stdout_is_data(tmp_path):
    for arguments in (["list"], ["list", "--formulas"], ["stats"], ["show", GATE], ["doctor", "--locate"]):
        assert json.loads(quizbank(*arguments, "--json", home=tmp_path).stdout)
    done = quizbank("export", "deck.md", "--json", home=tmp_path)
    assert json.loads(done.stdout)["cards"] > 0
    assert done.stderr


def test_check_json_has_the_public_fields(tmp_path):
    done = quizbank("check", "--json", "--seed", "5", GATE, ANSWER, home=tmp_path)
    found = json.loads(done.stdout)
    public = "id seed verdict note mistake hint column read_as answer counterexample device seconds"
    assert set(public.split()) <= set(found)
    assert (found["id"], found["seed"], found["verdict"]) == (GATE, 5, "right")


def test_a_batch_prints_one_object_per_row_and_gives_the_highest_code(tmp_path):
    rows = f"# a comment\n{GATE}\t{ANSWER}\n\n{GATE}\tσ(W_f [h_{{t-1}}, x_t])\t3\nno.such\tx\nno tab here\n"
    done = quizbank("check", "--json", "--batch", "-", home=tmp_path, stdin=rows)
    found = [json.loads(line) for line in done.stdout.splitlines()]
    assert [(row["id"], row["seed"], row["verdict"]) for row in found] == [
        (GATE, 0, "right"),
        (GATE, 3, "wrong"),
        ("no.such", 0, "unreadable"),
    ]
    assert "Line 6" in done.stderr
    assert done.returncode == USAGE


def test_a_batch_of_right_answers_ends_with_0(tmp_path):
    (tmp_path / "rows.tsv").write_bytes("\ufeff".encode() + f"{GATE}\t{ANSWER}\r\n".encode())
    done = quizbank("check", "--batch", "rows.tsv", home=tmp_path)
    assert done.returncode == RIGHT, done.stdout + done.stderr


def test_the_caret_stands_below_the_column_also_after_wide_and_combining_letters():
    found = {"verdict": "unreadable", "hint": "a bracket", "note": None, "mistake": None, "read_as": None}
    found |= {"answer": None, "counterexample": None, "seconds": None, "line": 2, "column": 4}
    lines = list(verdict_text(found, ["first", "门c\u0303(x"], "en"))
    assert lines[1:] == ["  门c\u0303(x", "     ^"]


def test_a_damaged_progress_file_is_set_aside_and_the_code_is_3(tmp_path):
    (tmp_path / "progress.sqlite3").write_bytes(b"this is no database" * 100)
    done = quizbank("stats", "--data", str(tmp_path), home=tmp_path)
    assert done.returncode == BROKEN
    kept = [path for path in tmp_path.iterdir() if path.read_bytes() == b"this is no database" * 100]
    assert kept
    assert kept[0].name in done.stderr


def test_a_reader_that_closes_early_is_no_error(tmp_path):
    command = f"{sys.executable} -P -m quizbank.cli list --json | head -1"
    done = subprocess.run(
        ["bash", "-o", "pipefail", "-c", command],
        capture_output=True,
        text=True,
        env=environment(tmp_path),
        cwd=tmp_path,
    )
    assert (done.returncode, done.stderr) == (RIGHT, "")


@pytest.mark.parametrize("locale", ["C", "POSIX", "en_US.ISO-8859-1", "zh_CN.UTF-8", "nonsense"])
def test_every_locale_can_show_every_text(locale, tmp_path):
    for arguments in (["show", GATE], ["show", "--lang", "zh", GATE]):
        done = quizbank(*arguments, home=tmp_path, env={"LC_ALL": locale, "PYTHONIOENCODING": "ascii"})
        assert done.returncode == RIGHT, done.stderr


def test_the_language_follows_the_locale_and_the_option(tmp_path):
    english = quizbank("list", "--topic", "lstm", home=tmp_path).stdout
    chinese = quizbank("list", "--topic", "lstm", "--lang", "zh", home=tmp_path).stdout
    assert english != chinese
    assert "写" in chinese


def test_ctrl_c_ends_with_130(tmp_path):
    process = subprocess.Popen(
        [sys.executable, "-P", "-m", "quizbank.cli", "ask", GATE],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment(tmp_path),
        cwd=tmp_path,
    )
    assert process.stdout is not None
    assert process.stdout.readline()  # it has begun to ask
    time.sleep(0.2)
    os.kill(process.pid, signal.SIGINT)
    _, words = process.communicate(timeout=30)
    assert process.returncode == INTERRUPTED
    assert "Traceback" not in words


def test_ask_gives_a_second_try_and_stores_the_answer(tmp_path):
    wrong = "σ(W_f [h_{t-1}, x_t])"
    done = quizbank("ask", "--json", GATE, home=tmp_path, stdin=f"(\n{wrong}\n{ANSWER}\n\n")
    found = json.loads(done.stdout)
    assert (done.returncode, found["verdict"], found["rating"]) == (RIGHT, "right", 2)
    assert "for example" not in done.stderr  # the first wrong answer gets its reason only
    stats = json.loads(quizbank("stats", "--json", home=tmp_path).stdout)
    assert (stats["seen"], stats["today"], stats["right_today"]) == (1, 1, 1)


def test_ask_shows_the_solution_and_counts_it_as_again(tmp_path):
    done = quizbank("ask", "--json", GATE, home=tmp_path, stdin=":hint\n:symbols\n:solution\n\n")
    found = json.loads(done.stdout)
    assert found["rating"] == 1
    assert found["answer"]
    assert done.returncode != RIGHT


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", KINDS)
def test_ask_takes_every_kind_of_question_to_its_rating(kind, language, tmp_path):
    name = next(question.id for question in bank.questions().values() if question.kind == kind)
    done = quizbank("ask", "--json", "--lang", language, name, home=tmp_path, stdin=":solution\n\n\n")
    assert "Traceback" not in done.stderr
    assert [json.loads(line)["rating"] for line in done.stdout.splitlines()] == [1]


def test_ask_without_an_id_asks_until_the_input_ends(tmp_path):
    done = quizbank("ask", "--topic", "lstm", "--new", "2", home=tmp_path, stdin=":skip\n:skip\n")
    assert done.returncode == RIGHT
    assert done.stdout.count("seed") == 2


def test_ask_leaves_at_the_end_of_the_input_and_stores_nothing(tmp_path):
    done = quizbank("ask", GATE, home=tmp_path, stdin="")
    assert done.returncode == WRONG
    assert json.loads(quizbank("stats", "--json", home=tmp_path).stdout)["seen"] == 0


def test_a_folder_with_modules_of_our_names_does_not_disturb(tmp_path):
    for name in ("reference", "tui", "quizbank"):
        (tmp_path / f"{name}.py").write_text("raise SystemExit('the wrong module')\n")
    done = quizbank("check", GATE, ANSWER, home=tmp_path)
    assert done.returncode == RIGHT, done.stdout + done.stderr


def test_export_never_writes_over_a_file_unasked(tmp_path):
    (tmp_path / "deck.md").write_text("mine")
    assert quizbank("export", "deck.md", home=tmp_path).returncode == USAGE
    assert (tmp_path / "deck.md").read_text() == "mine"
    assert quizbank("export", "--force", "deck.md", home=tmp_path).returncode == RIGHT
    assert (tmp_path / "deck.md").read_text() != "mine"


def test_run_names_every_intermediate_with_shape_cost_and_parameters(tmp_path):
    done = quizbank("run", "--json", "lstm.lstm_cell", "--sizes", "H=128,D=300", home=tmp_path)
    rows = {row["formula"]: row for row in json.loads(done.stdout)["rows"]}
    gate, whole = rows["lstm.forget_gate"], rows["lstm.lstm_cell"]
    assert gate["outputs"] == [{"name": "f", "shape": [128]}]
    assert (gate["multiplications"], gate["parameters"]) == (128 * 428, 128 * 428 + 128)
    assert (whole["multiplications"], whole["parameters"]) == (4 * 128 * 428, 4 * (128 * 428 + 128))


def test_run_finds_the_size_that_follows_from_the_others(tmp_path):
    arguments = ["run", "--json", "attention.multi_head_attention", "--sizes", "d_model=512,heads=8"]
    rows = {row["formula"]: row for row in json.loads(quizbank(*arguments, home=tmp_path).stdout)["rows"]}
    assert rows["attention.multi_head_attention"]["parameters"] == 4 * 512 * 512


@pytest.mark.parametrize("typed", ["q", "quit", "exit", ":q", ":quit", "Quit"])
def test_a_bare_word_ends_the_questions(typed, tmp_path):
    done = quizbank("ask", "--topic", "lstm", home=tmp_path, stdin=f"{typed}\n{ANSWER}\n")
    assert done.stdout.count("Your answer") == 1
    assert "right" not in done.stdout
    assert "wrong" not in done.stdout


@pytest.mark.parametrize("typed", ["?", "help", ":help", "？"])
def test_a_question_mark_says_what_can_be_typed(typed, tmp_path):
    done = quizbank("ask", GATE, home=tmp_path, stdin=f"{typed}\n")
    assert all(f"  {command}  " in done.stdout for command in (":hint", ":solution", ":quit"))
    assert "not readable" not in done.stdout


def test_a_word_that_is_a_symbol_of_the_question_is_an_answer():
    assert meant("q", bank.questions()[GATE]) == ":quit"
    assert meant("q", asked("count", "q n").question) is None
    assert meant("Q", bank.questions()["attention.attention"]) is None


def test_quitting_at_the_rating_keeps_the_answer(tmp_path):
    done = quizbank("ask", "--json", "--topic", "lstm", home=tmp_path, stdin=f":solution\nq\n{ANSWER}\n")
    assert [json.loads(line)["rating"] for line in done.stdout.splitlines()] == [1]


def test_help_behind_an_id_is_the_help(tmp_path):
    done = quizbank("check", GATE, "--help", home=tmp_path)
    assert done.returncode == 0
    assert done.stdout == quizbank("check", "--help", home=tmp_path).stdout


@pytest.mark.parametrize("question", bank.questions().values(), ids=lambda question: question.id)
def test_a_slip_in_an_id_suggests_it_and_a_far_word_says_how_to_list(question):
    """One letter left out is near; what shares no half with any id is not."""
    slip = question.id[:-2] + question.id[-1]
    assert slip in bank.questions() or bank.nearest(slip) is not None
    assert bank.nearest(question.id[::-1] + "qqqq") is None


@pytest.mark.parametrize("word", ["xyz", "hello", "banana.split", "什么"])
def test_a_far_word_gets_no_silly_guess(word):
    for sentence in (unknown_question(word, "en"), unknown_formula(word, "en")):
        assert "Did you mean" not in sentence
        assert "`quizbank list" in sentence


def test_a_name_without_its_topic_suggests_it_with_one():
    assert "Did you mean lstm.forget_gate?" in unknown_question("forget_gate", "en")


def test_a_size_is_given_once(tmp_path):
    done = quizbank("run", GATE, "--sizes", "H=3,D=4,H=5", home=tmp_path)
    assert done.returncode == USAGE
    assert "H is given twice" in done.stderr


@pytest.mark.parametrize("kind", KINDS)
def test_the_heading_says_the_kind_in_the_users_language(kind):
    question = next(question for question in bank.questions().values() if question.kind == kind)
    heading = next(iter(prompt_text(Exercise(question, 0), "zh")))
    assert kind not in heading.replace(question.id, "")
    assert kind_name(kind, "zh") in heading


def test_no_chinese_sentence_has_punctuation_of_another_width():
    """A comma, colon, semicolon or question mark beside a Chinese character is full-width, and so are brackets around."""
    text = PO.read_text("utf-8")
    said = re.findall(r'^msgstr "(.*)"$', text, re.MULTILINE)
    mixed = [
        s for s in said if re.search(r"[\u4e00-\u9fff] ?[,;:?!]|[,;:?!] ?[\u4e00-\u9fff]|\([^()]*[\u4e00-\u9fff]", s)
    ]
    assert not mixed, "\n".join(mixed)


@pytest.mark.parametrize("kind", ["choice", "order"])
def test_the_letters_of_the_data_are_those_of_the_page(kind, tmp_path):
    question = next(question for question in bank.questions().values() if question.kind == kind)
    for seed in range(4):
        found = json.loads(quizbank("show", "--json", "--seed", str(seed), question.id, home=tmp_path).stdout)
        page = quizbank("show", "--seed", str(seed), question.id, home=tmp_path).stdout
        for option in found["options"]:
            assert f"    {option['letter']}) {option['en']}\n" in page
