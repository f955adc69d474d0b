"""Code that is written against the clock: what each grading said, and which rating that suggests."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Literal

from quizbank import bank
from quizbank.attempt import AGAIN, EASY, GOOD, HARD
from quizbank.grading.record import review_of
from quizbank.grading.report import CheckResult
from quizbank.outline import FormulaOutline
from quizbank.progress import Review

TIMES = 4
"""Code takes so many times as long as the formula on paper."""

SECONDS = 300
"""Where nobody asks for the formula on paper."""

TRIES = 2
"""So many saves that are wrong are no harm: one saves while one writes."""

State = Literal["unwritten", "wrong", "right"]


@dataclass
class Practice:
    """One exercise and its file; `began` and the clock are monotonic seconds."""

    formula: FormulaOutline
    path: Path
    began: float
    wrong: int = 0
    took: float | None = None
    looked: bool = False
    results: Sequence[CheckResult] = field(default_factory=tuple)

    @property
    def allowed(self) -> float:
        """The time in which it is written easily, in seconds."""
        question = bank.questions().get(self.formula.id)
        return SECONDS if question is None else TIMES * question.seconds

    @property
    def state(self) -> State:
        """What the last grading came to."""
        kinds = {result.result for result in self.results if result.result != "not-run"}
        if not kinds or kinds == {"not-started"}:
            return "unwritten"
        return "right" if all(result.is_fine for result in self.results) else "wrong"

    def graded(self, results: Sequence[CheckResult], now: float) -> None:
        """Take the results of one grading; the clock stops at the first that is right."""
        self.results = results
        if self.took is None and self.state == "right":
            self.took = now - self.began
        self.wrong += self.took is None and self.state == "wrong"

    @property
    def suggestion(self) -> int:
        """The rating that result and time suggest."""
        if self.took is None:
            return AGAIN
        if self.looked or self.wrong > TRIES or self.took > self.allowed:
            return HARD
        return EASY if not self.wrong and self.took <= self.allowed / 2 else GOOD

    def review(self, rating: int, now: datetime) -> Review | None:
        """The answer to be stored; None where the formula has no question or nothing was judged."""
        took = None if self.took is None else round(self.took, 1)
        return review_of(self.results, at=now, rating=rating, duration=took) if self.results else None


def exercises(folder: Path) -> list[FormulaOutline]:
    """Everything that can be written, what has no file yet first, then by tier and in the bank's order."""

    def order(formula: FormulaOutline) -> tuple[bool, int]:
        question = bank.questions().get(formula.id)
        return place(folder, formula).exists(), 3 if question is None else question.tier

    return sorted((one for one in bank.formulas().values() if one.is_exercise), key=order)


def place(folder: Path, formula: FormulaOutline) -> Path:
    """Where the code for a formula is written."""
    return folder / formula.topic / f"{formula.name}.py"
