"""Sums and products over an index, fractions and roots."""

from dataclasses import replace

from quizbank.answers.notation.matrices import Matrices
from quizbank.answers.notation.reader import LABELS
from quizbank.answers.notation.spelling import FONTS, GREEK, spelled
from quizbank.answers.notation.tokens import Token
from quizbank.answers.notation.vocabulary import Entry
from quizbank.answers.tree import Binary, Compare, Function, Index, Name, Node, Number, Reduction, letter
from quizbank.answers.unreadable import Unreadable
from quizbank.answers.walk import free_letters, substituted

_KINDS = {"sum": "sum", "prod": "product", "max": "max", "Sum": "sum"}
_SET = frozenset({"{", "}", "\\{", "\\}", "[", "]", "|", "_"})


class Sums(Matrices):
    """Reads what LaTeX writes with commands."""

    def starts_sum(self) -> bool:
        """Whether a sum, product or maximum over an index comes next."""
        token = self.token
        if token.kind == "command":
            return token.text in ("sum", "prod")
        if token.kind != "word" or token.text not in _KINDS or not self.is_sign("_", ahead=1):
            return False
        found = spelled(self.tokens, self.place)
        return found is None or not self.is_name(found.key)  # `max_norm`, or `max_z` where a line defines it

    def sum(self) -> Node:
        """`Σ_{j=1}^{K} body`; the body is the whole product that follows."""
        start = self.take()
        return self.over_letters(start, _KINDS[start.text])

    def over_letters(self, start: Token, kind: str) -> Node:
        """The limits and the body of a sum; of a concatenation, the body is what stands in brackets."""
        letters: list[str] = []
        first: Node | None = None
        last: Node | None = None
        condition: Node | None = None
        self._set: Entry | None = None
        for _side in range(2):
            if self.skip("_"):
                letters, first, condition = self._below()
            elif self.skip("^"):
                last = self._above()
        if not letters and first is None and last is None:
            with self.deeper():
                implied, body = self.over_implied(start, self.term)
            letters = [*implied]
        else:
            members = self._set
            with self.deeper(), self.binding(letters):
                body = _only_where(condition, self.power() if kind == "concat" else self.term(), kind)
            body = _of_members(body, letters[0], members) if members is not None and len(letters) == 1 else body
        if not letters:
            return Reduction(start.column, kind, None, None, None, body)  # type: ignore[arg-type]
        for text in reversed(letters):
            body = Reduction(start.column, kind, letter(text), first, last, body)  # type: ignore[arg-type]
        return body

    def _below(self) -> tuple[list[str], Node | None, Node | None]:
        """The index letters, the first value and a condition: `j`, `{i,j}`, `{j=1}`, `{j≠i}`, `{j=1, j≠i}`."""
        _ = self.translate
        if not self.is_sign("{", "("):
            token = self.take()
            if token.kind != "word":
                self.fail(_("an index letter is expected"), token.column)
            return ([] if token.text in LABELS else self._letters([token])), None, None
        opened = self.take()
        names: list[Token] = []
        while self.token.kind == "word" or self.is_sign(","):
            names.append(self.take())
        letters = self._letters([t for t in names if t.kind == "word"])
        first = self.expression() if self.skip("=") else None
        self._skip_set()
        condition = self._exception(letters)
        self.close(opened, "}" if opened.text == "{" else ")")
        return letters, first, condition

    def _skip_set(self) -> None:
        r"""Use up `\in V`: the whole axis. Numbers, signs and indices would say that it is only a part."""
        if not (self.token.kind == "command" and self.token.text == "in"):
            return
        start, depth = self.take(), 0
        self._set = self._members()
        while depth or not self.is_sign("}", ")"):
            token = self.take()
            is_name = token.kind == "word" or (token.kind == "command" and token.text in FONTS | GREEK)
            is_sign = token.kind == "sign" and token.text in _SET
            if not (is_name or is_sign) or self._is_no_set(token):
                _ = self.translate
                self.fail(_("write the limits of the sum: where it starts and where it ends"), start.column)
            depth += (token.text in ("{", "\\{", "[")) - (token.text in ("}", "\\}", "]"))

    def _members(self) -> Entry | None:
        r"""The vector of row numbers that is the whole set, as in `w \in ids`."""
        found = self.known(self.token.text) if self.is_sign("}", ")", ahead=1) else None
        return found if isinstance(found, Entry) and found.is_whole and len(found.axes or ()) == 1 else None

    def _is_no_set(self, token: Token) -> bool:
        """Whether a small letter stands where a set does, and is no length: an index or a value."""
        known = self.known(token.text)
        is_number = isinstance(known, Entry) and not known.axes and not known.is_whole
        is_length = isinstance(known, Entry) and is_number and known.role in ("size", "argument", "extra")
        return token.kind == "word" and len(token.text) == 1 and token.text.islower() and not is_length

    def _exception(self, letters: list[str]) -> Node | None:
        """`j ≠ i`, behind the letter or once more behind a comma."""
        if self.is_sign(",") and self.at(self.place + 1).text in letters and self.is_sign("!=", ahead=2):
            self.place += 2
        if not self.is_sign("!="):
            return None
        sign = self.take()
        with self.binding(letters):
            other = self.index(self.token) if self.token.kind in ("word", "number") else None
            if other is None or len(other) != 1:
                return Compare(sign.column, "!=", _letter(sign, letters), self.expression())
            self.take()
        return Compare(sign.column, "!=", _letter(sign, letters), other[0])

    def _letters(self, names: list[Token]) -> list[str]:
        _ = self.translate
        letters = [text for token in names for text in token.text]
        if not letters or not all(text.isalpha() for text in letters) or len(letters) > 3:
            self.fail(_("an index letter is expected"), names[0].column if names else None)
        return letters

    def _above(self) -> Node | None:
        """The last value; a length that is no symbol here is taken for the whole axis."""
        if self.is_sign("{"):
            opened, place = self.take(), self.place
            node = self._limit(place, self.closing(-1))
            self.close(opened, "}")
            return node
        return self._limit(self.place, self.place + 1)

    def _limit(self, place: int, end: int) -> Node | None:
        try:
            node = self.expression() if end > place + 1 else self.power_free()
        except Unreadable:
            found = spelled(self.tokens, place)
            if found is None or found.after_sub not in (end, end + 1, end + 2):
                raise
            self.place = found.after_sub
            return None
        return node

    def power_free(self) -> Node:
        """A number or a symbol as a limit without brackets."""
        token = self.token
        if token.kind == "number":
            self.take()
            return Number(token.column, float(token.text), token.text)
        return self.symbol()

    def command(self) -> Node:
        """A fraction, a root, a matrix or ∞."""
        start = self.take()
        if start.text == "infty":
            return Number(start.column, float("inf"), "∞")
        if start.text == "frac":
            above = self._argument()
            return Binary(start.column, "/", above, self._argument())
        if start.text == "sqrt":
            return self._root(start)
        return self.matrix(start)

    def _argument(self) -> Node:
        """`{…}` or one digit or letter."""
        if self.is_sign("{"):
            opened = self.take()
            with self.deeper():
                node = self.expression()
            self.close(opened, "}")
            return node
        if self.token.kind in ("word", "number") and len(self.token.text) > 1 and self.token.text.isalnum():
            self.split(self.place, 1)
        return self.power()

    def _root(self, start: Token) -> Node:
        degree = None
        if self.is_sign("[") and self.at(self.closing() + 1).text == "{":
            opened = self.take()
            degree = self.expression()
            self.close(opened, "]")
        if self.is_sign("{", "("):
            opened = self.take()
            with self.deeper():
                inside = self.expression()
            self.close(opened, "}" if opened.text == "{" else ")")
        else:
            with self.deeper():
                inside = self.power()
        if degree is None:
            return Function(start.column, "sqrt", (inside,))
        return Function(start.column, "root", (inside, degree))


