"""A symbol directly before a bracket, as a function's name stands: what it then means."""

from quizbank.answers.notation.functions import WORDS
from quizbank.answers.notation.spelling import GREEK, printable, spelled
from quizbank.answers.notation.subscripts import Subscripts
from quizbank.answers.notation.vocabulary import Entry
from quizbank.answers.tree import Index, Name, Node, letter

_LONG_WORD = 6


class Applied(Subscripts):
    """Reads brackets behind symbols that are no functions."""

    def applied(self, node: Name, known: Entry | str) -> Node:
        """`C(w)` is the rows that the ids pick, `p(k)` an entry; `Sublayer(x)` is what the sublayer makes of x."""
        if not self.is_sign("(") or self.token.spaced:
            return node
        end, after = self.closing(), self.closing() + 1
        indices = self._of_labels(known, end) or self._entries_in(known, end) or self._rows_in(known, end)
        if indices is not None:
            self.place = after
            return Index(node.column, node, indices, 0 if self.picks_rows(known) else 1)
        if isinstance(known, Entry) and self._takes_several(known, end):
            self._no_function(node)
        if isinstance(known, Entry) and known.role == "argument":
            if self._is_of_argument(node.text, end) and self.known(self.at(self.place + 1).text) == known:
                self._no_function(node)  # `Sublayer(s)`, where s is what Sublayer(x) is
            if self._is_of_argument(node.text, end) or self._is_of_label(known):
                self.place = after
            else:
                self._require_factor(node, known, end)
        return node

    def picks_rows(self, known: Entry | str | None) -> bool:
        """Whether a matrix stands before a bracket of ids, whose rows these pick."""
        if not isinstance(known, Entry) or known.role != "argument" or len(known.axes or ()) != 2:
            return False
        inside = self.tokens[self.place + 1 : self.closing()]
        entries = [self.known(token.text) for token in inside if token.kind == "word"]
        return any(isinstance(entry, Entry) and entry.is_whole for entry in entries)

    def _takes_several(self, known: Entry, end: int) -> bool:
        """Whether a number, or a symbol that does not belong, has a bracket with a comma behind it, as a function has."""
        is_number = known.role in ("argument", "size", "extra") and not known.axes
        return (is_number or known.role == "stray") and any(t.text == "," for t in self.tokens[self.place : end])

    def _rows_in(self, known: Entry | str, end: int) -> tuple[Node, ...] | None:
        indices = self.indices_of(self.place + 1, end) if self.picks_rows(known) else None
        return indices if indices is not None and len(indices) == 1 else None

    def _entries_in(self, known: Entry | str, end: int) -> tuple[Node, ...] | None:
        """The letter that picks an entry: `p(k)`, or `c(w_i)` where w is only what is counted."""
        is_vector = isinstance(known, str) or (known.role in ("argument", "symbol") and len(known.axes or ()) == 1)
        found = spelled(self.tokens, self.place + 1)
        label = self.known(found.key) if found is not None and found.after_sup == end else None
        is_of_label = isinstance(known, Entry) and known.role == "symbol"
        if is_of_label and isinstance(label, Entry) and label.is_whole and not label.axes:
            return (Name(self.at(self.place + 1).column, label.name, label.display),)  # `p(y)`
        if not is_vector or found is None or found.after_sup != end or found.sup is not None:
            return None
        inner, text = self.known(found.base), found.sub or found.base
        is_given = isinstance(inner, str) or (inner is not None and inner.role not in ("stray", "asked"))
        is_bound = text in self.bound or text in self.letters or self._is_of_entry(known, inner, text)
        if len(text) != 1 or not is_bound or (is_given and text not in self.bound) or (found.sub and is_given):
            return None
        return (Name(self.at(self.place + 1).column, letter(text), text),)

    def _of_labels(self, known: Entry | str, end: int) -> tuple[Node, ...] | None:
        """`p(y_t)` with the rows of p: one entry of each; `p(y | x)` with what it depends on."""
        bar = next((place for place in range(self.place, end) if self.at(place).text == "|"), end)
        return self.of_labels(known, self.place + 1, bar)

    def _is_of_entry(self, known: Entry | str, inner: Entry | str | None, text: str) -> bool:
        """`count(w)`: an entry, where the letter has no other meaning; but `x(t)` is the value of a step."""
        is_vector = isinstance(known, Entry) and known.role == "argument" and not known.is_timed
        return is_vector and text.islower() and text != "t" and (inner is None or isinstance(inner, Entry))

    def _is_of_argument(self, key: str, end: int) -> bool:
        """Whether a long word stands in front of one symbol in brackets, as a function does."""
        is_word = len(key) > _LONG_WORD and key.isalpha() and key not in GREEK
        return is_word and end == self.place + 2 and self.at(self.place + 1).kind == "word"

    def _is_of_label(self, known: Entry) -> bool:
        """Whether a number is told by what it is of, as `f(w_i)`: by one symbol that the formula does not have."""
        found = spelled(self.tokens, self.place + 1)
        if known.axes or found is None or found.after_sup != self.closing() or found.base in WORDS:
            return False
        inner = self.known(found.base)
        return (inner is None and found.base not in ("e", "pi")) or (isinstance(inner, Entry) and inner.role == "stray")

    def _require_factor(self, node: Name, known: Entry, end: int) -> None:
        """A word before a bracket is a function, as is a vector before one with a single symbol inside: no factor."""
        is_word = 2 < len(node.text) <= _LONG_WORD and node.text.isalpha() and node.text.islower()
        found = spelled(self.tokens, self.place + 1)
        is_of_symbol = found is not None and found.after_sup == end and found.base not in WORDS
        if (is_word and node.text not in GREEK) or (len(known.axes or ()) == 1 and is_of_symbol):
            self._no_function(node)

    def _no_function(self, node: Name) -> None:
        _ = self.translate
        self.fail(_("{symbol} is no function").format(symbol=printable(node.text)), node.column)
