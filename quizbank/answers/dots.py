"""Sums with dots, `e^{z_1} + … + e^{z_K}`, and those over a range, `sum(exp(z[j]) for j in range(K))`."""

from collections.abc import Mapping
from dataclasses import fields, replace
from typing import Any, Literal

from quizbank.answers.calls import Calls
from quizbank.answers.tokens import Token
from quizbank.answers.tree import Binary, Index, Name, Node, Number, Reduction, letter

_LETTER = letter("i")
_KINDS: Mapping[str, Literal["sum", "product", "max"]] = {"sum": "sum", "prod": "product", "max": "max"}


class Dots(Calls):
    """Reads what mathematics leaves out."""

    def dotted(self, sign: Token, node: Node) -> Node:
        """The sum that starts with `node`, its dots used up: from its first term to the one behind the dots."""
        _ = self.translate
        self.take()
        if not self.skip("+"):
            self.unexpected()
        first, last = _first(node), self.term()
        body = _general(first, last)
        start, stop = _limit(first, body), _limit(last, body)
        if sign.text != "+" or body == first or start is None or stop is None:
            self.fail(_("these dots could not be understood"), sign.column)
        return Reduction(sign.column, "sum", _LETTER, start, stop, body)

    def over_range(self, column: int, body: Node) -> Node:
        """`for j in range(K)` behind the body of a sum."""
        _ = self.translate
        self.take()
        bound, within, called = self.take(), self.take(), self.take()
        if bound.kind != "word" or len(bound.text) > 1 or (within.text, called.text) != ("in", "range"):
            self.fail(_("only a range can be summed over"), bound.column)
        limits, _keywords = self.arguments()
        if len(limits) != 1:
            self.fail(_("only a range can be summed over"), called.column)
        return Reduction(column, "sum", letter(bound.text), None, None, body)

    def reduced_over_range(self, start: Token, name: str, arguments: tuple[Node, ...]) -> Node:
        """The call of `sum` or `max` around such a sum."""
        found = arguments[0]
        if name not in _KINDS or not isinstance(found, Reduction):
            self.fail(self.translate("only a range can be summed over"), start.column)
        return replace(found, kind=_KINDS[name])


def _first(node: Node) -> Node:
    while isinstance(node, Binary) and node.sign == "+":
        node = node.left
    return node


def _general(first: Any, last: Any) -> Any:
    """The first term with the letter where its index differs from the last one's."""
    if isinstance(first, Index) and isinstance(last, Index) and len(first.indices) == len(last.indices):
        pairs = zip(first.indices, last.indices, strict=True)
        indices = tuple(a if _same(a, b) else Name(a.column, _LETTER, "i") for a, b in pairs)
        return replace(first, indices=indices)
    if isinstance(first, tuple) and isinstance(last, tuple) and len(first) == len(last):
        return tuple(_general(a, b) for a, b in zip(first, last, strict=True))
    if isinstance(first, Node) and type(first) is type(last):
        parts = {f.name: _general(getattr(first, f.name), getattr(last, f.name)) for f in fields(first)}
        return replace(first, **parts)
    return first


def _limit(term: Any, body: Any) -> Node | None:
    """What stands in the term where the body has its letter."""
    if isinstance(body, Name) and body.name == _LETTER:
        return term if isinstance(term, Number | Name) else None
    if isinstance(body, tuple) and isinstance(term, tuple) and len(body) == len(term):
        return next((found for pair in zip(term, body, strict=True) if (found := _limit(*pair)) is not None), None)
    if isinstance(body, Node) and isinstance(term, Node) and (type(body) is type(term) or isinstance(body, Name)):
        pairs = ((getattr(term, f.name, None), getattr(body, f.name)) for f in fields(body))
        return next((found for pair in pairs if (found := _limit(*pair)) is not None), None)
    return None


def _same(a: Node, b: Node) -> bool:
    return type(a) is type(b) and getattr(a, "value", None) == getattr(b, "value", None) and _name(a) == _name(b)


def _name(node: Node) -> str | None:
    return node.name if isinstance(node, Name) else None
