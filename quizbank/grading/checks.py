"""What the judge does for code grading: binds a submission, sends its inputs, compares its outcomes."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import torch

from quizbank import bank, packs
from quizbank import device as devices
from quizbank.grading import contrast
from quizbank.grading.binding import Binding, Parameter
from quizbank.grading.cases import Case, cases, lengths
from quizbank.grading.reading import Reading, candidates, reading, readings
from quizbank.grading.results import compared, purity
from quizbank.grading.sentences import Misfit, said
from quizbank.grading.tensors import encode
from quizbank.language import words
from reference.formula import FORMULAS, Formula

Request = dict[str, Any]
Payload = dict[str, Any]


def bind_submission(request: Request) -> Payload:
    """The readings that a submission's parameters suit, and the checks it gets; or why it suits none."""
    _ = words(request.get("language", "en"))
    outline = bank.formulas().get(request["formula"])
    if outline is None or not outline.is_exercise:
        near = bank.nearest(request["formula"], {k: v for k, v in bank.formulas().items() if v.is_exercise})
        guessed = _("there is no exercise {name}; did you mean {near}?")
        text = guessed if near else _("there is no exercise {name}; `quizbank list --formulas` shows what there is")
        return {"misfit": text.format(name=request["formula"] or "''", near=near), "checks": ["runs", "signature"]}
    formula = reference(request["formula"])
    convention = request.get("convention")
    try:
        found = _candidates(formula, request, convention)
    except Misfit as misfit:
        sentence = said(misfit.sentence, _)
        known = {one.name: one for one in readings(formula)}
        one = known.get(convention, known[None])  # the text of a file may mislead, its code decides
        checks = _checks(one, _devices(request.get("device", "cpu")))
        return {"misfit": sentence, "checks": list(checks)}
    return {
        "checks": list(_checks(found[0][0], _devices(request.get("device", "cpu")))),
        "readings": [_as_json(one, binding) for one, binding in found],
        "is_batched": found[0][0].is_batched,
    }


def _candidates(formula: Formula[..., Any], request: Request, convention: str | None) -> list[tuple[Reading, Binding]]:
    if request.get("adapted"):
        one = reading(formula, convention)
        return [(one, Binding(one.names))]
    parameters = [Parameter(**parameter) for parameter in request["parameters"]]
    return candidates(formula, parameters, request.get("arguments"), convention)


def _as_json(one: Reading, binding: Binding) -> Payload:
    return {
        "convention": one.name,
        "positional": list(binding.positional),
        "keywords": binding.keywords,
        "differentiable": list(one.differentiable),
        "by_name": binding.by_name,
    }


def _devices(wanted: str) -> list[str]:
    """The devices besides the CPU on which the submission is to run."""
    return (
        []
        if wanted == "cpu" or (wanted == "auto" and not torch.cuda.is_available())
        else [wanted.replace("auto", "cuda")]
    )


def _checks(one: Reading, devices: Sequence[str]) -> Iterator[str]:
    yield from ("runs", "signature", "shape", "dtype", "values")
    if one.is_batched:
        yield "batch"
    if lengths(one.formula):
        yield "lengths"
    tensors = [argument for argument in one.arguments if argument.axes is not None]
    if any(argument.axes for argument in tensors):
        yield "non-contiguous"
    if any(argument.kind == "float" for argument in tensors):
        yield "float32"
    yield from (f"gradient[{name}]" for name in one.differentiable)
    if one.formula.extreme:
        yield "extreme"
    yield "purity"
    yield from (f"device[{device}]" for device in devices)


def exercise(request: Request) -> Payload:
    """The calls of one check: encoded arguments by name, and what is asked of each call."""
    return {"calls": [_call(one, request) for one in _cases(request)]}


def _call(one: Case, request: Request) -> Payload:
    gradient = request["check"] == "gradient"
    call: Payload = {
        "arguments": {name: encode(value) for name, value in one.arguments.items()},
        "outputs": contrast.output_names(one),
        "wants": list(one.reading.differentiable) if gradient else [],
        "upstream": [encode(part) for part in one.sent],
        "weights": [argument.name for argument in one.reading.arguments if argument.is_weight],
        "sizes": one.draw.sizes,
        "dtype": str(one.dtype).removeprefix("torch."),
    }
    if not one.contiguous:
        call["contiguous"] = False
    if request["check"] == "device":
        call["device"] = request["device"]
    return call


def compare(request: Request) -> Payload:
    """The results of one check from the outcomes that the submission's process sent."""
    return compared(request, _cases(request))


def _cases(request: Request) -> tuple[Case, ...]:
    formula, check = reference(request["formula"]), request["check"]
    if check == "device" and (request.get("device") or "").startswith("mps"):
        check = "float32"  # this device has no float64
    return cases(formula, request.get("convention"), check, request["seed"], request["shape"])


def device_problem(request: Request) -> Payload:
    """Why the wanted device cannot be used here, or None."""
    try:
        devices.choose(request["device"])
    except devices.NoSuchDevice as error:
        return {"problem": str(error)}
    return {"problem": None}


def reference(name: str) -> Formula[..., Any]:
    """The formula of this id, its module imported."""
    if name not in FORMULAS:
        packs.module(f"reference.{name.partition('.')[0]}")
    return FORMULAS[name]


HANDLERS: dict[str, Callable[[Request], Payload]] = {
    "device": device_problem,
    "bind": bind_submission,
    "exercise": exercise,
    "compare": compare,
    "purity": purity,
}
