"""Edits of symbols: another one, another index, two exchanged."""

import itertools
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TypeGuard

from quizbank.answers.reasons.edit import Edit, Found, Shapes, places
from quizbank.answers.tree import Binary, Concat, Index, Name, Node, Number, Reduction, Unary, is_letter
from quizbank.answers.walk import free_letters, renamed, walk


def letters(node: Node, arguments: Shapes, body: Node) -> Found:
    """A sum over an index that nothing under it has: `Σ_i e^{z_j}`; another index below a symbol, `p_i p_j` for p_i²."""
    if isinstance(node, Reduction) and node.index is not None and node.index not in (free := free_letters(node.body)):
        for other in free:
            yield "index", replace(node, body=renamed(node.body, {other: node.index}))
        letter = Name(node.column, node.index, node.index[1:])
        for part, rebuild in places(node.body):
            if isinstance(part, Name) and part.name in arguments and arguments[part.name].axes:
                yield "index", replace(node, body=rebuild(Index(part.column, part, (letter,))))
    if isinstance(node, Index):
        yield from (("index", new) for new in _with_other_letters(node, body))
    match node:
        case Binary(sign="^", left=Index() as one, right=Number(value=2)):
            others = _with_other_letters(one, body)
            yield from (("index", Binary(node.column, " ", one, other, "free")) for other in others)


def _with_other_letters(node: Index, body: Node) -> Iterator[Index]:
    """The symbol with each other letter of the line in the place of one of its own."""
    for name in sorted({part.name for part in walk(body) if _is_letter(part)}):
        yield from _with_letter(node, name)


def _with_letter(node: Index, name: str) -> Iterator[Index]:
    """The symbol with this letter in the place of one of its own."""
    other = Name(node.column, name, name[1:])
    for place, index in enumerate(node.indices):
        if _is_letter(index) and index.name != name:
            yield replace(node, indices=(*node.indices[:place], other, *node.indices[place + 1 :]))


def _is_letter(node: Node) -> TypeGuard[Name]:
    return isinstance(node, Name) and is_letter(node.name)


def other_names(node: Node, arguments: Shapes, _body: Node, *, known: Shapes, sizes: Shapes) -> Found:
    """Another symbol of the same shape."""
    if isinstance(node, Name) and node.name in known:
        targets = arguments if node.name in arguments else {**sizes, **arguments}
        for other, shape in targets.items():
            if other != node.name and shape.axes == known[node.name].axes:
                yield "name", Name(node.column, other, other)
    if isinstance(node, Name) or (isinstance(node, Binary) and node.sign == "^"):
        yield "complement", Binary(node.column, "-", Number(node.column, 1.0, "1"), node)
    if isinstance(node, Binary) and node.sign == "-" and isinstance(node.left, Number) and node.left.value == 1:
        yield "complement not needed", node.right


def longer_names(node: Node, arguments: Shapes, _body: Node) -> Found:
    """Another symbol of as many axes, of other lengths."""
    if isinstance(node, Name) and node.name in arguments:
        axes = arguments[node.name].axes
        for other, shape in arguments.items():
            if axes and len(shape.axes) == len(axes) and shape.axes != axes:
                yield "name", Name(node.column, other, other)


def turned(node: Node, arguments: Shapes, _body: Node) -> Found:
    """Two symbols of one product exchanged."""
    if isinstance(node, Binary) and node.product is not None and not all(map(_is_name, (node.left, node.right))):
        used = list(dict.fromkeys(p.name for p in walk(node) if isinstance(p, Name) and p.name in arguments))
        if len(used) == 2 and arguments[used[0]].axes == arguments[used[1]].axes:
            yield "symbols exchanged", renamed(node, {used[0]: used[1], used[1]: used[0]})


def _is_name(node: Node) -> bool:
    return isinstance(node.operand if isinstance(node, Unary) else node, Name)


def exchanges(body: Node, arguments: Shapes) -> Iterator[Edit]:
    """Two symbols exchanged everywhere; one everywhere in the place of another."""
    used = list(dict.fromkeys(p.name for p in walk(body) if isinstance(p, Name) and p.name in arguments))
    for place, one in enumerate(used):
        for other in used[place + 1 :]:
            if arguments[one].axes == arguments[other].axes:
                tree = renamed(body, {one: other, other: one})
                column = body.column
                yield Edit("names exchanged", Name(column, one, one), Name(column, other, other), tree)
    times = Counter(part.name for part in walk(body) if isinstance(part, Name))
    for one in used:
        for other, shape in arguments.items():
            if times[one] > 1 and other != one and arguments[one].axes == shape.axes:
                tree = renamed(body, {one: other})
                yield Edit("name", Name(body.column, one, one), Name(body.column, other, other), tree)


def exchanged_sizes(body: Node, sizes: Shapes) -> Iterator[Edit]:
    """Two lengths exchanged everywhere."""
    used = list(dict.fromkeys(p.name for p in walk(body) if isinstance(p, Name) and p.name in sizes))
    yield from (_exchange(body, [one], [other]) for one, other in itertools.combinations(used, 2))


def exchanged_shapes(body: Node, arguments: Shapes) -> Iterator[Edit]:
    """Two symbols exchanged that have other axes; all symbols of one label with those of another."""
    used = list(dict.fromkeys(p.name for p in walk(body) if isinstance(p, Name) and p.name in arguments))
    for one, other in itertools.combinations(used, 2):
        if len(arguments[one].axes) == len(arguments[other].axes) and arguments[one].axes != arguments[other].axes:
            yield _exchange(body, [one], [other])
    labels = dict.fromkeys(name.rpartition("_")[2] for name in used if "_" in name)
    for first, second in itertools.combinations(labels, 2):
        stems = [name.rpartition("_")[0] for name in used if name.endswith(f"_{first}")]
        if len(stems) > 1 and all(f"{stem}_{second}" in used for stem in stems):
            yield _exchange(body, [f"{s}_{first}" for s in stems], [f"{s}_{second}" for s in stems])


def _exchange(body: Node, some: Sequence[str], others: Sequence[str]) -> Edit:
    """Each of some symbols exchanged with its partner."""
    pairs = list(zip(some, others, strict=True))
    tree = renamed(body, dict(pairs) | {other: one for one, other in pairs})
    return Edit("names exchanged", _listed(body.column, some), _listed(body.column, others), tree)


def relabelled(body: Node, arguments: Shapes) -> Iterator[Edit]:
    """All symbols of one label with another: γ_1 and β_1 for γ_2 and β_2."""
    used = dict.fromkeys(part.name for part in walk(body) if isinstance(part, Name) and "_" in part.name)
    labels = dict.fromkeys(name.rpartition("_")[2] for name in arguments if "_" in name)
    for label in dict.fromkeys(name.rpartition("_")[2] for name in used):
        old = [name for name in used if name.endswith(f"_{label}") and name in arguments]
        for other in labels if len(old) > 1 else ():
            new = {name: f"{name.rpartition('_')[0]}_{other}" for name in old}
            if other != label and all(arguments.get(new[name]) == arguments[name] for name in old):
                before, after = (_listed(body.column, names) for names in (old, [*new.values()]))
                yield Edit("labels", before, after, renamed(body, new))


def _listed(column: int, names: Sequence[str]) -> Node:
    return Concat(column, tuple(Name(column, name, name) for name in names))
