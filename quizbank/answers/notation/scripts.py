"""Times, layers and letters that some notes write above a symbol, brought to the spelling below it."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from quizbank.answers.notation.indices import LETTERS
from quizbank.answers.notation.spelling import Spelled, closing, plain_text, spelled
from quizbank.answers.notation.tokens import Token
from quizbank.answers.notation.vocabulary import Vocabulary

_STEPS = ("t", "t-1", "t+1")
_LAYERS = frozenset(("l", "L", "ell"))
_LONGEST_STEP = 8
_LONGEST_CODE = 3


class Rewritten(NamedTuple):
    """What stands for the tokens from some place to `end`."""

    tokens: list[Token]
    end: int


Rule = Callable[[list[Token], int, Vocabulary], Rewritten | None]


def with_plain_scripts(read: Sequence[Token], vocabulary: Vocabulary) -> list[Token]:
    """The tokens with every time, layer and index letter where the rest of the reader looks for it."""
    found = _with_entries(_with_steps(_with_bound_primes(list(read)), vocabulary), vocabulary)
    for rule in (_angled, _layer, _step_beside_letter, _raised_step, _in_code, _output_step, _raised_part, _late):
        found = rewritten(found, vocabulary, rule)
    return found


def rewritten(read: list[Token], vocabulary: Vocabulary, rule: Rule) -> list[Token]:
    """The tokens after one rule was tried at each place, from left to right."""
    found, place = list(read), 0
    while place < len(found):
        change = rule(found, place, vocabulary)
        if change is not None:
            found[place : change.end] = change.tokens
        place += 1
    return found


def texts(tokens: Sequence[Token]) -> list[str]:
    """What is printed, token by token."""
    return [token.text for token in tokens]


def group(sign: str, inner: Sequence[Token], column: int) -> list[Token]:
    """A script in braces."""
    return [Token("sign", sign, column), Token("sign", "{", column), *inner, Token("sign", "}", column)]


def _script(read: Sequence[Token], place: int) -> Rewritten | None:
    """What the caret or underscore at this place binds, without its braces."""
    if place + 1 >= len(read) or read[place].kind != "sign" or read[place].text not in "^_":
        return None
    if read[place + 1].text != "{":
        return Rewritten(list(read[place + 1 : place + 2]), place + 2)
    end = closing(read, place + 1)
    return Rewritten(list(read[place + 2 : end]), end + 1)


def _symbol(read: Sequence[Token], place: int) -> Spelled | None:
    """The symbol at this place, unless it is itself a script without braces."""
    return None if place and read[place - 1].text in ("_", "^") else spelled(read, place)


def _knows(vocabulary: Vocabulary, key: str) -> bool:
    return key in vocabulary.entries or key in vocabulary.targets


def _angled(read: list[Token], place: int, vocabulary: Vocabulary) -> Rewritten | None:
    """`^<t-1>` as `^{<t-1>}`; a `>=` behind it is a bracket and an equals sign."""
    if texts(read[place : place + 2]) != ["^", "<"] or place + 2 >= len(read) or read[place + 2].kind != "word":
        return None
    for end in range(place + 3, min(place + _LONGEST_STEP, len(read))):
        if read[end].text in (">", ">="):
            angle = read[end]._replace(text=">")
            equals = [read[end]._replace(text="=")] if read[end].text == ">=" else []
            return Rewritten([*group("^", [*read[place + 1 : end], angle], angle.column), *equals], end + 1)
    return None


def _layer(read: list[Token], place: int, vocabulary: Vocabulary) -> Rewritten | None:
    """Without `^{(l)}`, `^{[L]}`, and the `^l` behind a time: which layer it is, the formula does not ask."""
    found = _script(read, place)
    if found is None or read[place].text != "^" or any("^l" in key or "^[l" in key for key in vocabulary.entries):
        return None
    inner = found.tokens
    if len(inner) == 1 and inner[0].text in _LAYERS:
        before = "".join(texts(read[max(place - 6, 0) : place]))
        return Rewritten([], found.end) if before.endswith(("_t", "_{t}", "_{t-1}")) else None
    if len(inner) < 3 or inner[1].text not in _LAYERS or inner[0].text + inner[2].text not in ("()", "[]"):
        return None
    return Rewritten(group("^", inner[3:], read[place].column) if inner[3:] else [], found.end)


def _step(inner: Sequence[Token]) -> list[Token] | None:
    """The time in `<t-1>`, `⟨t⟩` or `(t)`."""
    if len(inner) < 3 or (inner[0].text, inner[-1].text) not in (("<", ">"), ("langle", "rangle"), ("(", ")")):
        return None
    return list(inner[1:-1])


def _raised_step(read: list[Token], place: int, vocabulary: Vocabulary) -> Rewritten | None:
    """`z^{<t>}` as z_t, and `e^{<t,k>}` as e_{t,k}; in round brackets where the notes have such a symbol."""
    found = _symbol(read, place)
    script = _script(read, found.after_base) if found else None
    inner = _step(script.tokens) if script is not None and read[script.end - 1].text == "}" else None
    if found is None or script is None or inner is None or read[found.after_base].text != "^":
        return None
    is_round = script.tokens[0].text == "("
    if is_round and not _knows(vocabulary, f"{found.base}_{plain_text(inner)}"):
        return None
    return Rewritten([*read[place : found.after_base], *group("_", inner, read[place].column)], script.end)


def _step_beside_letter(read: list[Token], place: int, vocabulary: Vocabulary) -> Rewritten | None:
    r"""`h_j^{<t-1>}` as the entry j of h_{t-1}, and `\Gamma_f^{<t>}` as Γ_f."""
    found = _symbol(read, place)
    script = _script(read, found.after_sub) if found and found.sub else None
    inner = _step(script.tokens) if script is not None else None
    if found is None or script is None or inner is None or plain_text(inner) not in _STEPS:
        return None
    symbol, letters = read[place : found.after_base], read[found.after_base : found.after_sub]
    if _knows(vocabulary, f"{found.base}_{plain_text(inner)}"):
        return Rewritten([*symbol, *group("_", inner, read[place].column), *letters], script.end)
    is_angled = script.tokens[0].text != "("
    return Rewritten([*symbol, *letters], script.end) if is_angled and plain_text(inner) == "t" else None


def _in_code(read: list[Token], place: int, vocabulary: Vocabulary) -> Rewritten | None:
    """`xs[t]`, `h[t-1]` and `x_{[t]}` as x_t and h_{t-1}."""
    end = closing(read, place + 1) if place + 1 < len(read) and read[place + 1].text == "[" else place
    inner = list(read[place + 2 : end])
    if "".join(texts(inner)) not in _STEPS[:2]:
        return None
    if texts(read[place : place + 1]) == ["{"]:
        return Rewritten([read[place], *inner], end + 1)
    word = read[place].text
    entry = vocabulary.find(word)
    if read[place].kind != "word" or (entry is not None and len(entry.axes or ()) > 1):
        return None
    is_short = entry is None and word.endswith("s") and 1 < len(word) <= _LONGEST_CODE
    for base in (word, word.removesuffix("s")):
        if (is_short and base != word) or _knows(vocabulary, f"{base}_t") or _knows(vocabulary, f"{base}_t-1"):
            return Rewritten([read[place]._replace(text=base), *group("_", inner, read[place].column)], end + 1)
    return None


def _output_step(read: list[Token], place: int, vocabulary: Vocabulary) -> Rewritten | None:
    r"""`\alpha_{tj}`, `\alpha_{t,j}` and `\alpha_j^t` as α_j where the notes print α_{ij}: t is the step of the output."""
    found = _symbol(read, place)
    entry = vocabulary.find(f"{found.base}_ij") if found else None
    if found is None or entry is None or len(entry.axes or ()) > 1:
        return None
    symbol, sub = read[place : found.after_base], found.sub or ""
    if len(sub) == 2 and sub[0] == "t" and sub[1] in LETTERS:
        index = Token("word", sub[1], read[found.after_base].column)
        return Rewritten([*symbol, *group("_", [index], index.column)], found.after_sub)
    if found.sup == "t" and found.after_base <= found.after_sub:
        return Rewritten([*symbol, *read[found.after_base : found.after_sub]], found.after_sup)
    return None


def _raised_part(read: list[Token], place: int, vocabulary: Vocabulary) -> Rewritten | None:
    """`W^{xf}` as W_{xf}, and `W^{Qi}` as W_i^Q, where only those are known."""
    found = _symbol(read, place)
    script = _script(read, found.after_base) if found and found.sup and not found.sub else None
    if found is None or script is None or len(found.sup or "") < 2 or len(script.tokens) != 1:
        return None
    column, sup = read[place].column, found.sup or ""
    if _knows(vocabulary, found.full_key):
        return None
    if _knows(vocabulary, f"{found.base}_{sup}"):
        return Rewritten([*read[place : found.after_base], *group("_", script.tokens, column)], script.end)
    if len(sup) != 2 or sup[1] not in "ij" or not _knows(vocabulary, f"{found.base}^{sup[0]}"):
        return None
    scripts = [
        Token("sign", "_", column),
        Token("word", sup[1], column),
        Token("sign", "^", column),
        Token("word", sup[0], column),
    ]
    return Rewritten([*read[place : found.after_base], *scripts], script.end)


def _late(read: list[Token], place: int, vocabulary: Vocabulary) -> Rewritten | None:
    r"""`\beta^t_1` as `\beta_1^t`, where β_1 is a name."""
    found = _symbol(read, place)
    if found is None or found.sub is None or found.sup is None or found.after_sub != found.after_base:
        return None
    if not _knows(vocabulary, found.key) or _knows(vocabulary, found.full_key):
        return None
    above = _script(read, found.after_base)
    if above is None or read[above.end : above.end + 1] == [] or read[above.end].text != "_":
        return None
    scripts = [*read[above.end : found.after_sup], *read[found.after_base : above.end]]
    return Rewritten([*read[place : found.after_base], *scripts], found.after_sup)


def _with_entries(read: list[Token], vocabulary: Vocabulary) -> list[Token]:
    """With the letter j of `h_t^j` below where it stands above alone: the entry j of each symbol."""
    for text in "ij":

        def entry(read: list[Token], place: int, vocabulary: Vocabulary, text: str = text) -> Rewritten | None:
            script = _script(read, place) if read[place].text == "^" else None
            is_letter = script is not None and texts(script.tokens) == [text]
            return (
                Rewritten(group("_", script.tokens, read[place].column), script.end) if script and is_letter else None
            )

        above = sum(entry(read, place, vocabulary) is not None for place in range(len(read)))
        used = [place for place, token in enumerate(read) if token.text == text or _is_below(read, place)]
        if above and above == sum(text in read[place].text for place in used) and not _knows(vocabulary, text):
            read = rewritten(read, vocabulary, entry)
    return read


def _with_steps(read: list[Token], vocabulary: Vocabulary) -> list[Token]:
    """With t for the letter of the step where `c_{j-1}` says that j is it and no sum runs over j."""
    found = [symbol for place in range(len(read) - 1) if (symbol := spelled(read, place)) is not None]
    steps = {
        sub[0]
        for base, sub in ((symbol.base, symbol.sub or "") for symbol in found)
        if sub[1:] == "-1" and sub[0] in LETTERS and not _knows(vocabulary, f"{base}_{sub}")
        if _knows(vocabulary, f"{base}_t-1")
    }
    for step in steps - _bound(read):
        read = [
            token._replace(text="t") if token.text == step and _is_below(read, place) else token
            for place, token in enumerate(read)
        ]
    return read


def _is_below(read: Sequence[Token], place: int) -> bool:
    return read[place - 1].text == "_" or texts(read[max(place - 2, 0) : place]) == ["_", "{"]


def _bound(read: Sequence[Token]) -> set[str]:
    """The letters over which sums run, as they stand below the sign."""
    found = set()
    for place, token in enumerate(read[:-3]):
        if token.text in ("sum", "prod", "max") and read[place + 1].text == "_":
            found.add(read[place + 3 if read[place + 2].text == "{" else place + 2].text)
    return found


def _with_bound_primes(read: list[Token]) -> list[Token]:
    r"""With a letter of its own for the `j'` over which `\sum_{j'}` runs."""
    primed = {
        read[place + 3].text
        for place, token in enumerate(read[:-4])
        if token.text in ("sum", "prod", "max") and texts(read[place + 1 : place + 3]) == ["_", "{"]
        if len(read[place + 3].text) == 1 and read[place + 4].text == "'"
    }
    for old in sorted(primed):
        used = set("".join(texts(read)))
        new = next((text for text in "kjirsuvab" if text not in used), None)
        read = _renamed(read, old, new) if new else read
    return read


def _renamed(read: list[Token], old: str, new: str) -> list[Token]:
    """With another letter for each `j'`, also for the last one in `ij'`."""
    found: list[Token] = []
    for token in read:
        is_prime = token.text == "'" and bool(found) and found[-1].kind == "word" and found[-1].text.endswith(old)
        if is_prime and (found[-1].text == old or _is_below(found, len(found) - 1)):
            found[-1] = found[-1]._replace(text=found[-1].text[:-1] + new)
        else:
            found.append(token)
    return found
