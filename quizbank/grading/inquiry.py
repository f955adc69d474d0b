"""Questions about one submission: inputs from the judge, outcomes from its process, results from the judge."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from quizbank.grading.declared import Declared
from quizbank.grading.sentences import Sentence, said
from quizbank.language import words

if TYPE_CHECKING:
    from quizbank.grading.grader import Grader

Payload = dict[str, Any]


class Stopped(Exception):
    """Nothing more can be found out; the argument is the result that ended it."""

    def __init__(self, result: str, message: str, **facts: Any) -> None:
        super().__init__(message)
        self.result, self.message, self.facts = result, message, facts


class Inquiry:
    """Asks in the reading and the batch form that are being tried; `reading` and `shape` say which."""

    def __init__(self, grader: Grader, path: Path, declared: Declared) -> None:
        self.grader, self._path, self._declared = grader, path, declared
        self.reading: Payload = {}
        self.shape = "plain"
        self.seconds = 0.0
        self.output = ""
        self.notes: list[Sentence] = []

    def ask(self, check: str, *, shape: str | None = None, device: str | None = None) -> Payload:
        """Run one check and return its results."""
        form = shape or self.shape
        outcomes = self.run({"do": "observe", "calls": self.calls(check, form, device)})
        if "error" in outcomes:
            return {"results": [self.described(outcomes["error"])], "ran": False}
        self.notes = outcomes["notes"]
        request = {**self._request("compare", check, form), "device": device}
        return self.grader.judge({**request, "outcomes": outcomes["outcomes"]})

    def purity(self) -> Payload:
        """Call twice with the same input, and once with another in between."""
        found = self.run({"do": "pure", "calls": self.calls("purity", self.shape)[:2]})
        return self.grader.judge({"do": "purity", "outcome": found})

    def binding(self) -> tuple[Payload, Payload]:
        """What the submission's process says of it, and the readings that its parameters suit."""
        described = self.run({"do": "describe"})
        if "import_error" in described or "error" in described:
            return described, {}
        convention = described["convention"] or self._declared.convention
        request = {"do": "bind", "formula": self._declared.formula, "convention": convention}
        names = ("parameters", "arguments", "adapted")
        return described, self.grader.judge({**request, **{name: described[name] for name in names}})

    def calls(self, check: str, shape: str, device: str | None = None) -> list[Payload]:
        """The calls of a check, placed as the binding says."""
        found = self.grader.judge({**self._request("exercise", check, shape), "device": device})["calls"]
        placed = {"positional": self.reading["positional"], "keywords": self.reading["keywords"]}
        return [{**call, **placed} for call in found]

    def run(self, request: Payload) -> Payload:
        """Ask the submission's process; raises Stopped where it ends."""
        found = self.grader.run(self._path, self._declared, request)
        self.seconds += found.get("seconds", 0.0)
        self.output = found.get("output", "")
        if "ended" in found:
            raise Stopped(found["ended"], said(found["why"], words(self.grader.language)))
        return found

    def described(self, error: Payload) -> Payload:
        """An exception that came before any call, as a result."""
        if error["mismatch"]:
            message = said(error["mismatch"], words(self.grader.language))
            return {"check": "signature", "result": "signature", "message": message}
        return {"check": "runs", "result": "error", "message": f"{error['type']}: {error['message']}"}

    def _request(self, do: str, check: str, shape: str) -> Payload:
        return {
            "do": do,
            "formula": self._declared.formula,
            "convention": self.reading["convention"],
            "check": check,
            "seed": self.grader.seed,
            "shape": shape,
        }
