"""Each argument has one letter in an answer: `σ(x) (1 - σ(z))` says of no z that it is x."""

import re
from collections.abc import Iterator, Sequence

from quizbank.answers.notation.one_letter import two_letters
from quizbank.answers.notation.vocabulary import Entry, Vocabulary, key
from quizbank.answers.tree import Definition, Name
from quizbank.answers.walk import walk

_BASE = re.compile(r"[^\W\d_]+")


def require_one_spelling(definitions: Sequence[Definition], vocabulary: Vocabulary) -> None:
    """Raise Unreadable where an argument stands under two letters, one of them no other name of it in the notes."""
    for line in definitions:
        seen: dict[str, str] = {}
        for entry, node in _arguments(line, vocabulary):
            base = _base(node.text)
            first = seen.setdefault(entry.name, base)
            if base != first and not {base, first} <= _own(entry):
                raise two_letters(first, base, node.column, vocabulary, line.line)


def require_one_index(links: Sequence[Sequence[Definition]], vocabulary: Vocabulary) -> None:
    """Raise Unreadable where the sides of a chain have different free indices, as in `softmax(z)_j = e^{z_i} / Σ_k e^{z_k}`."""
    first = links[0][-1]
    for link in links[1:]:
        last = link[-1]
        if first.indices and last.indices and set(first.indices) != set(last.indices):
            one, other = (", ".join(name[1:] for name in line.indices) for line in (first, last))
            raise two_letters(one, other, last.column, vocabulary, last.line)


def _arguments(line: Definition, vocabulary: Vocabulary) -> Iterator[tuple[Entry, Name]]:
    for node in walk(line.body):
        entry = vocabulary.by_name(node.name) if isinstance(node, Name) else None
        if entry is not None and entry.role == "argument" and isinstance(node, Name) and _base(node.text):
            yield entry, node


def _base(text: str) -> str:
    """The first word of a spelling, without accents and scripts."""
    found = _BASE.search(text)
    return found[0] if found else ""


def _own(entry: Entry) -> set[str]:
    """The words under which the notes and code have it."""
    return {_base(entry.name), _base(key(entry.display) or entry.display)}
