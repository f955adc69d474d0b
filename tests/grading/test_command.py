"""`quizbank grade` as a user runs it."""

import dataclasses
import json
import signal
import subprocess
import sys
import time
import xml.etree.ElementTree as ET

import pytest

from quizbank.grading.command import paragraph
from quizbank.grading.names import check_name
from quizbank.grading.report import CheckResult
from quizbank.progress import Progress
from tests.command import environment, quizbank

RIGHT = "from quizbank import solves\n@solves('attention.scores')\ndef right(Q, K): return Q @ K.mT\n"
WRONG = "from quizbank import solves\n@solves('attention.scores')\ndef wrong(K, Q): return K @ Q.mT\n"
FOREIGN = "def product(x, w):\n    return x @ w\n"


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "code").mkdir()
    return tmp_path / "code"


def test_wrong_code_is_told_in_words_with_a_script_that_shows_it(folder, tmp_path):
    (folder / "wrong.py").write_text(WRONG)
    (folder / "right.py").write_text(RIGHT)
    (folder / "signed.py").write_text(RIGHT.replace("Q @ K.mT", "-Q @ K.mT"))
    options = ["--repro", str(tmp_path / "repro"), "--junitxml", str(tmp_path / "junit.xml"), "--seed", "3"]
    done = quizbank("grade", str(folder), *options, "--data", str(tmp_path / "data"), "--lang", "en", home=tmp_path)
    assert done.returncode == 1, done.stderr
    assert "right.py: right → attention.scores\n  ✓ runs signature shape" in done.stdout
    assert "✗" in done.stdout
    assert "reason: The sign is the other way round." in done.stdout
    assert "(seed 3)" in done.stdout
    (script,) = (tmp_path / "repro").iterdir()
    shown = subprocess.run(
        [sys.executable, str(script)], capture_output=True, text=True, env=environment(tmp_path), check=True
    ).stdout
    assert "got" in shown
    assert "expected" in shown
    names = [(case.get("classname"), case.get("name")) for case in ET.parse(tmp_path / "junit.xml").iter("testcase")]
    assert ("right.py.right", "values") in names or ("right.right", "values") in names
    with Progress.open(tmp_path / "data") as progress:
        assert progress.seen() == {"attention.scores"}


def test_undecorated_code_is_named_on_the_command_line(folder, tmp_path):
    (folder / "foreign.py").write_text(FOREIGN)
    done = quizbank("grade", str(folder), "--as", "attention.project=product", "--json", home=tmp_path)
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    assert done.returncode == 0, rows
    assert {row["result"] for row in rows[:-1]} == {"pass"}
    assert rows[-1]["summary"] == {"pass": len(rows) - 1}


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (["code"], 2, "nothing to grade"),
        (["missing.py"], 2, "missing.py"),
        (["code", "--as", "nonsense"], 2, "FORMULA=FUNCTION"),
        (["code", "--as", "attention.project=nothing"], 2, "nothing"),
    ],
)
def test_what_cannot_be_graded_exits_2(folder, tmp_path, arguments, code, words):
    (folder / "plain.py").write_text("x = 1\n")
    done = quizbank("grade", *arguments, "--lang", "en", home=tmp_path)
    assert (done.returncode, words in done.stdout + done.stderr) == (code, True), done


@pytest.mark.parametrize("text", ["x = 1\n", "def f(:\n", "", "from quizbank import solves\n", "while True: pass\n"])
def test_a_file_without_a_submission_is_named_and_the_others_are_graded(folder, tmp_path, text):
    (folder / "plain.py").write_text(text)
    alone = quizbank("grade", str(folder / "plain.py"), "--lang", "en", home=tmp_path)
    assert (alone.returncode, "plain.py holds no submission" in alone.stderr) == (2, True), alone
    (folder / "mine.py").write_text(RIGHT)
    both = quizbank("grade", str(folder / "plain.py"), str(folder / "mine.py"), "--lang", "en", home=tmp_path)
    assert (both.returncode, "plain.py holds no submission" in both.stderr) == (0, True), both


def test_watching_grades_again_when_a_file_changes(folder, tmp_path):
    path = folder / "mine.py"
    path.write_text(WRONG)
    command = [sys.executable, "-P", "-m", "quizbank.cli", "grade", "--watch", "--json", str(path)]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, text=True, cwd=tmp_path, env=environment(tmp_path)
    ) as process:
        assert process.stdout is not None
        try:
            first = _until_summary(process.stdout)
            time.sleep(1)
            path.write_text(RIGHT)
            second = _until_summary(process.stdout)
            process.send_signal(signal.SIGINT)
            assert process.wait(timeout=30) == 0
        finally:
            process.kill()  # where Ctrl+C is ignored, as in a background job, it would watch for ever
    assert any(row["result"] not in ("pass", "not-run") for row in first)
    assert {row["result"] for row in second} == {"pass"}


def _until_summary(lines):
    rows = []
    for line in lines:
        row = json.loads(line)
        if "summary" in row:
            return rows
        rows.append(row)
    raise AssertionError(rows)


def test_checks_and_results_are_named_in_the_users_language(tmp_path):
    """JSON keeps the English names."""
    assert {check_name(check, "zh") for check in ("runs", "shape", "gradient[W_f]")} == {"运行", "形状", "梯度[W_f]"}
    first = CheckResult("a.py", "f", "lstm.forget_gate", None, "values", "value", "they differ")
    told = "\n".join(paragraph([first, dataclasses.replace(first, check="runs", result="pass")], "zh"))
    assert "✓ 运行" in told
    assert "✗ 数值：数值不符" in told
    assert first.as_json()["check"] == "values"
