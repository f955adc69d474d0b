"""What a submission gave beside what the reference gives: the first difference, in words and numbers."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor

from quizbank.compare import FLOOR, RELATIVE, index_of
from quizbank.grading import trees
from quizbank.grading.cases import Case
from quizbank.grading.sentences import later, said
from quizbank.grading.tensors import decode
from quizbank.language import Language, words

RELATIVES = {torch.float64: RELATIVE, torch.float32: 2e-5, torch.float16: 4e-3, torch.bfloat16: 3e-2}
THE_OUTPUT = later("the output")
NOISE = 16.0
"""So many times the reference's own error is allowed."""


@dataclass(frozen=True)
class Finding:
    """One difference: its class, a sentence, and the worst entry."""

    result: str
    message: str
    worst: dict[str, Any] | None = None
    times: float = float("inf")


@dataclass(frozen=True)
class Got:
    """A submission's outcome: tensors in the formula's order, gradients by argument."""

    values: tuple[Any, ...] = ()
    gradients: dict[str, Any] | None = None
    surplus: int = 0
    none: bool = False


def got(case: Case, seen: dict[str, Any]) -> Got:
    """Read an outcome that the submission's process sent."""
    values = [_value(part) for part in seen.get("values", [])]
    count = len(case.expected.values)
    gradients = seen.get("gradients")
    return Got(
        tuple(values[:count]),
        None if gradients is None else {name: None if g is None else _value(g) for name, g in gradients.items()},
        max(0, len(values) - count),
        bool(seen.get("none")),
    )


class Strange(str):
    """What stands in the place of a value that is neither tensor, array nor number."""


def _value(encoded: Any) -> Any:
    if "strange" in encoded:
        return Strange(encoded["strange"])
    value = decode(encoded)
    if isinstance(value, bool | int | float):
        return torch.tensor(value, dtype=torch.float64 if isinstance(value, float) else None)
    return value


def contrast(case: Case, found: Got, language: Language) -> Finding | None:
    """The first difference in number, shape, dtype and values of the outputs."""
    return outline(case, found, language) or values(case, found, language)


def outline(case: Case, found: Got, language: Language) -> Finding | None:
    """A difference in the number or the shape of the outputs."""
    _ = words(language)
    expected = case.expected.values
    if found.none:
        return Finding("shape", _("returned None"))
    if len(found.values) < len(expected):
        text = _("{got} outputs, expected {count}: {names}")
        names = ", ".join(output_names(case))
        return Finding("shape", text.format(got=len(found.values), count=len(expected), names=names))
    for name, a, b in zip(output_names(case), expected, found.values, strict=False):
        if isinstance(b, Strange):
            return Finding("shape", _("{name} is {what}, expected a tensor").format(name=_(name), what=b))
        if isinstance(a, Tensor) and isinstance(coerced(a, b), Tensor) and a.shape != coerced(a, b).shape:
            text = _("{name} has shape {got}, expected {expected}{axes}")
            shapes = {"got": tuple(coerced(a, b).shape), "expected": tuple(a.shape)}
            return Finding("shape", text.format(name=_(name), axes=_axes(case, name), **shapes))
        if isinstance(a, Tensor) and not isinstance(coerced(a, b), Tensor):
            what = type(b).__name__
            return Finding("shape", _("{name} is a {what}, expected a tensor").format(name=_(name), what=what))
        if name == trees.NAME and (finding := _tree(a, b, case, language)) and finding.result == "shape":
            return finding
    return None


def _tree(a: Any, b: Any, case: Case, language: Language) -> Finding | None:
    """What is wrong with a tree; any with the least total code length is right."""
    _ = words(language)
    right, mine = trees.paths(plain(a)), trees.paths(plain(b))
    assert right is not None
    if mine is None or len(mine) != len(right):
        text = _("expected a path of pairs (inner node, turn ±1) for each of the {words} words")
        return Finding("shape", text.format(words=len(right)))
    counts = plain(case.arguments.get("counts", [1] * len(right)))
    fault = trees.fault(mine, counts, trees.length(right, counts))
    return None if fault is None else Finding("value", said(fault, _))


def coerced(expected: Any, value: Any) -> Any:
    """A list of numbers where a tensor is expected counts as one."""
    if isinstance(expected, Tensor) and isinstance(value, list | tuple):
        try:
            return torch.tensor(value, dtype=torch.float64 if expected.is_floating_point() else None)
        except (TypeError, ValueError, RuntimeError):
            return value
    return value


def narrowed(case: Case, found: Got, language: Language) -> Finding | None:
    """An output whose dtype holds less than the input's."""
    _ = words(language)
    if not any(isinstance(v, Tensor) and v.is_floating_point() for v in case.arguments.values()):
        return None  # positions and masks may come in any dtype
    for name, a, b in zip(output_names(case), case.expected.values, found.values, strict=False):
        b = coerced(a, b)
        if not (isinstance(a, Tensor) and isinstance(b, Tensor) and a.is_floating_point()):
            continue
        if not b.is_floating_point() or b.dtype.itemsize < case.dtype.itemsize:
            text = _("{name} is {got} for {given} inputs: create new tensors with dtype=x.dtype")
            return Finding("dtype", text.format(name=_(name), got=_dtype(b.dtype), given=_dtype(case.dtype)))
    return None


def values(case: Case, found: Got, language: Language) -> Finding | None:
    """The worst entry of the first output whose values are too far off."""
    for place, (name, a, b) in enumerate(zip(output_names(case), case.expected.values, found.values, strict=False)):
        noise = case.noise[place] if case.noise else 0.0
        finding = (
            _tree(a, b, case, language)
            if name == trees.NAME
            else tensor_difference(name, a, coerced(a, b), noise, language, _axis_names(case, place))
        )
        if finding:
            return finding
    return None


