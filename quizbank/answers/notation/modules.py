"""Modules called in one breath, `nn.Softmax(dim=-1)(x)`, and those of a class, `self.softmax(x)`."""

from typing import NoReturn

from quizbank.answers.notation import functions
from quizbank.answers.notation.calls import Calls
from quizbank.answers.notation.spelling import Spelled, spelled
from quizbank.answers.notation.vocabulary import Entry
from quizbank.answers.tree import Name, Node

_TABLES = frozenset("embedding embeddings embed emb tok_emb".split())
_ACTIVATIONS = functions.ELEMENTWISE | functions.SOFTMAX


class Modules(Calls):
    """Reads calls of what was made a moment before."""

    def module(self, key: str, end: int) -> Node | None:
        """The call of a module that was made without weights; None where this is a plain call."""
        if [token.text for token in self.tokens[end : end + 4]] == [".", "from", "_", "pretrained"]:
            return self._from_table(end + 4)
        if key in functions.WEIGHTED and key not in self.vocabulary.calls:
            self._hides(key)
        name = functions.NAMES.get(key, key)
        closing = self.closing(end - self.place)
        follows = self.at(closing + 1)
        if name not in _ACTIVATIONS or self.at(end).text != "(" or follows.text != "(" or follows.spaced:
            return None
        inside = self.tokens[end + 1 : closing]
        is_setting = len(inside) > 1 and inside[0].kind == "word" and inside[1].text == "="
        is_axis = name in functions.SOFTMAX and [t.kind for t in inside if t.text != "-"] == ["number"]
        if (inside and not is_setting and not is_axis) or key in self.vocabulary.forbidden:
            return None
        start, self.place = self.token, end
        axes, settings = self.arguments() if inside else ((), ())
        self.place = closing + 1
        arguments, keywords = self.arguments()
        return self.function(start, name, arguments, (*settings, *keywords, *(("dim", axis) for axis in axes)))

    def _from_table(self, place: int) -> Node:
        """`nn.Embedding.from_pretrained(E)(ids)`."""
        self.place = place
        given, _settings = self.arguments() if self.is_sign("(") else ((), ())
        table = given[0] if given else None
        entry = self.vocabulary.by_name(table.name) if isinstance(table, Name) else None
        if not isinstance(table, Name) or entry is None:
            self._hides("Embedding")
        return self.applied(table, entry)

    def own(self) -> Node:
        """What stands behind `self.`: a weight, a table, or an activation that is called."""
        key = self.function_key()
        found = spelled(self.tokens, self.place)
        table = self._table()
        if found is not None and found.base in _TABLES and table is not None and self.known(found.key) is None:
            start, self.place = self.token, found.after_sub
            if self.is_sign("(") and not self.picks_rows(table):
                self._hides(found.key)
            return self.applied(Name(start.column, table.name, found.key), table)
        if key is not None and functions.NAMES.get(key[0], key[0]) in _ACTIVATIONS:
            return self.called(*key)
        if found is None or (self.at(found.after_sub).text == "(" and not self._is_open(found)):
            self._hides(self.token.text if found is None else found.key)
        return self.symbol()

    def _table(self) -> Entry | None:
        """The one table of vectors in the formula."""
        arguments = {e.name: e for e in self.vocabulary.entries.values() if e.role == "argument"}
        tables = [
            entry for entry in arguments.values() if len(entry.axes or ()) == 2 and (entry.axes or ("",))[0] == "V"
        ]
        return tables[0] if len(tables) == 1 else None

    def _is_open(self, found: Spelled) -> bool:
        """Whether the call hides nothing: a table's look-up, or a product where the bias is written beside it."""
        known, start = self.known(found.key) or self.vocabulary.find_loosely(found.key), self.place
        self.place = found.after_sub
        picks, self.place = self.picks_rows(known), start
        if picks or not isinstance(known, Entry) or known.role != "argument" or not known.axes:
            return picks
        return self._has_bias() if len(known.axes) == 2 and self._knows_biases() else self._maps_vectors(known)

    def _knows_biases(self) -> bool:
        arguments = [entry for entry in self.vocabulary.entries.values() if entry.role == "argument"]
        return any(entry.name[0] in "bd" and len(entry.axes or ()) == 1 for entry in arguments)

    def _maps_vectors(self, known: Entry) -> bool:
        """Whether this is the weight of a column, in a formula without biases."""
        arguments = [entry for entry in self.vocabulary.entries.values() if entry.role == "argument"]
        vectors = {entry.axes for entry in arguments if len(entry.axes or ()) == 1}
        return not self._knows_biases() and (known.axes or ())[-1:] in vectors

    def _has_bias(self) -> bool:
        """Whether a vector of the class stands in the line, as in `self.d + self.H(x)`."""
        for place, token in enumerate(self.tokens[:-2]):
            if token.text == "self" and self.at(place + 1).text == ".":
                found = spelled(self.tokens, place + 2)
                known = self.known(found.key) if found else None
                if isinstance(known, Entry) and known.role == "argument" and len(known.axes or ()) == 1:
                    return True
        return False

    def _hides(self, name: str) -> NoReturn:
        _ = self.translate
        if name.casefold() == "dropout":
            self.fail(_("{name} draws its mask itself: write the product with the mask out").format(name=name))
        self.fail(_("{name} hides its weights: write the product with them out").format(name=name))
