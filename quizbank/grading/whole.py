"""All results of a file in one go, for whoever has no items to collect."""

from collections.abc import Iterator
from pathlib import Path

from quizbank.grading.declared import Unparsable, declared
from quizbank.grading.grader import Grader
from quizbank.grading.report import CheckResult


def graded(grader: Grader, path: Path, named: dict[str, str] | None = None) -> Iterator[CheckResult]:
    """Each result as it is found; the file's process is ended before and after. Raises JudgeFailed."""
    grader.forget(path)
    try:
        submissions = declared(path, named)
    except Unparsable as error:
        yield CheckResult(str(path), None, None, None, "runs", "import-error", str(error))
        return
    try:
        for one in submissions:
            for check in grader.checks(one):
                result = grader.result(path, one, check)
                yield result
                if result.result == "import-error":  # one result, not one a check
                    return
    finally:
        grader.forget(path)
