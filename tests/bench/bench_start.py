"""How long a process takes to its first word: ratios within one run, since machines differ."""

import statistics
import subprocess
import sys
import time

import pytest

from tests.command import environment

TIMES = 5


def seconds(home, *arguments, stdin=subprocess.DEVNULL):
    """The median wall time of a fresh process."""
    taken = []
    for _ in range(TIMES):
        started = time.perf_counter()
        subprocess.run(
            [sys.executable, "-P", *arguments], stdin=stdin, capture_output=True, env=environment(home), cwd=home
        )
        taken.append(time.perf_counter() - started)
    return statistics.median(taken)


@pytest.mark.parametrize("command", ["--help", "--version", "list", "stats"])
def test_a_quick_command_starts_at_once(command, tmp_path):
    bare = seconds(tmp_path, "-c", "pass")
    taken = seconds(tmp_path, "-m", "quizbank.cli", command)
    print(f"\nquizbank {command}: {taken * 1000:.0f} ms, bare Python {bare * 1000:.0f} ms")
    assert taken < bare + 0.4


def test_the_first_verdict_is_hardly_later_than_torch(tmp_path):
    torch = seconds(tmp_path, "-c", "import torch")
    check = ["check", "--device", "cpu", "lstm.forget_gate", "σ(W_f [h_{t-1}, x_t] + b_f)"]
    taken = seconds(tmp_path, "-m", "quizbank.cli", *check)
    print(f"\nfirst verdict: {taken:.2f} s, import torch: {torch:.2f} s")
    assert taken < 1.2 * torch + 0.3  # the command is a second process


def test_an_unrelated_pytest_run_hardly_notices_the_plugin(tmp_path):
    (tmp_path / "test_nothing.py").write_text("def test_nothing(): pass\n")
    run = ["-m", "pytest", "-q", "-p", "no:jaxtyping", "-p", "no:cacheprovider", str(tmp_path)]
    without = seconds(tmp_path, *run, "-p", "no:quizbank")
    within = seconds(tmp_path, *run)
    print(f"\npytest: {within * 1000:.0f} ms, without the plugin {without * 1000:.0f} ms")
    assert within < without + 0.05  # the budget is 10 ms, the noise of a busy machine is more
