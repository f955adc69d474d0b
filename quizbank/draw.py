"""Arguments for a formula, drawn by a seed; sizes pairwise different, so that no two axes can be mistaken."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import torch
from torch import Tensor

from quizbank import axes
from quizbank.domains import DOMAINS, LIMIT, Place, Sizes, Source
from quizbank.seeds import Stream
from reference.formula import FORMULAS, Argument, Formula

_POOLS = {"T": range(6, 10), "S": range(4, 10), "n": range(3, 8), "V": range(4, 10), "heads": (2, 3), "L": (2, 3)}
_PLAIN_POOL = range(2, 10)
_SIZED = ("index", "tree", "layers", "step", "sentence", "sentences")
"""Domains whose word is a size."""

_ATTEMPTS = 2000


@dataclass(frozen=True)
class Draw:
    """One set of arguments; `extra` holds symbols that only mistakes and stray answers name."""

    formula: Formula[..., Any]
    seed: int
    sizes: dict[str, int]
    arguments: dict[str, Any]
    extra: dict[str, Any]

    def to(self, device: str | torch.device, dtype: torch.dtype = torch.float64) -> "Draw":
        """The same draw with its tensors on `device`, floats as `dtype`."""
        moved = {name: _moved(value, device, dtype) for name, value in self.arguments.items()}
        return replace(self, arguments=moved)

    def changed(self, values: Mapping[str, Any]) -> "Draw":
        """The same draw with other values of some arguments."""
        return replace(self, arguments={**self.arguments, **values})


def draw(formula: Formula[..., Any], seed: int, *, batch: tuple[int, ...] = (), sizes: Sizes | None = None) -> Draw:
    """Draw every argument of `formula`; `batch` is put before the arguments that may carry batch axes.

    `sizes` fixes some axes by name, the others are drawn. Floats are float64 on the CPU.
    """
    stream = Stream(formula.id, seed)
    chosen = sizes_of(formula, stream, sizes or {})
    source = Source(torch.Generator().manual_seed(stream.word()), stream, chosen)
    drawn: dict[str, Any] = {}
    for argument in formula.arguments:
        if not argument.is_required and argument.name not in formula.domains:
            continue
        drawn[argument.name] = _value(formula, argument, batch, source, drawn)
    extra = {name: _extra(domain, source) for name, domain in formula.extra.items()}
    return Draw(formula, seed, chosen, drawn, extra)


def lowered(made: Draw) -> Draw:
    """The draw with counts below one and, where it is the only one, its tensor far below zero.

    Two such tensors would make products so large that `1 - sigmoid(u @ v)` loses its digits.
    """
    plain = _plain_names(made)
    changed = {name: made.arguments[name] * 1.3 - 1.8 for name in plain if len(plain) == 1}
    counts = [name for name, domain in made.formula.domains.items() if domain.startswith("count")]
    changed.update({name: made.arguments[name] * 0.005 for name in counts})
    return made.changed(changed)


def reduced(made: Draw, factor: float) -> Draw:
    """The draw with its tensor nearer to zero, where it is the only one: `x σ(100 x)` is ReLU but there."""
    plain = _plain_names(made)
    changed = {name: made.arguments[name] * factor for name in plain if len(plain) == 1}
    return made.changed(changed)


def _plain_names(made: Draw) -> list[str]:
    return [argument.name for argument in made.formula.arguments if _is_plain(made, argument)]


def _is_plain(made: Draw, argument: Argument) -> bool:
    is_float = argument.kind in ("float", "real") and argument.name in made.arguments
    return is_float and argument.name not in made.formula.domains


def sizes_of(formula: Formula[..., Any], stream: Stream, fixed: Sizes) -> dict[str, int]:
    """Sizes for every axis of the formula, pairwise different unless tied or fixed."""
    free = [name for name in _free_sizes(formula) if name not in fixed]
    for _ in range(_ATTEMPTS):
        sizes = dict(fixed)
        for name in free:
            sizes[name] = stream.choice(_pool(formula, name))
        for name, expression in formula.sizes.items():
            if expression != "2**" and name not in fixed:
                sizes[name] = axes.size(expression, sizes)
        if fixed or len(set(sizes.values())) == len(sizes):
            return sizes
    raise ValueError(f"{formula.id}: no pairwise different sizes found, check `sizes`")


def _free_sizes(formula: Formula[..., Any]) -> list[str]:
    tied = {name: text for name, text in formula.sizes.items() if text != "2**"}
    names = [name for text in tied.values() for name in axes.names(text)]
    for argument in formula.arguments:
        names += [name for axis in argument.axes or () for name in axes.names(axis)]
        if argument.kind == "int" and ".." not in formula.domains.get(argument.name, ""):
            names.append(argument.name)
        words = formula.domains.get(argument.name, "").split()
        names += [word for word in words[1:2] if words[0] in _SIZED and word.isidentifier()]
        if words[:1] in (["layers"], ["weights"]):
            names += [name for weight in _weights(words[-1]) for axis in weight.axes or () for name in axes.names(axis)]
    return [name for name in dict.fromkeys(names) if name not in tied]


def _pool(formula: Formula[..., Any], name: str) -> Any:
    if formula.sizes.get(name) == "2**":
        return (4, 8)
    return _POOLS.get(name, _PLAIN_POOL)


def _value(
    formula: Formula[..., Any], argument: Argument, batch: tuple[int, ...], source: Source, drawn: dict[str, Any]
) -> Any:
    shape = tuple(axes.size(axis, source.sizes) for axis in argument.axes or ())
    if argument.batched:
        shape = (*batch, *shape)
    domain = formula.domains.get(argument.name)
    if domain is None:
        return _plain(formula, argument, shape, source)
    if ".." in domain:
        return _between(argument, domain, shape, source)
    name, _, word = domain.partition(" ")
    if name == "layers":
        return _layers(word, source)
    if name == "weights":
        return tuple(_value(FORMULAS[word], weight, (), source, {}) for weight in _weights(word))
    return DOMAINS[name](Place(argument, word, shape, drawn), source)


def _plain(formula: Formula[..., Any], argument: Argument, shape: tuple[int, ...], source: Source) -> Any:
    if argument.kind == "int":
        return source.sizes[argument.name]
    if argument.kind == "real":
        return float(source.uniform(-LIMIT, LIMIT, ()))
    if argument.kind == "float":
        return source.uniform(-LIMIT, LIMIT, shape)
    raise ValueError(f"{formula.id}: argument {argument.name} needs a domain")


def _between(argument: Argument, domain: str, shape: tuple[int, ...], source: Source) -> Any:
    low, high = (float(bound) for bound in domain.split(".."))
    if argument.kind == "int":
        return source.stream.integer(int(low), int(high))
    drawn = source.uniform(low, high, shape)
    return float(drawn) if argument.kind == "real" else drawn


def _extra(domain: str, source: Source) -> Any:
    if domain == "size":
        return source.stream.choice([size for size in range(9, 14) if size not in source.sizes.values()])
    low, high = (float(bound) for bound in domain.split(".."))
    return float(source.uniform(low, high, ()))


def _layers(word: str, source: Source) -> list[tuple[Any, ...]]:
    """`layers L lstm.lstm`: L tuples of that formula's weights; above the first layer H takes the place of D."""
    count, name = word.split()
    formula, layers = FORMULAS[name], []
    for layer in range(axes.size(count, source.sizes)):
        sizes = dict(source.sizes)
        if layer and "D" in sizes:
            sizes["D"] = sizes["H"]
        inner = replace(source, sizes=sizes)
        layers.append(tuple(_value(formula, a, (), inner, {}) for a in _weights(name)))
    return layers


def _weights(name: str) -> list[Argument]:
    return [argument for argument in FORMULAS[name].arguments if argument.is_weight]


def _moved(value: Any, device: str | torch.device, dtype: torch.dtype) -> Any:
    if isinstance(value, Tensor):
        return value.to(device, dtype if value.is_floating_point() else value.dtype)
    if isinstance(value, list | tuple):
        return type(value)(_moved(part, device, dtype) for part in value)
    return value
