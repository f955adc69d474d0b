"""Printed formulas as people read them: without the braces and commands that only a parser needs."""

import re
from collections.abc import Iterator

from quizbank.answers.notation.spelling import PRINTED

_BELOW = dict(zip("0123456789+−-=aehijklmnoprstuvx", "₀₁₂₃₄₅₆₇₈₉₊₋₋₌ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓ", strict=True))
_ABOVE = dict(zip("0123456789+−-", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻", strict=True))
_MARKS = {"tilde": "\u0303", "hat": "\u0302", "bar": "\u0304"}
_ACCENT = re.compile(r"\\(tilde|hat|bar)(?:\{(\w)\}|(\w))")
_LETTER = re.compile(rf"\\({'|'.join(PRINTED)})(?![a-zA-Z])")
_SCRIPT = re.compile(r"[_^]\{")


def readable(text: str) -> str:
    """`W_{i}^{Q}` as W_i^Q, `h_{t−1}` as hₜ₋₁, `10000^{2i/d_{model}}` as 10000^(2i/d_model)."""
    if "\\" in text:
        text = _ACCENT.sub(lambda found: (found[2] or found[3]) + _MARKS[found[1]], text)
        text = _LETTER.sub(lambda found: PRINTED[found[1]], text)
    if "where(" in text:
        text = _with_cases(text)
    return "".join(_pieces(text)) if "{" in text else text


def _with_cases(text: str) -> str:
    """`where([i = y], a, b)` as `a if i = y else b`, in brackets inside a formula; 0/0 is the case that none is."""
    start = text.find("where(")
    end = _closing(text, start + len("where("), "()")
    parts = _split(text[start + len("where(") : end]) if end is not None else []
    if len(parts) != 3 or not parts[0].startswith("[") or _closing(parts[0], 1, "[]") != len(parts[0]) - 1:
        return text
    condition, then, other = parts[0][1:-1], parts[1], _with_cases(parts[2])
    told = f"{then} if {condition}"
    if other != "0/0":
        told += f", {other}" if " if " in other and not other.startswith("(") else f" else {other}"
    rest = text[(end or 0) + 1 :]
    is_whole = rest[:1] in ("", "\n", ";") and (not start or text[:start].endswith(("= ", "\n", "; ")))
    return text[:start] + (told if is_whole else f"({told})") + (_with_cases(rest) if "where(" in rest else rest)


def _split(text: str) -> list[str]:
    """What stands between commas outside brackets."""
    parts, depth = [""], 0
    for character in text:
        depth += (character in "([{") - (character in ")]}")
        if character == "," and not depth:
            parts.append("")
        else:
            parts[-1] += character
    return [part.strip() for part in parts]


def _pieces(text: str) -> Iterator[str]:
    """What stands between scripts as it is, and each script in its shortest form."""
    place = 0
    while found := _SCRIPT.search(text, place):
        end = _closing(text, found.end(), "{}")
        if end is None:
            break
        yield text[place : found.start()]
        yield _script(found[0][0], readable(text[found.end() : end]), text[end + 1 : end + 2])
        place = end + 1
    yield text[place:]


def _script(sign: str, inner: str, after: str) -> str:
    """A word or a number alone; small characters where there are such for all of it; else brackets."""
    if inner.isalnum() and not (after.isalnum() or after == "("):
        return sign + inner
    small, close = _BELOW if sign == "_" else _ABOVE, inner.replace(" ", "")
    if close and all(character in small for character in close):
        return "".join(small[character] for character in close)
    return f"{sign}({inner})"


def _closing(text: str, start: int, brackets: str) -> int | None:
    depth = 1
    for place in range(start, len(text)):
        depth += (text[place] == brackets[0]) - (text[place] == brackets[1])
        if not depth:
            return place
    return None
