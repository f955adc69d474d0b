"""The pytest plugin: items, outcomes, options, and what it leaves alone."""

from importlib.metadata import entry_points

import pytest

pytest_plugins = ["pytester"]

SUBMISSION = """
import os, sys
assert "pytest" not in sys.modules, "foreign code runs in pytest's process"
import torch
from quizbank import solves

@solves("attention.project")
def right(X, W):
    return X @ W

@solves("attention.project")
def wrong(X, W):
    return -X @ W

@solves("attention.project")
def stub(X, W):
    raise NotImplementedError

@solves("attention.project")
def only_without(X, W):
    assert X.ndim == 2
    return X @ W
"""

CHECKS = [
    "runs",
    "signature",
    "shape",
    "dtype",
    "values",
    "batch",
    "lengths",
    "non-contiguous",
    "float32",
    "gradient[X]",
    "gradient[W]",
    "purity",
]


@pytest.fixture
def run(pytester, monkeypatch):
    monkeypatch.delenv("CI", raising=False)
    installed = any(point.value == "quizbank.pytest_plugin" for point in entry_points(group="pytest11"))
    plugin = () if installed else ("-p", "quizbank.pytest_plugin")

    def pytest_run(*arguments):
        return pytester.runpytest_subprocess("-p", "no:jaxtyping", *plugin, *arguments)

    return pytest_run


def test_one_item_a_check_and_every_outcome(pytester, run):
    pytester.makepyfile(homework=SUBMISSION)
    result = run("homework.py", "-rs", "--quizbank-seed=7", "--quizbank-language=en")
    result.assert_outcomes(passed=2 * len(CHECKS) + 5, failed=3, skipped=len(CHECKS) + 4)
    result.stdout.fnmatch_lines(
        [
            "*wrong::values*",
            "value: * worst at * got * expected *times the allowed error*",
            "reason: The sign is the other way round.",
            "smallest failing input*",
            "*seed 7*",
            "homework.py::only_without::batch: limited: right without a batch axis*",
        ]
    )
    assert "Traceback" not in result.stdout.str()


def test_collection_runs_nothing(pytester, run):
    pytester.makepyfile(homework="raise SystemExit('this must not run')\n" + SUBMISSION)
    result = run("--collect-only", "-q", "homework.py")
    assert [line for line in result.outlines if "::right::" in line] == [f"homework.py::right::{c}" for c in CHECKS]


def test_folders_are_searched_and_tests_of_the_owner_stay(pytester, run):
    pytester.makepyfile(
        homework="from quizbank import solves\n@solves('softmax.relu')\ndef f(x): return x.clamp(min=0)\n"
    )
    pytester.makepyfile(
        test_mixed="from quizbank import solves\n@solves('softmax.relu')\ndef g(x): ...\ndef test_own(): pass\n"
    )
    pytester.makepyfile(test_plain="def test_plain(): pass\n")
    result = run("-q", "-p", "no:cacheprovider")
    result.stdout.fnmatch_lines(["*passed*skipped*"])
    listed = run("--collect-only", "-q").outlines
    assert "test_mixed.py::test_own" in listed
    assert "test_mixed.py::g::runs" in listed
    assert "homework.py::f::values" in listed
    assert "test_plain.py::test_plain" in listed


def test_a_file_that_is_no_python_is_one_failure(pytester, run):
    pytester.makepyfile(homework="from quizbank import solves\n@solves('softmax.relu')\ndef f(x: return x\n")
    result = run("homework.py")
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["import-error: *line 3*"])


def test_warnings_as_errors_and_parallel_runs_change_nothing(pytester, run):
    pytester.makepyfile(homework="import warnings\nwarnings.warn('mine')\n" + SUBMISSION)
    result = run("-W", "error", "-n", "2", "homework.py", "-k", "right or wrong")
    result.assert_outcomes(passed=len(CHECKS) + 5, failed=3, skipped=4)


def test_in_process_a_debugger_can_stop_in_the_code(pytester, run):
    pytester.makepyfile(
        homework="from quizbank import solves\n@solves('softmax.relu')\ndef f(x):\n    here = 1\n    return x.nonsense\n"
    )
    result = run("--quizbank-inprocess", "-k", "runs", "homework.py")
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines([">*return x.nonsense*"])
