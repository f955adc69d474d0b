"""What two terms have in common: `x_1` and `x_n` are x_i, with i from 1 to n."""

from collections.abc import Sequence
from dataclasses import fields, replace
from typing import Any, Literal

from quizbank.answers.notation.tokens import Token
from quizbank.answers.tree import Binary, Index, Name, Node, Number, Reduction, Unary, letter

LETTER = letter("i")


def general(first: Any, last: Any) -> Any:
    """The first term with the letter where its index differs from the last one's."""
    if isinstance(first, Index) and isinstance(last, Index) and len(first.indices) == len(last.indices):
        pairs = zip(first.indices, last.indices, strict=True)
        return replace(first, operand=general(first.operand, last.operand), indices=tuple(_index(*p) for p in pairs))
    if isinstance(first, tuple) and isinstance(last, tuple) and len(first) == len(last):
        return tuple(general(a, b) for a, b in zip(first, last, strict=True))
    if isinstance(first, Node) and type(first) is type(last):
        parts = {f.name: general(getattr(first, f.name), getattr(last, f.name)) for f in fields(first)}
        return replace(first, **parts)
    return first


def limit(term: Any, body: Any) -> Node | None:
    """What stands in the term where the body has its letter."""
    if isinstance(body, Name) and body.name == LETTER:
        return term if isinstance(term, Number | Name) else None
    if isinstance(body, tuple) and isinstance(term, tuple) and len(body) == len(term):
        return next((found for pair in zip(term, body, strict=True) if (found := limit(*pair)) is not None), None)
    if isinstance(body, Node) and isinstance(term, Node) and (type(body) is type(term) or isinstance(body, Name)):
        pairs = ((getattr(term, f.name, None), getattr(body, f.name)) for f in fields(body))
        return next((found for pair in pairs if (found := limit(*pair)) is not None), None)
    return None


def ranged(before: Sequence[Node], last: Node) -> tuple[Node, Node, Node] | None:
    """The common form of the parts around dots, the first and the last value of its letter; None where they differ."""
    body = general(before[0], last)
    start, stop = limit(before[0], body), limit(last, body)
    if body == before[0] or start is None or stop is None:
        return None
    is_whole = _alike(put(body, start), before[0]) and _alike(put(body, stop), last)
    return (body, start, stop) if is_whole and _is_followed(before[1:], body, start) else None


def series(sign: Token, node: Node, last: Node) -> Node | None:
    """The sum or product of the terms from those at the end of `node` to the last one, and what stands before them.

    With dots between minus signs it is subtracted.
    """
    kind: Literal["sum", "product"] = "sum" if sign.text in ("+", "-") else "product"
    terms = terms_of(node, sign.text)
    heads = [node]  # what stands in front of the term at the same place
    while len(heads) < len(terms) and isinstance(heads[-1], Binary):
        heads.append(heads[-1].left)
    for place, head in enumerate(reversed(heads)):
        first = terms[place]
        is_turned = sign.text == "-" and not place and isinstance(first, Unary) and first.sign == "-"
        start = first.operand if is_turned and isinstance(first, Unary) else first
        found = ranged([start, *terms[place + 1 :]], last) if place or is_turned or sign.text != "-" else None
        if found is None or (place and ranged([terms[place - 1]], last) is not None):
            continue
        body, one, stop = found
        total = Reduction(sign.column, kind, LETTER, one, stop, body)
        if not place:
            return Unary(sign.column, "-", total) if is_turned else total
        left = head.left if isinstance(head, Binary) else head
        return Binary(sign.column, sign.text, left, total, None if kind == "sum" else "free")
    return None


def _is_followed(others: Sequence[Node], body: Node, start: Node) -> bool:
    """Whether the parts behind the first one are the body one further each, as z_2 behind z_1."""
    if not isinstance(start, Number):
        return not others
    steps = (Number(1, start.value + place, "") for place in range(1, len(others) + 1))
    return all(_alike(put(body, step), term) for step, term in zip(steps, others, strict=True))


def is_dots(node: Node) -> bool:
    """Whether this stands for what is left out."""
    return isinstance(node, Name) and node.name == "…"


def terms_of(node: Node, sign: str = "+") -> list[Node]:
    """The terms of a sum."""
    terms = [node]
    while isinstance(head := terms[0], Binary) and head.sign == sign:
        terms[:1] = [head.left, head.right]
    return terms


def _alike(a: Any, b: Any) -> bool:
    """Whether two trees are the same but for where they stand, how they are spelled and from where indices count."""
    if isinstance(a, tuple) and isinstance(b, tuple):
        return len(a) == len(b) and all(map(_alike, a, b))
    if not (isinstance(a, Node) and type(a) is type(b)):
        return bool(a == b)
    ignored = {"column", "text"} | ({"first"} if isinstance(a, Index) else set())
    parts = (f.name for f in fields(a) if f.name not in ignored)
    return all(_alike(getattr(a, name), getattr(b, name)) for name in parts)


def is_sequence(node: Node, last: Node) -> bool:
    """Whether whole numbers one apart are added, as 1 + 2 + … + n, n + (n − 1) + … + 1 and 1 + … + 10."""
    terms = terms_of(node)
    starts = [_start(term) for term in (*terms, last)]
    if any(start is None for start in starts) or not {type(terms[0]), type(last)} & {Number}:
        return False
    (base, first), *rest = [start for start in starts[:-1] if start is not None]
    step = -1 if _is_falling(terms[0], last) else 1
    return all((base, first + step * place) == found for place, found in enumerate(rest, 1))


def counted(column: int, first: Node, last: Node) -> Reduction:
    """The sum of the whole numbers between two of them, the lower one first."""
    lower, upper = (last, first) if _is_falling(first, last) else (first, last)
    return Reduction(column, "sum", LETTER, lower, upper, Name(column, LETTER, "i"))


def _is_falling(first: Node, last: Node) -> bool:
    return not isinstance(first, Number) or (isinstance(last, Number) and last.value < first.value)


def _start(term: Node) -> tuple[str, float] | None:
    """A whole number, or a size with a number added, as its name and the number."""
    match term:
        case Number(value=value):
            return "", value
        case Name(name=name):
            return name, 0.0
        case Binary(sign="+" | "-" as sign, left=Name(name=name), right=Number(value=value)):
            return name, value if sign == "+" else -value
    return None


def put(body: Any, value: Node) -> Any:
    """The body with the value in place of its letter."""
    if isinstance(body, Name) and body.name == LETTER:
        return value
    if isinstance(body, tuple):
        return tuple(put(part, value) for part in body)
    if isinstance(body, Node):
        return replace(body, **{f.name: put(getattr(body, f.name), value) for f in fields(body)})
    return body


def _index(first: Node, last: Node) -> Node:
    if isinstance(first, Index) and isinstance(last, Index):
        found: Node = general(first, last)
        return found
    return first if _same(first, last) else Name(first.column, LETTER, "i")


def _same(a: Node, b: Node) -> bool:
    return type(a) is type(b) and getattr(a, "value", None) == getattr(b, "value", None) and _name(a) == _name(b)


def _name(node: Node) -> str | None:
    return node.name if isinstance(node, Name) else None
