"""The gradient of each argument beside autograd's through the reference."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import torch
from torch import Tensor

from quizbank.explain import Explanation, explain
from quizbank.grading import contrast
from quizbank.grading.cases import Case
from quizbank.grading.contrast import Got
from quizbank.language import Language, Text, words
from quizbank.observe import Outcome

Payload = dict[str, Any]


def gradient_results(given: Sequence[Case], outcomes: Sequence[Payload], language: Language) -> list[Payload]:
    """One result an argument; a wrong one names the mistake that gives the same gradients, where there is one."""
    found = [contrast.got(one, seen) for one, seen in zip(given, outcomes, strict=True)]
    one = given[0].reading
    results = {name: _first(given, found, name, language) for name in one.differentiable}
    wrong = [name for name, result in results.items() if result["result"] == "gradient"]
    if wrong:
        reason = _mistake(given, found)
        for name in wrong:
            own = reason or _slip(given, found, name)
            results[name] |= {"mistake": own.mistake, "hint": own.text[language]} if own else {}
    return list(results.values())


def _first(given: Sequence[Case], found: Sequence[Got], name: str, language: Language) -> Payload:
    _ = words(language)
    check = f"gradient[{name}]"
    for case, outcome in zip(given, found, strict=True):
        expected, mine = _pair(case, outcome, name)
        if isinstance(mine, str):
            return {"check": check, "result": "gradient", "message": _("the gradient is {what}").format(what=mine)}
        if mine.shape != expected.shape:
            text = _("the gradient has shape {got}, expected {expected}")
            return {
                "check": check,
                "result": "gradient",
                "message": text.format(got=tuple(mine.shape), expected=tuple(expected.shape)),
            }
        finding = contrast.tensor_difference(f"∂/∂{name}", expected, mine, 0.0, language, result="gradient")
        if finding:
            absent = (outcome.gradients or {}).get(name) is None
            message = _("no gradient arrives at {name}: it is detached, or not used").format(name=name)
            return {
                "check": check,
                "result": "gradient",
                "message": message if absent else finding.message,
                "worst": finding.worst,
            }
    return {"check": check, "result": "pass", "message": ""}


def _pair(case: Case, outcome: Got, name: str) -> tuple[Tensor, Any]:
    """Expected and given gradient; one that never arrives counts as zeros, as an optimiser would treat it."""
    expected = case.expected.gradients.get(name)
    if expected is None:
        expected = torch.zeros_like(case.arguments[name])
    mine = (outcome.gradients or {}).get(name)
    return expected, contrast.coerced(expected, torch.zeros_like(expected) if mine is None else mine)


def _mistake(given: Sequence[Case], found: Sequence[Got]) -> Explanation | None:
    """What gives the same values and gradients, else what gives the same gradients."""

    def agrees(place: int, outcome: Outcome) -> bool:
        if outcome.error is not None:
            return False
        names = given[place].reading.differentiable
        return all(_equal(outcome.gradients.get(name), _pair(given[place], found[place], name)[1]) for name in names)

    def agrees_wholly(place: int, outcome: Outcome) -> bool:
        values = zip(outcome.values, found[place].values, strict=False)
        return agrees(place, outcome) and all(_equal(a, b) for a, b in values if isinstance(a, Tensor))

    one = given[0].reading
    return explain(one.formula, one, given, agrees_wholly) or explain(one.formula, one, given, agrees)


def _equal(a: Tensor | None, b: Any) -> bool:
    if not isinstance(b, Tensor):
        return False
    a = torch.zeros_like(b) if a is None else a
    return a.shape == b.shape and bool((contrast.excess(a, b) <= 1).all())


def _slip(given: Sequence[Case], found: Sequence[Got], name: str) -> Explanation | None:
    """A slip in this gradient alone."""
    pairs = [_pair(case, outcome, name) for case, outcome in zip(given, found, strict=True)]
    for text, alter in _slips(given):
        tried = [(_try(alter, expected, place), mine) for place, (expected, mine) in enumerate(pairs)]
        if all(altered is not None and _equal(altered, mine) for altered, mine in tried):
            return Explanation(text)
    for other in given[0].reading.differentiable:
        crossed = [
            (_pair(case, outcome, other)[0], mine) for case, outcome, (_, mine) in zip(given, found, pairs, strict=True)
        ]
        if other != name and all(_equal(expected, mine) for expected, mine in crossed):
            return Explanation(Text(f"It is the gradient of {other}.", f"这是 {other} 的梯度。"))
    return None


Alter = Callable[[Tensor, int], Tensor]


def _slips(given: Sequence[Case]) -> Iterator[tuple[Text, Alter]]:
    sizes = given[0].draw.sizes
    yield Text("The sign is the other way round.", "符号反了。"), lambda g, _: -g
    yield (
        Text("It is twice the right gradient: something is counted twice.", "是正确梯度的两倍：有一项算了两次。"),
        lambda g, _: 2 * g,
    )
    yield Text("It is half the right gradient.", "是正确梯度的一半。"), lambda g, _: g / 2
    yield Text("The gradient is transposed.", "梯度被转置了。"), lambda g, _: g.mT
    for name in sizes:
        english = f"The gradient is divided by {name}: a gradient is a sum here, not a mean."
        yield Text(english, f"梯度除以了 {name}：这里的梯度是求和，不是平均。"), _by_size(given, name, -1.0)
        yield Text(f"The gradient is multiplied by {name}.", f"梯度乘以了 {name}。"), _by_size(given, name, 1.0)
        yield (
            Text(f"The gradient is divided by √{name} once too often.", f"梯度多除了一次 √{name}。"),
            _by_size(given, name, -0.5),
        )
        yield (
            Text(f"A factor 1/√{name} is missing in the gradient.", f"梯度里漏了因子 1/√{name}。"),
            _by_size(given, name, 0.5),
        )
    yield (
        Text(
            "The gradient is divided by the batch size: it is summed over the batch.", "梯度除以了批大小：对批应求和。"
        ),
        lambda g, place: g / (given[place].batch or 1),
    )


def _by_size(given: Sequence[Case], name: str, power: float) -> Alter:
    return lambda g, place: g * float(given[place].draw.sizes[name]) ** power


def _try(alter: Alter, expected: Tensor, place: int) -> Tensor | None:
    try:
        return alter(expected, place)
    except RuntimeError:
        return None
