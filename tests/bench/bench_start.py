"""How long a process takes to its first word: ratios within one run, since machines differ."""

import pytest

from tests.bench.processes import least

TORCH = ("-c", "import torch")
QUICK = 0.4
"""So much of the time of `import torch` a command may take that needs no torch; most of it is Python's own start."""

FIRST_VERDICT = 1.2
PLUGIN = 1.05
"""The budget is 10 ms; the noise of a busy machine is more."""


@pytest.mark.parametrize("command", ["--help", "--version", "list", "stats"])
def test_a_quick_command_starts_at_once(command, tmp_path):
    torch, taken = least(tmp_path, TORCH, ("-m", "quizbank.cli", command))
    print(f"\nquizbank {command}: {taken * 1000:.0f} ms, import torch {torch * 1000:.0f} ms, ratio {taken / torch:.2f}")
    assert taken < QUICK * torch


def test_the_first_verdict_is_hardly_later_than_torch(tmp_path):
    check = ("check", "--device", "cpu", "lstm.forget_gate", "σ(W_f [h_{t-1}, x_t] + b_f)")
    torch, taken = least(tmp_path, TORCH, ("-m", "quizbank.cli", *check))
    print(f"\nfirst verdict: {taken:.2f} s, import torch: {torch:.2f} s, ratio {taken / torch:.2f}")
    assert taken < FIRST_VERDICT * torch + 0.3  # the command is a second process, in which Python starts again


def test_an_unrelated_pytest_run_hardly_notices_the_plugin(tmp_path):
    (tmp_path / "test_nothing.py").write_text("def test_nothing(): pass\n")
    run = ("-m", "pytest", "-q", "-p", "no:jaxtyping", "-p", "no:cacheprovider", str(tmp_path))
    without, within = least(tmp_path, (*run, "-p", "no:quizbank"), run)
    print(f"\npytest: {within * 1000:.0f} ms, without the plugin {without * 1000:.0f} ms")
    assert within < PLUGIN * without + 0.01
