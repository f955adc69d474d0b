"""What Python's square brackets do beyond indices: `[:, None]` adds an axis, `[range(T), y]` picks from rows."""

from collections.abc import Sequence

from quizbank.answers.notation.calls import Calls
from quizbank.answers.notation.signs import along, from_rows
from quizbank.answers.notation.statements import outside, split
from quizbank.answers.notation.tokens import Token
from quizbank.answers.notation.vocabulary import Entry
from quizbank.answers.tree import Function, Name, Node

_MODULES = frozenset({"np", "jnp", "torch", "tf", "numpy", "."})


class Slices(Calls):
    """Reads brackets directly behind an array."""

    def sliced(self, node: Node) -> Node | None:
        """The array with these brackets used up; None where they hold plain indices."""
        self._require_index(node)
        end = self.closing()
        parts = [token for token in self.tokens[self.place + 1 : end] if token.text not in _MODULES]
        texts = ["None" if token.text == "newaxis" else token.text for token in parts]
        if "None" in texts and sorted(texts) in ([",", ":", "None"], [",", "None", "…"]):
            self.place = end + 1
            return _with("unsqueeze", node, -1 if texts[-1] == "None" else 0)
        if texts[:2] not in (["arange", "("], ["range", "("]) or not texts[2:]:
            return None
        return self._from_rows(node)

    def _require_index(self, node: Node) -> None:
        """Fail at `x[m]` where both are vectors alike: in code it picks entries, and it is no product."""
        _ = self.translate
        inside = self.tokens[self.place + 1 : self.closing()]
        inner = self.known(inside[0].text) if len(inside) == 1 else None
        outer = self.vocabulary.by_name(node.name) if isinstance(node, Name) else None
        if not isinstance(inner, Entry) or outer is None or not outer.role == inner.role == "argument":
            return
        if len(outer.axes or ()) == 1 and outer.axes == inner.axes and not inner.is_whole:
            self.fail(_("brackets behind a symbol pick entries: write a product with its sign"))

    def _from_rows(self, node: Node) -> Node | None:
        """One entry of each row, as `[range(T), y]` picks it."""
        start = self.place
        while self.token.text != "(":
            self.take()
        self._require_every_row(self.tokens[self.place + 1 : self.closing()])
        self.place = self.closing() + 1
        if not self.skip(","):
            self.place = start
            return None
        column, places = self.token.column, self.expression()
        if not self.skip("]"):
            self.unexpected()
        return from_rows(node, Function(column, "one_hot", (places,)))

    def _require_every_row(self, inside: Sequence[Token]) -> None:
        """Fail at `[arange(1, T), y]`: the labels are as many as the rows."""
        _ = self.translate
        first, *others = split(inside)
        limits = [part for part in others if not any(token.text == "=" for token in part)]
        is_from_zero = not limits or ([token.text for token in first], len(limits)) == (["0"], 1)
        last = limits[0] if limits else first
        if not is_from_zero or any(last[place].text in ("+", "-") for place in outside(last)):
            self.fail(_("one entry of each row is picked: the range runs over all rows"))


def _with(name: str, node: Node, axis: int) -> Node:
    return Function(node.column, name, (node,), along(node.column, axis))
