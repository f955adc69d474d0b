"""Accents and fonts around more than a letter, brought to one spelling."""

from collections.abc import Sequence

from quizbank.answers.notation.index_letters import with_plain_letters
from quizbank.answers.notation.ranges import ranged
from quizbank.answers.notation.rewriting import Rewritten, after_rules, is_name, rewritten, script_at, texts
from quizbank.answers.notation.scripts import with_plain_scripts
from quizbank.answers.notation.spelling import ACCENTS, FONTS, GREEK, closing, spelled
from quizbank.answers.notation.tokens import Token
from quizbank.answers.notation.vocabulary import Vocabulary

_AROUND = FONTS | ACCENTS.keys() | {"{", "~"}
_DEEPEST = 20
_WORDED = ("hat", "tilde", "bar")


def with_plain_symbols(read: Sequence[Token], vocabulary: Vocabulary) -> list[Token]:
    """The tokens with each accent and font around the letter alone, and each script below it that can be."""
    found = list(read)
    if _is_nested(read):
        return found
    if any(token.kind == "word" and token.text in _WORDED for token in read):
        found = rewritten(found, vocabulary, _called)
    found = rewritten(after_rules(found, vocabulary, _RULES), vocabulary, _numbered)
    return with_plain_scripts(with_plain_letters(found, vocabulary), vocabulary)


def _is_nested(read: Sequence[Token]) -> bool:
    """Whether accents and fonts stand in each other deeper than any notes have them."""
    run = 0
    for token in read:
        run = run + 1 if token.text in _AROUND else 0
        if run > _DEEPEST:
            return True
    return False


def _bold_one(read: list[Token], place: int, vocabulary: Vocabulary) -> Rewritten | None:
    r"""`\boldsymbol{1}` and `\mathbf{1}_n` with a plain 1, unless a condition follows."""
    is_one = (
        read[place].kind == "command"
        and read[place].text in FONTS
        and texts(read[place + 1 : place + 4]) == list("{1}")
    )
    follows = read[place + 4].text if is_one and place + 4 < len(read) else ""
    if not is_one or follows in ("[", "(", "{", "\\{"):
        return None
    script = script_at(read, place + 4) if follows == "_" else None
    if follows == "_" and (script is None or len(script.tokens) != 1 or script.tokens[0].kind != "word"):
        return None
    entry = vocabulary.find(script.tokens[0].text) if script else None
    if entry is not None and entry.is_whole:
        return None  # `\mathbf{1}_y`, which is 1 at y
    return Rewritten([read[place + 2]._replace(spaced=read[place].spaced)], script.end if script else place + 4)


def _hyphenated(read: list[Token], place: int, vocabulary: Vocabulary) -> Rewritten | None:
    r"""`\text{reference-length}` as reference_length where that is a name."""
    if read[place].kind != "command" or read[place].text not in FONTS or texts(read[place + 1 : place + 2]) != ["{"]:
        return None
    inner = read[place + 2 : closing(read, place + 1)]
    words = [token.text for token in inner if token.kind == "word"]
    key = "_".join(words)
    if (
        len(words) < 2
        or texts(inner) != "-".join(f" {word} " for word in words).split()
        or not is_name(vocabulary, key)
    ):
        return None
    name = [inner[0], *(Token("word" if text != "_" else "sign", text, inner[0].column) for text in _joined(words[1:]))]
    return Rewritten(name, place + 3 + len(inner))


def _joined(words: Sequence[str]) -> list[str]:
    return [text for word in words for text in ("_", word)]


def _worded(read: list[Token], place: int, vocabulary: Vocabulary) -> Rewritten | None:
    """`y_hat_i` as ŷ_i."""
    accent = texts(read[place + 1 : place + 4])
    if read[place].kind != "word" or len(accent) < 3 or accent[::2] != ["_", "_"] or accent[1] not in _WORDED:
        return None
    is_index = place + 4 < len(read) and len(read[place + 4].text) == 1
    if not is_index or not is_name(vocabulary, f"{read[place].text}{ACCENTS[accent[1]]}"):
        return None
    marked = [Token(kind, text, read[place].column) for kind, text in (("command", accent[1]), ("sign", "{"))]  # type: ignore[arg-type]
    return Rewritten([*marked, read[place], Token("sign", "}", read[place].column)], place + 3)


def _called(read: list[Token], place: int, vocabulary: Vocabulary) -> Rewritten | None:
    r"""`hat(m)` and `tilde(w)_j` as `\hat{m}` and `\tilde{w}_j`."""
    if read[place].text not in _WORDED or read[place].kind != "word" or texts(read[place + 1 : place + 2]) != ["("]:
        return None
    end, inner = closing(read, place + 1), spelled(read, place + 2)
    is_named = is_name(vocabulary, read[place].text) or (place and read[place - 1].text in (".", "_"))
    if is_named or inner is None or inner.after_sub != end:
        return None
    opened, closed = (other._replace(text=text) for other, text in ((read[place + 1], "{"), (read[end], "}")))
    return Rewritten([read[place]._replace(kind="command"), opened, *read[place + 2 : end], closed], end + 1)


def _script_outside(read: list[Token], place: int, vocabulary: Vocabulary) -> Rewritten | None:
    r"""`\hat{x_i}` as `\hat{x}_i`, and `\mathrm{head_1}` as `\mathrm{head}_1`."""
    is_around = read[place].kind == "command" and (read[place].text in FONTS or read[place].text in ACCENTS)
    if not is_around or texts(read[place + 1 : place + 2]) != ["{"]:
        return None
    end, inner = closing(read, place + 1), spelled(read, place + 2)
    if inner is None or inner.sub is None or inner.after_sub != end or read[end].text != "}":
        return None
    after_base = read[inner.after_base : inner.after_sub]
    return Rewritten([*read[place : inner.after_base], read[end], *after_base], end + 1)


def _unbraced(read: list[Token], place: int, vocabulary: Vocabulary) -> Rewritten | None:
    r"""`{\tilde {c}}_{t}` as `\tilde {c}_{t}`: braces that hold one symbol in front of its subscript."""
    if read[place].text != "{" or (place and (read[place - 1].text in "^_}" or read[place - 1].kind == "command")):
        return None
    end, inner = closing(read, place), spelled(read, place + 1)
    if inner is None or inner.after_sub != end or inner.sub is not None or texts(read[end + 1 : end + 2]) != ["_"]:
        return None
    return Rewritten(list(read[place + 1 : end]), end + 1)


def _numbered(read: list[Token], place: int, vocabulary: Vocabulary) -> Rewritten | None:
    """`β1` as β_1 where that is a name."""
    if read[place].kind != "command" or read[place].text not in GREEK or place + 1 >= len(read):
        return None
    number = read[place + 1]
    is_number = number.kind == "number" and number.text.isdigit() and not number.spaced
    key = f"{read[place].text}_{number.text}"
    if not is_number or not is_name(vocabulary, key):
        return None
    below = Token("sign", "_", number.column)
    return Rewritten([read[place], below, number], place + 2)


_RULES = (
    ("…", ranged),
    ("{", _bold_one),
    ("-", _hyphenated),
    ("_", _worded),
    ("{", _script_outside),
    ("{", _unbraced),
)
