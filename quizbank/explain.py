"""The reason of a wrong outcome of code: the convention, mistake or slip that gives the same numbers."""

import functools
import itertools
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from typing import Any, Protocol

import torch
from torch import Tensor

from quizbank.draw import Draw
from quizbank.language import Text
from quizbank.mistake import Mistake, mistakes_of
from quizbank.observe import Outcome, observe
from reference.formula import Formula, recording

BUDGET = 12_000
"""So many calls of formulas are spent on mistakes, and no more: a formula that calls many others gets fewer guesses."""

Function = Callable[..., Any]


@dataclass(frozen=True)
class Explanation:
    """What the outcome equals: a declared mistake by its name, or another reason in words."""

    text: Text
    mistake: str | None = None
    convention: str | None = None


class Observed(Protocol):
    """One input with the formula's outcome on it; `arguments` are those the submission received."""

    @property
    def draw(self) -> Draw:
        """Where the input comes from."""

    @property
    def arguments(self) -> dict[str, Any]:
        """What the submission received."""

    @property
    def expected(self) -> Outcome:
        """What the formula gives."""

    @property
    def upstream(self) -> int | None:
        """The seed of the vector sent back, where gradients are asked."""

    @property
    def mistaken(self) -> dict[tuple[Mistake, ...], Outcome]:
        """What mistakes give on it, as far as it was asked; kept for the next submission."""


Agreement = Callable[[int, Outcome], bool]
"""Whether the submission's outcome on the case of this number equals the given one."""


