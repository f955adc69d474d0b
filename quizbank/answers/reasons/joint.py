"""Joint weights that multiply only a part of what they are for: `W_f h_{t-1}` without x_t."""

from collections.abc import Iterator, Sequence

from quizbank.answers.echo import display
from quizbank.answers.notation.vocabulary import Entry, Vocabulary
from quizbank.answers.tree import Binary, Definition, Name, Node
from quizbank.answers.walk import walk


def halved(definitions: Sequence[Definition], vocabulary: Vocabulary) -> str | None:
    """What the first such weight lacks, or that it cannot stand for both of its blocks; None where there is none."""
    _ = vocabulary.translate
    found = list(_halves(definitions, vocabulary))
    if not found:
        return None
    weight, part = found[0]
    parts = (weight.axes or ("",))[-1].split("+")
    both = [_vector(axis, vocabulary) for axis in parts]
    if None in both:
        return None
    names = {"weight": display(weight.display), "joined": "; ".join(filter(None, both))}
    if {other for of, other in found if of is weight} == {*parts}:
        return _("{weight} multiplies [{joined}] joined: its two blocks have names of their own.").format(**names)
    missing = next(symbol for symbol, axis in zip(both, parts, strict=True) if axis != part)
    return _("{missing} is missing: {weight} multiplies [{joined}] joined.").format(missing=missing, **names)


def _halves(definitions: Sequence[Definition], vocabulary: Vocabulary) -> Iterator[tuple[Entry, str]]:
    """Each joint weight in front of a vector that is as long as one of its blocks, with that length."""
    joint = {entry.of for entry in vocabulary.entries.values() if entry.role == "hidden"}
    for line in definitions if joint else ():
        for node in walk(line.body):
            if isinstance(node, Binary) and node.product in ("free", "matrix") and isinstance(node.left, Name):
                weight = vocabulary.by_name(node.left.name) if node.left.name in joint else None
                length = _length(node.right, vocabulary)
                if weight is not None and length and length in (weight.axes or ("",))[-1].split("+"):
                    yield weight, length


def _length(node: Node, vocabulary: Vocabulary) -> str:
    """The length of a vector, or of several multiplied entry by entry; nothing where it is something else."""
    if isinstance(node, Binary) and node.product in ("elementwise", "free"):
        left, right = _length(node.left, vocabulary), _length(node.right, vocabulary)
        return left if left == right else ""
    entry = vocabulary.by_name(node.name) if isinstance(node, Name) else None
    axes = entry.axes or () if entry is not None and entry.role == "argument" else ()
    return axes[0] if len(axes) == 1 else ""


def _vector(axis: str, vocabulary: Vocabulary) -> str | None:
    """The state or the input of this length."""
    found = {e.name: e for e in vocabulary.entries.values() if e.role == "argument" and e.axes == (axis,)}
    timed = [entry for entry in found.values() if entry.is_timed and not entry.name.startswith(("b", "c", "r", "z"))]
    return display(timed[0].display) if len(timed) == 1 else None
