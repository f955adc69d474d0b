"""Single edits of what was typed: if one of them makes it right, that is what was wrong."""

import functools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from quizbank.answers.meaning.letters import has_letters
from quizbank.answers.reasons.additions import (
    added,
    added_again,
    more_factors,
    more_parts,
    scaled,
    scaled_again,
    wrapped,
)
from quizbank.answers.reasons.axes import axes
from quizbank.answers.reasons.brackets import bracketed
from quizbank.answers.reasons.edit import NONE, Edit, Maker, Places, Shapes, places
from quizbank.answers.reasons.everywhere import everywhere
from quizbank.answers.reasons.moves import branches, moved, other_signs, relaid
from quizbank.answers.reasons.numbers import constants, is_number, more_numbers, numbers
from quizbank.answers.reasons.own import around, bounded, in_place, with_parts
from quizbank.answers.reasons.replacements import bars, dropped, functions, products, reductions, signs, untransposed
from quizbank.answers.reasons.symbols import (
    exchanged_shapes,
    exchanged_sizes,
    exchanges,
    letters,
    longer_names,
    other_names,
    relabelled,
    turned,
)
from quizbank.answers.tree import (
    Binary,
    Compare,
    Function,
    Index,
    Name,
    Node,
    Number,
)
from quizbank.answers.walk import walk

_MANY = 16
"""In so many places a part of the formula is looked for as missing."""

_OUTER = 6
"""So many parts from the outside may lack something; deeper ones are looked at last."""


def edits(body: Node, arguments: Shapes) -> Iterator[Edit]:
    """Every edit of one place in the tree, the likeliest kinds first; `arguments` are the names that may stand in it."""
    line = Line(body, arguments)
    for make in (_replaced, _moved, _put_in):
        yield from make(line)


def repairs(line: "Line") -> Iterator[Edit]:
    """The edits that may set a wrong answer right: those of one place, and those of all places alike."""
    for make in (_replaced, _alike, _moved, _bracketed, _put_in):
        yield from make(line)


@dataclass(frozen=True, eq=False)
class Line:
    """A line with its places and the names that it may have.

    `sizes` only scale, `others` may only be replaced, `own` are the lines of the formula, `typed` the names in all
    lines of the answer: they are not missing.
    """

    body: Node
    arguments: Shapes
    sizes: Shapes = field(default_factory=dict)
    others: Shapes = field(default_factory=dict)
    own: Sequence[Node] = ()
    typed: frozenset[str] = frozenset()

    @cached_property
    def every(self) -> Places:
        """Every part, with what puts another in its place."""
        return list(places(self.body))

    @cached_property
    def plain(self) -> Places:
        """Those in whose place another symbol may stand."""
        return _plain(self.every, self.body)

    @cached_property
    def composed(self) -> Places:
        """The whole line, and its parts that are more than a symbol."""
        return self.plain[:1] + [place for place in self.plain[1:] if not isinstance(place[0], Name | Number)]

    @cached_property
    def used(self) -> frozenset[str]:
        """The names in the line and in all others."""
        return frozenset(part.name for part in walk(self.body) if isinstance(part, Name)) | self.typed

    @cached_property
    def unused(self) -> Shapes:
        """The names that may be missing."""
        return {name: shape for name, shape in self.arguments.items() if name not in self.used}

    @cached_property
    def again(self) -> Shapes:
        """The names that stand in the answer."""
        return {name: shape for name, shape in self.arguments.items() if name in self.used}

    @cached_property
    def scales(self) -> Shapes:
        """The lengths that may be missing."""
        return {name: shape for name, shape in self.sizes.items() if name not in self.used}

    @cached_property
    def scalars(self) -> Shapes:
        """The numbers that have names in the answer."""
        return {n: shape for n, shape in self.arguments.items() if n in self.used and not shape.axes}

    @cached_property
    def conditions(self) -> Places:
        """The conditions in which no index runs, and their sides."""
        found = [node for node, _ in self.every if isinstance(node, Compare) and not has_letters(node)]
        within = {id(part) for node in found for part in walk(node)}
        return [place for place in self.every if id(place[0]) in within]

    @cached_property
    def values(self) -> Sequence[Node]:
        """The formula's own numbers."""
        return tuple(part for node in self.own for part in walk(node) if is_number(part))

    def with_each(self, make: Maker, found: Places, names: Shapes = NONE) -> Iterator[Edit]:
        """The edits that are made at each of these places."""
        for node, rebuild in found:
            for kind, new in make(node, names, self.body):
                yield Edit(kind, node, new, rebuild(new))


