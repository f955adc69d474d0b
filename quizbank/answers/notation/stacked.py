"""Gates that code computes as one stack and cuts: `i, f, g, o = gates.chunk(4)` gives each gate its own weights."""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from quizbank.answers.notation.equations import left_of, name_of, pieces_of
from quizbank.answers.notation.rewriting import group
from quizbank.answers.notation.spelling import closing, spelled
from quizbank.answers.notation.statements import CUTS, split
from quizbank.answers.notation.tokens import Token
from quizbank.answers.notation.vocabulary import Vocabulary
from quizbank.answers.unreadable import Unreadable

Tokens = list[Token]

_LIBRARIES = ("torch", "np", "numpy", "tf", "jnp", "F")
_BOUNDS = re.compile(r"(|0|H|\d\*?H|H\*\d):(|H|\d\*?H|H\*\d)")
_OF_TORCH = frozenset({"W_ih", "W_hh", "w_ih", "w_hh", "weight_ih", "weight_hh"})
_TORCH_ORDER = ("i", "f", "g", "o")
_GATE = re.compile(r"(?:a|z|pre)?_?([a-z])(?:_?t|_?gate)?")
_WORDS = {"ingate": "i", "input_gate": "i", "forgetgate": "f", "forget_gate": "f", "cellgate": "g", "cell_gate": "g"}
_WORDS |= {"outgate": "o", "output_gate": "o"}
_OWN = {
    **dict.fromkeys(("W_x", "Wx", "W_xh", "W_ih", "w_ih", "weight_ih"), ("W", "x{0}")),
    **dict.fromkeys(("W_h", "Wh", "W_hh", "w_hh", "weight_hh", "U"), ("W", "h{0}")),
    **dict.fromkeys(("b_ih", "bias_ih", "b_x"), ("b", "x{0}")),
    **dict.fromkeys(("b_hh", "bias_hh", "b_h"), ("b", "h{0}")),
    "W": ("W", "{0}"),
    **dict.fromkeys(("b", "bias"), ("b", "{0}")),
}
"""What the stack of all gates has, as one gate's letter and script."""


class _Cut(NamedTuple):
    """The gate `name` is part `place` of the stack; that is what the tokens from `start` to `end` of its line say."""

    stack: str
    name: Tokens
    place: int
    line: Tokens
    start: int
    end: int


def with_stacked_gates(lines: Sequence[Tokens], vocabulary: Vocabulary) -> list[Tokens]:
    """The lines with an equation for each gate in the place of those that compute a stack and cut it."""
    found = list(lines)
    if not vocabulary.has_parts or not any(token.text in (*CUTS, ":") for line in lines for token in line):
        return found
    cuts = [cut for line in lines for cut in (*_of_call(line), *_of_slice(line))]
    for stack in dict.fromkeys(cut.stack for cut in cuts):
        found = _apart(found, [cut for cut in cuts if cut.stack == stack], vocabulary)
    return found


def _apart(lines: list[Tokens], cuts: Sequence[_Cut], vocabulary: Vocabulary) -> list[Tokens]:
    """Each cut in its place, as the right side of the stack with the gate's own weights."""
    made = [line for line in lines if name_of(left_of(line)) == cuts[0].stack]
    letters = [letter for cut in cuts if (letter := _letter(cut.name, vocabulary))]
    is_whole = sorted(cut.place for cut in cuts) == list(range(len(cuts)))
    if len(made) != 1 or len(set(letters)) != len(cuts) or not is_whole:
        return lines
    _require_order([letters[cut.place] for cut in cuts], made[0], lines.index(made[0]), vocabulary)
    right = made[0][len(left_of(made[0])) + 1 : -1]
    found: list[Tokens] = []
    for line in lines:
        here = [(cut, letter) for cut, letter in zip(cuts, letters, strict=True) if cut.line is line]
        found += [_put(cut, _of_gate(right, letter)) for cut, letter in here]
        found += [line] if not here and line is not made[0] else []
    return found


def _put(cut: _Cut, value: Tokens) -> Tokens:
    """The line of the cut with this value in its place."""
    first, last = (cut.line[-1]._replace(kind="sign", text=text) for text in "()")
    equals = cut.line[len(left_of(cut.line))]
    before = cut.line[: cut.start] if cut.name == left_of(cut.line) else [*cut.name, equals]
    return [*before, first, *value, last, *cut.line[cut.end :]]


