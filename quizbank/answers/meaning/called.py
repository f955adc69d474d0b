"""The shape of a formula that an answer calls by its notation."""

from __future__ import annotations

from collections.abc import Container
from dataclasses import replace
from typing import TYPE_CHECKING

from quizbank import axes
from quizbank.answers.notation.vocabulary import Called
from quizbank.answers.shapes import SCALAR, Misfit, Shape, united
from quizbank.answers.tree import Function, Name, Node

if TYPE_CHECKING:
    from quizbank.answers.meaning.elaborate import Elaborator


def completed(node: Function, called: Called, known: Container[str]) -> tuple[Node, ...]:
    """The arguments, those left out taken from the names of this formula: `LayerNorm(x)` has its own γ, β and ε."""
    given = _without_repeated(node.arguments, called)
    missing = [name for name, _ in called.arguments[len(given) :]]
    if not all(name in known for name in missing):
        return given
    return (*given, *(Name(node.column, name, name) for name in missing))


def _without_repeated(given: tuple[Node, ...], called: Called) -> tuple[Node, ...]:
    """`MultiHead(Q, K, V)` where the formula takes keys and values from the same rows, and `MultiHead(X)` all of them."""
    names = [node.name for node in given if isinstance(node, Name)]
    if called.takes_rows and len(given) == 1:
        return (*given, *given)
    return given[:2] if called.takes_rows and len(given) == len(names) == 3 and names[1] == names[2] else given


def called_shape(elaborator: Elaborator, node: Function) -> tuple[Node, Shape]:
    """Bind the declared axes to the arguments' lengths; the output's axes follow. Raises Misfit."""
    called = elaborator.calls[node.name]
    given = completed(node, called, elaborator.shapes)
    arguments, shapes = zip(*map(elaborator.of, given), strict=True)
    if len(arguments) > len(called.arguments):
        raise Misfit(node.column, node.name, *shapes)
    sizes: dict[str, int] = {}
    batch: tuple[int, ...] = ()
    for shape, (name, declared) in zip(shapes, called.arguments, strict=False):
        if declared is None:
            continue
        more = shape.rank - len(declared)
        if more and (more < 0 or name not in called.batched or batch):
            raise Misfit(node.column, node.name, *shapes)
        batch = shape.axes[:more] or batch
        for axis, length in zip(declared, shape.axes[more:], strict=True):
            if axis.isidentifier() and sizes.setdefault(axis, length) != length:
                raise Misfit(node.column, node.name, *shapes)
    done = replace(node, arguments=arguments)
    declared = called.outputs[0]
    if declared is None:
        return done, SCALAR
    try:
        return done, Shape((*batch, *(axes.size(axis, sizes) for axis in declared)), united(*shapes))
    except (KeyError, ValueError):
        raise Misfit(node.column, node.name, *shapes) from None
