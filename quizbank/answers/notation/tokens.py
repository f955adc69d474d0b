"""Characters into tokens: numbers, words, commands and signs, each with its column."""

from collections.abc import Callable, Sequence
from typing import Literal, NamedTuple

from quizbank.answers.notation.characters import Atom
from quizbank.answers.unreadable import Unreadable

MOST = 600
"""An answer may have this many tokens."""

Kind = Literal["number", "word", "command", "sign", "break", "end"]


class Token(NamedTuple):
    """`spaced` says whether a blank stands before it."""

    kind: Kind
    text: str
    column: int
    spaced: bool = False


END = Token("end", "", 0)
"""What stands behind tokens that were taken out of a line."""


def tokens(atoms: Sequence[Atom], translate: Callable[[str], str], line: int = 1) -> list[Token]:
    """The tokens of one text, an `end` last. Raises Unreadable."""
    found: list[Token] = []
    place, spaced = 0, False
    while place < len(atoms):
        text, column = atoms[place]
        if text == " ":
            place, spaced = place + 1, True
            continue
        kind, word, place = _next(atoms, place)
        if kind == "command" and word in _BLANKS | _SIZES:
            spaced = spaced or word in _BLANKS
            continue
        if kind == "command" and word in _ALIASES:
            kind, word = _ALIASES[word]
        found.append(Token(kind, word, column, spaced))
        spaced = False
        if len(found) > MOST:
            raise Unreadable(column, translate("an answer may have {n} symbols").format(n=MOST), line)
    last = atoms[-1].column + 1 if atoms else 1
    return [*found, Token("end", "", last, spaced)]


def _next(atoms: Sequence[Atom], place: int) -> tuple[Kind, str, int]:
    text = atoms[place].text
    if len(text) > 1:
        return "command", text[1:], place + 1
    if text == "\n":
        return "break", text, place + 1
    if text == "\\":
        return _command(atoms, place + 1)
    if text.isdigit() or (text == "." and _at(atoms, place + 1).isdigit()):
        return _number(atoms, place)
    if text.isalpha():
        end = place
        while _at(atoms, end).isalnum():
            end += 1
        return "word", "".join(atom.text for atom in atoms[place:end]), end
    for sign, plain in _LONG_SIGNS.items() if text in _FIRST_SIGNS else ():
        if all(_at(atoms, place + offset) == part for offset, part in enumerate(sign)):
            return "sign", plain, place + len(sign)
    return "sign", text, place + 1


def _command(atoms: Sequence[Atom], place: int) -> tuple[Kind, str, int]:
    end = place
    while _at(atoms, end).isalpha():
        end += 1
    if end > place:
        name = "".join(atom.text for atom in atoms[place:end])
        return "command", name, end + (name == "operatorname" and _at(atoms, end) == "*")
    return "command", _at(atoms, place), place + 1


def _number(atoms: Sequence[Atom], place: int) -> tuple[Kind, str, int]:
    end = _digits(atoms, place)
    if place and _at(atoms, place - 1) == "_":  # the stop behind `b_2.` ends the sentence
        return "number", "".join(atom.text for atom in atoms[place:end]), end
    if _at(atoms, end) == "." and _at(atoms, end + 1).isdigit():
        end = _digits(atoms, end + 1)
    elif _at(atoms, end) == "." and _at(atoms, end + 1) not in ("*", "."):
        end += 1 if not _at(atoms, end + 1).isalpha() else 0
    if _at(atoms, end) in ("e", "E"):
        signed = end + 2 if _at(atoms, end + 1) in ("+", "-") else end + 1
        after = _digits(atoms, signed)
        if after > signed and not _at(atoms, after).isalpha():
            end = after
    return "number", "".join(atom.text for atom in atoms[place:end]), end


def _digits(atoms: Sequence[Atom], place: int) -> int:
    while _at(atoms, place).isdigit():
        place += 1
    return place


def _at(atoms: Sequence[Atom], place: int) -> str:
    """The single character at this place; nothing at a command and past the end."""
    if place >= len(atoms) or len(atoms[place].text) > 1:
        return ""
    return atoms[place].text


