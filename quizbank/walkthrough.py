"""Every named intermediate of a formula at given sizes: what has which shape, costs how much, and takes how long."""

import time
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field
from math import prod
from typing import Any

import torch
from torch import Tensor

from quizbank import axes
from quizbank.draw import draw, sizes_of
from quizbank.language import Text, words
from quizbank.observe import flattened
from quizbank.seeds import Stream
from reference.counting import Cost
from reference.formula import Call, Formula, recording

LARGEST = 2**27
"""So many numbers may the arguments hold together: 1 GiB in float64."""

_REPEATS = 3
_SEARCHED = 100_000


def _(sentence: str) -> str:
    """Marks a sentence for translation when it is shown."""
    return sentence


class UnfitSizes(ValueError):
    """The sizes do not fit the formula; `text` says why in both languages."""

    def __init__(self, sentence: str, **parts: Any) -> None:
        self.text = Text(*(words(language)(sentence).format(**parts) for language in ("en", "zh")))
        super().__init__(self.text.en)


@dataclass
class Step:
    """A formula that ran: its results by name with their shapes, and what it cost, the calls inside it included.

    `times` counts equal steps, as in a loop over time: cost and time are theirs together, while a weight that
    they share is counted once.
    """

    formula: str
    results: dict[str, tuple[int, ...] | None]
    times: int = 0
    multiplications: int = 0
    seconds: float = 0.0
    weights: dict[tuple[int, tuple[int, ...]], int] = field(default_factory=dict)

    def as_json(self) -> dict[str, Any]:
        """The public fields of `run --json`."""
        fields = asdict(self)
        fields["parameters"] = sum(fields.pop("weights").values())
        fields["outputs"] = [{"name": name, "shape": shape} for name, shape in fields.pop("results").items()]
        return fields


def walkthrough(
    formula: Formula[..., Any], sizes: Mapping[str, int], *, seed: int = 0, device: torch.device | None = None
) -> list[dict[str, Any]]:
    """The steps of one call on a drawn input, inner ones first; raises UnfitSizes."""
    where = device or torch.device("cpu")
    dtype = torch.float32 if where.type == "mps" else torch.float64
    arguments = draw(formula, seed, sizes=fitted(formula, sizes)).to(where, dtype).arguments
    with torch.no_grad():
        with recording() as calls:
            formula(**arguments)
        return [step.as_json() for step in _merged(calls, where).values()]


def fitted(formula: Formula[..., Any], sizes: Mapping[str, int]) -> dict[str, int]:
    """The given sizes and those that follow from them, as d_k from d_model and heads."""
    known = draw(formula, 0).sizes
    for name in sizes:
        if name not in known:
            there = ", ".join(known)
            raise UnfitSizes(
                _("{formula} has no size {name}; it has: {known}."), formula=formula.id, name=name, known=there
            )
    chosen = dict(sizes)
    for name, expression in formula.sizes.items():
        if name in chosen:
            _tie(name, expression, chosen, known)
    _refuse_giants(formula, chosen)
    return chosen


def _tie(name: str, expression: str, chosen: dict[str, int], known: Mapping[str, int]) -> None:
    """Find the size that makes `name` what was asked for."""
    wanted = chosen[name]
    if expression == "2**":
        if wanted & (wanted - 1):
            raise UnfitSizes(_("{name} must be a power of two, and {wanted} is none."), name=name, wanted=wanted)
        return
    free = [part for part in axes.names(expression) if part not in chosen]
    candidates = range(1, min(wanted, _SEARCHED) + 1) if free else (0,)
    for candidate in candidates:
        found = {**known, **chosen, **({free[-1]: candidate} if free else {})}
        if axes.size(expression, found) == wanted:
            chosen.update({part: found[part] for part in free})
            return
    raise UnfitSizes(
        _("{name} is {expression}, which cannot be {wanted} here."), name=name, expression=expression, wanted=wanted
    )


def _refuse_giants(formula: Formula[..., Any], chosen: Mapping[str, int]) -> None:
    sizes = sizes_of(formula, Stream(formula.id, 0), dict(chosen))
    numbers = sum(
        prod(axes.size(axis, sizes) for axis in argument.axes) for argument in formula.arguments if argument.axes
    )
    if numbers > LARGEST:
        raise UnfitSizes(
            _("These sizes make {numbers} numbers; at most {most} are run."), numbers=numbers, most=LARGEST
        )


def _merged(calls: list[Call], device: torch.device) -> dict[Any, Step]:
    """The calls as steps, equal ones in one."""
    steps: dict[Any, Step] = {}
    for call in calls:
        results = _results(call)
        step = steps.setdefault((call.formula.id, *results.items()), Step(call.formula.id, results))
        step.times += 1
        step.multiplications += _multiplications(call)
        step.seconds += _seconds(call, device)
        step.weights.update({(w.data_ptr(), tuple(w.shape)): w.numel() for w in _weights(call)})
    return steps


def _results(call: Call) -> dict[str, tuple[int, ...] | None]:
    values = flattened(call.result)
    names = call.formula.outputs or (call.formula.name,)
    names = (*names, *(f"{call.formula.name}_{place}" for place in range(len(names), len(values))))
    return {
        name: tuple(value.shape) if isinstance(value, Tensor) else None
        for name, value in zip(names, values, strict=False)
    }


def _multiplications(call: Call) -> int:
    cost = Cost()
    with cost:
        call.formula(**call.arguments)
    return cost.multiplications


def _seconds(call: Call, device: torch.device) -> float:
    """The shortest of a few runs, which disturbances do not lengthen."""
    return min(_timed(call, device) for _ in range(_REPEATS))


def _timed(call: Call, device: torch.device) -> float:
    started = time.perf_counter()
    call.formula(**call.arguments)
    if device.type != "cpu":
        torch.accelerator.synchronize()
    return time.perf_counter() - started


def _weights(call: Call) -> Iterator[Tensor]:
    for argument in call.formula.arguments:
        value = call.arguments.get(argument.name)
        if argument.is_weight or isinstance(value, list):
            yield from _tensors(value)


def _tensors(value: Any) -> Iterator[Tensor]:
    if isinstance(value, Tensor):
        if value.is_floating_point():
            yield value
    elif isinstance(value, list | tuple):
        for part in value:
            yield from _tensors(part)