def explain(
    formula: Formula[..., Any], function: Function, cases: Sequence[Observed], agrees: Agreement
) -> Explanation | None:
    """The first of these that gives the submission's outcome on every case.

    `function` is the formula in the submission's own convention. Tried in order: own mistakes, mistakes of
    the formulas inside, pairs of them, generic slips.
    """
    if not cases:
        return None
    inner, calls = _formulas_inside(function, cases[0])
    for mistakes in itertools.islice(_guesses(formula, inner), BUDGET // max(calls, 1)):
        if _same(mistakes, function, cases, agrees):
            return _named(mistakes)
    return _slip(function, cases, agrees)


def _guesses(formula: Formula[..., Any], inner: list[Formula[..., Any]]) -> Iterator[tuple[Mistake, ...]]:
    own = list(mistakes_of(formula))
    nested = [one for other in inner if other is not formula for one in mistakes_of(other)]
    yield from ((one,) for one in own)
    yield from ((one,) for one in nested)
    pairs = (pair for pair in itertools.combinations([*own, *nested], 2) if pair[0].formula is not pair[1].formula)
    yield from pairs


def _formulas_inside(function: Function, case: Observed) -> tuple[list[Formula[..., Any]], int]:
    """The formulas that this one calls, the outermost first, and how many calls there are."""
    with recording() as calls:
        observe(function, case.arguments)
    return list(dict.fromkeys(call.formula for call in reversed(calls))), len(calls)


def _same(mistakes: tuple[Mistake, ...], function: Function, cases: Sequence[Observed], agrees: Agreement) -> bool:
    return all(agrees(place, _mistaken(mistakes, function, case)) for place, case in enumerate(cases))


def _mistaken(mistakes: tuple[Mistake, ...], function: Function, case: Observed) -> Outcome:
    if mistakes not in case.mistaken:
        case.mistaken[mistakes] = _observed(mistakes, function, case)
    return case.mistaken[mistakes]


def _observed(mistakes: tuple[Mistake, ...], function: Function, case: Observed) -> Outcome:
    symbols = {**case.draw.arguments, **case.draw.sizes, **case.draw.extra}
    if any(name not in symbols for one in mistakes for name in one.extra):
        return Outcome(error="a symbol is not known")
    with swapped(mistakes, symbols):
        return observe(function, case.arguments, upstream=case.upstream)


@contextmanager
def swapped(mistakes: Sequence[Mistake], symbols: dict[str, Any]) -> Iterator[None]:
    """Every call of a mistake's formula goes to the mistake while the block runs."""
    with ExitStack() as stack:
        for one in mistakes:
            extra = {name: symbols[name] for name in one.extra}
            stack.enter_context(one.formula.swapped_for(functools.partial(one.function, **extra)))
        yield


def _named(mistakes: tuple[Mistake, ...]) -> Explanation:
    if len(mistakes) == 1:
        return Explanation(mistakes[0].hint, mistakes[0].name)
    english = " ".join(one.hint.en for one in mistakes)
    chinese = "".join(one.hint.zh for one in mistakes)
    return Explanation(Text(english, chinese), "+".join(one.name for one in mistakes))


# Generic slips: what goes wrong in any code, declared nowhere.


def _slip(function: Function, cases: Sequence[Observed], agrees: Agreement) -> Explanation | None:
    for text, changed in _argument_slips(function, cases[0]):
        if all(agrees(n, observe(changed, c.arguments, upstream=c.upstream)) for n, c in enumerate(cases)):
            return Explanation(text)
    for text, alter in _OUTPUT_SLIPS:
        if all(agrees(n, _altered(c.expected, alter)) for n, c in enumerate(cases)):
            return Explanation(text)
    return None


def _argument_slips(function: Function, case: Observed) -> Iterator[tuple[Text, Function]]:
    """Two arguments of one shape exchanged, with all that share their endings; one argument left out."""
    floats = {name: v for name, v in case.arguments.items() if isinstance(v, Tensor) and v.is_floating_point()}
    for a, b in itertools.combinations(floats, 2):
        if floats[a].shape != floats[b].shape:
            continue
        first, second = (name.partition("_")[2] for name in (a, b))
        together = [(x, y) for x in floats for y in floats if _parallel(x, y, first, second)]
        if len(together) > 1:
            text = Text(f"{first} and {second} are exchanged.", f"{first} 与 {second} 互换了。")
            yield text, _exchanging(function, together)
        yield Text(f"{a} and {b} are exchanged.", f"{a} 与 {b} 互换了。"), _exchanging(function, [(a, b)])
    for name in floats:
        yield Text(f"{name} has no effect: is it used?", f"{name} 没有起作用：用到它了吗？"), _without(function, name)


def _parallel(x: str, y: str, first: str, second: str) -> bool:
    """Whether x and y are the same thing of two gates, as W_f and W_i."""
    head, _, tail = x.partition("_")
    return tail == first and y == f"{head}_{second}"


def _exchanging(function: Function, pairs: Sequence[tuple[str, str]]) -> Function:
    def changed(**arguments: Any) -> Any:
        for a, b in pairs:
            arguments[a], arguments[b] = arguments[b], arguments[a]
        return function(**arguments)

    return changed


def _without(function: Function, name: str) -> Function:
    def changed(**arguments: Any) -> Any:
        return function(**{**arguments, name: torch.zeros_like(arguments[name])})

    return changed


def _altered(expected: Outcome, alter: Callable[[Tensor], Tensor]) -> Outcome:
    def changed(value: Any) -> Any:
        return alter(value) if isinstance(value, Tensor) and value.is_floating_point() else value

    try:
        values = tuple(changed(value) for value in expected.values)
        gradients = {name: changed(value) for name, value in expected.gradients.items()}
    except (RuntimeError, IndexError) as error:  # this slip has no meaning for such a shape
        return Outcome(error=str(error))
    return Outcome(values, gradients)


def _shifted(step: int) -> Callable[[Tensor], Tensor]:
    def alter(value: Tensor) -> Tensor:
        moved = torch.zeros_like(value)
        if step > 0:
            moved[1:] = value[:-1]
        else:
            moved[:-1] = value[1:]
        return moved

    return alter


_OUTPUT_SLIPS: tuple[tuple[Text, Callable[[Tensor], Tensor]], ...] = (
    (Text("The sign is the other way round.", "符号反了。"), lambda v: -v),
    (
        Text(
            "It is twice the right value: a factor ½ is missing, or something is counted twice.",
            "是正确值的两倍：漏了 ½，或有一项算了两次。",
        ),
        lambda v: 2 * v,
    ),
    (
        Text(
            "It is half the right value: a factor 2 is missing, or there is a ½ too many.",
            "是正确值的一半：漏了因子 2，或多了一个 ½。",
        ),
        lambda v: v / 2,
    ),
    (Text("The result is transposed.", "结果被转置了。"), lambda v: v.mT),
    (Text("The result runs backwards along its first axis.", "结果沿第一维反了方向。"), lambda v: v.flip(0)),
    (Text("The result is one step late along its first axis.", "结果沿第一维晚了一步。"), _shifted(1)),
    (Text("The result is one step early along its first axis.", "结果沿第一维早了一步。"), _shifted(-1)),
    (
        Text(
            "The result is divided by the length of its first axis: a mean where the formula sums.",
            "结果除以了第一维的长度：公式是求和，这里成了平均。",
        ),
        lambda v: v / v.shape[0],
    ),
    (
        Text(
            "The result is multiplied by the length of its first axis: a sum where the formula takes the mean.",
            "结果乘以了第一维的长度：公式是平均，这里成了求和。",
        ),
        lambda v: v * v.shape[0],
    ),
    (
        Text("The result is divided by the length of its last axis.", "结果除以了最后一维的长度。"),
        lambda v: v / v.shape[-1],
    ),
    (
        Text("The result is exponentiated: the formula returns the logarithm.", "结果取了指数：公式返回的是对数。"),
        lambda v: v.exp(),
    ),
    (
        Text(
            "The result is a logarithm too far: the formula returns the value itself.",
            "结果多取了对数：公式返回的是值本身。",
        ),
        lambda v: v.log(),
    ),
    (Text("The result is all zeros.", "结果全是零。"), torch.zeros_like),
)