def _of_call(line: Tokens) -> Iterator[_Cut]:
    """The cuts of `i, f, g, o = gates.chunk(4, 1)`, `torch.chunk(gates, 4)`, `np.split(gates, 4, axis=1)`."""
    left, *rights = pieces_of(line)
    names = split(left)
    right = [token for token in rights[0] if token.text not in _LIBRARIES] if len(rights) == 1 else []
    right = right[1:] if right[:1] and right[0].text == "." else right
    if len(names) < 2 or len(right) < 6 or right[-1].text != ")":
        return
    if right[0].text in CUTS and right[1].text == "(" and closing(right, 1) == len(right) - 1:
        stack, *told = split(right[2:-1])
    else:
        dot = next((place for place, token in enumerate(right) if token.text == "."), len(right))
        is_call = [token.text for token in right[dot + 2 : dot + 3]] == ["("] and right[dot + 1].text in CUTS
        if not is_call or closing(right, dot + 2) != len(right) - 1:
            return
        stack, told = right[:dot], split(right[dot + 3 : -1])
    key = name_of(stack)
    if key is None or not told or [token.text for token in told[0]] not in ([str(len(names))], ["H"], ["hidden_size"]):
        return
    yield from (_Cut(key, name, place, line, 0, len(line) - 1) for place, name in enumerate(names))


def _of_slice(line: Tokens) -> Iterator[_Cut]:
    """The cut of `f = A[:, H:2*H]` or `f = sigmoid(A[:, H:2*H])`; none where there are several."""
    left = left_of(line)
    opened = [place for place, token in enumerate(line) if token.text == "[" and place > len(left) + 1]
    if len(opened) != 1 or not any(token.text == ":" for token in line[opened[0] :]):
        return
    (start,), end = opened, closing(line, opened[0])
    parts = ["".join(token.text for token in part) for part in split(line[start + 1 : end])]
    bounds = _BOUNDS.fullmatch(parts[-1]) if parts[:-1] in ([], [":"]) else None
    key = name_of(line[start - 1 : start])
    if bounds is None or key is None:
        return
    first, last = (_times(text) for text in bounds.groups())
    if last is None or last == (first or 0) + 1:
        yield _Cut(key, left, first or 0, line, start - 1, end + 1)


def _times(text: str) -> int | None:
    """How often `2*H` has H; nothing for no bound."""
    if not text:
        return None
    return 0 if text == "0" else int(re.sub(r"\*?H\*?", "", text) or 1)


def _letter(name: Tokens, vocabulary: Vocabulary) -> str | None:
    """The letter of the gate of this name: `f` of f, af, f_t and forgetgate."""
    text = name_of(name) or ""
    found = _GATE.fullmatch(text)
    letter = _WORDS.get(text) or (found[1] if found else "")
    entry = vocabulary.find(f"W_x{letter}")
    return letter if entry is not None and entry.role == "input" else None


def _require_order(letters: Sequence[str], whole: Tokens, number: int, vocabulary: Vocabulary) -> None:
    """Raise Unreadable where the weights have torch's names and the gates another order than torch's."""
    symbols = [spelled(whole, place) for place in range(len(whole) - 1)]
    is_torch = any(symbol is not None and symbol.key in _OF_TORCH for symbol in symbols)
    if is_torch and len(letters) == len(_TORCH_ORDER) and tuple(letters) != _TORCH_ORDER:
        _ = vocabulary.translate
        message = _("W_ih and W_hh are torch's names, and torch stacks the gates as i, f, g, o")
        raise Unreadable(whole[0].column, message, number + 1)


def _of_gate(right: Tokens, letter: str) -> Tokens:
    """The right side with the weights and biases of one gate."""
    found: Tokens = []
    place = 0
    while place < len(right):
        symbol = spelled(right, place) if right[place].kind == "word" else None
        own = _OWN.get(symbol.key) if symbol is not None else None
        if symbol is None or own is None:
            found.append(right[place])
            place += 1
            continue
        script = right[place]._replace(text=own[1].format(letter), spaced=False)
        found += [right[place]._replace(text=own[0]), *group("_", [script], script.column)]
        place = symbol.after_sub
    return found
