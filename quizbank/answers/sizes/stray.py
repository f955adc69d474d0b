"""Symbols of the topic that an answer is not made of: misspelled where another name would be right, else wrong."""

import itertools
from collections.abc import Callable, Collection, Iterator, Sequence

from quizbank.answers.sizes.tied import Nodes, replaced
from quizbank.answers.tree import Binary, Function, Name, Node, Unary
from quizbank.language import Language, words
from quizbank.question import Exercise
from quizbank.verdict import Verdict

_TRIED = 4
"""At most this many symbols are taken for misspelled ones."""


def strays(nodes: Sequence[Node], known: Collection[str]) -> list[Name]:
    """The names in the trees that the answer cannot be made of."""
    return [name for node in nodes for name in _names(node) if name.name not in known]


def judged_astray(
    exercise: Exercise,
    nodes: Sequence[Node],
    found: Sequence[Name],
    is_right: Callable[[Nodes], bool],
    language: Language,
) -> Verdict:
    """Unreadable where the answer is right under this question's own names, which costs no attempt; else wrong."""
    _ = words(language)
    first = found[0]
    used = {name.name for node in nodes for name in _names(node)}
    free = [symbol for symbol in exercise.question.symbols if symbol not in used]
    for renaming in _renamings(list({name.name: name for name in found}.values()), free):
        if is_right(renaming):
            meant = renaming[first.name]
            hint = _("{symbol} is something else here; did you mean {near}?").format(
                symbol=first.text, near=meant.text if isinstance(meant, Name) else ""
            )
            return Verdict("unreadable", hint=hint, column=first.column)
    return Verdict("wrong", hint=_not_here(exercise, first, language), column=first.column)


def renamed(nodes: Sequence[Node], renaming: Nodes) -> list[Node]:
    """The trees under other names."""
    return [replaced(node, renaming) for node in nodes]


def _renamings(found: Sequence[Name], free: Sequence[str]) -> Iterator[Nodes]:
    """Every way in which strays may stand for free symbols that begin with the same letter: h for H, d_model for d."""
    if len(found) > _TRIED:
        return
    for symbols in itertools.permutations(free, len(found)):
        if all(name.text[:1].casefold() == symbol[:1].casefold() for name, symbol in zip(found, symbols, strict=True)):
            yield {name.name: Name(1, symbol, symbol) for name, symbol in zip(found, symbols, strict=True)}


def _not_here(exercise: Exercise, stray: Name, language: Language) -> str:
    _ = words(language)
    misuse = next((symbol.misuse for symbol in exercise.question.legend if symbol.name == stray.name), None)
    hint = _("{symbol} does not belong here; the answer is made of {symbols}.").format(
        symbol=stray.text, symbols=", ".join(exercise.question.symbols) or _("numbers")
    )
    return f"{hint} {misuse[language]}" if misuse else hint


def _names(node: Node) -> Iterator[Name]:
    match node:
        case Name():
            yield node
        case Unary(operand=operand):
            yield from _names(operand)
        case Binary(left=left, right=right):
            yield from _names(left)
            yield from _names(right)
        case Function(arguments=arguments):
            for argument in arguments:
                yield from _names(argument)
