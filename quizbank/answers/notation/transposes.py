"""Transposes: what stands above a symbol as `T`, alone or behind the rest of its superscript."""

from dataclasses import replace

from quizbank.answers.notation.names import Names
from quizbank.answers.notation.spelling import FONTS
from quizbank.answers.tree import Index, Name, Node, Unary


class Transposes(Names):
    """Reads what says that a matrix is turned."""

    def skip_transpose(self) -> bool:
        r"""Use up `T`, `\top`, `{T}`, `\mathsf{T}` or `\prime` after a caret."""
        place, closers = self.place, 0
        while self.at(place).text in ("{", "(") or (self.at(place).text in FONTS and closers < 4):
            closers += self.at(place).kind == "sign"
            place += 1
        token = self.at(place)
        if token.kind == "word" and token.text.startswith("T") and len(token.text) > 1 and not closers:
            self._split_transpose(place)
            token = self.at(place)
        if token.text not in ("T", "top", "'"):
            return False
        place += 1
        for _closer in range(closers):
            if self.at(place).text not in ("}", ")"):
                return False
            place += 1
        self.place = place
        return True

    def turned(self, column: int, node: Node) -> Node:
        """The transpose; of an entry of a matrix, `K_{ij}^T`, the entry i, j of the transpose."""
        if isinstance(node, Index) and len(node.indices) == 2 and isinstance(node.operand, Name):
            entry = self.vocabulary.by_name(node.operand.name)
            if entry is not None and len(entry.axes or ()) == 2:
                return replace(node, indices=node.indices[::-1])
        return Unary(column, "T", node)

    def _split_transpose(self, place: int) -> None:
        """`K^TV` is Kᵀ V where V is a symbol and TV is none."""
        word = self.at(place).text
        if self.known(word) is None and self.is_product(word[1:], ""):
            self.split(place, 1)
