"""How a symbol is spelled: base, accent, subscript and superscript, brought to one key for all notations."""

import re
import unicodedata
from collections.abc import Sequence
from typing import NamedTuple

from quizbank.answers.notation.tokens import Token

FONTS = frozenset(
    "text textrm textbf textit texttt textsf mathrm mathbf mathit mathsf mathtt mathcal mathbb mathscr operatorname "
    "boldsymbol bm pmb rm bf it sf tt cal mathop mbox hbox textnormal operatornamewithlimits".split()
)
ACCENTS = {
    "tilde": "~",
    "hat": "^",
    "bar": "-",
    "vec": "",
    "overrightarrow": ">",
    "overleftarrow": "<",
}
PRINTED = dict(
    zip(
        "alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi pi rho sigma tau upsilon phi chi psi "
        "omega Gamma Delta Theta Lambda Xi Phi Psi Omega ell".split(),
        "αβγδεζηθικλμνξπρστυφχψωΓΔΘΛΞΦΨΩℓ",
        strict=True,
    )
)
"""Greek letters by their commands."""
GREEK = frozenset(PRINTED)
_OVER = {"~": "\u0303", "^": "\u0302", "-": "\u0304", ">": "\u20d7", "<": "\u20d6"}
_UNPRINTED = FONTS | {"langle", "rangle"}
_SCRIPTS = frozenset("_^'")
_OPEN = {"{": "}", "(": ")", "[": "]", "\\{": "\\}"}


class Spelled(NamedTuple):
    """A symbol read at some place: its parts as plain text, and where each of them ends.

    `sub` and `sup` are None where there is none; `inner` says that the subscript stands inside the accent.
    """

    base: str
    sub: str | None
    sup: str | None
    after_base: int
    after_sub: int
    after_sup: int
    sup_place: int = 0

    @property
    def key(self) -> str:
        """Base and subscript in one text, as `h_t-1`."""
        return self.base if self.sub is None else f"{self.base}_{self.sub}"

    @property
    def full_key(self) -> str:
        """The key with the superscript, as `W_i^Q`."""
        return self.key if self.sup is None else f"{self.key}^{self.sup}"


def spelled(tokens: Sequence[Token], place: int) -> Spelled | None:
    """The symbol that starts at `place`, or None where none does."""
    found = _base(tokens, place)
    if found is None:
        return None
    base, after_base, sub = found
    if after_base < len(tokens) and tokens[after_base].text not in _SCRIPTS:
        return Spelled(base, sub, None, after_base, after_base, after_base, after_base)
    if sub is None and _is(tokens, after_base, "'") and _is(tokens, after_base + 1, "_"):
        base, after_base = f"{base}'", after_base + 1  # `v'_w` is another vector than v_w
    after_sub = after_base
    if sub is None:
        sub, after_sub = subscript(tokens, after_base)
    sup_place, sup, after_sup = after_sub, None, after_sub
    if _is(tokens, after_sub, "^"):
        sup, after_sup = _script(tokens, after_sub + 1)
        if sup is None:
            after_sup = after_sub
        if sub is None and sup is not None:
            timed = _time(tokens, after_sub + 1, after_sup)
            late, after_late = subscript(tokens, after_sup)
            if timed is not None:
                sub, sup, after_sub = timed, None, after_sup
            elif late is not None:
                sub, after_sup = late, after_late
                return Spelled(base, sub, sup, after_base, after_base, after_sup, sup_place)
    return Spelled(base, sub, sup, after_base, after_sub, after_sup, sup_place)


def key_of(tokens: Sequence[Token]) -> str | None:
    """The key of a symbol that takes all these tokens (the last of which is `end`), or None.

    A differential of a decorated letter (`d` before a tilde) is one symbol, as `dW` is.
    """
    for first, before in ((0, ""), (1, "d"))[: len(tokens)]:
        found = spelled(tokens, first)
        is_differential = first == 0 or (tokens[0].text == "d" and tokens[0].kind == "word")
        if found is not None and is_differential and tokens[found.after_sup].kind == "end":
            return before + found.full_key
    return None


def _base(tokens: Sequence[Token], place: int) -> tuple[str, int, str | None] | None:
    """The base, where it ends, and a subscript that stands inside its accent."""
    kind, text = tokens[place][:2]
    if kind == "word":
        return text, place + 1, None
    if kind == "sign" and text == "~" and place + 1 < len(tokens):
        inner = _base(tokens, place + 1)
        return inner and (inner[0] + "~", inner[1], inner[2])
    if kind != "command":
        return None
    if text in GREEK:
        return ("l" if text == "ell" else text), place + 1, None
    if text in FONTS:
        return _font(tokens, place + 1)
    if text in ACCENTS:
        return _accented(tokens, place + 1, ACCENTS[text])
    return None


