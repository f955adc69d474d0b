"""The judge as the command line asks it."""

from dataclasses import dataclass
from typing import Any

from quizbank import bank
from quizbank.child import Child, ChildError, Refused, TookTooLong
from quizbank.commands.problem import UNDECIDED, USAGE, Problem, unknown_question
from quizbank.language import Language, words
from quizbank.verdict import Verdict

STARTUP = 120.0  # seconds: importing torch from a cold disk takes long
DEADLINE = 10.0


@dataclass(frozen=True)
class Row:
    """One answer to judge."""

    question: str
    lines: list[str]
    seed: int


class Judging:
    """One child process, replaced where an answer takes too long."""

    def __init__(self, device: str, language: Language) -> None:
        self._child = Child("quizbank.judge", "--device", device)
        self._language = language
        self._is_warm = False

    def start(self) -> None:
        """Let the child import torch while the person reads."""
        self._child.start()

    def check(self, row: Row) -> dict[str, Any]:
        """The public object of `check --json`; an answer that takes too long is undecided."""
        _ = words(self._language)
        if row.question not in bank.questions():
            return self._unjudged(row, Verdict("unreadable", hint=unknown_question(row.question, self._language)))
        try:
            return self._ask("check", row)
        except TookTooLong:
            return self._unjudged(row, Verdict("undecided", hint=_("Judging this answer took too long.")))

    def solve(self, question: str, seed: int) -> dict[str, Any]:
        """The right answer of a question."""
        try:
            return self._ask("solve", Row(question, [], seed))
        except TookTooLong:
            raise Problem(words(self._language)("Computing this answer took too long."), UNDECIDED) from None

    def _ask(self, do: str, row: Row) -> dict[str, Any]:
        request = {"id": row.question, "seed": row.seed, "answer": row.lines, "language": self._language}
        deadline, self._is_warm = DEADLINE if self._is_warm else STARTUP, False
        try:
            found = self._child.ask({"do": do, **request}, deadline)
        except Refused as refused:
            raise Problem(str(refused), UNDECIDED if self._child.ready else USAGE) from None
        except TookTooLong:
            raise
        except ChildError as error:
            sentence = words(self._language)("The judge stopped: {reason}")
            raise Problem(sentence.format(reason=_last_line(error)), UNDECIDED) from None
        self._is_warm = True
        return found

    def _unjudged(self, row: Row, verdict: Verdict) -> dict[str, Any]:
        return {"id": row.question, "seed": row.seed, **verdict.as_json(), "device": None, "seconds": None}

    def close(self) -> None:
        """End the child."""
        self._child.kill()


def _last_line(error: Exception) -> str:
    return str(error).strip().rpartition("\n")[2]
