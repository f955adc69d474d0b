"""One call of a submission and what is seen of it: values, gradients, side effects, or the exception."""

import hashlib
import linecache
import os
import random
import sys
import traceback
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from quizbank.grading import trees
from quizbank.grading.sentences import Misfit, later, sentence
from quizbank.grading.solution import Call, Solution
from quizbank.grading.tensors import Unsendable, decode, encode

Seen = dict[str, Any]

_HINTS = (
    ("shapes cannot be multiplied", later("print the shapes of both factors; a transpose may be missing")),
    ("size mismatch", later("print the shapes of both factors; a transpose may be missing")),
    ("mat1 and mat2", later("print the shapes of both factors; a transpose may be missing")),
    ("not aligned", later("print the shapes of both factors; a transpose may be missing")),
    ("mismatch in its core dimension", later("print the shapes of both factors; a transpose may be missing")),
    ("must match the size of tensor", later("two shapes do not fit elementwise; print both")),
    ("could not be broadcast", later("two shapes do not fit elementwise; print both")),
    ("view size is not compatible", later("the tensor is not contiguous: use reshape, or call contiguous() first")),
    ("a leaf Variable that requires grad", later("the code writes into an argument: work on a new tensor")),
    (
        "modified by an inplace operation",
        later("a tensor that autograd still needs is overwritten: write to a new one"),
    ),
    ("same dtype", later("a tensor made inside has the default dtype: pass dtype=x.dtype")),
    (
        "Expected all tensors to be on the same device",
        later("a tensor made inside is on the CPU: pass device=x.device"),
    ),
    ("Can't call numpy() on Tensor that requires grad", later("numpy cuts the gradient: stay with torch operations")),
)


def observe(solution: Solution, request: Seen, path: Path) -> Seen:
    """Call the solution once with the encoded arguments; never raises."""
    try:
        call = decoded(solution, request)
        outputs = solution.prepared(call)()
        seen = values_of(outputs, request["outputs"])
        if call.wants:
            seen["gradients"] = _gradients(solution, call, request, outputs, seen)
        seen.pop("flat")
        return seen
    except BaseException as error:  # SystemExit and KeyboardInterrupt are results too
        return {"error": described(error, path)}


def pure(solution: Solution, requests: list[Seen], path: Path) -> Seen:
    """Call with the first input, with another, with the first again: what changed meanwhile, and both outcomes."""
    first_request, other = ({**request, "wants": []} for request in requests)
    try:
        call = decoded(solution, first_request)
        prepared = solution.prepared(call)
        before, kept = state(), _print(call.arguments)
        first = values_of(prepared(), first_request["outputs"])
        after = state()
        found = _print(call.arguments)
        changed = [sentence(name) for name in before if before[name] is not None and before[name] != after[name]]
        changed += [sentence(later("the argument {name}"), name=name) for name in kept if found[name] != kept[name]]
    except BaseException as error:  # as above
        return {"error": described(error, path)}
    first.pop("flat")
    observe(solution, other, path)
    return {"changed": changed, "first": first, "again": observe(solution, first_request, path)}


def decoded(solution: Solution, request: Seen) -> Call:
    """The call's arguments as the solution's library takes them; what needs a gradient tracks it."""
    wants = request.get("wants", ()) if solution.library == "torch" else ()
    device = request.get("device", "cpu")
    found = {}
    for name, encoded in request["arguments"].items():
        value = decode(encoded, solution.library, device, request.get("contiguous", True))
        found[name] = value.requires_grad_() if name in wants else value
    return Call(
        found,
        request["positional"],
        request["keywords"],
        request.get("wants", ()),
        request.get("weights", ()),
        request.get("sizes", {}),
        request.get("dtype", "float64"),
        device,
    )


def values_of(outputs: Any, expected: list[str]) -> Seen:
    """The outputs flattened in the expected order, which names of a dict or named tuple decide."""
    if expected == [trees.NAME]:
        return {"none": outputs is None, "values": [_encoded(outputs)], "flat": [outputs]}
    if isinstance(outputs, list) and len(expected) > 1:
        outputs = tuple(outputs)
    flat = list(_flattened(outputs, ""))
    names = [name for name, _ in flat]
    if set(expected) <= set(names):
        flat.sort(key=lambda pair: expected.index(pair[0]) if pair[0] in expected else len(expected))
    return {
        "none": outputs is None,
        "values": [_encoded(value) for _, value in flat],
        "flat": [value for _, value in flat],
    }


