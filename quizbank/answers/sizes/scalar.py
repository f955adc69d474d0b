"""Typed numbers and costs: one line with the question's own sizes, read by the one parser into a tree of scalars."""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace

from quizbank.answers.echo import Printer
from quizbank.answers.notation import sequence
from quizbank.answers.notation.sources import Sources, vocabulary
from quizbank.answers.notation.vocabulary import Vocabulary, key
from quizbank.answers.parse import parse
from quizbank.answers.sizes import arithmetic, quantity, series
from quizbank.answers.sizes.prompted import prompted
from quizbank.answers.sizes.shorthand import shorthands
from quizbank.answers.sizes.stray import depend, judged_astray, not_here, strays
from quizbank.answers.sizes.tied import Nodes, replaced, spelled_out, ties, with_other_sizes
from quizbank.answers.sizes.written import rewritten
from quizbank.answers.tree import Binary, Function, Name, Node, Number, Unary
from quizbank.answers.unreadable import Unreadable
from quizbank.answers.walk import walk
from quizbank.language import Language, words
from quizbank.question import Exercise
from quizbank.verdict import Verdict

_THOUSANDS = re.compile(r"(?<![\d.])\d{1,3}(?:[,，_\u202f\u00a0 ]\d{3})+(?![\d])")


def judged(
    exercise: Exercise, text: str, answer: str, judge: Callable[[Node], Verdict], *, language: Language
) -> Verdict:
    """The verdict on every side of the text, the first that is not right; or why it could not be judged."""
    _ = words(language)
    verdict = Verdict("unreadable", hint=_("nothing was typed"), column=1)
    plain = spelled(exercise, text)
    try:
        for side in sides(plain.text, language, is_number=not exercise.question.symbols):
            verdict = _side(exercise, read(exercise, side, language), judge, language)
            if verdict.result != "right":
                break
    except Unreadable as error:
        verdict = Verdict("unreadable", hint=error.message, column=error.column)
    column = None if verdict.column is None else plain.typed(verdict.column)
    return replace(verdict, answer=answer, column=column)


def _side(exercise: Exercise, typed: Node, judge: Callable[[Node], Verdict], language: Language) -> Verdict:
    plain = series.closed(typed)
    if found := strays([plain], set(names(exercise))):

        def is_right(renaming: Nodes) -> bool:
            return judge(resolved(exercise, replaced(plain, renaming))).result == "right"

        return judged_astray(exercise, [plain], found, is_right, language)
    sizes = resolved(exercise, typed)
    verdict = judge(sizes)
    loose = strays([plain], _settled(exercise)) if verdict.result == "wrong" and not verdict.mistake else []
    if loose and depend(sizes, with_other_sizes(sizes), exercise):
        verdict = replace(verdict, hint=not_here(exercise, loose[0], language))
    value = f" = {verdict.read_as}" if verdict.read_as else ""
    return replace(verdict, read_as=shown(exercise, typed) + value)


def spelled(exercise: Exercise, text: str) -> quantity.Plain:
    """The text with its numbers in digits, without the words about them."""
    known = set(names(exercise))
    return rewritten(quantity.plain(text, exercise, known), known)


def shown(exercise: Exercise, node: Node) -> str:
    """The canonical text of a tree, with the symbols as the notes print them."""
    question = exercise.question
    single = {symbol.name for symbol in question.legend if key(symbol.symbol)}
    spelled = spelled_out(question.topic, frozenset(question.symbols))
    node = replaced(node, {name: tied for name, tied in spelled.items() if name not in single})
    return Printer(_vocabulary(exercise, "en")).text(node)


def resolved(exercise: Exercise, node: Node) -> Node:
    """The tree in the question's own sizes: given numbers and tied sizes in place of their names."""
    return replaced(series.closed(node), _replacements(exercise))


def read(exercise: Exercise, text: str, language: Language) -> Node:
    """The tree of one expression as it was typed, strays included. Raises Unreadable."""
    _ = words(language)
    known = _vocabulary(exercise, language)
    definitions = parse(sequence.plain(text), known)
    if len(definitions) != 1:
        raise Unreadable(1, _("one expression is asked for"))
    node = definitions[0].body
    _require_one_argument(node, text, language)
    try:
        _require_scalars(series.closed(node), language)
    except series.NoSeries as error:
        raise Unreadable(error.column, _("write this sum without Σ and dots")) from None
    return node


def sides(text: str, language: Language, *, is_number: bool = False) -> list[str]:
    """The sides of `cost = 3·4 = 12`, without a first one that only names the quantity; columns stay.

    Where a number is asked, a first side in letters, as in `√(t/f) = 0.158`, is only how it was found.
    """
    _ = words(language)
    plain = _THOUSANDS.sub(_joined, sequence.plain(text))
    spans = sequence.spans(plain, _)
    if not spans:
        raise Unreadable(1, _("nothing was typed"))
    sequence.require_brackets_closed(spans, _)
    parts = sequence.split(spans, lambda span: span.text in ("=", "==", "approx"))
    if len(parts) > 1 and (not parts[0] or _is_name(parts[0]) or (is_number and _has_letters(parts[0]))):
        parts = parts[1:]
    return [sequence.shown(plain, part) for part in parts]