def over_sum(sign: Token, node: Node, divisor: Node) -> Node:
    """`a / Σ_l b_l v_j` is (a / Σ_l b_l) v_j: factors behind a divided sum in which its letter does not stand."""
    behind: list[Binary] = []
    while (
        isinstance(divisor, Reduction)
        and isinstance(product := divisor.body, Binary)
        and product.product is not None
        and divisor.index in free_letters(product.left)
        and divisor.index not in free_letters(product.right)
    ):
        behind.append(product)
        divisor = replace(divisor, body=product.left)
    found: Node = Binary(sign.column, "/", node, divisor)
    for product in reversed(behind):
        found = replace(product, left=found)
    return found


def _of_members(body: Node, text: str, members: Entry) -> Node:
    """The body with each row number of the set for the letter."""
    index = Name(body.column, letter(text), text)
    return substituted(body, index.name, Index(body.column, Name(body.column, members.name, members.display), (index,)))


def _letter(sign: Token, letters: list[str]) -> Name:
    return Name(sign.column, letter(letters[-1]), letters[-1])


def _only_where(condition: Node | None, body: Node, kind: str) -> Node:
    """The body where the condition holds, elsewhere what changes nothing."""
    if condition is None:
        return body
    if kind == "sum":
        return Binary(condition.column, "⊙", condition, body, "elementwise")
    neutral = 1.0 if kind == "product" else float("-inf")
    return Function(condition.column, "where", (condition, body, Number(condition.column, neutral, f"{neutral:g}")))
