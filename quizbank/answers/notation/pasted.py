"""Symbols as they come out of a page or a keyboard without scripts: `ht−1` is h_{t−1}, `h~` is h̃."""

from collections.abc import Sequence

from quizbank.answers.notation.functions import WORDS
from quizbank.answers.notation.rewriting import Rewritten, base_before, group, is_name, rewritten, texts
from quizbank.answers.notation.spelling import closing
from quizbank.answers.notation.tokens import Token
from quizbank.answers.notation.vocabulary import Vocabulary

_LONGEST = 2
_COPIED = len("QKT")
_TIMES = frozenset("* @ cdot · × ,".split())
_CALLED = frozenset("( . dot matmul".split())
_SCRIPTED = frozenset("_ { } t - 1 prev".split())


def with_pasted_symbols(read: Sequence[Token], vocabulary: Vocabulary) -> list[Token]:
    """The tokens with such symbols in the spelling of the rest."""
    return rewritten(list(read), vocabulary, _plain)


def _plain(read: list[Token], place: int, vocabulary: Vocabulary) -> Rewritten | None:
    """What each rule makes of the token here; a rule is only tried at the kind of token that it is about."""
    kind, text = read[place][:2]
    if kind == "word":
        if len(text) > _LONGEST or place + 1 == len(read):
            return _with_transpose(read, place, vocabulary) if len(text) > _LONGEST and text[-1] == "T" else None
        return (
            _with_accent(read, place, vocabulary)
            or _with_prime(read, place, vocabulary)
            or _with_step(read, place, vocabulary)
        )
    if text in ("binom", "dbinom", "tbinom"):
        return _column(read, place)
    if text == "_":
        return _with_last_step(read, place, vocabulary)
    return _broadcast(read, place, vocabulary) if text == "." else None


def _with_prime(read: list[Token], place: int, vocabulary: Vocabulary) -> Rewritten | None:
    """`c'` as c̃ where nothing is transposed: a number, or a vector of a formula that only has such."""
    if read[place + 1].text != "'" or read[place + 1].spaced or len(read[place].text) != 1:
        return None
    given = {key: entry for key, entry in vocabulary.entries.items() if entry.role == "argument"}
    found = next((entry for key, entry in given.items() if key.partition("_")[0] == f"{read[place].text}~"), None)
    if found is None or (found.axes and {entry.axes for entry in given.values()} != {found.axes}):
        return None
    accent = Token("command", "tilde", read[place].column, read[place].spaced)
    return Rewritten([accent, read[place]._replace(spaced=False)], place + 2)


def _below_tilde(read: list[Token], place: int) -> list[Token]:
    """The subscript in front of a tilde that ends a factor, as in `w_j~ +`; elsewhere LaTeX has one for a blank."""
    script, behind = read[place + 1 : place + 3], read[place + 3 : place + 5]
    is_below = texts(script[:1]) == ["_"] and len(script) == 2 and script[1].kind == "word"
    ends = len(behind) == 2 and (behind[1].kind == "end" or behind[1].text in ("+", "-", ")", "]", "^"))
    return script if is_below and ends and behind[0].text == "~" and not behind[0].spaced else []


def _column(read: list[Token], place: int) -> Rewritten | None:
    r"""`\binom{h}{x}` as a matrix of two rows."""
    if place + 1 >= len(read) or read[place + 1].text != "{":
        return None
    first = closing(read, place + 1)
    if first + 1 >= len(read) or read[first + 1].text != "{":
        return None
    column, last = read[place].column, closing(read, first + 1)
    name = [Token("sign", "{", column), Token("word", "pmatrix", column), Token("sign", "}", column)]
    rows = [*read[place + 2 : first], Token("break", "\\\\", column), *read[first + 2 : last]]
    begin, end = (Token("command", text, column) for text in ("begin", "end"))
    return Rewritten([begin, *name, *rows, end, *name], last + 1)


def _ends_in_tilde(read: list[Token], place: int) -> bool:
    """`wj~ +` and `ct~ =`."""
    tilde, behind = read[place + 1], read[place + 2 : place + 3]
    ends = not behind or behind[0].kind == "end" or behind[0].text in ("+", "-", ")", "]", "^", "=")
    return tilde.text == "~" and not tilde.spaced and ends


def _with_transpose(read: list[Token], place: int, vocabulary: Vocabulary) -> Rewritten | None:
    """`QKT`, as it is copied from a page that prints QKᵀ, where each letter is a matrix and T is nothing."""
    token = read[place]
    entries = [vocabulary.find(letter) for letter in token.text[:-1]]
    if len(token.text) != _COPIED or is_name(vocabulary, token.text) or is_name(vocabulary, "T"):
        return None
    if not all(entry is not None and entry.role == "argument" and len(entry.axes or ()) == 2 for entry in entries):
        return None
    column = token.column + len(entries)
    raised = [Token("sign", "^", column), Token("word", "T", column)]
    return Rewritten([token._replace(text=token.text[:-1]), *raised], place + 1)


