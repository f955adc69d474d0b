"""Known functions applied to values."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

import torch
from torch import Tensor

from quizbank.answers.notation.signs import whole_number
from quizbank.answers.tree import Function, Name, Node, Number

if TYPE_CHECKING:
    from quizbank.answers.evaluate import Evaluator
    from quizbank.answers.meaning.indexing import Value

_ELEMENTWISE: Mapping[str, Callable[[Tensor], Tensor]] = {
    "tanh": torch.tanh,
    "sigmoid": torch.sigmoid,
    "relu": torch.relu,
    "exp": torch.exp,
    "log": torch.log,
    "log2": torch.log2,
    "log10": torch.log10,
    "log1p": torch.log1p,
    "sqrt": torch.sqrt,
    "abs": torch.abs,
    "sin": torch.sin,
    "cos": torch.cos,
    "tan": torch.tan,
    "sinh": torch.sinh,
    "cosh": torch.cosh,
    "arctan": torch.arctan,
    "erf": torch.erf,
    "sign": torch.sign,
    "square": torch.square,
    "reciprocal": torch.reciprocal,
    "rsqrt": torch.rsqrt,
    "sech": lambda x: 1 / torch.cosh(x),
    "floor": torch.floor,
    "ceil": torch.ceil,
    "round": torch.round,
    "softplus": lambda x: torch.logaddexp(x, torch.zeros_like(x)),
    "logsigmoid": torch.nn.functional.logsigmoid,
    "gelu": torch.nn.functional.gelu,
    "silu": torch.nn.functional.silu,
}


def function(evaluator: Evaluator, node: Function, arguments: list[Value]) -> Value:
    """The value of a call whose arguments are computed."""
    first = arguments[0]
    if node.name in _ELEMENTWISE:
        return type(first)(_ELEMENTWISE[node.name](first.tensor), first.over)
    if node.name in ("softmax", "log_softmax"):
        return _softmax(node, first)
    if node.name in _REDUCE:
        return _reduced(node, first)
    value: Value = _OTHER[node.name](evaluator, node, arguments)
    return value


def _softmax(node: Function, value: Value) -> Value:
    keywords = dict(node.keywords)
    index = keywords.get("index")
    if isinstance(index, Name):
        axis = value.over.index(index.name) if index.name in value.over else -1
    else:
        axis = whole_number(keywords.get("dim"), -1)
    run = torch.softmax if node.name == "softmax" else torch.log_softmax
    return type(value)(run(value.tensor, dim=axis), value.over)


def _reduced(node: Function, value: Value) -> Value:
    keywords = dict(node.keywords)
    index = keywords.get("index")
    over = value.over
    keep = _flag(keywords.get("keepdim"))
    if isinstance(index, Name) and index.name in over:
        axes: tuple[int, ...] = (over.index(index.name),)
        over = tuple(letter for letter in over if letter != index.name)
    elif "dim" in keywords:
        axis = whole_number(keywords["dim"], -1)
        axes = (axis if axis < 0 else len(over) + axis,)
    elif value.rank:
        axes = tuple(range(len(over), value.tensor.ndim))
    else:
        axes, over = tuple(range(value.tensor.ndim)), ()
    result = _REDUCE[node.name](value.tensor, axes, keep, keywords)
    return type(value)(result, over)


def _flag(node: Node | None) -> bool:
    return isinstance(node, Number) and bool(node.value)


def _correction(keywords: Mapping[str, Node]) -> int:
    """0 divides by n, 1 by n − 1; `Var[x]` and numpy divide by n."""
    if "correction" in keywords:
        return whole_number(keywords["correction"], 0)
    return int(_flag(keywords.get("unbiased")))


def _variance(x: Tensor, axes: tuple[int, ...], keep: bool, keywords: Mapping[str, Node]) -> Tensor:
    """The mean square distance; of one number divided by none it is NaN."""
    count = math.prod(x.shape[axis] for axis in axes)
    distance = (x - x.mean(axes, keepdim=True)).square().sum(axes, keepdim=keep)
    return distance / (count - _correction(keywords))


def _product(x: Tensor, axes: tuple[int, ...], keep: bool) -> Tensor:
    for axis in sorted(axes, reverse=True):
        x = x.prod(axis, keepdim=keep)
    return x


_Reduce = Callable[[Tensor, tuple[int, ...], bool, Mapping[str, Node]], Tensor]
_REDUCE: Mapping[str, _Reduce] = {
    "sum": lambda x, axes, keep, _k: x.sum(axes, keepdim=keep) if axes else x,
    "mean": lambda x, axes, keep, _k: x.mean(axes, keepdim=keep) if axes else x,
    "prod": lambda x, axes, keep, _k: _product(x, axes, keep),
    "var": _variance,
    "std": lambda x, axes, keep, k: _variance(x, axes, keep, k).sqrt(),
    "norm": lambda x, axes, keep, _k: x.square().sum(axes, keepdim=keep).sqrt() if axes else x.abs(),
    "max": lambda x, axes, keep, _k: x.amax(axes, keepdim=keep) if axes else x,
    "min": lambda x, axes, keep, _k: x.amin(axes, keepdim=keep) if axes else x,
    "logsumexp": lambda x, axes, keep, _k: x.logsumexp(axes, keepdim=keep) if axes else x,
}


def _pair(run: Callable[[Tensor, Tensor], Tensor]) -> Callable[..., Any]:
    def apply(evaluator: Evaluator, _node: Function, arguments: list[Value]) -> Value:
        a, b, over = evaluator.aligned(*arguments)
        return type(arguments[0])(run(a, b), over)

    return apply


def _where(evaluator: Evaluator, _node: Function, arguments: list[Value]) -> Value:
    condition, yes, no = arguments
    a, b, over = evaluator.aligned(yes, no)
    both = torch.stack(torch.broadcast_tensors(a, b), dim=-1)  # type: ignore[no-untyped-call]  # torch has no stub
    rank = max(yes.rank, no.rank)
    letters = tuple(dict.fromkeys((*over, *condition.over)))
    holds = condition.spread(letters) != 0
    chosen = type(yes)(both, over).spread(letters)
    missing = rank - condition.rank
    if missing > 0:
        holds = holds.reshape(*holds.shape[: len(letters)], *(1,) * missing, *holds.shape[len(letters) :])
    return type(yes)(torch.where(holds, chosen[..., 0], chosen[..., 1]), letters)


def _clamp(evaluator: Evaluator, node: Function, arguments: list[Value]) -> Value:
    value, *bounds = arguments
    named = {key: float(evaluator.of(part).tensor) for key, part in node.keywords if key in ("min", "max")}
    tensor = value.tensor
    limits = [float(bound.tensor) for bound in bounds if bound.tensor.ndim == 0]
    lowest = limits[0] if limits else named.get("min")
    highest = limits[1] if len(limits) > 1 else named.get("max")
    return type(value)(
        tensor.clamp(min=lowest, max=highest) if (lowest, highest) != (None, None) else tensor, value.over
    )


def _diag(_evaluator: Evaluator, _node: Function, arguments: list[Value]) -> Value:
    value = arguments[0]
    run = torch.diag_embed if value.rank == 1 else (lambda x: x.diagonal(dim1=-2, dim2=-1))
    return type(value)(run(value.tensor), value.over)


def _outer(_evaluator: Evaluator, _node: Function, arguments: list[Value]) -> Value:
    over = tuple(dict.fromkeys((*arguments[0].over, *arguments[1].over)))
    a, b = (value.spread(over) for value in arguments)
    return type(arguments[0])(a.unsqueeze(-1) * b.unsqueeze(-2), over)


def _root(_evaluator: Evaluator, _node: Function, arguments: list[Value]) -> Value:
    value, degree = arguments
    return type(value)(value.tensor ** (1 / degree.tensor), value.over)


def _eye(evaluator: Evaluator, _node: Function, arguments: list[Value]) -> Value:
    count = int(arguments[0].tensor)
    return type(arguments[0])(torch.eye(count, dtype=torch.float64, device=evaluator.device))


def _one_hot(_evaluator: Evaluator, _node: Function, arguments: list[Value]) -> Value:
    value, *rest = arguments
    count = int(rest[0].tensor) if rest else 0
    places = torch.arange(count, dtype=torch.float64, device=value.tensor.device)
    return type(value)((value.tensor.unsqueeze(-1) == places).to(torch.float64), value.over)


_OTHER: Mapping[str, Callable[..., Any]] = {
    "maximum": _pair(torch.maximum),
    "minimum": _pair(torch.minimum),
    "logaddexp": _pair(torch.logaddexp),
    "where": _where,
    "clamp": _clamp,
    "diag": _diag,
    "outer": _outer,
    "root": _root,
    "eye": _eye,
    "flatten": lambda _e, _n, arguments: type(arguments[0])(
        arguments[0].tensor.flatten(len(arguments[0].over)), arguments[0].over
    ),
    "one_hot": _one_hot,
    "unsqueeze": lambda _e, node, arguments: type(arguments[0])(
        arguments[0].tensor.unsqueeze(-2 if whole_number(dict(node.keywords)["dim"], -1) in (0, -2) else -1),
        arguments[0].over,
    ),
}
