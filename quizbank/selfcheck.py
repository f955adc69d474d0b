"""The proof of the reference on a device: every formula against its twins, and against float64 on the CPU."""

import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal

import torch
from torch import Tensor

from quizbank import bank
from quizbank import device as devices
from quizbank.draw import Draw, draw
from quizbank.formulas import reference
from quizbank.observe import Outcome, observe
from reference.formula import Formula

PRECISE: dict[torch.dtype, float] = {
    torch.float64: 1e-12,  # 4,500 roundings of 2e-16: our sums have fewer than a hundred terms
    torch.float32: 2e-5,  # 170 roundings of 1.2e-7: the same sums, and exponentials of what was rounded before
    torch.bfloat16: 0.15,  # 20 roundings of 8e-3: a product is summed in float32, so each layer rounds but a few times
}
"""The error allowed in a dtype, in units of the tensor's largest entry."""

STACKED: dict[torch.dtype, float] = {
    torch.float64: 1e-11,
    torch.float32: 1e-3,  # drawn scores reach 50, so their exponentials carry 50 roundings, in each of four blocks
    torch.bfloat16: 0.5,
}
"""The same where a formula stacks layers."""

BATCH = 2
SEEDS = range(3)
_REPEATS = 5


@dataclass(frozen=True)
class Row:
    """One formula beside one twin; `worst` is the largest error in units of the allowed one."""

    formula: str
    twin: str
    result: Literal["pass", "fail"]
    worst: float
    where: str
    milliseconds: float
    speed: float | None
    device: str

    def as_json(self) -> dict[str, Any]:
        """The public fields of `selfcheck --json`; infinity has no number in JSON."""
        fields = vars(self).copy()
        fields["worst"] = self.worst if self.worst < float("inf") else None
        return fields


def selfcheck(device: torch.device) -> Iterator[Row]:
    """Every formula with each of its twins, in the bank's order."""
    with devices.one_thread():
        for name in bank.formulas():
            yield from rows(reference(name), device)


def rows(formula: Formula[..., Any], device: torch.device) -> Iterator[Row]:
    """One formula, forward and backward, in every dtype that the device has; a twin each row."""
    batch = (BATCH,) if any(argument.batched for argument in formula.arguments) else ()
    draws = [draw(formula, seed, batch=batch) for seed in SEEDS]
    exact = [_observed(formula, formula, d, torch.device("cpu"), torch.float64) for d in draws]
    for twin in formula.twins:
        pairs = zip(draws, exact, strict=True)
        worst, where = max(error for d, right in pairs for error in _errors(formula, twin, d, right, device))
        yield _row(formula, twin, worst, where, draws[0], device)


def _row(
    formula: Formula[..., Any], twin: Callable[..., Any], worst: float, where: str, drawn: Draw, device: torch.device
) -> Row:
    """The row with its times; the speed is that against a twin which is the library's own."""
    failed = worst > 1
    seconds = 0.0 if failed else _seconds(formula, formula, drawn, device)
    speed = _seconds(formula, twin, drawn, device) / seconds if seconds and "torch" in twin.__name__ else None
    result: Literal["pass", "fail"] = "fail" if failed else "pass"
    return Row(formula.id, twin.__name__, result, worst, where, seconds * 1000, speed, devices.name(device))


def dtypes(device: torch.device) -> tuple[torch.dtype, ...]:
    """What is checked there: mps has no float64; bfloat16 is what a GPU trains in."""
    wide = () if device.type == "mps" else (torch.float64,)
    narrow = (torch.bfloat16,) if device.type == "cuda" else ()
    return (*wide, torch.float32, *narrow)


def _errors(
    formula: Formula[..., Any], twin: Callable[..., Any], drawn: Draw, exact: Outcome, device: torch.device
) -> Iterator[tuple[float, str]]:
    """Errors in units of the allowed ones, each with the place where it is worst."""
    for dtype in dtypes(device):
        backward = dtype is not torch.bfloat16
        got = _observed(formula, formula, drawn, device, dtype, backward=backward)
        allowed = (STACKED if _is_stacked(drawn) else PRECISE)[dtype]
        sides = {"float64 on cpu": exact}
        if backward:  # two roundings to eight bits, each its own way, tell nothing more than one against float64
            sides["twin"] = _observed(formula, twin, drawn, device, dtype)
        for side, expected in sides.items():
            for error, where in _distances(expected, got):
                yield error / allowed, f"{str(dtype).removeprefix('torch.')}, {side}, {where}"


def _observed(
    formula: Formula[..., Any],
    function: Callable[..., Any],
    drawn: Draw,
    device: torch.device,
    dtype: torch.dtype,
    *,
    backward: bool = True,
) -> Outcome:
    moved = drawn.to(device, dtype)
    return observe(_placed(formula, function, device, dtype), moved.arguments, upstream=0 if backward else None)


def _placed(
    formula: Formula[..., Any], function: Callable[..., Any], device: torch.device, dtype: torch.dtype
) -> Callable[..., Any]:
    """A formula without tensor arguments is told where to make its result."""
    if "like" not in formula.signature.parameters:
        return function
    like = torch.empty(0, dtype=dtype, device=device)
    return lambda **arguments: function(**arguments, like=like)


def _is_stacked(drawn: Draw) -> bool:
    return any(isinstance(value, list) for value in drawn.arguments.values())


def _distances(expected: Outcome, got: Outcome) -> Iterator[tuple[float, str]]:
    """How far each output and each gradient is off, in units of its largest entry; an exception is infinitely far."""
    for outcome in (expected, got):
        if outcome.error is not None:
            yield float("inf"), outcome.error
            return
    if len(expected.values) != len(got.values):
        yield float("inf"), "the number of outputs"
    for place, (a, b) in enumerate(zip(expected.values, got.values, strict=False)):
        yield distance(a, b), f"output {place}"
    for name, gradient in got.gradients.items():
        yield distance(expected.gradients.get(name), gradient), f"gradient of {name}"


def distance(expected: Any, got: Any) -> float:
    """The largest difference over the largest entry; a gradient that never arrives is zero."""
    if not isinstance(expected, Tensor) and not isinstance(got, Tensor):
        return 0.0 if expected == got else float("inf")
    a, b = (torch.zeros(()) if part is None else part.detach().cpu().double() for part in (expected, got))
    if a.shape != b.shape and a.numel() != 1 and b.numel() != 1:
        return float("inf")
    finite = a.isfinite() & b.isfinite()
    if not bool(((a == b) | finite).all()):
        return float("inf")
    apart = torch.where(finite, (a - b).abs(), 0.0)
    largest = torch.where(a.isfinite(), a.abs(), 0.0).amax() if a.numel() else torch.zeros(())
    if not apart.numel() or float(apart.max()) == 0:
        return 0.0
    return float(apart.max() / largest) if largest else float("inf")


def _seconds(formula: Formula[..., Any], function: Callable[..., Any], drawn: Draw, device: torch.device) -> float:
    """The shortest of a few forward passes in float32, which every device has."""
    placed, arguments = _placed(formula, function, device, torch.float32), _arguments(drawn, device)
    times = []
    with torch.no_grad():
        for _ in range(_REPEATS):
            _wait(device)
            started = time.perf_counter()
            placed(**arguments)
            _wait(device)
            times.append(time.perf_counter() - started)
    return min(times)


def _arguments(drawn: Draw, device: torch.device) -> Mapping[str, Any]:
    return drawn.to(device, torch.float32).arguments


def _wait(device: torch.device) -> None:
    """A GPU works behind the program's back."""
    if device.type != "cpu":
        torch.accelerator.synchronize()
