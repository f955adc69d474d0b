"""Sums with dots, `e^{z_1} + … + e^{z_K}`, and those over a range, `sum(exp(z[j]) for j in range(K))`."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Literal

from quizbank.answers.notation.calls import Calls
from quizbank.answers.notation.pattern import LETTER, general, limit
from quizbank.answers.notation.tokens import Token
from quizbank.answers.tree import Binary, Node, Reduction, letter

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
        body = general(first, last)
        start, stop = limit(first, body), limit(last, body)
        if sign.text != "+" or body == first or start is None or stop is None:
            self.fail(_("these dots could not be understood"), sign.column)
        return Reduction(sign.column, "sum", LETTER, start, stop, body)

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
