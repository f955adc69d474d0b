"""One grader for all tests of a module, and submissions written for one test."""

import textwrap

import pytest

from quizbank.grading.grader import Grader, Limits
from quizbank.grading.whole import graded as graded_file


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
        found = {}
        for result in graded_file(grader, path):
            found.setdefault(result.function, {})[result.check] = result
        return found

    return graded
