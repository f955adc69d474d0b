"""Draws on both sides of every threshold that an answer has: a branch that no draw takes could hold anything."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import torch
from torch import Tensor

from quizbank.answers.budget import Budget
from quizbank.answers.tree import Compare, Function, Name, Node, Number, Unary
from quizbank.answers.walk import walk
from quizbank.certificate import EXEMPT
from quizbank.compare import agree
from quizbank.draw import Draw

if TYPE_CHECKING:
    from quizbank.answers.meaning.candidate import Candidate
    from quizbank.answers.meaning.goal import Values
    from reference.formula import Argument

Pair = tuple[Node, Node]
"""What is compared with what."""

_ONE_SIDED = ("relu", "abs", "sign", "floor", "ceil", "round")
_FACTORS = (10.0, -10.0, 1000.0, -1000.0)
_POSITIVE_FACTORS = (1e-4, 10.0, 1e3)
_DRAWS = 3
"""So many draws are taken far away."""

_STEPS = (0.0, 1e-3, -1e-3, 1.0, -1.0)
_GUARD = 1e-6
"""Code keeps numbers so far away from 0 and 1 before it takes their logarithm; that is no threshold."""

_FAR = 1e-6
"""Numbers a thousand times as large agree to fewer digits."""


def border(candidate: Candidate, budget: Budget) -> Draw | None:
    """A draw near a threshold of the answer, or beyond it, on which it is wrong. Raises Spent."""
    pairs = [pair for line in candidate.lines for node in walk(line.body) for pair in _pairs(node)]
    if not pairs:
        return None
    arguments = _movable(candidate)
    known = {line.name for line in candidate.lines if line.name}
    for draw in _near(candidate, pairs, arguments, budget):
        if _differs(candidate, draw, budget, is_far=False):
            return draw
    if any(_is_open(candidate, pair, {*arguments, *known}, budget) for pair in pairs):
        draws = candidate.goal.problem.draws[:_DRAWS]
        return next((draw for draw in _far(draws, arguments) if _differs(candidate, draw, budget)), None)
    return None


def _pairs(node: Node) -> Iterator[Pair]:
    """What this node compares."""
    if isinstance(node, Compare):
        yield node.left, node.right
    elif isinstance(node, Function) and node.name in ("maximum", "minimum"):
        yield node.arguments[0], node.arguments[1]
    elif isinstance(node, Function) and node.name == "clamp":
        bounds = (*node.arguments[1:], *(part for key, part in node.keywords if key in ("min", "max")))
        yield from ((node.arguments[0], bound) for bound in bounds)
    elif isinstance(node, Function) and node.name in _ONE_SIDED:
        yield node.arguments[0], Number(node.column, 0.0, "0")
    elif isinstance(node, Unary) and node.sign == "abs":
        yield node.operand, Number(node.column, 0.0, "0")


def _movable(candidate: Candidate) -> dict[str, Argument]:
    """The arguments that are numbers of which a threshold can be told."""
    formula = candidate.goal.problem.formula
    given = candidate.goal.problem.draws[0].arguments
    return {
        argument.name: argument
        for argument in formula.arguments
        if argument.name in given
        and (argument.kind in ("float", "real") or (argument.kind == "int" and ".." in (argument.domain or "")))
        and (argument.domain or "").partition(" ")[0] not in EXEMPT
    }


def _near(candidate: Candidate, pairs: list[Pair], arguments: dict[str, Argument], budget: Budget) -> Iterator[Draw]:
    """Draws with an argument at what it is compared with, a little below and above."""
    sides = [(a, b) for pair in pairs for a, b in (pair, pair[::-1]) if isinstance(a, Name) and a.name in arguments]
    for name, other in dict.fromkeys((side.name, other) for side, other in sides if isinstance(side, Name)):
        for draw in candidate.goal.problem.draws[:2]:
            value = candidate.part(other, draw, budget)
            if value is None:
                continue
            for step in _STEPS:
                found = _with(draw, arguments[name], value + step * (1 if abs(step) == 1 else value.abs().clamp(min=1)))
                if found is not None:
                    yield found


def _with(draw: Draw, argument: Argument, value: Tensor) -> Draw | None:
    """The draw with this argument, or its first entry; None where its domain has no such number."""
    new = _placed(draw.arguments[argument.name], argument, value)
    return None if new is None else draw.changed({argument.name: new})


def _placed(old: Any, argument: Argument, value: Tensor) -> Any:
    if _is_positive(argument) and bool((value < 0).any()):
        return None
    if isinstance(old, Tensor) and value.shape == old.shape:
        return value.to(old)
    if value.numel() != 1:
        return None
    if isinstance(old, Tensor):
        new = old.clone()
        new.view(-1)[0] = float(value)
        return new
    if argument.kind == "int":
        return max(round(float(value)), 1)
    return float(value)


def _is_positive(argument: Argument) -> bool:
    word = (argument.domain or "").partition(" ")[0]
    return word in ("positive", "count") or (".." in word and not word.startswith("-"))


def _is_open(candidate: Candidate, pair: Pair, names: set[str], budget: Budget) -> bool:
    """Whether the comparison depends on numbers of the draw, and guards no logarithm."""
    if not any(isinstance(node, Name) and node.name in names for side in pair for node in walk(side)):
        return False
    draw = candidate.goal.problem.draws[0]
    for side in pair:
        if not any(isinstance(node, Name) for node in walk(side)):
            value = candidate.part(side, draw, budget)
            bound = 0.0 if value is None or value.ndim else float(value)
            return not any(0 < abs(bound - edge) <= _GUARD for edge in (0, 1))
    return True


def _far(draws: Sequence[Draw], arguments: dict[str, Argument]) -> Iterator[Draw]:
    """Draws with all numbers much smaller or larger, with each of them alone, and with the first entry of one."""
    plain = [name for name, argument in arguments.items() if argument.domain is None and argument.kind != "int"]
    positive = {name: factors for name, argument in arguments.items() if (factors := _factors(argument))}
    small = [*plain, *(name for name, factors in positive.items() if factors[0] < 1)]
    for draw in draws:
        for factor in _FACTORS if plain else ():
            yield _scaled(draw, plain, factor)
        yield _scaled(draw, small, 1e-3)
        for name in plain if len(plain) > 1 else ():
            yield _scaled(draw, [name], -10.0)
        for name, factors in positive.items():
            yield from (_scaled(draw, [name], factor) for factor in factors)
            if arguments[name].axes:
                yield _scaled(draw, [name], factors[0], only_first=True)


def _factors(argument: Argument) -> tuple[float, ...]:
    """By what a positive number may be multiplied: one that is never drawn above 1 may have to stay there."""
    low, dots, high = (argument.domain or "").partition("..")
    if dots:
        inside = (factor for factor in _POSITIVE_FACTORS if (float(low) < 1 if factor < 1 else float(high) > 1))
        return () if low.startswith("-") else tuple(inside)
    return _POSITIVE_FACTORS if low.partition(" ")[0] in ("positive", "count") else ()


def _scaled(draw: Draw, names: Sequence[str], factor: float, *, only_first: bool = False) -> Draw:
    return draw.changed({name: _times(draw.arguments[name], factor, only_first) for name in names})


def _times(value: Any, factor: float, only_first: bool) -> Any:
    if isinstance(value, int):
        return round(value * factor)
    if only_first and isinstance(value, Tensor) and value.ndim:
        value = value.clone()
        value.view(-1)[0] *= factor
        return value
    return value * factor


def _differs(candidate: Candidate, draw: Draw, budget: Budget, *, is_far: bool = True) -> bool:
    """Whether answer and reference differ where the reference has a number; far away, where both have."""
    variant = candidate.variant
    expected = _expected(candidate, draw)
    if expected is None or not all(bool(value.isfinite().all()) for value in expected):
        return False
    got = candidate.value(draw, budget)
    if got is None or len(got) != len(expected):
        return not is_far
    pairs = [(variant.rewritten(right), mine) for right, mine in zip(expected, got, strict=True)]
    if is_far and not all(bool(mine.isfinite().all()) for _right, mine in pairs):
        return False
    return not all(agree(right, mine, **({"relative": _FAR} if is_far else {})) for right, mine in pairs)


def _expected(candidate: Candidate, draw: Draw) -> Values | None:
    """What the reference gives, where it takes such numbers at all."""
    found: Any = None
    try:
        with torch.no_grad():
            found = candidate.goal.at(candidate.variant.redrawn(draw))
    except Exception:  # numbers outside of what the formula is for
        return None
    return found  # type: ignore[no-any-return]
