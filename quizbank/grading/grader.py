"""Grades submissions through two processes: the server runs the code, the judge holds the truth.

Nothing here imports torch or foreign code, so that pytest's process stays clean.
"""

import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from quizbank.child import Child, ChildError, TookTooLong
from quizbank.grading.attempt import Attempt
from quizbank.grading.declared import Declared
from quizbank.grading.report import CheckResult
from quizbank.grading.sentences import sentence
from quizbank.language import Language

SECONDS = 20.0
GIGABYTES = 4.0
_JUDGE_SECONDS = 60.0
_GRACE = 30.0


@dataclass(frozen=True)
class Limits:
    """What a submission may use: seconds a request, resident memory in GiB."""

    seconds: float = SECONDS
    memory: float = GIGABYTES


class Host(Protocol):
    """What answers in place of the grading server."""

    def answer(self, request: dict[str, Any]) -> dict[str, Any]:
        """The answer to `describe`, `observe` or `pure`."""


class JudgeFailed(Exception):
    """Our own judge gave no answer: no verdict, and no fault of the submission."""


class Grader:
    """One judge and one grading server, started by the first question to them."""

    def __init__(
        self,
        *,
        seed: int = 0,
        device: str = "cpu",
        language: Language = "en",
        limits: Limits | None = None,
        here: Host | None = None,
        from_scratch: bool = False,
    ) -> None:
        """`here` runs the submissions in this process, for a debugger.

        `from_scratch` fails code that calls the library's own solution.
        """
        self.here, self.from_scratch = here, from_scratch
        self.seed, self.device, self.language, self.limits = seed, device, language, limits or Limits()
        self._judge = Child("quizbank.judge", "--device", "cpu")
        limit = self.limits
        self._server = Child("quizbank.grading.server", "--seconds", str(limit.seconds), "--memory", str(limit.memory))
        self._is_closed = False
        self._attempts: dict[tuple[Path, str, str], Attempt] = {}

    def start(self) -> None:
        """Start both processes without waiting for either."""
        if self.here is None:
            self._server.start()
        self._judge.start()

    def close(self) -> None:
        """End both processes and everything that they have started; nothing can be asked any more."""
        self._is_closed = True
        self._server.close()  # it ends its own children
        self._judge.kill()

    def checks(self, declared: Declared) -> list[str]:
        """The checks that a submission gets, as far as its text shows."""
        parameters = [{"name": name} for name in declared.parameters]
        request = {
            "do": "bind",
            "formula": declared.formula,
            "convention": declared.convention,
            "arguments": declared.arguments,
            "parameters": parameters,
            "adapted": declared.adapted or declared.is_module,
            "device": self.device,
        }
        found: list[str] = self.judge(request)["checks"]
        return found

    def result(self, path: Path, declared: Declared, check: str) -> CheckResult:
        """The result of one check; earlier ones that it leans on are done first."""
        key = (path, declared.function, declared.formula)
        if key not in self._attempts:
            self._attempts[key] = Attempt(self, path, declared)
        return self._attempts[key].result(check)

    def forget(self, path: Path) -> None:
        """End the process of a file; what was found out about it is dropped."""
        self._attempts = {key: value for key, value in self._attempts.items() if key[0] != path}
        if self.here is not None or self._is_closed:
            return
        try:
            self._server.ask({"do": "forget", "file": str(path)}, _GRACE)
        except ChildError:
            self._server.kill()

    def judge(self, request: dict[str, Any]) -> dict[str, Any]:
        """Ask the judge; it is replaced and asked again once where it ends. Raises JudgeFailed."""
        for last in (False, True):
            if self._is_closed:
                raise JudgeFailed("the grader is closed")
            try:
                return self._judge.ask({**request, "language": self.language}, _JUDGE_SECONDS)
            except TookTooLong as error:
                raise JudgeFailed(str(error)) from error
            except ChildError as error:
                if last:
                    raise JudgeFailed(str(error)) from error
        raise AssertionError

    def run(self, path: Path, declared: Declared, request: dict[str, Any]) -> dict[str, Any]:
        """Ask the process of a file; what goes wrong there comes back as `ended`."""
        asked = {
            **request,
            "file": str(path),
            "function": declared.function,
            "formula": declared.formula,
            "convention": declared.convention,
            "library": declared.library,
        }
        if self.here is not None:
            return self.here.answer(asked)
        if self._is_closed:
            raise JudgeFailed("the grader is closed")
        started = time.perf_counter()
        try:
            return self._server.ask(asked, self.limits.seconds + _GRACE)
        except ChildError as error:
            self._server.kill()
            return {
                "ended": "crash",
                "why": sentence("{error}", error=str(error)),
                "seconds": time.perf_counter() - started,
            }
