"""The note of an answer in another layout: how its matrices lie, and how those of the prompt do."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from quizbank import bank
from quizbank.answers.echo import display
from quizbank.answers.tree import Binary, Index, Name, Node, Unary, is_transposed
from quizbank.answers.walk import walk
from quizbank.language import Text
from quizbank.language import in_both as _

if TYPE_CHECKING:
    from quizbank.answers.meaning.problem import Problem


def weights_turned(problem: Problem, weights: Sequence[str]) -> Text:
    """Weights are the transposes of the prompt's."""
    here, there = (_listed(problem, weights, is_turned=turned) for turned in (True, False))
    on_the_left = _stand_on_the_left(problem, weights)
    if on_the_left is None:
        return _filled(_("Read with {here}; the prompt has {there}."), here=here, there=there)
    own, other = ("W x", "x W") if on_the_left else ("x W", "W x")
    sentence = _("Read with {here}, as in {other}; the prompt has {there}, as in {own}.")
    return _filled(sentence, here=here, there=there, own=own, other=other)


def in_columns(problem: Problem, matrices: Sequence[str], *, own_weights: bool) -> Text:
    """Data stand in columns; weights in front of them are turned too, or are the prompt's own."""
    results = [x for x in bank.formulas()[problem.formula.id].outputs if x.name in problem.formula.outputs]
    told = [name for name in matrices if name in problem.shapes]
    told += [result.name for result in results[:1] if len(result.axes or ()) == 2]
    here, there = (_listed(problem, told, is_turned=turned) for turned in (True, False))
    return _filled(_OWN_WEIGHTS if own_weights else _COLUMNS, here=here, there=there)


def _listed(problem: Problem, matrices: Sequence[str], *, is_turned: bool) -> str:
    """Each name with its shape, which a square matrix leaves out."""
    card = bank.formulas()[problem.formula.id]
    known = {thing.name: thing.axes for thing in (*card.arguments, *card.outputs) if thing.axes}
    return ", ".join(_one(problem, name, known[name], is_turned=is_turned) for name in matrices)


def _one(problem: Problem, name: str, axes: Sequence[str], *, is_turned: bool) -> str:
    entry = problem.vocabulary.by_name(name)
    symbol = display(entry.display) if entry else name
    if axes[0] == axes[1]:
        return symbol
    ties = problem.vocabulary.sizes
    told = [axis if problem.vocabulary.by_name(axis) else ties.get(axis, axis) for axis in axes]
    return f"{symbol} ({', '.join(reversed(told) if is_turned else told)})"


def _stand_on_the_left(problem: Problem, weights: Sequence[str]) -> bool | None:
    """Whether the formula's own weights stand in front of what they act on; None where they do both, or neither."""
    sides = {side for body in problem.own_lines(None) for node in walk(body) for side in _sides(node, weights)}
    return sides.pop() if len(sides) == 1 else None


def _sides(node: Node, weights: Sequence[str]) -> Iterator[bool]:
    if isinstance(node, Binary) and node.product is not None:
        left, right = node.left, node.right
        while isinstance(left, Binary) and left.product is not None:
            left = left.right
        if (is_turned := _turns(left, weights)) is not None:
            yield not is_turned
        if (is_turned := _turns(right, weights)) is not None:
            yield is_turned


def _turns(node: Node, weights: Sequence[str]) -> bool | None:
    """Whether one of the weights, or a block of it, stands transposed here; None where this is none."""
    is_turned = is_transposed(node)
    while isinstance(node, Unary | Index):
        node = node.operand
    return is_turned if isinstance(node, Name) and node.name in weights else None


def _filled(sentence: Text, **facts: str) -> Text:
    return Text(sentence.en.format(**facts), sentence.zh.format(**facts))


_COLUMNS = _("Read in column form, {here}; the prompt has rows, {there}.")
_OWN_WEIGHTS = _("Read in column form, {here}, with the weights of the prompt, which has rows, {there}.")
