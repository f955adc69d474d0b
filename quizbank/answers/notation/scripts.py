"""Times and layers that some notes write above a symbol or in brackets, brought to the spelling below it."""

from collections.abc import Sequence

from quizbank.answers.notation.indices import LETTERS
from quizbank.answers.notation.rewriting import (
    Rewritten,
    after_rules,
    after_symbol_rules,
    base_before,
    group,
    is_name,
    script_at,
    texts,
)
from quizbank.answers.notation.spelling import Spelled, closing, plain_text
from quizbank.answers.notation.tokens import Token
from quizbank.answers.notation.vocabulary import Vocabulary

_STEPS = ("t", "t-1", "t+1")
_LAYERS = frozenset(("l", "L", "ell"))
_LONGEST_STEP = 8
_LONGEST_CODE = 3


def with_plain_scripts(read: Sequence[Token], vocabulary: Vocabulary) -> list[Token]:
    """The tokens with every time and layer where the rest of the reader looks for it."""
    found = after_symbol_rules(after_rules(read, vocabulary, _LAYERS_ABOVE), vocabulary, _STEPS_ABOVE)
    return after_symbol_rules(after_rules(found, vocabulary, _IN_BRACKETS), vocabulary, _OTHER_SCRIPTS)


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
    found = script_at(read, place)
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


def _raised_step(read: list[Token], place: int, found: Spelled, vocabulary: Vocabulary) -> Rewritten | None:
    """`z^{<t>}` as z_t, and `e^{<t,k>}` as e_{t,k}; in round brackets where the notes have such a symbol."""
    script = script_at(read, found.after_base)
    inner = _step(script.tokens) if script is not None and read[script.end - 1].text == "}" else None
    if script is None or inner is None or read[found.after_base].text != "^":
        return None
    is_round = script.tokens[0].text == "("
    if is_round and not is_name(vocabulary, f"{found.base}_{plain_text(inner)}"):
        return None
    return Rewritten([*read[place : found.after_base], *group("_", inner, read[place].column)], script.end)


def _step_beside_letter(read: list[Token], place: int, found: Spelled, vocabulary: Vocabulary) -> Rewritten | None:
    r"""`h_j^{<t-1>}` as the entry j of h_{t-1}, and `\Gamma_f^{<t>}` as Γ_f."""
    script = script_at(read, found.after_sub) if found.sub else None
    inner = _step(script.tokens) if script is not None else None
    if script is None or inner is None or plain_text(inner) not in _STEPS:
        return None
    symbol, letters = read[place : found.after_base], read[found.after_base : found.after_sub]
    if is_name(vocabulary, f"{found.base}_{plain_text(inner)}"):
        return Rewritten([*symbol, *group("_", inner, read[place].column), *letters], script.end)
    entry = vocabulary.find(found.key)
    is_power = script.tokens[0].text == "(" and (entry is None or not entry.axes)  # as in `\beta_1^{(t)}`
    return Rewritten([*symbol, *letters], script.end) if not is_power and plain_text(inner) == "t" else None


def _in_code(read: list[Token], place: int, vocabulary: Vocabulary) -> Rewritten | None:
    """`xs[t]`, `h[t-1]` and `x_{[t]}` as x_t and h_{t-1}."""
    end = closing(read, place + 1) if place + 1 < len(read) and read[place + 1].text == "[" else place
    inner = list(read[place + 2 : end])
    if "".join(texts(inner)) not in _STEPS[:2]:
        return None
    if texts(read[place : place + 1]) == ["{"]:
        below = f"{base_before(read, place - 1)}_{''.join(texts(inner))}"
        return Rewritten([read[place], *inner], end + 1) if is_name(vocabulary, below) else None
    word = read[place].text
    entry = vocabulary.find(word)
    if read[place].kind != "word" or (entry is not None and len(entry.axes or ()) > 1):
        return None
    is_short = entry is None and word.endswith("s") and 1 < len(word) <= _LONGEST_CODE
    for base in (word, word.removesuffix("s")):
        if (is_short and base != word) or is_name(vocabulary, f"{base}_t") or is_name(vocabulary, f"{base}_t-1"):
            return Rewritten([read[place]._replace(text=base), *group("_", inner, read[place].column)], end + 1)
    return None


def _called_step(read: list[Token], place: int, vocabulary: Vocabulary) -> Rewritten | None:
    """`h(t-1)` as h_{t-1}, where the notes have such a symbol."""
    if read[place].text != "(" or read[place].spaced or not place or read[place + 1].text != "t":
        return None
    end = closing(read, place)
    inner, base = read[place + 1 : end], base_before(read, place)
    step = "".join(texts(inner))
    if base is None or step not in _STEPS or not is_name(vocabulary, f"{base}_{step}"):
        return None
    return Rewritten(group("_", inner, read[place].column), end + 1)


