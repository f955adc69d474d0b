r"""What stands for a product or a function in brackets of its own: ⌈x⌉, \binom{n}{2}, comb(n, 2), sum(range(n))."""

import math
import re
from collections.abc import Collection

from quizbank.answers.sizes.quantity import Plain

_ROUNDED = re.compile(r"(?:\\left\s*)?(?:\\l(ceil|floor)\b|([⌈⌊]))|(?:\\right\s*)?(?:\\r(?:ceil|floor)\b|[⌉⌋])")
_INSIDE = r"([^(),{}]*(?:\([^()]*\)[^(),{}]*)*)"
_CHOSEN = (
    re.compile(rf"\\[dt]?binom\s*\{{{_INSIDE}\}}\s*\{{?\s*(\d)\s*\}}?"),
    re.compile(rf"\{{{_INSIDE}\\choose\s*(\d)\s*\}}"),
    re.compile(rf"(?<![\w.])(?:(?:math|scipy\.special)\.)?(?:comb|binom|nCr)\(\s*{_INSIDE},\s*(\d)\s*\)"),
)
_CHOSEN_BY_C = (
    re.compile(rf"(?<![\w\\])C\(\s*{_INSIDE},\s*(\d)\s*\)"),
    re.compile(rf"(?<![\w\\])C_\{{{_INSIDE}\}}\^\{{?(\d)\}}?"),
)
_RANGE = re.compile(r"(?<![\w.])(?:np\.)?sum\(\s*(?:np\.a)?range\(")


def rewritten(text: Plain, names: Collection[str]) -> Plain:
    """The text with all of them in plain arithmetic; C is no choice where it is a size."""
    letter = next(letter for letter in "ijklpq" if letter not in names)
    found = text.sub(_ROUNDED, _function).sub(_RANGE, lambda match: f"sum({letter} for {letter} in range(")
    for pattern in (*_CHOSEN, *(() if "C" in names else _CHOSEN_BY_C)):
        found = found.sub(pattern, _choices)
    return found


def _function(found: re.Match[str]) -> str:
    name = found[1] or {"⌈": "ceil", "⌊": "floor"}.get(found[2] or "")
    return f"{name}(" if name else ")"


def _choices(found: re.Match[str]) -> str:
    """How many ways there are to choose so many: n(n − 1)/2 for 2."""
    whole, count = found[1].strip(), int(found[2])
    factors = [f"({whole}{f' - {less}' if less else ''})" for less in range(count)] or ["1"]
    return f"({'*'.join(factors)}/{math.factorial(count)})" if count > 1 else factors[0]