def _flattened(outputs: Any, name: str) -> Iterator[tuple[str, Any]]:
    if isinstance(outputs, dict):
        for key, value in outputs.items():
            yield from _flattened(value, str(key))
    elif isinstance(outputs, tuple):
        fields = getattr(outputs, "_fields", ("",) * len(outputs))
        for key, value in zip(fields, outputs, strict=True):
            yield from _flattened(value, key)
    else:
        yield name, _stacked(outputs)


def _stacked(value: Any) -> Any:
    """A list of equal tensors or arrays, one a time step, is meant as one tensor."""
    if not (isinstance(value, list) and value and len({getattr(part, "shape", None) for part in value}) == 1):
        return value
    import torch

    if all(isinstance(part, torch.Tensor) for part in value):
        return torch.stack(value)
    numpy = sys.modules.get("numpy")
    if numpy and all(isinstance(part, numpy.ndarray) for part in value):
        return numpy.stack(value)
    return value


def _encoded(value: Any) -> Any:
    try:
        return encode(value)
    except Unsendable as error:
        return {"strange": str(error)}


def _gradients(solution: Solution, call: Call, request: Seen, outputs: Any, seen: Seen) -> dict[str, Any]:
    upstream = [decode(part, solution.library, call.device) for part in request["upstream"]]
    own = solution.backward(upstream, outputs, call)
    if own is not None:
        return {name: _encoded(value) for name, value in own.items()}
    if solution.library != "torch":
        return {}
    return _autograd(call, seen, upstream)


def _autograd(call: Call, seen: Seen, upstream: list[Any]) -> dict[str, Any]:
    import torch

    floats = [v for v in seen["flat"] if isinstance(v, torch.Tensor) and v.is_floating_point()]
    pairs = [(v, g) for v, g in zip(floats, upstream, strict=False) if v.requires_grad and v.shape == g.shape]
    if not pairs:
        return dict.fromkeys(call.wants)
    # One sum in place of grad_outputs, for which torch 2.13 would import sympy in every process (0.3 s).
    total = sum((v * g.to(v)).sum() for v, g in pairs)
    found = torch.autograd.grad(total, [call.arguments[name] for name in call.wants], allow_unused=True)
    return {name: None if g is None else _encoded(g) for name, g in zip(call.wants, found, strict=True)}


def state() -> dict[str, Any]:
    """What a formula has no business to change, with a word for each."""
    import torch

    numpy = sys.modules.get("numpy")
    return {
        later("torch's random state"): _digest(torch.get_rng_state().numpy().tobytes()),
        later("Python's random state"): hash(random.getstate()),
        later("numpy's random state"): _digest(numpy.random.get_state()[1].tobytes()) if numpy else None,
        later("torch's default dtype"): str(torch.get_default_dtype()),
        later("the grad mode"): torch.is_grad_enabled(),
        later("the number of threads"): torch.get_num_threads(),
        later("the working directory"): _working_directory(),
    }


def _print(arguments: dict[str, Any]) -> dict[str, str]:
    """A fingerprint of every argument's content."""
    return {name: _digest(repr(encode(value)).encode()) for name, value in arguments.items()}


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def _working_directory() -> str | None:
    try:
        return os.getcwd()  # noqa: PTH109  Path.cwd would raise in the same way, with one more object
    except OSError:
        return None


_last: list[BaseException] = []


def last_error() -> BaseException | None:
    """The last exception that was described, for a debugger."""
    return _last[-1] if _last else None


def described(error: BaseException, path: Path) -> Seen:
    """The exception in words: type, message, the user's own line, and a hint for the common ones."""
    _last[:] = [error]
    try:
        message = str(error)
    except Exception:  # the user's own exception class may be broken too
        message = ""
    place = _own_line(error, path)
    hint = next((hint for part, hint in _HINTS if part in message), None)
    if isinstance(error, SystemExit):
        hint = later("the code calls sys.exit")
    return {
        "type": type(error).__name__,
        "message": message[:500],
        "hint": hint,
        **place,
        "stub": isinstance(error, NotImplementedError),
        "mismatch": error.sentence if isinstance(error, Misfit) else None,
    }


def _own_line(error: BaseException, path: Path) -> Seen:
    if isinstance(error, SyntaxError) and error.filename:
        return {"file": error.filename, "line": error.lineno, "source": (error.text or "").strip()}
    frames = [(f.f_code.co_filename, line) for f, line in traceback.walk_tb(error.__traceback__)]
    own = [(name, line) for name, line in frames if Path(name).parent == path.parent or name == str(path)]
    if not own:
        return {"file": None, "line": None, "source": ""}
    name, line = own[-1]
    return {"file": name, "line": line, "source": linecache.getline(name, line).strip()}
