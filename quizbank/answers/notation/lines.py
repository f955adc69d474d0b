"""An answer cut into its lines, each with the name that stands left of its equals sign."""

import functools
from collections.abc import Sequence
from dataclasses import dataclass, field

from quizbank.answers.notation.borrowed import is_of_its_own
from quizbank.answers.notation.case_lines import with_cases_joined
from quizbank.answers.notation.characters import atoms
from quizbank.answers.notation.choices import with_plain_choices
from quizbank.answers.notation.entries import with_whole_vectors
from quizbank.answers.notation.environments import unframed
from quizbank.answers.notation.equations import (
    LONGEST_CHAIN,
    asked_call,
    heads_of,
    left_of,
    name_of,
    named_on_the_left,
    pieces_of,
    solved,
    with_plain_left,
)
from quizbank.answers.notation.fonts import with_plain_symbols
from quizbank.answers.notation.indexed_names import letters_of
from quizbank.answers.notation.indices import LETTERS
from quizbank.answers.notation.one_letter import require_one_letter, require_one_variable
from quizbank.answers.notation.own_functions import with_own_functions
from quizbank.answers.notation.pasted import with_pasted_symbols
from quizbank.answers.notation.reader import LABELS
from quizbank.answers.notation.remarks import without_remarks, without_returned_names
from quizbank.answers.notation.spelling import Spelled, closing, key_of, spelled
from quizbank.answers.notation.stacked import with_stacked_gates
from quizbank.answers.notation.statements import equals_of, outside, require_no_python, statements, with_asides
from quizbank.answers.notation.steps import with_steps
from quizbank.answers.notation.tokens import END, Token, tokens
from quizbank.answers.notation.vocabulary import Entry, Vocabulary, key
from quizbank.answers.tree import letter
from quizbank.answers.unreadable import Unreadable

_JOINTS = ("where", "with", "and")
_OPENING, _CLOSING = ("(", "[", "{", "\\{"), (")", "]", "}", "\\}")


@dataclass
class Line:
    """One equation: its right side's tokens, several of them where it is a chain.

    `keys` are the spellings under which later lines know the name, `left` all index letters left of the equals sign,
    `typed` the name as it stands there.
    """

    links: list[list[Token]]
    number: int
    is_latex: bool
    name: str | None = None
    indices: tuple[str, ...] = ()
    keys: dict[str, str] = field(default_factory=dict)
    left: tuple[str, ...] = ()
    typed: str = ""

    @property
    def tokens(self) -> list[Token]:
        """The first link."""
        return self.links[0]


def lines(texts: Sequence[str], vocabulary: Vocabulary) -> list[Line]:
    """The lines that hold anything. Raises Unreadable where none does."""
    _ = vocabulary.translate
    read = with_own_functions(with_steps(_equations(texts, vocabulary), vocabulary), vocabulary)
    defined = {name_of(left_of(other)) for other in read}
    is_latex = any("\\" in text for text in texts)
    found: list[Line] = []
    for part in read:
        equation = named_on_the_left(solved(with_plain_left(part), vocabulary), defined, vocabulary)
        found += _lines(equation, len(found) + 1, is_latex, vocabulary, read)
    if not found:
        raise Unreadable(1, _("nothing is typed yet"))
    return found


def _equations(texts: Sequence[str], vocabulary: Vocabulary) -> list[list[Token]]:
    """Each equation with an `end` last."""
    number, found = 1, list[list[Token]]()
    for text in with_cases_joined(texts):
        read = _plain(text, number, vocabulary)
        for part in (statement for row in _parts(read) for statement in statements(row)):
            require_no_python(part, number, vocabulary)
            found.append(with_whole_vectors(_without_joint(part), number, vocabulary, found))
            number += 1
    return with_stacked_gates(found, vocabulary)


@functools.lru_cache(maxsize=64)
def _plain(text: str, number: int, vocabulary: Vocabulary) -> Sequence[Token]:
    """The tokens of one line in plain spelling; while a line is typed, those of the others are remembered."""
    plain = without_remarks(without_returned_names(text))
    read = unframed(tokens(atoms(plain, vocabulary.translate, number), vocabulary.translate, number))
    pasted = with_pasted_symbols(read, vocabulary)
    pasted = with_plain_choices(with_asides(pasted))
    for place, part in enumerate(_parts(pasted)):
        require_one_letter(part, number + place, vocabulary)
    return tuple(with_plain_symbols(pasted, vocabulary))


def _parts(read: Sequence[Token]) -> list[list[Token]]:
    """Cut at line breaks, and at semicolons outside brackets."""
    parts: list[list[Token]] = [[]]
    depth = matrices = 0
    for token in read:
        if token.kind == "command" and token.text in ("begin", "end"):
            matrices += 1 if token.text == "begin" else -1
        if token.kind == "sign" and token.text in _OPENING:
            depth += 1
        elif token.kind == "sign" and token.text in _CLOSING:
            depth -= 1
        ends = (token.kind == "break" and matrices <= 0) or (token.text == ";" and depth <= 0 and matrices <= 0)
        if ends or token.kind == "end":
            parts[-1].append(Token("end", "", token.column))
            parts.append([])
            depth = 0
        else:
            parts[-1].append(token)
    return [trimmed for part in parts if len(trimmed := _trimmed(part)) > 1]