def _font(tokens: Sequence[Token], place: int) -> tuple[str, int, str | None] | None:
    if not _is(tokens, place, "{"):
        return _base(tokens, place)
    inner = spelled(tokens, place + 1)
    end = closing(tokens, place)
    if inner is not None and inner.after_sub == end and inner.sup is None:
        return inner.base, min(end + 1, len(tokens) - 1), inner.sub
    parts = tokens[place + 1 : end]
    if not parts or parts[0].kind not in ("word", "command") or any(t.kind not in ("word", "number") for t in parts):
        return None
    return "".join(t.text for t in parts), min(end + 1, len(tokens) - 1), None


def _accented(tokens: Sequence[Token], place: int, mark: str) -> tuple[str, int, str | None] | None:
    grouped = _is(tokens, place, "{")
    inner = spelled(tokens, place + 1) if grouped else None
    if not grouped:
        plain = _base(tokens, place)
        return plain and (plain[0] + mark, plain[1], plain[2])
    end = closing(tokens, place)
    if inner is None or inner.after_sub != end:
        return None
    return inner.base + mark, min(end + 1, len(tokens) - 1), inner.sub


def subscript(tokens: Sequence[Token], place: int) -> tuple[str | None, int]:
    """A subscript and where it ends; plain words go on, as in `W_q_cross`."""
    if not _is(tokens, place, "_"):
        return None, place
    text, after = _script(tokens, place + 1)
    if text is None:
        return None, place
    while _is(tokens, after, "_") and tokens[after + 1].kind in ("word", "number") and tokens[after - 1].kind != "sign":
        more, after = _script(tokens, after + 1)
        text = f"{text}_{more}"
    return text, after


def _script(tokens: Sequence[Token], place: int) -> tuple[str | None, int]:
    """What `_` or `^` binds: a group, a word, a number or a Greek letter."""
    kind, text = tokens[place][:2]
    if kind == "sign" and text in ("{", "("):
        end = closing(tokens, place)
        return plain_text(tokens[place + 1 : end]), min(end + 1, len(tokens) - 1)
    if kind in ("word", "number"):
        return text, place + 1
    if kind == "command" and (text in GREEK or text == "top"):
        return ("T" if text == "top" else text), place + 1
    if kind == "command" and (text in FONTS or text in ACCENTS):
        found = _base(tokens, place)
        return (found[0], found[1]) if found else (None, place)
    return None, place


def plain_text(tokens: Sequence[Token]) -> str:
    """A script's text without blanks, brackets, commas and fonts."""
    return "".join(
        "T" if t.text == "top" else t.text
        for t in tokens
        if not (t.kind == "sign" and t.text in "{}(),<>") and not (t.kind == "command" and t.text in _UNPRINTED)
    )


def _time(tokens: Sequence[Token], place: int, after: int) -> str | None:
    """`^{(t)}` and `^{<t>}` are times, written above instead of below."""
    text = plain_text(tokens[place:after])
    is_marked = any(t.text in ("(", "<", "langle") for t in tokens[place:after])
    return text if is_marked and text in ("t", "t-1", "t+1") else None


def closing(tokens: Sequence[Token], place: int) -> int:
    """The place of the bracket that closes the one at `place`, or of the end."""
    opened: list[str] = []
    for end in range(place, len(tokens)):
        text = tokens[end].text if tokens[end].kind == "sign" else ""
        if text in _OPEN:
            opened.append(_OPEN[text])
        elif opened and text == opened[-1]:
            opened.pop()
            if not opened:
                return end
    return len(tokens) - 1


def _is(tokens: Sequence[Token], place: int, text: str) -> bool:
    return place < len(tokens) and tokens[place].kind == "sign" and tokens[place].text == text


def _printed_script(script: str, length: int) -> str:
    """`_t-1` as `_{t−1}`, and `_w_O` below a single letter as `_{w_O}`."""
    sub = script.removeprefix("_")
    is_group = any(sign in sub for sign in "-+") or ("_" in sub and length == 1)
    return f"_{{{sub.replace('-', '−')}}}" if is_group and sub != script else script


def printable(key: str) -> str:
    """The key as it is read by people: Greek letters, and its accent over the letter."""
    found = re.match(r"([A-Za-z]+)([~^<>-]?)(?=_|$)", key)
    base = PRINTED.get(found[1], found[1]) + _OVER.get(found[2], "") if found else ""
    shown = base + _printed_script(key[found.end() :], len(found[1])) if found else key
    return "".join(c for c in shown if c.isprintable() or unicodedata.combining(c))[:40]
