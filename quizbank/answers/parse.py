"""Text into trees; no interpreter ever sees what was typed."""

from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import replace

from quizbank.answers.echo import display
from quizbank.answers.notation.grammar import Parser
from quizbank.answers.notation.indicators import with_infinite_masks, with_one_hot
from quizbank.answers.notation.libraries import is_code
from quizbank.answers.notation.lines import Line, lines
from quizbank.answers.notation.one_letter import require_called_letter, require_left_letters
from quizbank.answers.notation.ones import with_inverses
from quizbank.answers.notation.reader import Scope
from quizbank.answers.notation.spelling import printable, spelled
from quizbank.answers.notation.vocabulary import Vocabulary
from quizbank.answers.tree import Definition, Name, Node, Reduction, letter
from quizbank.answers.unreadable import Unreadable
from quizbank.answers.uses import ordered_lines
from quizbank.answers.walk import depth, free_letters, named_as_typed, renamed, walk

DEEPEST_TREE = 110
"""Sums of so many terms are read; what walks a tree does so by recursion."""


def parse(text: str | Sequence[str], vocabulary: Vocabulary) -> tuple[Definition, ...]:
    """The definitions that an answer consists of, one a line; of a chain its first link. Raises Unreadable."""
    return _parsed(lines([text] if isinstance(text, str) else text, vocabulary), vocabulary)


def parse_links(text: Sequence[str], vocabulary: Vocabulary) -> Iterator[tuple[Definition, ...]]:
    """The definitions with the first links of `y = a = b`, then those with the second: all must hold."""
    found = lines(text, vocabulary)
    later = replace(vocabulary, forbidden=frozenset())  # `σ(x) = 1/(1 + e^{-x}) = 1 - σ(-x)` was written out before
    for place in range(max(len(line.links) for line in found)):
        chosen = [replace(line, links=line.links[place:] or line.links[-1:]) for line in found]
        yield _parsed(chosen, later if place else vocabulary)


def _parsed(found: Sequence[Line], vocabulary: Vocabulary) -> tuple[Definition, ...]:
    definitions = _definitions(found, vocabulary)
    _require_new_name(found, vocabulary)
    given = {e.name for e in vocabulary.entries.values() if e.role == "argument"}
    ordered = ordered_lines(definitions, given)
    if [line.line for line in ordered] != [line.line for line in definitions]:
        if any(line.name and (is_code(line.tokens) or _is_update(line)) for line in found):
            _require_order(definitions, given, vocabulary)
        by_number = {line.number: line for line in found}
        definitions = _definitions([by_number[line.line] for line in ordered], vocabulary)
    return _with_input_parts(_of_one_gate(with_inverses(definitions), vocabulary))


def _is_update(line: Line) -> bool:
    """Whether a line makes a new value of the old one of the same name, `w -= …`, as code does."""
    place, end = 0, len(line.tokens) - 1
    while place < end:
        symbol = spelled(line.tokens, place)
        if symbol is not None and symbol.full_key == line.typed:
            return True
        place = symbol.after_sup if symbol is not None else place + 1
    return False


def _require_new_name(found: Sequence[Line], vocabulary: Vocabulary) -> None:
    """Raise Unreadable at a lone `e_j = exp(e_j) / Σ_k exp(e_k)`: what is asked is no e_j."""
    _ = vocabulary.translate
    line = found[-1]
    target = vocabulary.target(line.typed) if "_" in line.typed else None
    is_new = bool(line.left) or vocabulary.find(line.typed) is None  # g_t = c g_t / ‖g_t‖ changes g_t
    is_own = "_" in line.typed and is_new and (target is None or target.role == "stray")
    if len(found) == 1 and is_own and line.name not in vocabulary.asked and _is_update(line):
        message = _("{symbol} stands on both sides of the equals sign").format(symbol=printable(line.typed))
        raise Unreadable(1, message, line.number)


def _require_order(definitions: Sequence[Definition], given: Container[str], vocabulary: Vocabulary) -> None:
    """Raise Unreadable at a name that a later line of code gives."""
    _ = vocabulary.translate
    for place, line in enumerate(definitions):
        later = {other.name for other in definitions[place + 1 :]} - {other.name for other in definitions[:place]}
        for node in walk(line.body):
            if isinstance(node, Name) and node.name in later and node.name != line.name and node.name not in given:
                entry = vocabulary.by_name(node.name)
                name = display(entry.display) if entry else node.text
                message = _("{name} is given in a later line: code runs in order").format(name=name)
                raise Unreadable(node.column, message, line.line)