def names(exercise: Exercise) -> Iterator[str]:
    """The sizes and given numbers that an answer may name, with those that are tied to them."""
    yield from exercise.question.symbols
    yield from _replacements(exercise)


def _settled(exercise: Exercise) -> set[str]:
    """The names whose value the question settles; others, as heads where d_model is asked, may only cancel."""
    loose = {name for name, node in _replacements(exercise).items() if _is_generic(node)}
    return {*names(exercise)} - (loose - {*exercise.given})


def _is_generic(node: Node) -> bool:
    match node:
        case Number(value=value):
            return value != int(value)
        case Binary(left=left, right=right):
            return _is_generic(left) or _is_generic(right)
    return False


def _replacements(exercise: Exercise) -> Mapping[str, Node]:
    """Given numbers by name, sizes that are tied to the question's, as d_model = heads·d_k, and short names."""
    given = {
        name: Number(1, float(value), str(value))
        for name, value in exercise.given.items()
        if isinstance(value, int | float) and name not in exercise.question.symbols
    }
    tied = ties(exercise.question.topic, frozenset(exercise.question.symbols))
    return {**tied, **shorthands(exercise, tied), **given}


def _require_scalars(node: Node, language: Language) -> None:
    _ = words(language)
    match node:
        case Number(text=text) if text[:1].isalpha() and text not in (*_CONSTANTS, "inf"):  # half, a type in torch
            raise Unreadable(node.column, _("{name} has no place in a number").format(name=text))
        case Number() | Name():
            return
        case Unary(sign=sign, operand=operand) if sign in arithmetic.UNARY:
            _require_scalars(operand, language)
        case Binary(sign=" ", left=left, right=Number(text=text, column=column)) if not (
            text in _CONSTANTS or _is_bracketed(left)
        ):
            raise Unreadable(column, _("an operator is missing before this number"))
        case Binary(left=left, right=right):
            _require_scalars(left, language)
            _require_scalars(right, language)
        case Function(arguments=arguments) if arithmetic.is_known(node):
            for argument in arguments:
                _require_scalars(argument, language)
        case Function(name=name):
            raise Unreadable(node.column, _("{name} has no place in a number").format(name=name))
        case _:
            raise Unreadable(node.column, _("a number or a size belongs here"))


def _require_one_argument(node: Node, text: str, language: Language) -> None:
    """Raise Unreadable at `log n d`, which some mean as log(n)·d."""
    _ = words(language)
    for part in walk(node):
        if not isinstance(part, Function) or part.name not in _LOGARITHMS:
            continue
        argument = part.arguments[0]
        if not isinstance(argument, Binary) or argument.sign != " ":
            continue
        first = min(inner.column for inner in walk(argument))
        is_bracketed = text[: first - 1].rstrip().endswith(("(", "{", "["))
        if not is_bracketed and any(isinstance(inner, Name) for inner in walk(argument.left)):
            raise Unreadable(part.column, _("log a b is read in two ways: write log(a) b or log(a b)"))


def _is_bracketed(node: Node) -> bool:
    """Whether a factor ends in a bracket, so that a number may follow it: `(L − 1)4H`."""
    while isinstance(node, Binary) and (node.product or node.sign == " "):
        node = node.right
    return isinstance(node, Binary) and node.sign in ("+", "-")


_SAID_OF_NUMBERS = {*arithmetic.FUNCTIONS, "ln", "e", "pi", "π", "σ", "inf", "max", "min"}
_CONSTANTS = ("e", "pi")
_LOGARITHMS = ("log", "log2", "log10")
_VOCABULARIES: dict[tuple[str, tuple[str, ...], Language], Vocabulary] = {}


def _vocabulary(exercise: Exercise, language: Language) -> Vocabulary:
    question, known = exercise.question, tuple(dict.fromkeys((*names(exercise), *prompted(exercise))))
    place = (question.id, known, language)
    if place not in _VOCABULARIES:
        legend = {s.name: s for s in question.legend if s.name in known or key(s.symbol) not in _CONSTANTS}
        _VOCABULARIES[place] = vocabulary(Sources(dict.fromkeys(known), (), legend), language=language)
    return _VOCABULARIES[place]


def _joined(found: re.Match[str]) -> str:
    """12,288 is one number; the blanks that keep the columns follow it."""
    digits = re.sub(r"\D", "", found.group())
    return digits.ljust(len(found.group()))


def _has_letters(part: sequence.Spans) -> bool:
    """Whether a name stands in it that is no function and no constant."""
    return any(span.kind == "word" and span.text not in _SAID_OF_NUMBERS for span in part)


def _is_name(part: sequence.Spans) -> bool:
    """`Q`, `params`, `f(n)`: a word at the start, and no arithmetic."""
    return part[0].kind in ("word", "command") and not any(span.text in "+*/^" for span in part if span.kind == "sign")