def _output_step(read: list[Token], place: int, found: Spelled, vocabulary: Vocabulary) -> Rewritten | None:
    r"""`\alpha_{tj}`, `\alpha_{t,j}` and `\alpha_j^t` as α_j where the notes print α_{ij}: t is the step of the output."""
    entry = vocabulary.find(f"{found.base}_ij")
    if entry is None or len(entry.axes or ()) > 1:
        return None
    symbol, sub = read[place : found.after_base], found.sub or ""
    if len(sub) == 2 and sub[0] == "t" and sub[1] in LETTERS:
        index = Token("word", sub[1], read[found.after_base].column)
        return Rewritten([*symbol, *group("_", [index], index.column)], found.after_sub)
    if found.sup == "t" and found.after_base <= found.after_sub:
        return Rewritten([*symbol, *read[found.after_base : found.after_sub]], found.after_sup)
    return None


def _raised_part(read: list[Token], place: int, found: Spelled, vocabulary: Vocabulary) -> Rewritten | None:
    """`W^{xf}` as W_{xf}, and `W^{Qi}` as W_i^Q, where only those are known."""
    column, sup = read[place].column, found.sup or ""
    script = script_at(read, found.after_base) if len(sup) > 1 and not found.sub else None
    if script is None or len(script.tokens) != 1:
        return None
    if is_name(vocabulary, found.full_key):
        return None
    if is_name(vocabulary, f"{found.base}_{sup}"):
        return Rewritten([*read[place : found.after_base], *group("_", script.tokens, column)], script.end)
    if len(sup) != 2 or sup[1] not in "ij" or not is_name(vocabulary, f"{found.base}^{sup[0]}"):
        return None
    scripts = [
        Token("sign", "_", column),
        Token("word", sup[1], column),
        Token("sign", "^", column),
        Token("word", sup[0], column),
    ]
    return Rewritten([*read[place : found.after_base], *scripts], script.end)


def _raised_transpose(read: list[Token], place: int, found: Spelled, vocabulary: Vocabulary) -> Rewritten | None:
    r"""`W^{K\top}`, `W^{K'}` and `W^{KT}` as `W^{K}^\top`, where W^K is a name."""
    script = script_at(read, found.sup_place) if found.sup else None
    if script is None or not script.tokens or is_name(vocabulary, found.full_key):
        return None
    *inner, last = script.tokens
    if last.kind == "word" and last.text.endswith("T") and len(last.text) > 1:
        inner.append(last._replace(text=last.text[:-1]))
    elif last.text not in ("T", "top", "'"):
        return None
    sup = plain_text(inner)
    if not sup or not (is_name(vocabulary, f"{found.key}^{sup}") or is_name(vocabulary, f"{found.base}^{sup}")):
        return None
    turned = [Token("sign", "^", last.column), Token("command", "top", last.column)]
    return Rewritten([*read[place : found.sup_place], *group("^", inner, read[place].column), *turned], script.end)


def _part_of_head(read: list[Token], place: int, found: Spelled, vocabulary: Vocabulary) -> Rewritten | None:
    """`W_q_i` and `W_{q,i}` as W_i^Q, where the notes have W^Q alone."""
    sub = (found.sub or "").replace("_", "")
    if len(sub) != 2 or sub[1] not in "ij123456789" or is_name(vocabulary, found.key) or found.sup:
        return None
    entry = vocabulary.find(f"{found.base}^{sub[0].upper()}")
    if entry is None or "^" not in entry.display:
        return None
    column = read[place].column
    index = Token("number" if sub[1].isdigit() else "word", sub[1], column)
    above = group("^", [Token("word", sub[0].upper(), column)], column)
    return Rewritten([*read[place : found.after_base], *group("_", [index], column), *above], found.after_sub)


def _late(read: list[Token], place: int, found: Spelled, vocabulary: Vocabulary) -> Rewritten | None:
    r"""`\beta^t_1` as `\beta_1^t`, where β_1 is a name, and `K^T_{ij}` as `K_{ij}^T`."""
    if found.sub is None or found.sup is None or found.after_sub != found.after_base:
        return None
    if not (is_name(vocabulary, found.key) or found.sup == "T") or is_name(vocabulary, found.full_key):
        return None
    above = script_at(read, found.after_base)
    if above is None or read[above.end : above.end + 1] == [] or read[above.end].text != "_":
        return None
    scripts = [*read[above.end : found.after_sup], *read[found.after_base : above.end]]
    return Rewritten([*read[place : found.after_base], *scripts], found.after_sup)


_LAYERS_ABOVE = (("^", _angled), ("^", _layer))
_STEPS_ABOVE = (_step_beside_letter, _raised_step)
_IN_BRACKETS = (("[", _in_code), ("(", _called_step))
_OTHER_SCRIPTS = (_raised_transpose, _part_of_head, _output_step, _raised_part, _late)
