"""Equations of several links, `y = σ(z) = 1/(1 + e^{-z})`, and those with their name on the right."""

from collections.abc import Collection, Sequence
from itertools import pairwise

from quizbank.answers.notation.functions import NAMES
from quizbank.answers.notation.heads import is_head
from quizbank.answers.notation.spelling import closing, key_of, spelled
from quizbank.answers.notation.statements import equals_of, outside, split
from quizbank.answers.notation.tokens import END, Token
from quizbank.answers.notation.vocabulary import Entry, Vocabulary

LONGEST_CHAIN = 8
"""An equation may have this many links: each is judged."""

_GIVEN = ("argument", "size", "extra", "hidden", "input")
_CONSTANTS = ("e", "pi", "inf")


def pieces_of(part: Sequence[Token]) -> list[list[Token]]:
    """What stands between the equals signs, without the `end`."""
    cuts = [-1, *equals_of(part), len(part) - 1]
    found = [list(part[start + 1 : stop]) for start, stop in pairwise(cuts)]
    return [piece[:-1] if piece[-1:] and piece[-1].text == ":" else piece for piece in found]


def left_of(part: Sequence[Token]) -> list[Token]:
    """The first piece: all of it where there is no equals sign."""
    equals = equals_of(part)
    left = list(part[: equals[0] if equals else -1])
    return left[:-1] if left[-1:] and left[-1].text == ":" else left


def name_of(piece: Sequence[Token]) -> str | None:
    """The key of the symbol that is the whole piece; one with an exponent is none."""
    if not piece:
        return None
    whole = [*piece, END]
    found = spelled(whole, 0)
    return key_of(whole) if found is None or found.sup is None else None


def heads_of(pieces: Sequence[list[Token]], vocabulary: Vocabulary) -> int:
    """How many pieces in front only name what the others, the links, are."""
    count = 1 if len(pieces) > 1 and is_head(pieces[0], vocabulary) else 0
    if count and all(map(name_of, pieces)) and all(_only_names(piece, vocabulary) for piece in pieces[1:-1]):
        return len(pieces) - 1  # `Q = K = V = X`
    while 0 < count < len(pieces) - 1 and _only_names(pieces[count], vocabulary):
        count += 1
    return count


def _only_names(piece: Sequence[Token], vocabulary: Vocabulary) -> bool:
    """The asked symbol or one that nobody knows, alone; such a function of bare symbols."""
    whole = [*piece, END]
    key = name_of(piece)
    found = spelled(whole, 0) if piece else None
    if key is not None and key not in vocabulary.bare:
        entry = vocabulary.find(key) or vocabulary.find(found.base if found else key)
        return (entry is None or entry.role == "asked") and key not in _CONSTANTS
    if "relu" in vocabulary.forbidden and [token.text for token in piece[-2:]] == ["^", "+"]:
        return sum(token.text not in "()" for token in piece[:-2]) == 1
    if found is None or whole[found.after_sub].text != "(" or closing(whole, found.after_sub) != len(piece) - 1:
        return key is not None
    is_unknown = found.key not in NAMES and found.key not in vocabulary.calls and vocabulary.find(found.key) is None
    inner = whole[found.after_sub + 1 : -2]
    return (found.key in vocabulary.forbidden or is_unknown) and name_of(inner) is not None


def asked_call(left: Sequence[Token], vocabulary: Vocabulary) -> Entry | None:
    """What is asked, where its name stands left as a function's: `MultiHead(Q, K, V) = …`."""
    found = spelled([*left, END], 0) if len(left) > 3 and left[-1].text == ")" else None
    if found is None or [*left, END][found.after_sup].text != "(" or closing(left, found.after_sup) != len(left) - 1:
        return None
    is_asked = found.base in vocabulary.asked and found.sub is None and found.base not in NAMES
    return vocabulary.targets.get(found.base) if is_asked else None


