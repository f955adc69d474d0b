"""What may stand left of an equals sign: a name, a call that names what is asked, or the asked gradient."""

import re
from collections.abc import Sequence

from quizbank.answers.notation.functions import ELEMENTWISE, NAMES
from quizbank.answers.notation.spelling import Spelled, closing, key_of, spelled
from quizbank.answers.notation.statements import split
from quizbank.answers.notation.tokens import END, Token
from quizbank.answers.notation.vocabulary import Vocabulary

Tokens = Sequence[Token]
_SAYS_MORE = frozenset('| mid = : ; … "'.split())
_LAST_INDEX = {"sine_term": "2i", "cosine_term": "2i+1"}
_SHIFTED = re.compile(r"-\d|\+")


def is_head(piece: Tokens, vocabulary: Vocabulary) -> bool:
    """Whether the piece names what stands right of it; anything else states that two things are equal."""
    if not piece or piece[0].text == "begin":
        return True
    if any(token.text in ("partial", "nabla") for token in piece) or _starts_derivative(piece):
        return _is_asked_gradient(piece, vocabulary)
    if piece[0].text == "(" and closing([*piece, END], 0) == len(piece) - 1:
        return _are_in_order(split(piece[1:-1]), vocabulary)
    found = spelled([*piece, END], 0)
    if key_of([*piece, END]) is not None and found is not None:
        return _is_name(found, vocabulary)
    if piece[0].text == "log" and any(name.startswith("log_") for name in vocabulary.forbidden):
        return is_head(piece[1:], vocabulary)
    if found is not None and _own_index(vocabulary) and not any(token.text in "()[]" for token in piece):
        return _is_own_index(piece, vocabulary)  # PE_pos2i+1, as the echo prints it
    return found is not None and (_is_entry(piece, found) or _is_call(piece, found, vocabulary))


def _is_name(found: Spelled, vocabulary: Vocabulary) -> bool:
    """A name, but no step before, no neighbour, no power of what is given, no other function's slope."""
    if _SHIFTED.search(found.sub or "") and found.sub != "t+1":
        return bool(_own_index(vocabulary)) and _is_own_index(found.sub or "", vocabulary)
    if _own_index(vocabulary) and any(text.isdigit() for text in found.sub or ""):
        return _is_own_index(found.sub or "", vocabulary)
    function = found.base.rstrip("'")
    if vocabulary.slope_of is not None and function in NAMES:
        return found.base.endswith("'") and f"{NAMES[function]}_gradient" in vocabulary.forbidden
    return not _is_power(found, vocabulary)


def _is_power(found: Spelled, vocabulary: Vocabulary) -> bool:
    """Whether this is a² or n^α, and not h^t or T¹."""
    entry = vocabulary.find(found.key) or vocabulary.targets.get(found.key)
    role = entry.role if entry is not None else None
    raised = vocabulary.find(found.sup) if found.sup and found.sup != "t" else None
    if found.sup is not None and found.sup.isdigit():
        return role in ("asked", "argument")
    return raised is not None and raised.role == "argument" and role in ("asked", "argument", "size")


def _is_entry(piece: Tokens, found: Spelled) -> bool:
    """`h_t_j` and `p[i]`."""
    after = piece[found.after_sup :]
    return bool(after) and after[0].text in ("_", "[")


def _is_call(piece: Tokens, found: Spelled, vocabulary: Vocabulary) -> bool:
    """`softmax(z)_i`, `P(w | c)`, `σ'(x)` where it is the slope of σ that is asked."""
    whole, place, name = [*piece, END], found.after_sub, found.base
    primes = 0
    while whole[place].text == "'":
        place, primes = place + 1, primes + 1
    if whole[place].kind == "word" and _own_index(vocabulary):
        place, name = place + 1, name + whole[place].text
    if whole[place].text == "_" and _own_index(vocabulary):
        place += 1 + (whole[place + 1].text == "{")
    end = closing(whole, place)
    if whole[place].text != "(" or whole[end].text != ")" or whole[end + 1].text not in ("", "_", "}"):
        return False
    if whole[end + 1].text == "_" and any(token.text in ("+", "-") for token in whole[end + 1 :]):
        return False  # the neighbour, as in `softmax(z)_{i+1}`
    return _is_named_call(name.rstrip("'"), primes + name.count("'"), whole[place + 1 : end], vocabulary)


