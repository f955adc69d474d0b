"""Symbols of the topic that an answer is not made of: misspelled where another name would be right, else wrong."""

import itertools
import math
from collections.abc import Callable, Collection, Iterator, Sequence

from quizbank.answers.notation.vocabulary import key
from quizbank.answers.sizes.arithmetic import NoNumber, evaluate
from quizbank.answers.sizes.tied import Nodes, replaced
from quizbank.answers.tree import Binary, Function, Name, Node, Number, Unary
from quizbank.language import Language, sentences, words
from quizbank.question import Exercise
from quizbank.verdict import Verdict

_TRIAL = (3.0, 47.0)
_MEDIUM = 64.0
_LARGE = 1e8
_SAME = 1e-5

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
    if _cancel(nodes, found, exercise.question.symbols):
        same = {name.name: Number(1, float(_TRIAL[0]), str(_TRIAL[0])) for name in found}
        if is_right(same):
            return Verdict("right")
    used = {name.name for node in nodes for name in _names(node)}
    free = [symbol for symbol in exercise.question.symbols if symbol not in used]
    for renaming in _renamings(list({name.name: name for name in found}.values()), free):
        if is_right(renaming):
            meant = renaming[first.name]
            hint = _("{symbol} is something else here; did you mean {near}?").format(
                symbol=first.text, near=meant.text if isinstance(meant, Name) else ""
            )
            return Verdict("unreadable", hint=hint, column=first.column)
    if (unknown := next((name for name in found if not _is_spelled(exercise, name)), None)) is not None:
        hint = _("{symbol} is not a name here").format(symbol=unknown.text)
        return Verdict("unreadable", hint=hint, column=unknown.column)
    return Verdict("wrong", hint=not_here(exercise, first, language), column=first.column)


def _is_spelled(exercise: Exercise, name: Name) -> bool:
    """Whether this is how the legend writes the symbol for which it was taken: E is no ε."""
    symbol = next((symbol for symbol in exercise.question.legend if symbol.name == name.name), None)
    if symbol is None:
        return True
    spellings = (symbol.name, symbol.symbol, symbol.type_as, *symbol.also, *symbol.hidden, *symbol.input)
    return len(name.text) > 1 or name.text in {key(text) for text in spellings}


def depend(one: Node, other: Node, exercise: Exercise) -> bool:
    """Whether two trees in the question's own sizes have different values."""
    sizes = {name: _MEDIUM + place for place, name in enumerate(exercise.question.symbols)}
    return not math.isclose(evaluate(one, sizes), evaluate(other, sizes), rel_tol=_SAME)


def _cancel(nodes: Sequence[Node], found: Sequence[Name], symbols: Sequence[str]) -> bool:
    """Whether strays make no difference: they cancel, as in h·(d/h), or belong to a lower term, where sizes are large."""
    large = {name: _LARGE + place for place, name in enumerate(symbols)}
    try:
        tried = [[evaluate(node, large | {name.name: trial for name in found}) for node in nodes] for trial in _TRIAL]
    except NoNumber:
        return False
    return all(math.isclose(one, other, rel_tol=_SAME) for one, other in zip(*tried, strict=True))


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


def not_here(exercise: Exercise, stray: Name, language: Language) -> str:
    """Why a symbol of the topic has no place in this answer, with its own remark where it has one."""
    _ = words(language)
    misuse = next((symbol.misuse for symbol in exercise.question.legend if symbol.name == stray.name), None)
    hint = _("{symbol} does not belong here; the answer is made of {symbols}.").format(
        symbol=stray.text, symbols=", ".join(exercise.question.symbols) or _("numbers")
    )
    return sentences((hint, misuse[language]), language) if misuse else hint


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
