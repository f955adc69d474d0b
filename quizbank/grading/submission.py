"""The process that runs one file of a user: the only place where foreign code is imported.

It reads one JSON request a line from a pipe and answers on another; its standard streams belong to the code.
Nothing here guards against that code: the parent process does, see `worker.py`.
"""

import ctypes
import importlib
import importlib.util
import json
import os
import resource
import signal
import sys
from pathlib import Path
from types import ModuleType
from typing import IO, Any

from quizbank import Claim
from quizbank.grading import forms
from quizbank.grading.observation import described, last_error, observe, pure
from quizbank.grading.solution import Solution

Request = dict[str, Any]

_DIE_WITH_PARENT = 1


class Submission:
    """One imported file and the solutions in it."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._module: ModuleType | None = None
        self._failure: Request | None = None
        self._solutions: dict[tuple[str, str], Solution] = {}

    def answer(self, request: Request) -> Request:
        """Answer `describe`, `observe` or `pure`; never raises."""
        self._import()
        if self._failure is not None:
            return {"import_error": self._failure}
        try:
            solution = self._solution(request)
        except BaseException as error:  # building a module runs the user's code
            return {"error": described(error, self.path)}
        if request["do"] == "describe":
            return self._describe(solution)
        if request["do"] == "pure":
            return pure(solution, request["calls"], self.path)
        outcomes = [observe(solution, call, self.path) for call in request["calls"]]
        return {"outcomes": outcomes, "notes": list(solution.notes)}

    def _import(self) -> None:
        if self._module is not None or self._failure is not None:
            return
        try:
            self._module = imported(self.path)
        except BaseException as error:  # a file may also leave by sys.exit
            self._failure = described(error, self.path)

    def _solution(self, request: Request) -> Solution:
        key = (request["function"], request["formula"])
        if key not in self._solutions:
            found = getattr(self._module, request["function"])
            claims = [c for c in getattr(found, "__solves__", ()) if c.formula == request["formula"]]
            claim = claims[0] if claims else Claim(request["formula"], request.get("convention"))
            self._solutions[key] = forms.solution(found, claim, claim.library or request["library"])
        return self._solutions[key]

    def _describe(self, solution: Solution) -> Request:
        try:
            parameters = solution.parameters()
        except (TypeError, ValueError) as error:
            return {"error": described(error, self.path)}
        claim = solution.claim
        return {
            "parameters": [{"name": p.name, "kind": p.kind.name, "required": p.default is p.empty} for p in parameters],
            "convention": claim.convention,
            "arguments": None if claim.arguments is None else list(claim.arguments),
            "adapted": solution.takes_all,
            "has_backward": solution.has_backward,
            "keeps_cache": solution.keeps_cache,
            "library": solution.library,
            "form": solution.form,
        }


class Here:
    """Submissions in this very process, where a debugger can stop in them; nothing is limited."""

    def __init__(self) -> None:
        self._files: dict[str, Submission] = {}

    def answer(self, request: Request) -> Request:
        """Answer as the grading server would."""
        file = request["file"]
        if file not in self._files:
            self._files[file] = Submission(Path(file))
        return self._files[file].answer(request)

    @property
    def raised(self) -> BaseException | None:
        """The last exception that foreign code has raised."""
        return last_error()


def imported(path: Path) -> ModuleType:
    """Import the file under its own name, its folder first on the path; inside a package, as part of it."""
    root, name = path.parent, path.stem
    while (root / "__init__.py").exists() and root.parent != root:
        root, name = root.parent, f"{root.name}.{name}"
    sys.path[:0] = dict.fromkeys((str(path.parent), str(root)))
    for ours in [m for m in sys.modules if m.partition(".")[0] in ("reference", "tui")]:
        del sys.modules[ours]
    if "." in name:
        return importlib.import_module(name)
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    if name not in sys.modules:  # a file called random.py must not become everybody's `random`
        sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


def serve(path: Path, requests: IO[str], replies: IO[str]) -> None:
    """Answer requests until their pipe is closed."""
    submission = Submission(path)
    for line in requests:
        replies.write(json.dumps(submission.answer(json.loads(line))) + "\n")
        replies.flush()


def become(path: Path, requests: int, replies: int, output: int) -> None:
    """Turn this freshly made process into the one that runs `path`; does not return."""
    os.setsid()
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_DIE_WITH_PARENT, signal.SIGKILL)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    signal.signal(signal.SIGINT, signal.default_int_handler)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.dup2(output, 1)
    os.dup2(output, 2)
    low, high = sorted((requests, replies))
    os.closerange(3, low)
    os.closerange(low + 1, high)
    os.closerange(high + 1, high + 256)
    sys.stdin = os.fdopen(0, encoding="utf-8", errors="replace")
    sys.stdout, sys.stderr = (os.fdopen(fd, "w", encoding="utf-8", errors="replace", buffering=1) for fd in (1, 2))
    with os.fdopen(requests, encoding="utf-8") as incoming, os.fdopen(replies, "w", encoding="utf-8") as outgoing:
        try:
            serve(path, incoming, outgoing)
        except BaseException:  # whatever it is, the parent sees the process end
            os._exit(1)
    os._exit(0)


if __name__ == "__main__":
    become(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]), int(sys.argv[4]))