def _is_named_call(name: str, primes: int, inner: Tokens, vocabulary: Vocabulary) -> bool:
    parts = split([token._replace(text=",") if token.text == ";" else token for token in inner])
    is_bare = all(key_of([*part, END]) is not None for part in parts)
    is_slope = vocabulary.slope_of is not None
    if primes or (is_slope and name in NAMES):
        is_asked = name not in NAMES or f"{NAMES[name]}_gradient" in vocabulary.forbidden
        return primes == 1 and is_slope and is_asked and is_bare
    if _own_index(vocabulary):
        return _is_own_index(parts[-1], vocabulary) and _are_in_order(parts, vocabulary)
    if name in vocabulary.forbidden or name == "sigma":
        return is_bare and _are_in_order(parts, vocabulary)
    if NAMES.get(name) in ELEMENTWISE:
        return False
    if name in NAMES:
        return any(_is_unknown(part, vocabulary) for part in parts)
    is_attention = name in vocabulary.calls or "att" in name.lower()
    says_more = any(token.text in _SAYS_MORE or token.text[:1] == '"' for token in inner)
    return (is_bare or says_more) and not (is_attention and not _are_in_order(parts, vocabulary))


def _own_index(vocabulary: Vocabulary) -> str:
    """The last index on the left of the notes' formula, where it is no letter."""
    return next((index for name, index in _LAST_INDEX.items() if name in vocabulary.forbidden), "")


def _is_own_index(typed: str | Tokens, vocabulary: Vocabulary) -> bool:
    """Whether the last index is 2i where the notes have 2i, whatever the letter."""
    text = typed if isinstance(typed, str) else "".join(token.text for token in typed)
    plain = re.sub(r"[^\W\d]", "i", re.search(r"\d*[^\W\d]?(\+\d)?$", text)[0] if text else "")  # type: ignore[index]
    return plain == _own_index(vocabulary)


def _argument(part: Tokens, vocabulary: Vocabulary) -> str | None:
    """The argument of the formula in this part of a call."""
    for place in range(len(part)):
        found = spelled([*part, END], place)
        entry = (vocabulary.find(found.key) or vocabulary.find(found.base)) if found is not None else None
        if entry is not None and entry.role == "argument":
            return entry.name
    return None


def _is_unknown(part: Tokens, vocabulary: Vocabulary) -> bool:
    key = key_of([*part, END])
    entry = vocabulary.find(key) if key is not None else None
    return key is not None and (entry is None or entry.role == "stray")


def _are_in_order(parts: Sequence[Tokens], vocabulary: Vocabulary) -> bool:
    """Whether the formula's arguments stand in the order in which it is declared."""
    declared = list(dict.fromkeys(e.name for e in vocabulary.entries.values() if e.role == "argument"))
    places = [declared.index(name) for part in parts if (name := _argument(part, vocabulary)) is not None]
    typed = ["".join(token.text for token in part) for part in parts]
    is_repeated = 1 < len(set(typed)) < len(typed)  # Attention(Q, K, K), but not Attention(X, X, X)
    return places == sorted(places) and not is_repeated


def _starts_derivative(piece: Tokens) -> bool:
    r"""`d σ(x)/dx`, `\frac{d}{dx} σ(x)`, `dL/dz` and `D_j S_i`."""
    texts = [token.text for token in piece]
    first = texts[2] if texts[:2] == ["frac", "{"] and len(texts) > 2 else texts[0]
    below = next((text for text in texts[1:] if text[:1] == "d"), None)
    is_quotient = first[:1] == "d" and below is not None and ("/" in texts or texts[0] == "frac")
    return key_of([*piece, END]) is None and len(piece) > 2 and (first in ("d", "D") or is_quotient)


def _is_asked_gradient(piece: Tokens, vocabulary: Vocabulary) -> bool:
    """A derivative by what the asked gradient is by."""
    if not any(name.endswith(("_gradient", "_jacobian")) for name in vocabulary.forbidden):
        return False
    texts = [token.text for token in piece]
    functions = {NAMES[text] for text in texts if text in NAMES}
    if vocabulary.slope_of is not None:
        return "^" not in texts and all(f"{name}_gradient" in vocabulary.forbidden for name in functions)
    piece = _with_partials(piece)
    places = [place + 1 for place, token in enumerate(piece) if token.text == "partial"]
    if len(places) != 2 or any(name.endswith("_jacobian") for name in vocabulary.forbidden):
        return True
    above, below = (spelled([*piece, END], place) for place in places)
    return _is_scalar(above, vocabulary) and (below is None or _has_asked_gradient(below, vocabulary))


def _with_partials(piece: Tokens) -> list[Token]:
    """`dL/dz` as ∂L/∂z."""
    found: list[Token] = []
    for token in piece:
        is_differential = token.kind == "word" and token.text[:1] == "d"
        rest = [token._replace(text=token.text[1:])] if len(token.text) > 1 else []
        found += [token._replace(text="partial"), *rest] if is_differential else [token]
    return found


def _is_scalar(found: Spelled | None, vocabulary: Vocabulary) -> bool:
    entry = (vocabulary.find(found.key) or vocabulary.find(found.base)) if found else None
    return entry is None or entry.role != "argument"


def _has_asked_gradient(found: Spelled, vocabulary: Vocabulary) -> bool:
    keys = [key for key in (found.full_key, found.key, found.base) if vocabulary.find(key) is not None]
    return not keys or any(vocabulary.gradient(key) is not None for key in keys)
