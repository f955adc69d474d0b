"""Sums with dots, `e^{z_1} + … + e^{z_K}`, and those over a range, `sum(exp(z[j]) for j in range(K))`."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Literal

from quizbank.answers.notation import functions
from quizbank.answers.notation.calls import Calls
from quizbank.answers.notation.ones import as_vector
from quizbank.answers.notation.pattern import counted, is_dots, is_sequence, series, terms_of
from quizbank.answers.notation.signs import Keywords, is_literal, whole_number
from quizbank.answers.notation.tokens import Token
from quizbank.answers.notation.vocabulary import Entry
from quizbank.answers.tree import Binary, Function, Index, Name, Node, Number, Reduction, letter
from quizbank.answers.walk import substituted

_KINDS: Mapping[str, Literal["sum", "product", "max"]] = {"sum": "sum", "prod": "product", "max": "max"}


class Dots(Calls):
    """Reads what mathematics leaves out."""

    def dotted(self, sign: Token, node: Node) -> Node:
        """The sum that starts with `node`, its dots used up: from its first term to the one behind the dots."""
        self.take()
        if sign.text == "⊕":
            return self.joined(sign, node)
        if not self.skip(sign.text):
            self.unexpected()
        last = self.term()
        if sign.text == "+" and is_sequence(node, last):
            return counted(sign.column, terms_of(node)[0], last)
        return self._series(sign, node, last)

    def multiplied(self, sign: Token, node: Node) -> Node:
        """The product that starts with `node`, as `p_1 · … · p_n`, its dots used up."""
        self.take()
        if not self.skip(sign.text):
            self.unexpected()
        return self._series(sign, node, self.power())

    def _series(self, sign: Token, node: Node, last: Node) -> Node:
        found = series(sign, node, last)
        if found is None:
            self.fail(self.translate("these dots could not be understood"), sign.column)
        return found

    def function(self, start: Token, name: str, arguments: tuple[Node, ...], keywords: Keywords) -> Node:
        """A call; `softmax(e_1, …, e_T)` is of the vector of these."""
        if name in functions.SOFTMAX | functions.REDUCE and any(map(is_dots, arguments)):
            arguments = (self.ellipsis(start.column, arguments),)
        if name in functions.CONCAT and arguments:
            arguments, keywords = self._of_list(arguments, keywords)
        if name == "diag" and len(arguments) == 1:
            arguments = (as_vector(arguments[0]),)
        return super().function(start, name, arguments, keywords)

    def _of_list(self, arguments: tuple[Node, ...], keywords: Keywords) -> tuple[tuple[Node, ...], Keywords]:
        """`cat(heads, -1)` where an earlier line lists the heads: the number is an axis, along which its parts are joined."""
        first, *rest = arguments
        found = self.scope.lists.get(first.name) if isinstance(first, Name) else None
        if found is None or len(rest) > 1 or not all(map(is_literal, rest)):
            return arguments, keywords
        axis = rest[0] if rest else dict(keywords).get("dim")
        is_last = whole_number(axis, -1) in (-1, 1)
        return ((first,), ()) if is_last or axis is None else ((found,), (("dim", axis),))

    def joined(self, sign: Token, node: Node) -> Node:
        """`a_1 ⊕ a_2 … ⊕ a_h`, the dots used up: a concatenation."""
        self.skip("⊕")
        dots = Name(sign.column, "…", "…")
        return self.ellipsis(sign.column, (*terms_of(node, "⊕"), dots, self.term()))

    def ranging(self) -> list[str]:
        """The letters of `for j in range(K)`, which may be symbols elsewhere."""
        depth, found = 0, list[str]()
        last = max((place for place, token in enumerate(self.tokens[:-3]) if token.text == "for"), default=-1)
        for place in range(self.place, last + 1):
            text = self.at(place).text if self.at(place).kind == "sign" else ""
            depth += (text in ("(", "[", "{")) - (text in (")", "]", "}"))
            if depth < 0 or (text == "," and not depth):
                break
            one, bound, within = self.tokens[place : place + 3]
            if (
                not depth
                and one.text == "for"
                and bound.kind == "word"
                and len(bound.text) == 1
                and within.text == "in"
            ):
                found.append(bound.text)
        return found

    def over_ranges(self, column: int, body: Node) -> Node:
        """`for j in range(K)` behind the body of a sum, and one more behind that."""
        while self.token.text == "for":
            body = self._over_range(column, body)
        return body

    def _over_range(self, column: int, body: Node) -> Reduction:
        _ = self.translate
        self.take()
        bound = self.take()
        row = self.take() if self.skip("_") else None
        within, called = self.take(), self.take()
        if bound.kind != "word" or within.text != "in":
            self.fail(_("only a range can be summed over"), bound.column)
        if called.text != "range" or row is not None or len(bound.text) > 1:
            return self._over_entries(column, body, (bound, row), called)
        limits, _keywords = self.arguments()
        if len(limits) > 2:
            self.fail(_("only a range can be summed over"), called.column)
        first = limits[0] if len(limits) == 2 else Number(column, 0.0, "0")
        last = _less_one(limits[-1])
        return Reduction(column, "sum", letter(bound.text), first, last, body, counts_from=0)

    def _over_entries(self, column: int, body: Node, bound: tuple[Token, Token | None], of: Token) -> Reduction:
        """`for z_j in z`, and `for n in c`, which is each of its entries."""
        name, row = bound
        known = self.known(of.text)
        if isinstance(known, Entry) and known.axes and row is not None and name.text == of.text and len(row.text) == 1:
            return Reduction(column, "sum", letter(row.text), None, None, body)
        if not isinstance(known, Entry) or not known.axes or row is not None or len(name.text) > 1:
            self.fail(self.translate("only a range can be summed over"), name.column)
        index = Name(column, letter(name.text), name.text)
        entry = Index(column, Name(column, known.name, of.text), (index,))
        symbol = self.known(name.text)  # a letter may be a symbol elsewhere
        body = substituted(body, symbol.name, index) if isinstance(symbol, Entry) else body
        return Reduction(column, "sum", index.name, None, None, substituted(body, index.name, entry))

    def reduced_over_range(self, start: Token, name: str, arguments: tuple[Node, ...]) -> Node:
        """The call of `sum`, `mean` or `max` around such a sum."""
        found = arguments[0]
        if name == "mean" and isinstance(found, Reduction):
            return _mean(replace(found, kind="sum"))
        is_double = isinstance(found, Reduction) and isinstance(found.body, Reduction) and found.body.counts_from == 0
        if name not in _KINDS or not isinstance(found, Reduction) or (is_double and name != "sum"):
            self.fail(self.translate("only a range can be summed over"), start.column)
        return replace(found, kind=_KINDS[name])


def _mean(total: Reduction) -> Node:
    column = total.column
    if total.first is None or total.last is None:
        index = Name(column, total.index or "", total.index or "")
        return Function(column, "mean", (total.body,), (("index", index),))
    count = Binary(column, "+", Binary(column, "-", total.last, total.first), Number(column, 1.0, "1"))
    return Binary(column, "/", total, count)


def _less_one(node: Node) -> Node:
    match node:
        case Number(value=value):
            return Number(node.column, value - 1, f"{value - 1:g}")
        case Binary(sign="+", left=left, right=Number(value=1.0)):
            return left
        case Binary(sign="-", right=Number(value=value)):
            return replace(node, right=Number(node.right.column, value + 1, f"{value + 1:g}"))
    return Binary(node.column, "-", node, Number(node.column, 1.0, "1"))
