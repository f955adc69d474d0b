"""The results of grading, as records, sentences and JSON."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from quizbank.grading.names import result_name
from quizbank.language import Language, words

FINE = ("pass", "limited")
SKIPPED = ("not-started", "not-run")


@dataclass(frozen=True)
class CheckResult:
    """One check of one submission; the fields are those of `grade --json`."""

    file: str
    function: str | None
    formula: str | None
    convention: str | None
    check: str
    result: str
    message: str = ""
    mistake: str | None = None
    hint: str | None = None
    note: str | None = None
    worst: dict[str, Any] | None = None
    example: dict[str, Any] | None = field(default=None, compare=False)
    output: str = ""
    library: str = "torch"
    seed: int = 0
    seconds: float = 0.0

    @property
    def is_fine(self) -> bool:
        """Whether it passes, if only with a note."""
        return self.result in FINE

    @property
    def is_skipped(self) -> bool:
        """Whether nothing was there to be judged."""
        return self.result in SKIPPED

    def as_json(self) -> dict[str, Any]:
        """The public object of `grade --json`."""
        names = (
            "file",
            "function",
            "formula",
            "convention",
            "check",
            "result",
            "message",
            "mistake",
            "hint",
            "note",
            "worst",
        )
        found = {name: getattr(self, name) for name in names}
        facts = {**found, "counterexample": self.example, "seed": self.seed, "seconds": round(self.seconds, 4)}
        sent: dict[str, Any] = _sendable(facts)
        return sent


def _sendable(value: Any) -> Any:
    """JSON has no word for NaN and infinities: they go as text."""
    if isinstance(value, float) and not math.isfinite(value):
        return str(value)
    if isinstance(value, dict):
        return {key: _sendable(part) for key, part in value.items()}
    return [_sendable(part) for part in value] if isinstance(value, list | tuple) else value


def summary(results: Iterable[CheckResult]) -> dict[str, int]:
    """How many results there are of each class."""
    counts: dict[str, int] = {}
    for result in results:
        counts[result.result] = counts.get(result.result, 0) + 1
    return counts


def failures(results: Iterable[CheckResult]) -> list[list[CheckResult]]:
    """The checks that failed, those with one reason together."""
    groups: dict[tuple[str, str], list[CheckResult]] = {}
    for result in results:
        if not result.is_fine and result.result != "not-run":
            groups.setdefault((result.result, result.hint or result.message), []).append(result)
    return list(groups.values())


def explanation(result: CheckResult, language: Language) -> str:
    """A failed check in words: what differs, the reason, the smallest failing input."""
    _ = words(language)
    lines = [result.message or result_name(result.result, language)]
    if result.hint:
        name = f" [{result.mistake}]" if result.mistake else ""
        lines.append(_("reason: {hint}").format(hint=result.hint) + name)
    if result.example:
        lines += _example(result.example, language)
    if result.output.strip():
        lines.append(_("printed: {output}").format(output=result.output.strip()[:500]))
    return "\n".join(lines)


def _example(example: dict[str, Any], language: Language) -> Sequence[str]:
    _ = words(language)
    sizes = ", ".join(f"{name}={size}" for name, size in example["sizes"].items())
    return (
        _("smallest failing input ({sizes}): {inputs}").format(
            sizes=sizes, inputs=", ".join(f"{name} = {_short(value)}" for name, value in example["inputs"].items())
        ),
        _("got {got}, expected {expected}").format(
            got=_outputs(example["got"]), expected=_outputs(example["expected"])
        ),
    )


def _outputs(values: Sequence[Any]) -> str:
    return ", ".join(_short(value) for value in values)


def _short(value: Any) -> str:
    text = _rounded(value)
    return text if len(text) <= 120 else text[:117] + "…"


def _rounded(value: Any) -> str:
    if isinstance(value, list):
        return "[" + ", ".join(_rounded(part) for part in value) + "]"
    return f"{value:.4g}" if isinstance(value, float) else str(value)
