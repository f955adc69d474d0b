"""Symbols as they come out of a page or a keyboard without scripts: `ht−1` is h_{t−1}, `h~` is h̃."""

from collections.abc import Sequence

from quizbank.answers.notation.functions import WORDS
from quizbank.answers.notation.rewriting import Rewritten, group, is_name, rewritten, texts
from quizbank.answers.notation.tokens import Token
from quizbank.answers.notation.vocabulary import Vocabulary


def with_pasted_symbols(read: Sequence[Token], vocabulary: Vocabulary) -> list[Token]:
    """The tokens with such symbols in the spelling of the rest."""
    found = rewritten(list(read), vocabulary, _with_accent)
    return rewritten(found, vocabulary, _with_step)


def _with_step(read: list[Token], place: int, vocabulary: Vocabulary) -> Rewritten | None:
    """`ht`, `ht-1`: a letter with its step behind it, where the notes have that symbol and no other is meant."""
    token = read[place]
    if token.kind != "word" or len(token.text) != 2 or token.text[1] != "t" or token.text in WORDS:
        return None
    if is_name(vocabulary, token.text) or (place and read[place - 1].text in ("_", "^", ".")):
        return None
    base = token.text[0]
    if any(entry.display.startswith(rf"\hat{{{base}}}") for entry in vocabulary.targets.values()):
        return None  # code calls m̂ so
    before = read[place + 1 : place + 3]
    is_before = texts(before) == ["-", "1"] and not any(other.spaced for other in before)
    step = "t-1" if is_before else "t"
    if not any(is_name(vocabulary, f"{letter}_{step}") for letter in (base, base.lower())):
        return None
    inner = [token._replace(text="t", column=token.column + 1, spaced=False), *(before if is_before else [])]
    script = group("_", inner, inner[0].column)
    return Rewritten([token._replace(text=base), *script], place + len(inner))


def _with_accent(read: list[Token], place: int, vocabulary: Vocabulary) -> Rewritten | None:
    """`h~`, `w~_j` and `C~t`: a tilde typed behind its letter."""
    token, behind = read[place], read[place + 1 : place + 3]
    if token.kind != "word" or len(token.text) != 1 or texts(behind[:1]) != ["~"] or behind[0].spaced:
        return None
    if not any(key.partition("_")[0] == f"{token.text}~" for key in (*vocabulary.entries, *vocabulary.targets)):
        return None
    accented = [Token("command", "tilde", token.column, token.spaced), token._replace(spaced=False)]
    after = behind[1] if len(behind) > 1 else token
    if after.kind == "word" and not after.spaced:
        if after.text != "t":
            return None
        return Rewritten([*accented, *group("_", [after], after.column)], place + 3)
    return Rewritten(accented, place + 2)