def tensor_difference(
    name: str, a: Any, b: Any, noise: float, language: Language, axes: Sequence[str] = (), result: str = "value"
) -> Finding | None:
    """How `b` differs from the expected `a`, or None where it does not."""
    _ = words(language)
    if not isinstance(a, Tensor):
        same = plain(a) == plain(b)
        text = _("{name} is {got}, expected {expected}")
        return None if same else Finding(result, text.format(name=_(name), got=_short(b), expected=_short(a)))
    apart = excess(a, b, noise)
    if a.numel() == 0 or bool((apart <= 1).all()):
        return None
    wrong = apart > 1
    index = _index(apart)
    worst = {
        "index": list(index),
        "got": _number(b[index]),
        "expected": _number(a[index]),
        "times_allowed": _number(apart[index]),
    }
    if result == "value" and not bool(b.isfinite().all()) and bool(a.isfinite().all()):
        index = _index((~b.isfinite()).double())
        text = _("{name} holds {got} at {index}, where the reference is finite")
        return Finding("non-finite", text.format(name=_(name), got=_number(b[index]), index=_at(index, axes)), worst)
    return Finding(result, _sentence(name, wrong, index, worst, axes, language), worst, float(apart[index]))


def excess(a: Tensor, b: Tensor, noise: float = 0.0) -> Tensor:
    """Per entry, the distance in units of the allowed one; infinite where only one is finite."""
    relative = RELATIVES.get(b.dtype, RELATIVE)
    a, b = a.to(torch.float64), b.to(torch.float64)
    scale = torch.maximum(a.abs(), b.abs()).nan_to_num(0.0, 0.0, 0.0).clamp(min=FLOOR)
    if relative > RELATIVE and scale.numel():
        scale = scale.clamp(
            min=float(a.abs().nan_to_num(0.0, 0.0, 0.0).max())
        )  # a short dtype errs by the largest summand
    apart = (a - b).abs() / (relative * scale + NOISE * noise)
    return apart.masked_fill(apart.isnan(), torch.inf).masked_fill(a.isinf() & (a == b), 0.0)


def _sentence(
    name: str, wrong: Tensor, index: tuple[int, ...], worst: dict[str, Any], axes: Sequence[str], language: Language
) -> str:
    _ = words(language)
    text = _(
        "{name} differs in {count} of {all} entries, worst at {index}: got {got}, expected {expected} ({times} times the allowed error)"
    )
    sentence = text.format(
        name=_(name),
        count=int(wrong.sum()),
        all=wrong.numel(),
        index=_at(index, axes),
        got=_digits(worst["got"]),
        expected=_digits(worst["expected"]),
        times=f"{worst['times_allowed']:.3g}",
    )
    first = _first_step(wrong, axes)
    return sentence if first is None else sentence + "; " + _("first wrong at {axis} = {place}").format(**first)


def _first_step(wrong: Tensor, axes: Sequence[str]) -> dict[str, Any] | None:
    """The first time step, or batch row, that goes wrong, where not all of them do."""
    for place, axis in enumerate(axes):
        if axis in ("T", "S", "n", "batch", "heads", "L") and place < wrong.ndim:
            bad = wrong.movedim(place, 0).flatten(1).any(1) if wrong.ndim > 1 else wrong
            if not bool(bad.all()):
                return {"axis": axis, "place": int(bad.to(torch.int).argmax())}
    return None


def output_names(case: Case) -> list[str]:
    """A name for every expected output."""
    names, count = case.reading.formula.outputs, len(case.expected.values)
    if len(names) == count:
        return list(names)
    return [THE_OUTPUT] if count == 1 else [f"output {place + 1}" for place in range(count)]


def _axis_names(case: Case, place: int) -> tuple[str, ...]:
    results, value = case.reading.formula.results, case.expected.values[place]
    if place >= len(results) or results[place].axes is None or not isinstance(value, Tensor):
        return ()
    axes = tuple(results[place].axes or ())
    if len(axes) == value.ndim - 1:
        return ("batch", *axes)
    return axes if len(axes) == value.ndim else ()


def _axes(case: Case, name: str) -> str:
    names = output_names(case)
    axes = _axis_names(case, names.index(name)) if name in names else ()
    return f" ({', '.join(axes)})" if axes else ""


def _index(apart: Tensor) -> tuple[int, ...]:
    return index_of(int(apart.argmax()), apart.shape)


def _at(index: tuple[int, ...], axes: Sequence[str]) -> str:
    if len(axes) == len(index) and index:
        return "(" + ", ".join(f"{axis}={place}" for axis, place in zip(axes, index, strict=True)) + ")"
    return str(index)


def _number(value: Tensor) -> float:
    return float(value)


def _digits(number: float) -> str:
    return f"{number:.6g}"


def _dtype(dtype: torch.dtype) -> str:
    return str(dtype).removeprefix("torch.")


def plain(value: Any) -> Any:
    """The value as nested lists of numbers, whatever its containers."""
    if isinstance(value, Tensor):
        return value.tolist()
    if isinstance(value, list | tuple):
        return [plain(part) for part in value]
    if isinstance(value, dict):
        return {key: plain(part) for key, part in value.items()}
    return plain(value.table) if hasattr(value, "table") else value


def _short(value: Any) -> str:
    text = str(plain(value))
    return text if len(text) <= 80 else text[:77] + "…"