def _with_step(read: list[Token], place: int, vocabulary: Vocabulary) -> Rewritten | None:
    """`ht`, `ht-1`: a letter with its step behind it, where the notes have that symbol and no other is meant."""
    token = read[place]
    if token.kind != "word" or token.text in WORDS:
        return None
    if token.text == "t" and place and read[place - 1].text == "}" and not token.spaced:
        return _behind_accent(read, place, vocabulary)
    if len(token.text) == 2 and _is_block(read, place, vocabulary):
        return Rewritten([token._replace(text=token.text[0]), *_below(token)], place + 1)
    if len(token.text) != 2 or token.text[1] != "t":
        return None
    if is_name(vocabulary, token.text) or (place and read[place - 1].text in ("_", "^", ".")):
        return None
    base = token.text[0]
    if any(entry.display.startswith(rf"\hat{{{base}}}") for entry in vocabulary.targets.values()):
        return None  # code calls m̂ so
    before = read[place + 1 : place + 3]
    is_before = texts(before) in (["-", "1"], ["_", "1"], ["_", "prev"]) and not any(other.spaced for other in before)
    before = [before[0]._replace(text="-"), before[1]._replace(kind="number", text="1")] if is_before else []
    step = "t-1" if is_before else "t"
    if not any(is_name(vocabulary, f"{letter}_{step}") for letter in (base, base.lower())):
        return None
    inner = [token._replace(text="t", column=token.column + 1, spaced=False), *before]
    script = group("_", inner, inner[0].column)
    return Rewritten([token._replace(text=base), *script], place + len(inner))


def _with_last_step(read: list[Token], place: int, vocabulary: Vocabulary) -> Rewritten | None:
    """`h_t-1` without blanks, where the notes have h_{t-1} and nobody takes one from h_t."""
    if texts(read[place : place + 4]) != ["_", "t", "-", "1"] or any(t.spaced for t in read[place + 1 : place + 4]):
        return None
    base = base_before(read, place) or ""
    last, now = vocabulary.find(f"{base}_t-1"), vocabulary.find(f"{base}_t")
    if last is None or last.role != "argument" or (now is not None and now.role == "argument"):
        return None
    return Rewritten(group("_", read[place + 1 : place + 4], read[place].column), place + 4)


def _broadcast(read: list[Token], place: int, vocabulary: Vocabulary) -> Rewritten | None:
    """`exp.(z)` as exp(z)."""
    is_dot = read[place].text == "." and place and texts(read[place + 1 : place + 2]) == ["("]
    return Rewritten([], place + 1) if is_dot and read[place - 1].text in WORDS else None


def _is_block(read: list[Token], place: int, vocabulary: Vocabulary) -> bool:
    """Whether `Wx` is the block W_x of a joint weight: beside x, W x would stand for nothing."""
    base, letter = read[place].text[0], read[place].text[1]
    entry = vocabulary.find(f"{base}_{letter}")
    if entry is None or is_name(vocabulary, read[place].text):
        return False
    blocks = {other.of for other in vocabulary.entries.values() if other.role in ("hidden", "input")}
    if not {entry.name, entry.of} & blocks:
        return False
    behind = next((other for other in read[place + 1 : place + 3] if other.text not in _TIMES), None)
    passed = _TIMES | _SCRIPTED | _CALLED  # `x.dot(Wx)`
    before = next((other for other in reversed(read[:place]) if other.text not in passed), None)
    return any(o is not None and o.kind == "word" and o.text[0].lower() == letter for o in (behind, before))


def _below(token: Token) -> list[Token]:
    inner = token._replace(text=token.text[1:], column=token.column + 1, spaced=False)
    return group("_", [inner], inner.column)


def _behind_accent(read: list[Token], place: int, vocabulary: Vocabulary) -> Rewritten | None:
    """`h̃t`, as it comes out of a page."""
    base = base_before(read, place) or ""
    if not any(is_name(vocabulary, f"{letter}_t") for letter in (base, base.lower())):
        return None
    return Rewritten(group("_", [read[place]], read[place].column), place + 1)


def _with_accent(read: list[Token], place: int, vocabulary: Vocabulary) -> Rewritten | None:
    """`h~`, `w~_j`, `w_j~` and `C~t`: a tilde typed behind its letter."""
    ahead = read[place + 1].text
    if ahead != "~" and (ahead != "_" or place + 3 >= len(read) or read[place + 3].text != "~"):
        return None
    token, behind = read[place], read[place + 1 : place + 3]
    script = _below_tilde(read, place)
    if len(token.text) == 2 and _ends_in_tilde(read, place):
        script, token = _below(token), token._replace(text=token.text[0])
    if len(token.text) != 1 or (not script and (texts(behind[:1]) != ["~"] or behind[0].spaced)):
        return None
    if not any(key.partition("_")[0] == f"{token.text}~" for key in (*vocabulary.entries, *vocabulary.targets)):
        return None
    accented = [Token("command", "tilde", token.column, token.spaced), token._replace(spaced=False)]
    if script:
        return Rewritten([*accented, *script], place + (len(script) if len(read[place].text) == 1 else 0) + 2)
    after = behind[1] if len(behind) > 1 else token
    if after.kind == "word" and not after.spaced:
        if after.text != "t":
            return None
        return Rewritten([*accented, *group("_", [after], after.column)], place + 3)
    return Rewritten(accented, place + 2)