def _trimmed(part: list[Token]) -> list[Token]:
    """Without a comma or stop at the end, and without the `∈ ℝ^{n×d}` that some notes add."""
    if any(token[:2] == ("command", "in") for token in part):
        cut = next((place for place in outside(part) if part[place][:2] == ("command", "in")), len(part) - 1)
        part = [*part[:cut], Token("end", "", part[cut].column)]
    while len(part) > 1 and part[-2].kind == "sign" and part[-2].text in (",", ".", ";"):
        part = [*part[:-2], part[-1]]
    return part


def _lines(
    part: Sequence[Token], number: int, is_latex: bool, vocabulary: Vocabulary, beside: Sequence[Sequence[Token]]
) -> list[Line]:
    """The equation under each name that stands in front of it, as in `Q = K = X`, of those that stand beside it."""
    _ = vocabulary.translate
    pieces = pieces_of(part)
    count, end = heads_of(pieces, vocabulary), part[-1]
    links = [[*piece, end] for piece in pieces[count:]]
    empty = next((piece for piece in links if len(piece) == 1), None)
    if empty is not None:
        raise Unreadable(end.column, _("nothing stands right of the equals sign"), number)
    if len(pieces) > LONGEST_CHAIN + 1:
        message = _("an equation may have {n} equals signs").format(n=LONGEST_CHAIN)
        raise Unreadable(part[equals_of(part)[LONGEST_CHAIN]].column, message, number)
    if not count:
        return [Line(links, number, is_latex)]
    for head in pieces[:count]:
        links = [_with_the_argument(link, head, vocabulary) for link in links]
    heads = [head for head in pieces[:count] if name_of(head)] or pieces[:1]
    left = _letters_of([token for piece in pieces[:count] for token in piece])
    return [
        _named(Line(links, number + place, is_latex, left=left), head, vocabulary, beside)
        for place, head in enumerate(heads)
    ]


def _without_joint(part: list[Token]) -> list[Token]:
    r"""Without the `where` or `\text{where}` that joins a line to the one before."""
    if part[0].kind == "word" and part[0].text in _JOINTS and len(part) > 2 and part[1].text != "(":
        return part[1:]
    texts = [token.text for token in part[:4]]
    is_font = part[0].kind == "command" and texts[1:2] == ["{"] and texts[3:] == ["}"]
    return part[4:] if is_font and texts[2] in _JOINTS and len(part) > 5 else part


def _named(line: Line, left: list[Token], vocabulary: Vocabulary, beside: Sequence[Sequence[Token]]) -> Line:
    """Find what the left side names: the asked quantity, a symbol of the notes, or a name of the user's own."""
    left = [token for token in left if token.text != ":"]
    whole = [*left, END]
    line.typed = typed = (key_of(whole) or "") if left else ""
    target = (vocabulary.target(typed) or vocabulary.gradient(_differentiated(left))) if left else None
    target = target or asked_call(left, vocabulary)
    if target is not None:
        successor = _successor(target, typed, vocabulary)
        if not is_of_its_own(successor, typed, beside, vocabulary):
            return _defines(line, successor, typed, vocabulary)
    if typed.endswith("'"):
        return _primed(line, typed, beside, vocabulary)
    found = spelled(whole, 0) if left else None
    line.indices = _letters_of(left)
    if found is None or whole[found.after_sup].kind != "end":
        return line
    return _own(line, found, vocabulary, beside)


def _own(line: Line, found: Spelled, vocabulary: Vocabulary, beside: Sequence[Sequence[Token]]) -> Line:
    """A name of the user's own, with index letters where its subscript holds such."""
    base, letters = vocabulary.targets.get(found.base), letters_of(found, line.tokens, beside, vocabulary)
    line.indices = tuple(map(letter, letters))
    if letters:
        line.name = base.name if base else found.base
        line.keys = {found.base: line.name}
        return line
    is_taken = found.sup is None and vocabulary.find(found.full_key) is not None  # σ² is no σ
    line.name = f"{found.full_key}′" if is_taken else found.full_key
    line.keys = {found.full_key: line.name}
    return line


def _primed(line: Line, typed: str, beside: Sequence[Sequence[Token]], vocabulary: Vocabulary) -> Line:
    """`c' = …`: the new value of c where one is asked; c̃ where another line gives that."""
    target = vocabulary.target(typed[:-1])
    names = {name_of(left_of(other)) for other in beside}
    accented = vocabulary.target(f"{typed[:-1]}~") or vocabulary.target(f"{typed[:-1]}~_t")
    if accented is not None and names & {typed[:-1], f"{typed[:-1]}_t"}:
        return _defines(line, accented, typed, vocabulary)
    new = _successor(target, typed[:-1], vocabulary) if target else None
    line.name = new.name if new and new.role in ("asked", "symbol") else typed
    line.keys = {typed: line.name}
    return line