def named_on_the_left(
    part: Sequence[Token], defined: Collection[str | None], vocabulary: Vocabulary
) -> Sequence[Token]:
    """`softmax(…) V = Z` as `Z = softmax(…) V`: a bare symbol on the right that no line and no argument is."""
    pieces = pieces_of(part)
    key = name_of(pieces[-1])
    if len(pieces) != 2 or key is None or key in defined or key in _CONSTANTS or name_of(pieces[0]) is not None:
        return part
    entry = vocabulary.find(key)
    is_call = [token.text for token in pieces[0][1:2]] == ["("]
    is_own = is_call and pieces[-1][0].text in {token.text for token in pieces[0][2:]}  # `f(i) = i` names f
    if is_own or (entry is not None and entry.role in _GIVEN):
        return part
    (equals,) = equals_of(part)
    return [*pieces[1], part[equals], *pieces[0], part[-1]]


def solved(part: Sequence[Token], vocabulary: Vocabulary) -> Sequence[Token]:
    """`w_t - w_{t-1} = x` as `w_t = x + w_{t-1}`, where w_t is asked."""
    pieces = pieces_of(part)
    found = spelled([*pieces[0], END], 0) if len(pieces) == 2 and len(pieces[0]) > 2 else None
    end = 0 if found is None else found.after_sup
    if found is None or [token.text for token in pieces[0][end : end + 1]] not in (["-"], ["+"]):
        return part
    target, left = vocabulary.target(found.full_key), pieces[0]
    if target is None or target.role != "asked" or len(left) == end + 1:
        return part
    (equals,) = equals_of(part)
    opened, closed, minus = (left[end]._replace(kind="sign", text=text) for text in "()-")
    rest = left[end + 1 :]
    is_one = not any(rest[place].text in ("+", "-") for place in outside(rest))
    moved = [minus._replace(text={"+": "-", "-": "+"}[left[end].text]), *rest]
    return [
        *left[:end],
        part[equals],
        *pieces[1],
        *(moved if is_one else [minus, opened, *left[end:], closed]),
        part[-1],
    ]


def with_plain_left(part: Sequence[Token]) -> list[Token]:
    """The equation with one symbol or call on its left where it has a list, or a softmax that is called σ."""
    return _without_list(_with_named_softmax(part))


def _with_named_softmax(part: Sequence[Token]) -> Sequence[Token]:
    r"""`\sigma(z/\tau)_i = e^{z_i/\tau} / \sum_j e^{z_j/\tau}` with softmax for the σ: so some papers call it."""
    found = spelled(part, 0)
    if found is None or found.base != "sigma" or part[found.after_sup].text != "(":
        return part
    equals = equals_of(part)
    if not equals:
        return part
    end = closing(part, found.after_sup)
    is_entry = end + 2 < equals[0] and part[end + 1].text == "_"
    is_other = name_of(part[found.after_sup + 1 : end]) is None  # of a bare z, it may be any function of z
    is_sum = any(token.text == "sum" for token in part[equals[0] :])
    named = part[0]._replace(kind="word", text="softmax")
    return [named, *part[found.after_sup :]] if is_entry and is_sum and is_other else part


def _without_list(part: Sequence[Token]) -> list[Token]:
    r"""`[\alpha_1, \dots, \alpha_m] = softmax(e)` as `\alpha = softmax(e)`."""
    left, *links = pieces_of(part)
    is_list = len(left) > 2 and bool(links) and left[0].text in ("[", "(") and closing(left, 0) == len(left) - 1
    entries = [[*entry, part[-1]] for entry in split(left[1:-1])] if is_list else []
    if len(entries) < 3 or entries[-2][0].text != "…":
        return list(part)
    first, last = spelled(entries[0], 0), spelled(entries[-1], 0)
    if first is None or last is None or first.base != last.base or first.sub is None:
        return list(part)
    return [*entries[0][: first.after_base], *part[len(left) :]]
