"""Every character that a formula may hold, turned into plain ones; each keeps the column at which it was typed."""

import unicodedata
from collections.abc import Callable
from typing import NamedTuple

from quizbank.answers.unreadable import Unreadable

LONGEST = 2000
"""An answer may have this many characters."""


class Atom(NamedTuple):
    r"""One printable ASCII character, or one LaTeX command as `\sigma`; `column` counts from 1."""

    text: str
    column: int


def atoms(text: str, translate: Callable[[str], str], line: int = 1) -> list[Atom]:
    """The text in plain characters and commands. Raises Unreadable at a character that no formula has."""
    _ = translate
    if len(text) > LONGEST:
        raise Unreadable(LONGEST + 1, _("an answer may have {n} characters").format(n=LONGEST), line)
    found: list[Atom] = []
    raised = ""  # "^" or "_" while inside a run of small characters
    for column, character in enumerate(text, 1):
        height, plain = _SMALL.get(character, ("", ""))
        if raised and height != raised:
            found.append(Atom("}", column - 1))
        if height and height != raised:
            found += [Atom(height, column), Atom("{", column)]
        raised = height
        if height:
            found.append(Atom(plain, column))
        elif character in _ACCENTS:
            _accented(found, _ACCENTS[character], column, _, line)
        else:
            found += [Atom(part, column) for part in _plain(character, column, _, line)]
    if raised:
        found.append(Atom("}", len(text)))
    return found


def _accented(found: list[Atom], command: str, column: int, translate: Callable[[str], str], line: int) -> None:
    """A combining tilde or hat goes around the letter before it, or around its name where it follows a subscript."""
    _ = translate
    if not found or found[-1].text in "^_{ ":
        raise Unreadable(column, _("an accent without a letter"), line)
    letter = found.pop()
    found += [Atom(command, letter.column), Atom("{", letter.column), letter, Atom("}", column)]


def _plain(character: str, column: int, translate: Callable[[str], str], line: int) -> tuple[str, ...]:
    if " " <= character <= "~":
        return (character,)
    if character in _SIGNS:
        return _SIGNS[character]
    if character in _GREEK:
        return ("\\" + _GREEK[character],)
    return _letter(character, column, translate, line)


def _letter(character: str, column: int, translate: Callable[[str], str], line: int) -> tuple[str, ...]:
    """A full-width or mathematical letter in plain form, a letter with its accent apart; else Unreadable."""
    _ = translate
    if ord(character) >= 0x1D400 or 0xFF00 <= ord(character) <= 0xFFEF or 0x2100 <= ord(character) <= 0x214F:
        plain = unicodedata.normalize("NFKC", character)
        if plain != character and len(plain) == 1:
            return _plain(plain, column, _, line)
    parts = unicodedata.normalize("NFD", character)
    if len(parts) == 2 and parts[1] in _ACCENTS:
        return (_ACCENTS[parts[1]], "{", *_plain(parts[0], column, _, line), "}")
    if not character.isprintable():
        raise Unreadable(column, _("a control character (U+{code:04X})").format(code=ord(character)), line)
    name = unicodedata.name(character, "?").lower()
    if name.startswith("cjk"):
        told = _("no formula has the character {character}; write signs, and symbols as the notes have them")
        raise Unreadable(column, told.format(character=character), line)
    message = _("no formula has the character {character} ({name})").format(character=character, name=name)
    raise Unreadable(column, message, line)


_GREEK = {
    **dict(
        zip(
            "αβγδεζηθικλμνξπρστυφχψωΓΔΘΛΞΦΨΩ",
            "alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi pi rho sigma tau upsilon phi chi "
            "psi omega Gamma Delta Theta Lambda Xi Phi Psi Omega".split(),
            strict=True,
        )
    ),
    "ϵ": "epsilon",
    "µ": "mu",
    "ϕ": "phi",
    "ϑ": "theta",
    "ς": "sigma",
}

SPOKEN = {word: chr(0xE000 + place) for place, word in enumerate("if then otherwise mean var std concat".split())}
"""One character for each of these words, so that columns stay where Chinese ones are replaced."""

_SIGNS: dict[str, tuple[str, ...]] = {
    **{character: tuple(f" {word} ") for word, character in SPOKEN.items()},
    **dict.fromkeys("·⋅∙‧", ("\\cdot",)),
    **dict.fromkeys("×✕⨯╳", ("\\times",)),
    **dict.fromkeys("•●", ("\\bullet",)),
    **dict.fromkeys("⊙∘◦ʘ☉⨀○", ("\\odot",)),
    "⊗": ("\\otimes",),
    **dict.fromkeys("⊕⨁", ("\\oplus",)),
    **dict.fromkeys("∗⁎✱＊", ("*",)),
    **dict.fromkeys("−–—‑‒―﹣－", ("-",)),
    **dict.fromkeys("∕÷⁄／⊘", ("/",)),
    "√": ("\\sqrt",),
    **dict.fromkeys("Σ∑", ("\\sum",)),
    **dict.fromkeys("Π∏", ("\\prod",)),
    "∞": ("\\infty",),
    **dict.fromkeys("≤⩽≦", ("\\le",)),
    **dict.fromkeys("≥⩾≧", ("\\ge",)),
    "≠": ("\\ne",),
    **dict.fromkeys("‖∥", ("\\|",)),
    "⊤": ("\\top",),
    **dict.fromkeys("′’‘＇", ("'",)),
    **dict.fromkeys("…⋯", ("\\ldots",)),
    "∈": ("\\in",),
    "∂": ("\\partial",),
    "∇": ("\\nabla",),
    "ℓ": ("\\ell",),
    "⟨": ("\\langle",),
    "⟩": ("\\rangle",),
    "𝟙": ("\\mathbb", "{", "1", "}"),
    "½": ("(", "1", "/", "2", ")"),
    "¼": ("(", "1", "/", "4", ")"),
    "¾": ("(", "3", "/", "4", ")"),
    "，": (",",),
    "、": (",",),
    "；": (";",),
    "：": (":",),
    "（": ("(",),
    "）": (")",),
    "【": ("[",),
    "】": ("]",),
    "＝": ("=",),
    **dict.fromkeys("←≔", ("=",)),
    **dict.fromkeys("。｡", (".",)),
    **dict.fromkeys("“”„＂", ('"',)),
    **dict.fromkeys("→⟶", ("-", ">")),
    "～": ("~",),
    "˜": ("~",),
    "∼": ("~",),
    "％": ("%",),
    **dict.fromkeys("\t\u00a0\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000", (" ",)),
    **dict.fromkeys("\r\u200b\u200c\u200d\u2060\u2061\u2062\u2063\u2064\ufeff\ufe0e\ufe0f", ()),
    "\n": ("\n",),
}
"""Signs by what they become; invisible ones become nothing."""

_ACCENTS = {
    "\u0303": "\\tilde",
    "\u0302": "\\hat",
    "\u0304": "\\bar",
    "\u0305": "\\bar",
    "\u20d7": "\\overrightarrow",
    "\u20d6": "\\overleftarrow",
}

_SMALL = {
    **{
        c: ("^", p)
        for c, p in zip(
            "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ⁿⁱʲᵏᵗᵀᴷᴼᴴᴰᵛᵐᵃᵇᵈᵉᵍʰˡᵒᵖʳˢᵘʷˣʸᶻ", "0123456789+-=()nijktTKOHDvmabdeghloprsuwxyz", strict=True
        )
    },
    **{
        c: ("_", p) for c, p in zip("₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓ", "0123456789+-=()aehijklmnoprstuvx", strict=True)
    },
}
"""Superscripts and subscripts: where they stand, and the plain character."""