_LONG_SIGNS = {
    "**": "^",
    ".*": "⊙",
    "./": "/",
    ".^": "^",
    ".+": "+",
    ".-": "-",
    "==": "==",
    "!=": "!=",
    "<=": "<=",
    ">=": ">=",
    "||": "‖",
    "//": "//",
    "...": "…",
    "..": "…",
}

_FIRST_SIGNS = frozenset(sign[0] for sign in _LONG_SIGNS)

_BLANKS = {
    *(",", ";", ":", "!", " ", ">", "\n"),
    *("quad", "qquad", "thinspace", "enspace", "space", "displaystyle", "textstyle", "limits", "nolimits"),
    *("nonumber", "notag", "enskip", "hfill", "scriptstyle", "allowbreak", "nobreak", "mathstrut", "strut"),
}
"""Commands that only move what they stand beside."""

_SIZES = {
    *("left", "right", "big", "Big", "bigg", "Bigg", "bigl", "bigr", "Bigl", "Bigr", "biggl", "biggr", "middle"),
}
"""Commands that only size it."""

_ALIASES: dict[str, tuple[Kind, str]] = {
    "cdot": ("sign", "·"),
    "times": ("sign", "×"),
    "bullet": ("sign", "•"),
    "ast": ("sign", "*"),
    "odot": ("sign", "⊙"),
    "circ": ("sign", "⊙"),
    "otimes": ("sign", "⊗"),
    "oplus": ("sign", "⊕"),
    "div": ("sign", "/"),
    "le": ("sign", "<="),
    "leq": ("sign", "<="),
    "leqslant": ("sign", "<="),
    "ge": ("sign", ">="),
    "geq": ("sign", ">="),
    "geqslant": ("sign", ">="),
    "ne": ("sign", "!="),
    "neq": ("sign", "!="),
    **dict.fromkeys(("leftarrow", "gets", "coloneqq", "triangleq", "equiv"), ("sign", "=")),
    "lt": ("sign", "<"),
    "gt": ("sign", ">"),
    "|": ("sign", "‖"),
    "Vert": ("sign", "‖"),
    "lVert": ("sign", "‖"),
    "rVert": ("sign", "‖"),
    "vert": ("sign", "|"),
    "lvert": ("sign", "|"),
    "rvert": ("sign", "|"),
    "mid": ("sign", "|"),
    "{": ("sign", "\\{"),
    "}": ("sign", "\\}"),
    "lbrace": ("sign", "\\{"),
    "rbrace": ("sign", "\\}"),
    "lbrack": ("sign", "["),
    "rbrack": ("sign", "]"),
    "_": ("sign", "_"),
    "%": ("sign", "%"),
    "ldots": ("sign", "…"),
    "dots": ("sign", "…"),
    "cdots": ("sign", "…"),
    "dotsc": ("sign", "…"),
    "prime": ("sign", "'"),
    "\\": ("break", "\\\\"),
    "cr": ("break", "\\\\"),
    "newline": ("break", "\\\\"),
    "cdotp": ("sign", "·"),
    **{
        name: ("word", name) for name in ("exp", "log", "ln", "tanh", "sin", "cos", "tan", "sinh", "cosh", "max", "min")
    },
    "softmax": ("word", "softmax"),
    "arctan": ("word", "arctan"),
    "lg": ("word", "lg"),
    "varepsilon": ("command", "epsilon"),
    "varphi": ("command", "phi"),
    "vartheta": ("command", "theta"),
    "intercal": ("command", "top"),
    "dfrac": ("command", "frac"),
    "tfrac": ("command", "frac"),
    "cfrac": ("command", "frac"),
    "widetilde": ("command", "tilde"),
    "widehat": ("command", "hat"),
    "overline": ("command", "bar"),
    "Sigma": ("command", "sum"),
    "Pi": ("command", "prod"),
}
"""Commands that are another spelling of a sign, a word or a command."""