def _definitions(found: Sequence[Line], vocabulary: Vocabulary) -> list[Definition]:
    keys = {key: name for line in found for key, name in line.keys.items()}
    scope = Scope(
        letters=dict(vocabulary.lent_letters),
        all=keys,
        is_numpy=_is_numpy(found),
        is_code=any(is_code(line.tokens) for line in found),
    )
    definitions, typed = [], dict[str, str]()
    place = None
    for line in found:
        place = line.name if line.name in vocabulary.lent.values() else place
        scope.own, scope.earlier = frozenset(line.keys), {**_lent(vocabulary, line.name, place), **typed}
        try:
            body = _read(line, vocabulary, scope)
            if depth(body) > DEEPEST_TREE:
                raise RecursionError
            body = with_one_hot(body if scope.is_code else with_infinite_masks(body), line.indices, vocabulary)
        except RecursionError:
            _ = vocabulary.translate
            raise Unreadable(1, _("the formula is nested too deep"), line.number) from None
        require_left_letters(line.left, body, line.number, vocabulary)
        if len(line.left) == 1:
            require_called_letter(line.left, line.tokens, line.number, vocabulary)
        indices = (*line.indices, *(name for name in free_letters(body) if name not in line.indices))
        definitions.append(Definition(line.tokens[0].column, line.name, body, indices, line.number))
        typed.update(line.keys)
        if line.name and isinstance(body, Reduction) and body.kind == "concat":
            scope.lists[line.name] = body
        scope.letters.update({line.name: indices} if line.name else {})
    return definitions


def _lent(vocabulary: Vocabulary, name: str | None, before: str | None) -> dict[str, str]:
    """The names that the question lends to this line: `c` alone means no c_t before the line of c_t.

    A line of one's own stands behind the last one `before` it that has a name of the notes, else where the wrong one is.
    """
    order = list(dict.fromkeys(vocabulary.lent.values()))
    if name not in order and before is None:
        name = vocabulary.corrected
    place = order.index(name) if name in order else order.index(before) + 1 if before else 0
    return {k: n for k, n in vocabulary.lent.items() if k not in vocabulary.bare or order.index(n) < place}


def _is_numpy(found: Sequence[Line]) -> bool:
    """Whether the code is numpy's, whose variance divides by n."""
    words = {token.text for line in found for token in line.tokens if token.kind == "word"}
    return bool(words & {"np", "numpy", "jnp"}) and not words & {"torch", "F", "nn"}


def _read(line: Line, vocabulary: Vocabulary, scope: Scope) -> Node:
    """The right side; read again where rows of something make other letters indices too, as in `α_j h_j`."""
    body = Node(1)
    bound = tuple(name for name in line.indices if name == letter("t"))  # elsewhere a step
    for _attempt in range(2):
        parser = Parser(list(line.tokens), vocabulary, scope, line.number, line.is_latex)
        parser.left = frozenset(name[1:] for name in line.indices)
        parser.letters |= parser.left
        parser.bound += [name[1:] for name in bound]
        body = parser.whole()
        if not free_letters(body) or bound:
            break
        bound = free_letters(body)
    return body


def _of_one_gate(definitions: Sequence[Definition], vocabulary: Vocabulary) -> Sequence[Definition]:
    """`W_h` and `b` beside `W_x`, a part that names no gate: they name none either, though others have these names."""
    if not vocabulary.ungated:
        return definitions
    typed = {n.text: n.name for line in definitions for n in walk(line.body) if isinstance(n, Name)}
    meant = {text: part for text, part in vocabulary.ungated.items() if text in typed and vocabulary.by_name(part)}
    is_ungated = any(typed[text] == part and text[0] == "W" and " " in part for text, part in meant.items())
    _require_parts(definitions, typed, vocabulary)
    if not is_ungated or all(typed[text] == part for text, part in meant.items()):
        return definitions
    return [replace(line, body=named_as_typed(line.body, meant)) for line in definitions]


def _require_parts(definitions: Sequence[Definition], typed: Mapping[str, str], vocabulary: Vocabulary) -> None:
    """Raise Unreadable at `W [h; x]` where W_f is given: only beside its other part is W one of it."""
    whole = vocabulary.ungated.get("W", "W")
    is_whole = (
        whole != "W" and typed.get("W") == whole and not any(name.startswith(f"{whole} ") for name in typed.values())
    )
    for line in definitions if is_whole else ():
        node = next((node for node in walk(line.body) if isinstance(node, Name) and node.text == "W"), None)
        if node is not None:
            _ = vocabulary.translate
            message = _("{symbol} is not a name here; did you mean {near}?").format(symbol="W", near=whole)
            raise Unreadable(node.column, message, line.line)


def _with_input_parts(definitions: Sequence[Definition]) -> tuple[Definition, ...]:
    """`W_f` is the input part of the joint weight where the hidden part `U_f` stands beside it, or the other way."""
    names = {node.name for line in definitions for node in walk(line.body) if isinstance(node, Name)}
    weights = {name.partition(" ")[0] for name in names if " " in name and name[0] in "Wb"} & names
    parts = {w: f"{w} input" if f"{w} hidden" in names else f"{w} hidden" for w in weights}
    return tuple(replace(line, body=renamed(line.body, parts)) for line in definitions) if parts else tuple(definitions)
