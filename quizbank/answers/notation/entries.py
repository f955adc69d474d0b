"""Code that changes one entry of a vector: `dz[y] -= 1` is dz − onehot(y)."""

from collections.abc import Sequence

from quizbank.answers.notation.equations import name_of
from quizbank.answers.notation.indices import LETTERS
from quizbank.answers.notation.spelling import closing
from quizbank.answers.notation.statements import equals_of, outside
from quizbank.answers.notation.tokens import Token
from quizbank.answers.notation.vocabulary import Vocabulary
from quizbank.answers.unreadable import Unreadable

Tokens = list[Token]
_ORDERS = ("<", ">", "<=", ">=")
_COPIES = tuple([".", name, "(", ")"] for name in ("copy", "clone"))


def _with_masked(part: Tokens) -> Tokens:
    """`h[h < 0] = 0` as `h = (0) if h < 0 else h`."""
    if len(part) < 2 or part[1].text != "[":
        return part
    equals = (equals_of(part) or [0])[0]
    left, right = part[:equals], part[equals + 1 : -1]
    condition = _index(left) if left[1:2] else None
    if not right or not condition or not any(token.text in _ORDERS for token in condition):
        return part
    name, opened = left[0], left[1]._replace(text="(", spaced=False)
    word = name._replace(kind="word", text="if", spaced=True)
    closed = opened._replace(text=")")
    chosen = [opened, *right, closed, word, *condition, word._replace(text="else"), name._replace(spaced=True)]
    return [name, part[equals], *chosen, part[-1]]


def with_whole_vectors(part: Tokens, number: int, vocabulary: Vocabulary, before: Sequence[Tokens] = ()) -> Tokens:
    """`dz[y] = dz[y] - 1` as `dz = dz - (1) * onehot(y)`; Unreadable where the entry is not that of one label.

    `before` are the equations above: behind `dz = p`, the entry of p is that of dz.
    """
    part = _with_masked(part)
    equals = (equals_of(part) or [0])[0]
    left, right = part[:equals], part[equals + 1 : -1]
    index = _index(left)
    same = {left[0].text, *_copied(left[0], before)} if index is not None else set()
    texts = [token.text for token in right[:equals]]
    is_change = texts[:1] != [] and texts[0] in same and texts[1:] == [token.text for token in left[1:]]
    if index is not None and not is_change and _is_known_array(left, index, before):
        raise _one_entry(left[0].column, number, vocabulary)
    if index is None or not is_change or len(right) < equals + 2 or right[equals].text not in ("+", "-"):
        return part
    entry = vocabulary.find(name_of(index) or "")
    change = right[equals + 1 :]
    several = any(change[place].text in ("+", "-") for place in outside(change))
    is_label = entry is not None and entry.is_whole and not entry.axes
    if left[1].text == "_" and not is_label:
        return part  # a name as `attn_weight`
    if not is_label or several:
        raise _one_entry(left[0].column, number, vocabulary)
    name, sign = left[0], right[equals]
    return [name, part[equals], name, sign, *_times_one_hot(change, index, sign), part[-1]]


def _is_known_array(left: Sequence[Token], index: Sequence[Token], before: Sequence[Tokens]) -> bool:
    """Whether `h[mask] = 0` changes what a line above made; `h[i] = …` with letters alone says what all entries are."""
    is_free = all(token.text in LETTERS or token.text == "," for token in index)
    return left[1].text == "[" and not is_free and any(part[0][:2] == left[0][:2] for part in before)


def _one_entry(column: int, number: int, vocabulary: Vocabulary) -> Unreadable:
    _ = vocabulary.translate
    return Unreadable(column, _("one entry is changed here: write the whole vector, with onehot(…)"), number)


def _copied(name: Token, before: Sequence[Tokens]) -> list[str]:
    """What the line above says of which it is a copy: p in `dz = p` and `dz = p.copy()`."""
    found = [[token.text for token in part[:-1]] for part in before if part[0][:2] == name[:2]]
    is_copy = len(found) == 1 and found[0][1:2] == ["="] and found[0][3:] in ([], *_COPIES)
    return found[0][2:3] if is_copy else []


def _times_one_hot(change: Tokens, index: Tokens, beside: Token) -> Tokens:
    opened, times, closed = (beside._replace(kind="sign", text=text, spaced=False) for text in "(*)")
    return [opened, *change, closed, times, beside._replace(kind="word", text="onehot"), opened, *index, closed]


def _index(left: Sequence[Token]) -> Tokens | None:
    """What stands behind a symbol in brackets or as its subscript, to the end."""
    if len(left) < 3 or left[0].kind not in ("word", "command") or left[1].text not in ("[", "_"):
        return None
    if left[1].text == "[" or left[2].text == "{":
        start = 1 if left[1].text == "[" else 2
        return list(left[start + 1 : -1]) if closing(left, start) == len(left) - 1 else None
    return list(left[2:]) if len(left) == 3 else None
