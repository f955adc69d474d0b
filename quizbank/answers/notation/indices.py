"""Index lists: `{ij}`, `{i, j}`, `{t, y_t}`, `[-1]`."""

from collections.abc import Sequence
from typing import TypeGuard

from quizbank.answers.notation.functions import PASSIVE
from quizbank.answers.notation.reader import Reader
from quizbank.answers.notation.spelling import closing
from quizbank.answers.notation.tokens import Token
from quizbank.answers.notation.vocabulary import Entry, key
from quizbank.answers.tree import Binary, Index, Name, Node, Number, is_letter, letter
from quizbank.answers.unreadable import Unreadable

LETTERS = frozenset("ijklmnpqrsuvabck")
"""Letters that may stand for an index where they are no symbols of their own."""

USUAL = "ijklmn"
"""Letters that are hardly ever anything else."""


class Indices(Reader):
    """Reads indices."""

    def indices_of(self, first: int, after: int) -> tuple[Node, ...] | None:
        """The indices that stand between two places, or None where that is no list of indices."""
        if self.at(first).text in ("{", "[", "(") and closing(self.tokens, first) >= after - 1:
            first, after = first + 1, max(closing(self.tokens, first), first + 1)
        if self.at(after - 1).text in ("}", "]") and after - first > 1 and not _is_balanced(self.tokens[first:after]):
            after -= 1
        nodes: list[Node] = []
        for start, end in _divided(self.tokens, first, after):
            found = self._part(start, end)
            if found is None:
                return None
            nodes += found
        return tuple(nodes) or None

    def subscript(self) -> tuple[Node, ...]:
        """The indices behind the `_` that stands here, with braces or without; they are used up."""
        first = self.place + 1
        after = self.closing(1) + 1 if self.is_sign("{", "(", ahead=1) else first + 1
        indices = self.indices_of(first, after)
        if indices is None:
            self.unexpected()
        self.place = min(after, len(self.tokens) - 1)
        return indices

    def _part(self, first: int, after: int) -> Sequence[Node] | None:
        """One index between commas, or several letters side by side."""
        parts = [t for t in self.tokens[first:after] if t.text not in ("{", "}", "(", ")", "text", "mathrm")]
        if len(parts) == 3 and parts[1].text == "." and parts[2].text in PASSIVE:
            parts = parts[:1]  # `E[ids.long()]`
        if len(parts) == 1:
            self.require_step(parts[0])
        nodes: list[Node] = []
        for token in parts:
            found = self.index(token)
            if found is None:
                return self._shifted(parts) or self._picked(first, after)
            nodes += found
        return nodes

    def require_step(self, token: Token) -> None:
        """Fail at `y` where a sum runs over the t of the labels y_t: no one of them is meant."""
        known = self.known(token.text)
        label = key(known.display) if isinstance(known, Entry) and known.is_whole else None
        base, _sign, step = (label or "").partition("_")
        if step and step in self.bound and token.text == base:
            _ = self.translate
            message = _("{symbol} has a value for each {letter} here: write {indexed}")
            self.fail(message.format(symbol=base, letter=step, indexed=f"{base}_{step}"), token.column)

    def _picked(self, first: int, after: int) -> Sequence[Node] | None:
        """`y_t`, `w_i`: an index that another index picks from whole numbers."""
        start, self.place = self.place, first
        try:
            node = self.power()
            return (self._label(node),) if self._picks(node) and self.place == after else None
        except Unreadable:
            return None
        finally:
            self.place = start

    def _picks(self, node: Node) -> TypeGuard[Index | Name]:
        """Whether this is an index that is picked, or the name of ids as `input_ids`."""
        entry = self.vocabulary.by_name(node.name) if isinstance(node, Name) else None
        return isinstance(node, Index) or (entry is not None and entry.is_whole)

    def _label(self, node: Index | Name) -> Index | Name:
        """`y_i` as the label y where no sum runs over i: the label of the example i."""
        operand = node.operand if isinstance(node, Index) else None
        entry = self.vocabulary.by_name(operand.name) if isinstance(operand, Name) else None
        if not isinstance(node, Index) or not isinstance(operand, Name) or entry is None:
            return node
        letters = [index.text for index in node.indices if isinstance(index, Name) and is_letter(index.name)]
        is_one = entry.is_whole and not entry.axes and len(letters) == len(node.indices)
        return operand if is_one and not any(text in self.bound for text in letters) else node

    def index(self, token: Token) -> list[Node] | None:
        """The indices in one token: a number, an argument that is one, or letters."""
        if token.kind == "number":
            return [Number(token.column, float(token.text), token.text)]
        if token.kind != "word":
            return None
        known = self.known(token.text)
        if token.text in self.bound:
            return [Name(token.column, letter(token.text), token.text)]
        if isinstance(known, Entry) and not known.axes and known.role in ("argument", "size"):
            return [Name(token.column, known.name, token.text)]
        if isinstance(known, Entry) and known.is_whole and token.text not in LETTERS:
            return [Name(token.column, known.name, token.text)]
        if all(text in LETTERS or text in self.bound for text in token.text) and len(token.text) <= 3:
            return [Name(token.column + place, letter(text), text) for place, text in enumerate(token.text)]
        close = self.vocabulary.find_loosely(token.text)
        if close is not None and not close.axes and close.role == "argument":
            return [Name(token.column, close.name, token.text)]
        return None

    def _shifted(self, parts: list[Token]) -> Sequence[Node] | None:
        """`{i+1}`, `{t-1}`: one index moved by a number; `[-1]` counts from the end."""
        if len(parts) == 2 and parts[0].text == "-" and parts[1].kind == "number":
            return (Number(parts[0].column, -float(parts[1].text), f"-{parts[1].text}"),)
        if len(parts) != 3 or parts[1].text not in "+-" or parts[2].kind != "number":
            return None
        left = self.index(parts[0])
        if left is None or len(left) != 1:
            return None
        number = Number(parts[2].column, float(parts[2].text), parts[2].text)
        return (Binary(parts[1].column, parts[1].text, left[0], number),)


def _is_balanced(tokens: Sequence[Token]) -> bool:
    texts = [token.text for token in tokens if token.kind == "sign"]
    return texts.count("{") == texts.count("}") and texts.count("[") == texts.count("]")


def _divided(tokens: Sequence[Token], first: int, after: int) -> list[tuple[int, int]]:
    """The spans between commas outside brackets."""
    spans, depth, start = [], 0, first
    for place in range(first, after):
        text = tokens[place].text if tokens[place].kind == "sign" else ""
        depth += (text in ("{", "(", "[")) - (text in ("}", ")", "]"))
        if text == "," and depth == 0:
            spans.append((start, place))
            start = place + 1
    return [*spans, (start, after)]
