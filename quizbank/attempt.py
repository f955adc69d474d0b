"""One question in front of one person: what was tried, and which rating that suggests."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Literal

from quizbank.progress import Review
from quizbank.question import Exercise

Stage = Literal["answering", "judging", "retry", "rating"]

AGAIN, HARD, GOOD, EASY = 1, 2, 3, 4
FAST = 1 / 3  # of the time the question allows


@dataclass
class Attempt:
    """The state of the review screen for one exercise; `began` and the clock are monotonic seconds.

    `ticks` are the places of the key points of an `explain` question that the person had; `seen` says that the
    solution stood on the screen before the answer that counts.
    """

    exercise: Exercise
    began: float
    stage: Stage = "answering"
    wrong: int = 0
    hints: int = 0
    took: float = 0.0
    text: str = ""
    reply: Mapping[str, Any] | None = None
    surrendered: bool = False
    seen: bool = False
    ticks: set[int] = field(default_factory=set)

    @property
    def verdict(self) -> str:
        """The last judgement's result; `undecided` where there is none."""
        return str(self.reply["verdict"]) if self.reply and "verdict" in self.reply else "undecided"

    def judged(self, reply: Mapping[str, Any], text: str, now: float) -> None:
        """Take in a judgement: an unreadable answer costs nothing, a first wrong one has a second try."""
        self.reply, self.text, self.took = reply, text, now - self.began
        if self.verdict == "unreadable":
            self.stage = "answering"
        elif self.verdict == "right" or self.wrong:
            self.stage = "rating"
        else:
            self.stage = "retry"
        self.wrong += self.verdict == "wrong"

    def gave_up(self, solution: Mapping[str, Any], text: str, now: float) -> None:
        """Take in the solution that was asked for instead of another try."""
        if self.reply is None or self.verdict in ("unreadable", "undecided"):
            was_judged = self.reply is not None and self.verdict == "undecided"
            self.text, self.took = text, now - self.began
            self.reply = {**solution, "verdict": "undecided", "hint": None, "column": None, "read_as": None}
            self.surrendered = self.exercise.question.kind != "explain" and not was_judged
        self.reply = {**self.reply, "answer": solution.get("answer")}
        self.stage = "rating"

    def taken_back(self) -> None:
        """Let the answer be typed again: what it cost and what was seen stay known."""
        self.stage, self.reply, self.seen = "answering", None, True

    def tick(self, place: int) -> None:
        """Mark the key point at this place as one that was said, or take the mark back."""
        if place < len(self.exercise.question.points):
            self.ticks ^= {place}

    @property
    def suggestion(self) -> int | None:
        """The rating that what happened speaks for; none where only the person can know."""
        points = len(self.exercise.question.points)
        if points:
            missing = points - len(self.ticks)
            return GOOD if not missing else HARD if 2 * missing <= points else AGAIN
        if self.verdict == "wrong" or self.surrendered:
            return AGAIN
        if self.verdict != "right":
            return None
        if self.wrong or self.hints or self.seen:
            return HARD
        return EASY if self.took <= FAST * self.exercise.question.seconds else GOOD

    def rated(self, rating: int, at: datetime) -> Review:
        """What is stored of it."""
        reply = self.reply or {}
        return Review(
            question=self.exercise.question.id,
            seed=self.exercise.seed,
            rating=rating,
            verdict=self.verdict,
            answer=self.text,
            mistake=reply.get("mistake"),
            device=reply.get("device"),
            seconds=reply.get("seconds"),
            duration=round(self.took, 1),
            at=at,
        )