def _differentiated(left: Sequence[Token]) -> str | None:
    r"""The key of X on a left side as `∂L/∂X`, `dL/dX`, `\frac{\partial L}{\partial X}` or `\nabla_X L`."""
    texts = [token.text for token in left]
    if len(texts) == 3 and texts[1] == "/" and texts[0] in ("dL", "dJ", "dE") and texts[2].startswith("d"):
        return texts[2][1:]
    if texts[:2] == ["grad", "_"]:
        inner = list(left[2:])
    elif texts[:2] == ["nabla", "_"]:
        inner = list(left[2 : closing(left, 2) + 1 if texts[2:3] == ["{"] else 3])
    elif "partial" in texts and texts.index("partial") < len(texts) - 1 - texts[::-1].index("partial"):
        inner = list(left[len(texts) - texts[::-1].index("partial") :])
        inner = inner[:-1] if texts[0] == "frac" and inner[-1:] and inner[-1].text == "}" else inner
    else:
        return None
    inner = inner[1:-1] if inner and inner[0].text == "{" and inner[-1].text == "}" else inner
    return key_of([*inner, END]) if inner else None


def _defines(line: Line, target: Entry, typed: str, vocabulary: Vocabulary) -> Line:
    line.name = target.name
    line.keys = {k: target.name for k, e in vocabulary.targets.items() if e.name == target.name}
    line.keys[typed] = target.name
    return line


def _successor(target: Entry, typed: str, vocabulary: Vocabulary) -> Entry:
    """`m = β m + …` in code, or `exp_avg = …`, defines the new m: the one symbol of this letter that is no argument."""
    known = vocabulary.by_name(target.name)
    base = (key(known.display) or "").partition("_")[0] if known is not None else ""
    is_old = "_" in typed and typed.partition("_")[0] == base
    if known is None or known.role != "argument" or is_old:
        return target
    others = {e.name: e for e in vocabulary.targets.values() if e.role in ("asked", "symbol")}
    akin = [e for e in others.values() if (key(e.display) or "").partition("_")[0] == base]
    return akin[0] if len(akin) == 1 else target


def _with_the_argument(right: list[Token], left: list[Token], vocabulary: Vocabulary) -> list[Token]:
    """`g(z) = 1/(1 + e^{-z})`: where one argument is given, a letter bound on the left stands for it."""
    arguments = list(dict.fromkeys(e.name for e in vocabulary.entries.values() if e.role == "argument"))
    if len(left) < 4 or (left[-3].text, left[-1].text) != ("(", ")"):
        return right
    bound = left[-2]
    if len(arguments) > 1:
        arguments = [name for name in arguments if name != bound.text and name.casefold() == bound.text.casefold()]
    entry = vocabulary.find(bound.text)
    if len(arguments) == 1 and len(left) < 6:
        require_one_variable(bound, arguments[0], right, vocabulary)
    if len(arguments) != 1 or bound.kind not in ("word", "command") or (entry is not None and entry.role != "stray"):
        return right
    if any(other[:2] == bound[:2] and _counts(right[:place], vocabulary) for place, other in enumerate(right)):
        return right  # `P(w) = c(w) / Σ_w c(w)`: an index
    return [t._replace(kind="word", text=arguments[0]) if t[:2] == bound[:2] else t for t in right]


def _counts(before: Sequence[Token], vocabulary: Vocabulary) -> bool:
    """Whether what follows stands under a sum, or in brackets behind a vector."""
    if len(before) < 2 or before[-1].text != "(":
        return bool(before) and before[-1].text == "_"
    name = before[-3] if before[-2].text == "}" and len(before) > 2 else before[-2]
    entry = vocabulary.find(name.text)
    return entry is not None and entry.role == "argument" and len(entry.axes or ()) == 1


def _letters_of(left: list[Token]) -> tuple[str, ...]:
    """The index letters of a left side as `∂p_i/∂z_j`, in order."""
    letters = []
    for place, token in enumerate(left):
        if token.text == "_" and place + 1 < len(left):
            after = (
                left[place + 1 : closing(left, place + 1)]
                if left[place + 1].text == "{"
                else left[place + 1 : place + 2]
            )
            words = [token.text for token in after if token.kind == "word" and token.text not in LABELS]
            letters += [c for text in words for c in text if len(text) <= 3 and c in LETTERS]
        elif token.text == "=" and place + 2 < len(left) and left[place + 1].text in LETTERS:  # `P(y = j)`
            letters.append(left[place + 1].text)
    return tuple(letter(text) for text in dict.fromkeys(letters))
