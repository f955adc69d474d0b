"""Labels as indices: `p(y)`, `p_{y_t}` and `p_t(y_t)` are the probability of the right class."""

from quizbank.answers.notation.segments import Segments
from quizbank.answers.notation.spelling import Spelled, spelled
from quizbank.answers.notation.vocabulary import Entry
from quizbank.answers.tree import Function, Index, Name, Node, letter


class Labels(Segments):
    """Reads whole numbers of the question that stand in a subscript or in brackets."""

    def label_between(self, first: int, end: int) -> Index | Name | None:
        """The label that fills this place: `y`, or `y_t` where a sum runs over t."""
        found = spelled(self.tokens, first)
        label = self.known(found.base) if found is not None and found.after_sup == end else None
        if found is None or not isinstance(label, Entry) or not label.is_whole:
            return None
        column = self.at(first).column
        if found.sub is None:
            self.require_step(self.at(first))
            return None if label.axes else Name(column, label.name, label.display)
        if len(label.axes or ()) != 1 or len(found.sub) != 1 or found.sub not in self.bound:
            return None
        row = Name(column, letter(found.sub), found.sub)
        return Index(column, Name(column, label.name, found.base), (row,))

    def of_labels(self, known: Entry | str | None, first: int, end: int) -> tuple[Node, ...] | None:
        """The label, with the rows of p the row of each label in front."""
        if not isinstance(known, Entry) or known.role != "symbol":
            return None
        label = self.label_between(first, end)
        return None if label is None else (*(label.indices if isinstance(label, Index) else ()), label)

    def below(self, found: Spelled, known: Entry | str | None) -> Index | None:
        """`p_{y_t}` with the rows of p: the entry of each."""
        is_group = self.at(found.after_base + 1).text == "{"
        first, end = found.after_base + 1 + is_group, found.after_sub - is_group
        indices = self.of_labels(known, first, end)
        if indices is None or len(indices) < 2 or not isinstance(known, Entry):
            return None
        column, self.place = self.token.column, found.after_sub
        return Index(column, Name(column, known.name, found.base), indices)

    def one_hot_below(self) -> Function | None:
        r"""`\mathbf{1}_y`: the vector, or the rows of those, that is 1 at the label."""
        is_group = self.is_sign("{", ahead=1)
        first, end = self.place + 1 + is_group, self.closing(1) if is_group else self.place + 2
        label = self.known(self.at(first).text)
        if not isinstance(label, Entry) or not label.is_whole or end != first + 1:
            return None
        column, text, self.place = self.token.column, self.at(first).text, end + is_group
        return Function(column, "one_hot", (Name(column, label.name, text),))

    def picked_by_label(self, node: Node) -> Index | None:
        """`p_t(y_t)`, `softmax(z_t)(y_t)`: what the label in the brackets behind an entry or a value picks."""
        if not isinstance(node, Index | Function) or not self.is_sign("(") or self.token.spaced:
            return None
        label, after = self.label_between(self.place + 1, self.closing()), self.closing() + 1
        if label is None:
            return None
        self.place = after
        if isinstance(node, Index) and node.first:
            return Index(node.column, node.operand, (*node.indices, label))
        return Index(node.column, node, (label,))
