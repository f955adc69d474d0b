"""Means over several letters: `mean_{n,t}`, `E_{nt}[…]`."""

from quizbank.answers.notation.indices import LETTERS
from quizbank.answers.notation.names import Names
from quizbank.answers.notation.tokens import Token
from quizbank.answers.tree import Function, Name, Node, letter


class Means(Names):
    """Reads what stands behind such a mean."""

    def letters_below(self) -> str:
        """The letters of `mean_{n,t}`, where there are several."""
        inside = self.tokens[self.place + 2 : self.closing(1)] if self.is_sign("{", ahead=1) else []
        letters = "".join(token.text for token in inside if token.text != ",") if self.is_sign("_") else ""
        known = LETTERS | {"t"} if self.vocabulary.by_name("T") is not None else LETTERS
        return letters if 1 < len(letters) == len(known & {*letters}) else ""

    def mean_over(self, start: Token, letters: str) -> Node:
        """The mean of the product behind it over several letters."""
        self.place = self.closing(1) + 1
        with self.deeper(), self.binding([*letters]):
            node = self.term()
        for text in reversed(letters):
            index = Name(start.column, letter(text), text)
            node = Function(start.column, "mean", (node,), (("index", index),))
        return node
