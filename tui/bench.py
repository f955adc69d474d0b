"""Grading beside the screen: one file after the other, in a thread; the code itself runs in processes of the grader."""

import asyncio
import contextlib
from collections.abc import Callable, Sequence
from pathlib import Path

from quizbank.grading.grader import Grader, JudgeFailed, Limits
from quizbank.grading.report import CheckResult
from quizbank.grading.whole import graded
from quizbank.language import Language

Take = Callable[[Sequence[CheckResult], bool], None]
"""Told the results so far, and whether they are all."""

LIMIT = 10.0  # seconds a check may take: one waits in front of it


class Bench:
    """Its processes start with the first file; a newer request ends the one before after its current check."""

    def __init__(self) -> None:
        self._grader: Grader | None = None
        self._newest = 0
        self._tasks: set[asyncio.Task[None]] = set()
        self._free = asyncio.Lock()

    def grade(self, path: Path, formula: str, language: Language, take: Take) -> None:
        """Grade what the file says of the formula; `take` is called in the app's own thread."""
        self._newest += 1
        task = asyncio.create_task(self._graded(self._newest, path, formula, language, take))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _graded(self, number: int, path: Path, formula: str, language: Language, take: Take) -> None:
        loop, found = asyncio.get_running_loop(), list[CheckResult]()

        def run() -> None:
            if self._grader is None:
                self._grader = Grader(limits=Limits(seconds=LIMIT))
                self._grader.start()
            self._grader.language = language
            for result in graded(self._grader, path):
                if number != self._newest:
                    return
                if result.formula in (None, formula):
                    found.append(result)
                    loop.call_soon_threadsafe(take, tuple(found), False)

        async with self._free:
            if number != self._newest:
                return
            try:
                await asyncio.to_thread(run)
            except (JudgeFailed, OSError, ValueError) as error:  # the pipes of a grader that was closed meanwhile
                found.append(CheckResult(str(path), None, formula, None, "runs", "not-run", str(error)))
        if number == self._newest:
            take(tuple(found), True)

    async def close(self) -> None:
        """End what runs, with its processes."""
        self._newest += 1
        if self._grader is not None:
            await asyncio.to_thread(self._grader.close)
        for task in list(self._tasks):
            with contextlib.suppress(asyncio.CancelledError):
                await task
