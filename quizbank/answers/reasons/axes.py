"""Edits of the axes over which a sum, a mean or a maximum runs: another one, one that is not told, one that is lost."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from quizbank.answers.notation.functions import REDUCE
from quizbank.answers.notation.signs import along, whole_number
from quizbank.answers.reasons.edit import Edit, exchanged, places
from quizbank.answers.tree import Concat, Function, Node, Number
from quizbank.answers.walk import walk

_AXES = (0, -1)


def axes(body: Node) -> Iterator[Edit]:
    """One call over another axis, or all calls that run over the same; the axis kept or lost."""
    calls = [part for part in walk(body) if _runs(part)]
    for call in calls:
        for part, rebuild in places(body):
            if part is call:
                yield from (Edit(kind, call, new, rebuild(new)) for kind, new in _along(call))
    yield from _all_along(body, calls) if len(calls) > 1 else ()


def _runs(node: Node) -> bool:
    return isinstance(node, Function) and len(node.arguments) == 1 and node.name in REDUCE


def _all_along(body: Node, calls: Sequence[Node]) -> Iterator[Edit]:
    """All calls that are written with the same axis, or with none, over another one."""
    alike = [call for call in calls if _axis(call) == _axis(calls[0])]
    if len(alike) < 2:
        return
    listed = Concat(body.column, tuple(dict.fromkeys(alike)))
    for place, (kind, new) in enumerate(_along(calls[0])):
        others = {call: list(_along(call))[place][1] for call in alike}
        yield Edit(kind, listed, new, exchanged(body, others))


def _along(node: Node) -> Iterator[tuple[str, Node]]:
    """The call over each axis, which stays with length 1 or does not."""
    axis, keeps = _axis(node)
    for other in _AXES:
        for kept in (True, False):
            if (other, kept) != (axis, keeps):
                kind = "axis missing" if axis is None else "axis lost" if other == axis and kept else "axis"
                yield kind, _over(node, other, kept=kept)


def _axis(node: Node) -> tuple[int | None, bool]:
    keywords = dict(node.keywords) if isinstance(node, Function) else {}
    kept = keywords.get("keepdim")
    axis = whole_number(keywords["dim"], 0) if "dim" in keywords else None
    return -1 if axis == 1 else axis, isinstance(kept, Number) and bool(kept.value)


def _over(node: Node, axis: int, *, kept: bool) -> Node:
    told = along(node.column, axis)
    told += (("keepdim", Number(node.column, 1.0, "True")),) if kept else ()
    others = tuple(pair for pair in getattr(node, "keywords", ()) if pair[0] not in ("dim", "keepdim"))
    changes: Any = {"keywords": (*told, *others)}
    return replace(node, **changes)
