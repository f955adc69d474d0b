"""A symbol of the notes without its LaTeX commands: Greek letters and accents as characters."""

import re

ACCENTS = {"tilde": "\u0303", "hat": "\u0302", "bar": "\u0304", "vec": "\u20d7", "overline": "\u0304"}
NAMES = "alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho ς sigma tau upsilon phi chi psi omega"
GREEK = {name: chr(ord("α") + place) for place, name in enumerate(NAMES.split()) if name.isascii()}
GREEK |= {name.capitalize(): letter.upper() for name, letter in GREEK.items()}
SIGNS = {"odot": "⊙", "top": "ᵀ", "cdot": "·", "times": "×", "ell": "ℓ", "infty": "∞", "partial": "∂", "nabla": "∇"}

_ACCENTED = re.compile(r"\\(\w+)\{(\w)\}")
_COMMAND = re.compile(r"\\([A-Za-z]+)\s?")
_FONT = re.compile(r"\\(?:mathrm|mathbf|text|operatorname)\{([^{}]*)\}")


def symbol(text: str) -> str:
    r"""`\tilde{h}_t` as `h̃_t`; what is not known stays as it is written."""
    text = _FONT.sub(r"\1", text)
    text = _ACCENTED.sub(lambda found: found[2] + ACCENTS[found[1]] if found[1] in ACCENTS else found[0], text)
    return _COMMAND.sub(lambda found: GREEK.get(found[1]) or SIGNS.get(found[1]) or found[0], text)
