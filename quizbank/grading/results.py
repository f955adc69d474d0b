"""The results of each check: outcomes of a submission beside what the reference gives, with the reason."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import torch
from torch import Tensor

from quizbank.compare import FLOOR, RELATIVE
from quizbank.explain import explain
from quizbank.grading import contrast
from quizbank.grading.cases import Case, lengths
from quizbank.grading.contrast import Finding, Got
from quizbank.grading.gradients import gradient_results
from quizbank.grading.sentences import said
from quizbank.language import Language, words
from quizbank.observe import Outcome

Request = dict[str, Any]
Payload = dict[str, Any]


def compared(request: Request, given: Sequence[Case]) -> Payload:
    """The results of one check from the outcomes that the submission's process sent."""
    language: Language = request.get("language", "en")
    outcomes = request["outcomes"]
    failure = _failure(outcomes, language)
    if request["check"] == "gradient":
        return {"results": [failure] if failure else gradient_results(given, outcomes, language)}
    if failure:
        return {"results": [failure], "passed": False, "ran": False}
    found = [contrast.got(one, seen) for one, seen in zip(given, outcomes, strict=True)]
    results = list(_RESULTS.get(request["check"], _plain)(request, given, found, language))
    return {
        "results": results,
        "passed": all(r["result"] == "pass" for r in results if r["check"] != "dtype"),
        "ran": True,
    }


def _failure(outcomes: list[Payload], language: Language) -> Payload | None:
    """The first exception among the outcomes."""
    for seen in outcomes:
        if "error" in seen:
            return error_result(seen["error"], language)
    return None


def error_result(error: Payload, language: Language) -> Payload:
    """An exception as a result: not-started where the code says so itself."""
    _ = words(language)
    if error.get("stub"):
        return {"check": "runs", "result": "not-started", "message": _("raises NotImplementedError")}
    if error.get("mismatch"):
        return {"check": "signature", "result": "signature", "message": said(error["mismatch"], _)}
    place = _(" at line {line}: {source}").format(**error) if error.get("line") else ""
    message = f"{error['type']}: {error['message']}".rstrip(": ") + place
    return {"check": "runs", "result": "error", "message": message, "hint": error.get("hint") and _(error["hint"])}


def _value_results(
    request: Request, given: Sequence[Case], found: Sequence[Got], language: Language
) -> Iterator[Payload]:
    _ = words(language)
    shape = _first(given, found, contrast.outline, language)
    if shape is not None:
        yield {**_result("shape", shape), **_explained(given, found, language, "values")}
        return
    yield _result(
        "shape",
        None,
        note=_("{count} more outputs ignored").format(count=found[0].surplus) if found[0].surplus else None,
    )
    yield _result("dtype", _first(given, found, contrast.narrowed, language))
    wrong = _first(given, found, contrast.values, language)
    reason = _explained(given, found, language, "values") if wrong else {}
    yield {**_result("values", wrong), **reason}


def _plain(request: Request, given: Sequence[Case], found: Sequence[Got], language: Language) -> Iterator[Payload]:
    check = request["check"]
    finding = _first(given, found, contrast.contrast, language) or (
        _first(given, found, contrast.narrowed, language) if check == "float32" else None
    )
    yield {**_result(check, finding), **(_explained(given, found, language, check) if finding else {})}


def _length_results(
    request: Request, given: Sequence[Case], found: Sequence[Got], language: Language
) -> Iterator[Payload]:
    _ = words(language)
    for one, outcome in zip(given, found, strict=True):
        finding = contrast.contrast(one, outcome, language)
        if finding:
            sizes = ", ".join(f"{axis} = {one.draw.sizes[axis]}" for axis in lengths(one.draw.formula))
            yield {**_result("lengths", finding), "message": _("with {sizes}: ").format(sizes=sizes) + finding.message}
            return
    yield _result("lengths", None)


def _small_results(
    request: Request, given: Sequence[Case], found: Sequence[Got], language: Language
) -> Iterator[Payload]:
    """The smallest input that fails, for the message of a wrong value."""
    for one, outcome in zip(given, found, strict=True):
        if contrast.contrast(one, outcome, language):
            yield {
                "check": "small",
                "result": "value",
                "sizes": one.draw.sizes,
                "inputs": {name: contrast.plain(value) for name, value in one.arguments.items()},
                "got": [contrast.plain(value) for value in outcome.values],
                "expected": [contrast.plain(value) for value in one.expected.values],
            }
            return


_RESULTS: dict[str, Callable[..., Iterator[Payload]]] = {
    "values": _value_results,
    "lengths": _length_results,
    "small": _small_results,
}


def _first(
    given: Sequence[Case],
    found: Sequence[Got],
    look: Callable[[Case, Got, Language], Finding | None],
    language: Language,
) -> Finding | None:
    for one, outcome in zip(given, found, strict=True):
        finding = look(one, outcome, language)
        if finding:
            return finding
    return None


def _result(check: str, finding: Finding | None, note: str | None = None) -> Payload:
    if finding is None:
        return {"check": check, "result": "pass", "message": "", "note": note}
    return {"check": check, "result": finding.result, "message": finding.message, "worst": finding.worst}


def _explained(given: Sequence[Case], found: Sequence[Got], language: Language, check: str) -> Payload:
    """The mistake or slip that gives the submission's numbers, in the learner's language."""

    def agrees(place: int, outcome: Outcome) -> bool:
        return outcome.error is None and _equal(outcome.values, found[place].values)

    one = given[0].reading
    reason = explain(one.formula, one, given, agrees)
    return {} if reason is None else {"mistake": reason.mistake, "hint": reason.text[language]}


def _equal(values: Sequence[Any], others: Sequence[Any]) -> bool:
    if len(values) != len(others):
        return False
    for a, b in zip(values, others, strict=True):
        b = contrast.coerced(a, b)
        if isinstance(a, Tensor) and isinstance(b, Tensor):
            if (
                a.shape != b.shape
                or _is_far(a, b)
                or not bool(((contrast.excess(a, b) <= 1) | (a.isnan() & b.isnan())).all())
            ):
                return False
        elif contrast.plain(a) != contrast.plain(b):
            return False
    return True


def _is_far(a: Tensor, b: Tensor) -> bool:
    """Whether the first entries already differ, which most guesses fail by."""
    if not a.numel() or b.dtype != torch.float64:
        return False
    x, y = a.flatten()[0].item(), b.flatten()[0].item()
    return abs(x - y) > RELATIVE * max(abs(x), abs(y), FLOOR)


def purity(request: Request) -> Payload:
    """The result of calling twice with the same input."""
    language: Language = request.get("language", "en")
    _ = words(language)
    outcome = request["outcome"]
    if "error" in outcome:
        return {"results": [{**error_result(outcome["error"], language), "check": "purity"}]}
    if outcome["changed"]:
        text = _("the call changes {what}").format(what=", ".join(said(one, _) for one in outcome["changed"]))
        return {"results": [{"check": "purity", "result": "impure", "message": text}]}
    first, again = outcome["first"], outcome["again"]
    if "error" in again or first["values"] != again["values"]:
        text = _("the same input gives another output the second time")
        return {"results": [{"check": "purity", "result": "impure", "message": text}]}
    return {"results": [_result("purity", None)]}