def _replaced(line: Line) -> Iterator[Edit]:
    """Another function, sign, index or symbol; a part less, or one more around the whole."""
    body, arguments = line.body, line.arguments
    for make in (functions, bars, signs, untransposed, letters):
        yield from line.with_each(make, line.every, arguments)
    known = {**arguments, **line.sizes, **line.others}
    names = functools.partial(other_names, known=known, sizes=line.sizes)
    yield from line.with_each(names, line.plain, arguments)
    yield from exchanges(body, arguments)
    yield from relabelled(body, arguments)
    yield from line.with_each(constants, line.plain, {**line.unused, **line.scales})
    yield from line.with_each(dropped, line.every)
    yield from line.with_each(added, line.plain[:_OUTER], line.unused)


def _alike(line: Line) -> Iterator[Edit]:
    """What was typed in the same way in several places; the axes of sums."""
    yield from axes(line.body)
    yield from line.with_each(functools.partial(bounded, own=line.own), line.plain)
    yield from exchanged_sizes(line.body, line.sizes)
    own = [part.name for node in line.own for part in walk(node) if isinstance(part, Function)]
    yield from everywhere(line.body, {**line.arguments, **line.sizes}, line.values, tuple(dict.fromkeys(own)))


def _moved(line: Line) -> Iterator[Edit]:
    """The same parts in another order or in other brackets."""
    for make in (moved, reductions, branches):
        yield from line.with_each(make, line.every)


def _bracketed(line: Line) -> Iterator[Edit]:
    for make in (bracketed, other_signs):
        yield from line.with_each(make, line.every)
    yield from line.with_each(more_parts, line.every, line.unused)
    yield from line.with_each(more_factors, line.composed[:_MANY], line.unused)


def _put_in(line: Line) -> Iterator[Edit]:
    """Another product, number or factor; a function around a part."""
    numbered = functools.partial(numbers, own=line.values)
    for make in (products, numbered, wrapped):
        yield from line.with_each(make, line.plain, line.arguments)
    yield from line.with_each(added, line.plain[_OUTER:], line.unused)
    yield from line.with_each(scaled, line.plain, line.scales)
    yield from line.with_each(turned, line.every, line.arguments)
    yield from line.with_each(relaid, line.every)
    yield from line.with_each(scaled_again, line.plain, line.scalars)
    inverse = Binary(line.body.column, "/", Number(line.body.column, 1.0, "1"), line.body)
    yield Edit("upside down", line.body, inverse, inverse)


def of_the_formula(line: Line) -> Iterator[Edit]:
    """The formula's own parts and numbers; names exchanged whose axes differ."""
    yield from line.with_each(functools.partial(in_place, own=line.own), line.plain)
    yield from exchanged_shapes(line.body, line.arguments)
    yield from line.with_each(longer_names, line.plain, line.arguments)
    yield from line.with_each(functools.partial(around, own=line.own), line.plain)
    yield from line.with_each(functools.partial(with_parts, own=line.own), line.composed[:_MANY])
    yield from line.with_each(added_again, line.plain[:1], line.again)
    yield from line.with_each(constants, line.plain, line.scalars)
    yield from line.with_each(functools.partial(more_numbers, own=line.values), line.plain)
    yield from line.with_each(functools.partial(numbers, own=line.values), line.conditions)
    yield from line.with_each(scaled_again, line.conditions, line.scalars)
    for part, _ in line.plain[1:]:
        yield Edit("rest not needed", line.body, part, part)


def known_numbers(body: Node, arguments: Shapes, sizes: Shapes) -> Iterator[Edit]:
    """The edits that put a symbol in the place of a number."""
    line = Line(body, {**arguments, **sizes})
    yield from line.with_each(constants, line.plain, line.unused)


def _plain(every: Places, body: Node) -> Places:
    """Without labels, indices and conditions: in their place no other symbol may stand."""
    picked = {id(part) for node in walk(body) for picking in _picking(node) for part in walk(picking)}
    return [place for place in every if id(place[0]) not in picked]


def _picking(node: Node) -> tuple[Node, ...]:
    if isinstance(node, Index):
        return node.indices
    return (node,) if isinstance(node, Compare) else ()
