"""Graded code as answers in the learner's progress: an exercise is scheduled like a question."""

import sys
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from pathlib import Path

from quizbank import bank
from quizbank.grading.report import CheckResult
from quizbank.language import Language
from quizbank.paths import data_folder
from quizbank.progress import Progress, ProgressProblem, Review

AGAIN, GOOD = 1, 3


def record(results: Iterable[CheckResult], data: str | None, language: Language) -> None:
    """Store one answer for each graded function; a progress file that cannot be opened is told and changes nothing."""
    now = datetime.now(UTC)
    reviews = [review for group in _functions(results) if (review := review_of(group, at=now))]
    if not reviews:
        return
    try:
        with Progress.open(data_folder(data)) as progress:
            for review in reviews:
                progress.record(review)
    except ProgressProblem as problem:
        print(problem.message(language), file=sys.stderr)


def _functions(results: Iterable[CheckResult]) -> list[list[CheckResult]]:
    groups: dict[tuple[str, str | None, str | None], list[CheckResult]] = {}
    for result in results:
        groups.setdefault((result.file, result.function, result.formula), []).append(result)
    return list(groups.values())


def review_of(
    results: Sequence[CheckResult], *, at: datetime, rating: int | None = None, duration: float | None = None
) -> Review | None:
    """One graded function as an answer; what was not started, could not run, or has no question is none."""
    first, kinds = results[0], {result.result for result in results}
    if first.formula not in bank.questions() or kinds & {"not-started", "import-error", "signature"}:
        return None
    right = all(result.is_fine for result in results)
    return Review(
        question=first.formula,
        seed=first.seed,
        rating=rating or (GOOD if right else AGAIN),
        verdict="right" if right else "wrong",
        answer=f"{Path(first.file).name}: {first.function}",
        mistake=next((result.mistake for result in results if result.mistake), None),
        device="cpu",
        seconds=sum(result.seconds for result in results),
        duration=duration,
        at=at,
    )
