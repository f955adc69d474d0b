"""What every judgement ends in."""

from dataclasses import dataclass, fields
from typing import Any, Literal

Result = Literal["right", "wrong", "unreadable", "undecided"]


@dataclass(frozen=True)
class Counterexample:
    """The smallest input found on which the answer and the reference differ, as printable text."""

    inputs: dict[str, str]
    yours: str
    reference: str


@dataclass(frozen=True)
class Verdict:
    """The judgement of one answer; its sentences are already in the user's language.

    `note` names the convention of a right answer; `mistake` is a declared mistake's name and `hint` the
    sentence that sets a wrong answer right, or says what could not be read; `column` counts from 1.
    `read_as` echoes the reading that decided, `answer` is the right formula, computed and not stored.
    """

    result: Result
    note: str | None = None
    mistake: str | None = None
    hint: str | None = None
    column: int | None = None
    read_as: str | None = None
    answer: str | None = None
    counterexample: Counterexample | None = None
    line: int | None = None

    def as_json(self) -> dict[str, Any]:
        """The public fields of `check --json`, as far as the verdict alone knows them."""
        example = self.counterexample
        return {
            "verdict": self.result,
            **{f.name: getattr(self, f.name) for f in fields(self) if f.name not in ("result", "counterexample")},
            "counterexample": None if example is None else vars(example),
        }
