"""`quizbank check --batch` on 1,000 mixed answers in one process, and the echo of a keystroke."""

import json
import random
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from quizbank import bank
from quizbank.answers.reading import read_as
from quizbank.question import KINDS
from tests.command import environment

CASES = Path(__file__).parents[1] / "cases/typed.tsv"
COUNT, SHOWN = 1_000, 3
MEDIAN_S, LATE_S, KEYSTROKE_S = 0.015, 0.060, 0.005
JUDGED = ("right", "wrong")


def rows() -> Iterator[tuple[str, str, tuple[str, ...]]]:
    """Answers with the verdicts they may get: the typed cases, and for the other kinds what each question shows."""
    for line in CASES.read_text("utf-8").splitlines()[1:]:
        name, answer, result, *_ = line.split("\t")
        if "⏎" not in answer:  # a row of a batch is one line
            yield name, answer, (result,)
    for question in bank.questions().values():
        if question.kind == "fix" and question.shown and question.formula:
            yield question.id, question.shown, ("wrong",)
            yield question.id, bank.formulas()[question.formula].latex or "", ("right",)
        elif question.kind in ("choice", "order"):
            yield (
                question.id,
                " ".join("abcdefgh"[: len(question.options)]) if question.kind == "order" else "a",
                JUDGED,
            )


@pytest.fixture(scope="module")
def mixed():
    """1,000 answers of every kind, topic and result, in an order of their own."""
    found = random.Random(1).sample(list(rows()), COUNT)
    questions = [bank.questions()[name] for name, *_ in found]
    assert {question.kind for question in questions} == {*KINDS} - {"explain"}
    assert {question.topic for question in questions} == {name.partition(".")[0] for name, *_ in rows()}
    assert {result for *_, results in found for result in results} == {*JUDGED, "unreadable"}
    return found


def batch(answers, folder):
    """What the command says of the answers, and the seconds between its lines."""
    file = folder / "answers.tsv"
    file.write_text("\n".join(f"{name}\t{answer}" for name, answer, _ in answers), "utf-8")
    command = [sys.executable, "-P", "-m", "quizbank.cli", "check", "--json", "--device", "cpu", "--batch", str(file)]
    said, taken, before = [], [], time.perf_counter()
    with subprocess.Popen(command, stdout=subprocess.PIPE, env=environment(folder), cwd=folder) as process:
        for line in process.stdout:
            now = time.perf_counter()
            said.append(json.loads(line))
            taken.append(now - before)
            before = now
    return said, taken


def late(taken):
    """The 99th percentile."""
    return statistics.quantiles(taken, n=100)[-1]


def test_an_answer_of_a_batch_is_judged_in_time(mixed, tmp_path):
    warm = list({(name, *results): (name, answer, results) for name, answer, results in rows()}.values())
    said, taken = batch([*warm, *mixed, *mixed], tmp_path)
    for (name, answer, results), found in zip([*warm, *mixed, *mixed], said, strict=True):
        assert found["verdict"] in results, (name, answer, found)
    taken = list(map(min, taken[len(warm) : -COUNT], taken[-COUNT:]))  # another program may take the processor once
    middle, last = statistics.median(taken), late(taken)
    print(f"\n{COUNT} rows: median {middle * 1e3:.1f} ms, 99th percentile {last * 1e3:.1f} ms")
    for seconds, (name, answer, _) in sorted(zip(taken, mixed, strict=True), reverse=True)[:SHOWN]:
        print(f"  {seconds * 1e3:.0f} ms: {name}  {answer[:70]}")
    assert middle <= MEDIAN_S
    assert last <= LATE_S


@pytest.mark.parametrize("part", ["whole", "half typed"])
def test_the_echo_of_a_keystroke_is_in_time(mixed, part):
    questions, taken, chance = bank.questions(), [], random.Random(2)
    for name in {name for name, *_ in mixed}:
        read_as("1", questions[name], "en")
    for name, answer, _ in mixed:
        typed = answer if part == "whole" else answer[: chance.randint(1, len(answer))]
        started = time.process_time()
        read_as(typed, questions[name], "en")
        taken.append(time.process_time() - started)
    middle, last = statistics.median(taken), late(taken)
    print(f"\necho of {len(taken)} {part} answers: median {middle * 1e3:.2f} ms, 99th percentile {last * 1e3:.2f} ms")
    assert middle <= KEYSTROKE_S
    assert last <= KEYSTROKE_S
