"""One grader for all tests of a module, and submissions written for one test."""

import textwrap

import pytest

from quizbank.grading.declared import declared
from quizbank.grading.grader import Grader, Limits


@pytest.fixture(scope="package")
def grader():
    """A judge and a server that live as long as the tests of this folder."""
    with_limits = Grader(limits=Limits(seconds=60))
    with_limits.start()
    yield with_limits
    with_limits.close()


@pytest.fixture
def grade(grader, tmp_path):
    """Grade the submissions in a source text: function → check → result."""

    def graded(source, **files):
        for name, text in files.items():
            (tmp_path / f"{name}.py").write_text(textwrap.dedent(text))
        path = tmp_path / "submission.py"
        path.write_text(textwrap.dedent(source))
        try:
            return {
                one.function: {check: grader.result(path, one, check) for check in grader.checks(one)}
                for one in declared(path)
            }
        finally:
            grader.forget(path)

    return graded
