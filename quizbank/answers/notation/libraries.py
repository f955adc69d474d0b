"""What stands behind the name of a library: `torch.`, `np.`, `self.`, and numbers that are made of a type."""

from collections.abc import Sequence

from quizbank.answers.notation import functions
from quizbank.answers.notation.methods import as_torch
from quizbank.answers.notation.modules import Modules
from quizbank.answers.notation.tokens import Token
from quizbank.answers.tree import Function, Node, Number, Unary

_MODULES = frozenset({"tf", "np", "numpy", "torch", "jnp"})
"""Prefixes that are no symbols."""


def is_code(tokens: Sequence[Token]) -> bool:
    """Whether a library or a method is called, or matrices multiplied as Python does."""
    if any(token.kind == "sign" and token.text == "@" for token in tokens):
        return True
    for place, token in enumerate(tokens[:-2]):
        dot, name = tokens[place + 1 : place + 3]
        if dot.text == "." and not dot.spaced and name.kind == "word" and not name.spaced:
            follows = tokens[place + 3].text if place + 3 < len(tokens) else ""
            if token.text in functions.PREFIXES or follows in ("(", "_"):
                return True
    return False


class Libraries(Modules):
    """Reads names with a prefix."""

    def bracket(self) -> Node:
        """Something in brackets."""
        raise NotImplementedError

    def is_prefix(self) -> bool:
        """`torch.`, `np.`, `F.` in front of a function."""
        return (
            self.token.kind == "word"
            and self.token.text in functions.PREFIXES
            and self.is_sign(".", ahead=1)
            and self.at(self.place + 2).kind == "word"
            and (
                self.at(self.place + 2).text not in ("T", "mT", "shape", "size", "t")
                or (self.token.text in _MODULES and self.is_sign("(", ahead=3))
            )
        )

    def prefixed(self) -> Node:
        """What stands behind `torch.`, `np.` or `self.`."""
        prefix = self.token.text
        self.place += 2
        if prefix == "self":
            return self.own()
        if [token.text for token in self.tokens[self.place : self.place + 3]] == ["r", "_", "["]:
            self.place += 2  # `np.r_[h, x]`
            return self.bracket()
        if self.token.text == "t" and self.is_sign("(", ahead=1):
            column = self.take().column
            return Unary(column, "T", self.bracket())
        self.require_formula()
        return as_torch(self.atom()) if prefix == "torch" else self.atom()

    def type_of_numbers(self) -> Node | None:
        """`torch.float32`; `float(n)` is n, `int(n)` n without its fraction."""
        is_call = self.is_sign("(", ahead=1)
        names = functions.TYPES | {"int"} if is_call else functions.TYPES
        if self.token.text not in names or self.known(self.token.text) is not None:
            return None
        token = self.take()
        if not is_call:
            return Number(token.column, 0.0, token.text)
        value = self.bracket()
        is_cut = token.text in functions.WHOLE_TYPES and not self.is_whole(value)
        return Function(token.column, "floor", (value,)) if is_cut else value

    def infinity(self) -> Node | None:
        """`float('-inf')`."""
        if self.token.text != "float" or not self.is_sign("(", ahead=1):
            return None
        column, end = self.token.column, self.closing(1)
        sign, word = ["", "", *(t.text for t in self.tokens[self.place + 2 : end] if t.text not in ("'", '"'))][-2:]
        if word != "inf":
            return None
        self.place = end + 1
        node = Number(column, float("inf"), "∞")
        return Unary(column, "-", node) if sign == "-" else node
