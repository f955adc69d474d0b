"""The course of grading one submission: what is asked in which order, and what follows from a failure."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from quizbank.grading.declared import Declared
from quizbank.grading.inquiry import Inquiry, Stopped
from quizbank.grading.names import check_name, result_name
from quizbank.grading.report import CheckResult
from quizbank.grading.sentences import said
from quizbank.language import words

if TYPE_CHECKING:
    from quizbank.grading.grader import Grader

Payload = dict[str, Any]


class Attempt:
    """One submission's results, found when they are asked for."""

    def __init__(self, grader: Grader, path: Path, declared: Declared) -> None:
        self._grader, self._path, self._declared = grader, path, declared
        self._inquiry = Inquiry(grader, path, declared)
        self._done: dict[str, CheckResult] = {}
        self._stopped: CheckResult | None = None
        self._is_batched = False
        self._library = declared.library
        self._has_backward = declared.has_backward
        self._keeps_cache = False
        self._asked: set[str] = set()

    def result(self, check: str) -> CheckResult:
        """The result of one check."""
        if check not in self._done and self._stopped is None:
            self._inquiry.seconds, self._inquiry.output = 0.0, ""
            try:
                self._find(check)
            except Stopped as stopped:
                self._stop(check, stopped)
        if check in self._done:
            return self._done[check]
        return self._one(check, "not-run", self._why_not_run())

    def _why_not_run(self) -> str:
        _ = words(self._grader.language)
        if self._stopped is None:
            return _("not asked of this submission")
        return _("not run: {check} ended as {result}").format(
            check=check_name(self._stopped.check, self._grader.language),
            result=result_name(self._stopped.result, self._grader.language),
        )

    def _stop(self, check: str, stopped: Stopped) -> None:
        at = stopped.facts.pop("check", check)
        self._stopped = self._one(at, stopped.result, stopped.message, **stopped.facts)
        self._done[at] = self._stopped

    def _one(self, check: str, result: str, message: str = "", **facts: Any) -> CheckResult:
        declared = self._declared
        return CheckResult(
            file=str(self._path),
            function=declared.function,
            formula=None if result == "import-error" else declared.formula,
            convention=self._inquiry.reading.get("convention", declared.convention),
            check=check,
            result=result,
            message=message,
            library=self._library,
            output=self._inquiry.output if result not in ("pass", "limited", "not-run") else "",
            seed=self._grader.seed,
            seconds=self._inquiry.seconds,
            **facts,
        )

    def _find(self, check: str) -> None:
        if "runs" not in self._done:
            self._open()
            if check in self._done:
                return
        kind = check.partition("[")[0]
        if kind == "gradient":
            if "gradient" not in self._asked:
                self._asked.add("gradient")
                self._gradients()
            self._elsewhere(check)
        elif kind == "purity":
            self._purity()
        elif kind == "batch":
            self._batch()
        elif kind in ("lengths", "non-contiguous", "float32", "extreme", "device"):
            self._plain(check)

    # The first contact: does it run, whom does it suit, are its values right, and in which convention?

    def _open(self) -> None:
        _ = words(self._grader.language)
        if self._declared.is_stub:
            raise Stopped("not-started", _("nothing is written yet"), check="runs")
        if self._declared.own and self._grader.from_scratch:
            names = ", ".join(self._declared.own)
            raise Stopped("error", _("uses the library's own {names}").format(names=names), check="runs")
        described, bound = self._inquiry.binding()
        if "import_error" in described:
            raise Stopped("import-error", self._import_failure(described["import_error"]), check="runs")
        if "error" in described:
            raise self._failed({"results": [self._inquiry.described(described["error"])]})
        self._library, self._has_backward = described["library"], described["has_backward"]
        self._keeps_cache = described["keeps_cache"]
        if "misfit" in bound:
            self._keep("runs", "pass")
            raise Stopped("signature", bound["misfit"], check="signature")
        self._is_batched = bound["is_batched"]
        self._values(bound["readings"])

    def _import_failure(self, error: Payload) -> str:
        _ = words(self._grader.language)
        place = _(" at line {line}: {source}").format(**error) if error.get("line") else ""
        return f"{error['type']}: {error['message']}{place}"

    def _values(self, readings: list[Payload]) -> None:
        """Take the first reading that is right with and without a batch axis, else one that is right in one form.

        Where none is right, the one is judged that tells most.
        """
        tried: list[tuple[Payload, str, Payload]] = []
        right: list[tuple[Payload, str, Payload]] = []
        for reading, shape in self._forms(readings):
            self._inquiry.reading, self._inquiry.shape = reading, shape
            answer = self._inquiry.ask("values")
            (right if answer.get("passed") else tried).append((reading, shape, answer))
            if answer.get("passed") and (shape == "batch" or self._suits_batches(len(readings))):
                break
        else:
            ran = [one for one in tried if one[2].get("ran")]
            self._inquiry.reading, self._inquiry.shape, answer = right[0] if right else self._best(ran or tried)
        self._enter(answer)

    def _suits_batches(self, readings: int) -> bool:
        """Whether the reading also holds with a batch axis; asked now only where another might hold."""
        if readings == 1 or not self._is_batched:
            return True
        return bool(self._inquiry.ask("batch", shape="batch").get("passed"))

    def _forms(self, readings: list[Payload]) -> Iterator[tuple[Payload, str]]:
        for reading in readings:
            yield reading, "plain"
            if self._is_batched:
                yield reading, "batch"

    def _best(self, tried: list[tuple[Payload, str, Payload]]) -> tuple[Payload, str, Payload]:
        """The first whose mistake is known, else the first with the right shapes, else the first."""

        def rank(one: tuple[Payload, str, Payload]) -> int:
            results = one[2]["results"]
            if any(r.get("mistake") for r in results):
                return 0
            if any(r.get("hint") and r["result"] == "value" for r in results):
                return 1
            return 2 if all(r["result"] != "shape" for r in results) else 3

        return min(tried, key=rank)

    def _enter(self, answer: Payload) -> None:
        _ = words(self._grader.language)
        if not answer.get("ran"):
            raise self._failed(answer)
        own = ", ".join(self._declared.own)
        note = _("uses the library's own {names}").format(names=own) if own else None
        self._keep("runs", "pass", note=note)
        name = self._inquiry.reading["convention"]
        notes = [
            *([_("in the convention {name}").format(name=name)] if name else []),
            *(said(one, _) for one in self._inquiry.notes),
        ]
        self._keep("signature", "pass", note="; ".join(notes) or None)
        for result in answer["results"]:
            self._take(result)
        if self._done["shape"].result != "pass":
            self._stopped = self._done["shape"]
        elif self._done["values"].result == "value":
            self._shrink()
        elif self._inquiry.shape == "batch":
            text = _("right with a batch axis; without one it is not")
            self._done["values"] = replace(self._done["values"], result="limited", message=text)

    def _shrink(self) -> None:
        """Add the smallest failing input to a wrong value."""
        answer = self._inquiry.ask("small")
        for result in answer.get("results", ()):
            if "inputs" in result:
                order = (*self._inquiry.reading["positional"], *self._inquiry.reading["keywords"].values())
                example = {key: result[key] for key in ("sizes", "got", "expected")}
                example["inputs"] = {name: result["inputs"][name] for name in order}
                self._done["values"] = replace(self._done["values"], example=example)

    # The other checks.

    def _batch(self) -> None:
        _ = words(self._grader.language)
        if self._inquiry.shape == "batch":
            self._keep("batch", "pass")
            return
        answer = self._inquiry.ask("batch", shape="batch")
        if answer.get("passed"):
            self._keep("batch", "pass")
        elif self._done["values"].result == "pass":
            self._keep("batch", "limited", _("right without a batch axis; with one it is not"))
        else:
            self._keep("batch", "not-run", _("not run: the values are wrong without a batch axis"))

    def _plain(self, check: str) -> None:
        _ = words(self._grader.language)
        kind, _bracket, device = check.partition("[")
        if not self._done["values"].is_fine:
            self._keep(check, "not-run", _("not run: the values are wrong"))
            return
        answer = self._inquiry.ask(kind, device=device.rstrip("]"))
        if not answer.get("ran"):
            self._take({**answer["results"][0], "check": check})
            return
        for result in answer["results"]:
            self._take({**result, "check": check})

    def _gradients(self) -> None:
        _ = words(self._grader.language)
        names = self._inquiry.reading["differentiable"]
        if self._library == "numpy" and not self._has_backward:
            for name in names:
                self._keep(f"gradient[{name}]", "limited", _("numpy code without a backward: only values are judged"))
            return
        shape = self._inquiry.shape
        if shape == "plain" and self._is_batched:
            self.result("batch")
            shape = "both" if self._done["batch"].result == "pass" else "plain"
        for result in self._inquiry.ask("gradient", shape=shape)["results"]:
            if result["check"] == "runs":
                for name in names:
                    self._take({**result, "check": f"gradient[{name}]"})
            else:
                self._take(result)

    def _elsewhere(self, check: str) -> None:
        """The gradient of an argument that the convention found does not have stands for all of its own."""
        _ = words(self._grader.language)
        names = self._inquiry.reading["differentiable"]
        if check in self._done or not names:
            return
        own = [self._done[f"gradient[{name}]"] for name in names]
        note = _("graded as {names}").format(names=", ".join(names))
        self._done[check] = replace(next((r for r in own if not r.is_fine), own[0]), check=check, note=note)

    def _purity(self) -> None:
        for result in self._inquiry.purity()["results"]:
            self._take(result)

    def _failed(self, answer: Payload) -> Stopped:
        first = answer["results"][0]
        if first["check"] == "signature":
            self._keep("runs", "pass")
        return Stopped(first["result"], first["message"], hint=first.get("hint"), check=first["check"])

    def _take(self, result: Payload) -> None:
        facts = {key: result[key] for key in ("mistake", "hint", "note", "worst") if result.get(key) is not None}
        if self._keeps_cache and result["check"] == "shape":
            facts.pop("note", None)  # the further output is the cache that backward takes
        self._done[result["check"]] = self._one(result["check"], result["result"], result["message"], **facts)

    def _keep(self, check: str, result: str, message: str = "", note: str | None = None) -> None:
        self._done[check] = self._one(check, result, message, note=note)
