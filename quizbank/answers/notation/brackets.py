"""What stands in brackets or between bars, and numbers."""

from collections.abc import Sequence
from dataclasses import replace

from quizbank.answers.notation import blocks
from quizbank.answers.notation.calls import Calls
from quizbank.answers.notation.pattern import is_dots
from quizbank.answers.notation.spelling import FONTS, closing, spelled
from quizbank.answers.notation.tokens import END, Token
from quizbank.answers.notation.vocabulary import Entry
from quizbank.answers.tree import Binary, Concat, Function, Name, Node, Number, Reduction, Unary


class Brackets(Calls):
    """Reads groups, concatenations and conditions."""

    def number(self) -> Node:
        """A number; `1[k = y]` and `1_{k = y}` are the condition alone."""
        token = self.take()
        if token.text == "1" and self.is_sign("_") and self.is_sign("{", ahead=1) and self._is_condition_next():
            self.take()
            return self.bracket()
        if token.text == "1" and self.is_sign("[", "\\{") and not self.token.spaced and self._has_comparison():
            return self.bracket()
        one_hot = self.one_hot_below() if token.text == "1" and self.is_sign("_") else None
        return one_hot or Number(token.column, float(token.text), token.text)

    def _has_comparison(self) -> bool:
        return _compares(self.tokens[self.place : self.closing()])

    def is_indicator(self) -> bool:
        """Whether a 1 in a font of its own, or an I, comes next, with a condition behind it."""
        if self.token.kind == "word":
            return self.token.text == "I" and self.known("I") is None and self._is_condition_next()
        if self.token.kind != "command" or self.token.text not in FONTS:
            return False
        end = self.closing(1)
        inside = self.tokens[self.place + 2 : end]
        follows = self.at(end + 1).text if end + 1 < len(self.tokens) else ""
        if len(inside) != 1 or inside[0].text not in ("1", "I") or follows not in ("[", "(", "{", "\\{", "_"):
            return False
        behind = self.tokens[end + 1 : closing(self.tokens, end + 1 + (follows == "_"))]
        return inside[0].text == "1" or _compares(behind)  # `\mathbf{I}_t` is a symbol

    def _is_condition_next(self) -> bool:
        self.place += 1
        found = self.is_sign("(", "[", "{", "\\{") and self._has_comparison()
        self.place -= 1
        return found

    def indicator(self) -> Node:
        """The condition behind such a 1."""
        self.place = self.place + 1 if self.token.kind == "word" else self.closing(1) + 1
        one_hot = self.one_hot_below() if self.is_sign("_") else None
        if one_hot is not None:
            return one_hot
        self.skip("_")
        if not self._has_comparison():
            self.fail(self.translate("a condition is missing behind this 1, as in 1[j = k]"))
        return self.bracket()

    def bracket(self) -> Node:
        """Something in brackets: a group, a concatenation, a condition, or what stands between bars."""
        opened = self.token
        if opened.text in ("|", "‖"):
            return self._barred()
        if opened.text == "~":
            return self.symbol()
        if opened.text not in _CLOSING:
            self.unexpected()
        separator = self._bar_between()
        self.take()
        with self.deeper(), self.without_bars():
            self._separator = separator
            with self.binding(self.ranging()):
                parts = [self.condition()]
            if self.token.text == "for":
                parts = [self.listed(parts[0])]
            while self.skip(",", ";", separator) or self._is_beside_dots():
                if self.is_sign("…"):
                    dots = self.take()
                    parts.append(Name(dots.column, "…", "…"))
                elif not self.is_sign(_CLOSING[opened.text]):
                    parts.append(self.condition())
            self.close(opened, _CLOSING[opened.text])
        product = self._of_blocks(opened, parts) if opened.text == "[" else None
        return product or self._side_by_side(opened.column, parts)

    def _side_by_side(self, column: int, parts: Sequence[Node]) -> Node:
        if len(parts) == 1:
            return parts[0]
        if any(map(is_dots, parts)):
            return self.ellipsis(column, parts)
        return Concat(column, tuple(parts))

    def _of_blocks(self, opened: Token, parts: Sequence[Node]) -> Node | None:
        """`[W U] [x; a]`, its second bracket used up."""
        place = self.place
        row = blocks.row_of(parts, blocks.column_in(self.tokens, place, self.closing()), self.vocabulary)
        product = blocks.times(opened.column, row, self.atom()) if row else None
        self.place = place if product is None else self.place
        return product

    def _bar_between(self) -> str:
        """The bar that stands between the parts of the bracket that comes next, as in `[h ‖ x]`; nothing where none does.

        Such a bar stands behind something and in front of something; in round brackets a pair of them is a norm.
        """
        inside = self.tokens[self.place + 1 : self.closing()]
        depth, bars = 0, list[int]()
        for place, token in enumerate(inside):
            if token.kind == "sign":
                depth += (token.text in _CLOSING) - (token.text in _CLOSING.values())
                if token.text in ("|", "‖") and not depth:
                    bars.append(place)
        texts = {inside[place].text for place in bars}
        if len(texts) != 1 or not all(_is_between(inside, place) for place in bars):
            return ""
        is_list = texts == {"‖"} and (self.is_sign("[") or self._are_vectors(inside, bars))
        return texts.pop() if len(bars) % 2 or is_list else ""

    def _are_vectors(self, inside: Sequence[Token], bars: Sequence[int]) -> bool:
        """Whether each part is one symbol for a vector, as in `(y ‖ s ‖ c)`: no product of two with a norm between them."""
        for first, after in zip([0, *(place + 1 for place in bars)], [*bars, len(inside)], strict=True):
            found = spelled([*inside[first:after], END], 0) if after > first else None
            entry = self.known(found.key) if found is not None and found.after_sub == after - first else None
            if not isinstance(entry, Entry) or len(entry.axes or ()) != 1:
                return False
        return True

    def listed(self, body: Node) -> Node:
        """`f(j) for j in range(K)`, from `for` on: its values side by side."""
        found = self.over_ranges(body.column, body)
        return replace(found, kind="concat") if isinstance(found, Reduction) else found

    def inner_product(self) -> Node:
        r"""`\langle a, b \rangle`."""
        opened = self.take()
        with self.deeper(), self.without_bars():
            left = self.expression()
            if not self.skip(",", "|"):
                self.unexpected()
            right = self.expression()
        if self.token.text != "rangle":
            self.unexpected()
        self.take()
        return Binary(opened.column, "·", left, right, "dot")

    def _barred(self) -> Node:
        _ = self.translate
        opened = self.take()
        self._bars += 1
        with self.deeper():
            node = self.expression()
        self._bars -= 1
        if not self.skip(opened.text):
            self.fail(_("the bracket at column {n} is never closed").format(n=opened.column), opened.column)
        if opened.text == "|":
            return self._size_of_set(node) or Unary(opened.column, "abs", node)
        if self.is_sign("_"):
            self._require_order()
        return Function(opened.column, "norm", (node,))

    def _size_of_set(self, node: Node) -> Node | None:
        """`|w|`: how many row numbers there are."""
        entry = self.vocabulary.by_name(node.name) if isinstance(node, Name) else None
        is_set = entry is not None and entry.role == "argument" and entry.is_whole and bool(entry.axes)
        return Function(node.column, "size", (node,)) if is_set else None

    def _require_order(self) -> None:
        """Use up the 2 or the F below the bars of a norm."""
        start = self.take()
        with_braces = self.is_sign("{")
        self.place += with_braces
        if self.token.text not in ("2", "F"):
            self.require_order(start, Number(start.column, 0.0, ""))
        self.place += 1
        if with_braces and not self.skip("}"):
            self.unexpected()


def _compares(inner: Sequence[Token]) -> bool:
    return any(t.kind == "sign" and t.text in ("=", "==", "!=", "<", ">", "<=", ">=") for t in inner)


def _is_between(inside: Sequence[Token], place: int) -> bool:
    """Whether what stands before and behind this place may be the end and the start of a part."""
    if not 0 < place < len(inside) - 1:
        return False
    before, behind = inside[place - 1], inside[place + 1]
    return (before.kind != "sign" or before.text in (")", "]", "}", "\\}", "'", "…")) and (
        behind.kind != "sign" or behind.text in ("(", "[", "{", "\\{", "-", "…")
    )


_CLOSING = {"(": ")", "[": "]", "{": "}", "\\{": "\\}"}
