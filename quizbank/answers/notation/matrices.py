"""Stacked matrices and cases."""

from quizbank.answers.notation.implied import Implied
from quizbank.answers.notation.signs import FLIPPED, nothing
from quizbank.answers.notation.tokens import Token
from quizbank.answers.tree import Compare, Concat, Function, Node
from quizbank.answers.walk import is_same

_MATRICES = frozenset("matrix bmatrix pmatrix Bmatrix vmatrix smallmatrix array".split())


_OPPOSITE = {"<": ">=", ">": "<=", "<=": ">", ">=": "<", "=": "!=", "!=": "="}


def _is_rest(one: Node | None, other: Node | None) -> bool:
    """Whether one of two conditions holds where the other does not."""
    if not (isinstance(one, Compare) and isinstance(other, Compare)):
        return False
    as_typed = (
        other.sign == _OPPOSITE.get(one.sign) and is_same(one.left, other.left) and is_same(one.right, other.right)
    )
    turned = FLIPPED.get(other.sign, other.sign) == _OPPOSITE.get(one.sign)
    return as_typed or (turned and is_same(one.left, other.right) and is_same(one.right, other.left))


class Matrices(Implied):
    """Reads what stands in rows."""

    def matrix(self, start: Token) -> Node:
        """A column or a row of parts is their concatenation."""
        _ = self.translate
        name = self._environment()
        if name == "cases":
            return self._cases(start)
        if name not in _MATRICES:
            self.fail(_("{name} is no matrix").format(name=name), start.column)
        parts = []
        with self.deeper():
            while not (self.token.kind == "command" and self.token.text == "end"):
                parts.append(self.expression())
                if not (self.skip("&") or self._skip_break()) and self.token.text != "end":
                    self.unexpected()
        self.take()
        self._environment()
        if not parts:
            self.unexpected()
        return parts[0] if len(parts) == 1 else Concat(start.column, tuple(parts))

    def _cases(self, start: Token) -> Node:
        """The first value whose condition holds; none where no condition does."""
        rows: list[tuple[Node | None, Node]] = []
        with self.deeper():
            while not (self.token.kind == "command" and self.token.text == "end"):
                value = self.condition()
                self.skip(",")
                self.skip("&")
                rows.append((self._case(), value))
                self.skip(",", ".")
                if not self._skip_break() and self.token.text != "end":
                    self.unexpected()
        self.take()
        self._environment()
        chosen = nothing(start.column)
        if len(rows) == 2 and _is_rest(rows[0][0], rows[1][0]):
            rows[1] = None, rows[1][1]
        for condition, value in reversed(rows):
            chosen = value if condition is None else Function(start.column, "where", (condition, value, chosen))
        return chosen

    def _case(self) -> Node | None:
        """A condition, or `otherwise`."""
        while self._is_remark("if", "for", "when", "where"):
            self.place = self._after_remark()
        if self._is_remark("otherwise", "else", "sonst"):
            self.place = self._after_remark()
            return None
        return self.condition()

    def _is_remark(self, *remarks: str) -> bool:
        """Whether one of these words comes next, perhaps in a text font."""
        token = self.at(self.place + 2) if self.token.kind == "command" and self.is_sign("{", ahead=1) else self.token
        return token.kind == "word" and token.text in remarks

    def _after_remark(self) -> int:
        return self.closing(1) + 1 if self.token.kind == "command" else self.place + 1

    def _skip_break(self) -> bool:
        found = self.token.kind == "break"
        self.place += found
        return found

    def _environment(self) -> str:
        opened = self.token
        if not self.skip("{"):
            self.unexpected()
        name = self.take().text
        self.skip("*")
        self.close(opened, "}")
        return name
