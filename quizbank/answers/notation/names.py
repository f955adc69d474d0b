"""Names in a formula: which symbol is meant, where one word ends and the next begins, and indices."""

from typing import NoReturn

from quizbank.answers.notation.applied import Applied
from quizbank.answers.notation.functions import NAMES, WEIGHTED, WORDS
from quizbank.answers.notation.indices import LETTERS
from quizbank.answers.notation.rewriting import bound_letters
from quizbank.answers.notation.spelling import FONTS, Spelled, printable, spelled
from quizbank.answers.notation.tokens import Token
from quizbank.answers.notation.vocabulary import Entry
from quizbank.answers.tree import Function, Name, Node, Number, letter

_CONSTANTS = {"pi": 3.141592653589793, "e": 2.718281828459045, "inf": float("inf")}


class Names(Applied):
    """Reads one symbol."""

    def symbol(self) -> Node:
        """The symbol that comes next, with its subscript; its transpose or power is left."""
        self.join_letters()
        found = self._spelled()
        if found.sub == "+":
            found = found._replace(sub=None, after_sub=found.after_base, after_sup=found.after_base)  # `x_+`
        start = self.token
        if self.is_cut_short(found):
            found = self._spelled()
        for key, end in ((found.full_key, found.after_sup), (found.key, found.after_sub)):
            known = self.known(key)
            if known is not None and not self._is_bound(key, known):
                return self._named(start, known, key, end, found)
        node = self._other_case(found) or self.block(found) or self.indexed(found) or self._constant(found)
        if node is not None:
            return node
        if self.cut(found):
            return self.symbol()
        return self._loose(found)

    def _is_bound(self, key: str, known: Entry | str) -> bool:
        """Whether a sum binds this letter, which elsewhere is a symbol that does not belong here."""
        return key in self.bound and isinstance(known, Entry) and known.role == "stray"

    def function_key(self) -> tuple[str, int] | None:
        """The name of a function that comes next and where the name ends, unless it is a symbol here."""
        found = spelled(self.tokens, self.place)
        if found is None or (found.sub is not None and self.is_name(found.key)):
            return None  # `max_norm`, or `exp_z` where a line defines it
        for key, end in ((found.key, found.after_sub), (found.base, found.after_base)):
            is_call = end < len(self.tokens) and self.at(end).text in ("(", "[", "\\{") and (key not in ("E", "e"))
            known = self.known(key)
            if isinstance(known, Entry) and known.role == "stray" and key in NAMES:
                known = None
            is_formula = key in self.vocabulary.calls and is_call and not isinstance(known, str)
            is_module = key in WEIGHTED and is_call
            if is_formula or is_module or (known is None and (key in WORDS or key in self.vocabulary.calls)):
                return key, end
            if known is None and key.isupper() and len(key) > 2 and key.lower() in NAMES:
                return key.lower(), end
        return None

    def is_name(self, key: str) -> bool:
        """Whether a line or the legend has this name, and no function has it."""
        return key not in WORDS and key not in self.vocabulary.calls and self.known(key) is not None

    def _spelled(self) -> Spelled:
        found = spelled(self.tokens, self.place)
        if found is None:
            self.unexpected()
        return found

    def _named(self, start: Token, known: Entry | str, key: str, end: int, found: Spelled) -> Node:
        text = found.full_key if end == found.after_sup else found.key
        if isinstance(known, str):
            is_bound = bool(found.sub) and all(text in self.bound for text in found.sub or "")
            fixed = self.of_fixed_step(found, known)
            if fixed is not None:
                return fixed
            if found.sub and (is_bound or len(self.scope.letters.get(known, ())) == len(found.sub)):
                row = self.with_indices(found, known)
                if row is not None:
                    return row
            self.place = end
            return self.applied(Name(start.column, known, text), known)
        if known.role in ("stray", "argument", "symbol"):
            indexed = self.row(found, known)
            if indexed is not None:
                return indexed
        self._refuse(known, key, end, found)
        self.place = end
        return self.applied(Name(start.column, known.name, text), known)

    def _refuse(self, known: Entry, key: str, end: int, found: Spelled) -> None:
        """Fail at what is asked itself, and where the symbol says something else than the legend."""
        _ = self.translate
        if known.role == "asked":
            self._asked(known, key)
        if known.role == "argument" and found.sub == "t" and self._has_entries(found.base):
            self.fail(_("no sum runs over {letter} here: which one is meant?").format(letter="t"))
        if self.token.text == "mathcal" and self.at(end).text == "(" and not known.axes:
            self.fail(_("which function is {symbol}? write it out").format(symbol=printable(key)))
        if known.role == "stray" and key.isupper() and key.lower() in self.scope.all:
            self._unknown(key)  # `K`, where a line defines the k_i

    def _has_entries(self, base: str) -> bool:
        """Whether other entries of this symbol stand in the line, so that t is one of them and no time."""
        symbols = [spelled(self.tokens, place) for place in range(len(self.tokens) - 1)]
        others = {symbol.key: symbol.sub for symbol in symbols if symbol and symbol.base == base and symbol.sub}
        return any(sub in LETTERS and self.known(key) is None for key, sub in others.items())

    def _asked(self, entry: Entry, key: str) -> None:
        _ = self.translate
        near = self.vocabulary.nearest(key)
        if near is None:
            self.fail(_("{symbol} is what is asked").format(symbol=entry.display))
        self.fail(_("{symbol} is what is asked; did you mean {near}?").format(symbol=entry.display, near=near))

    def _other_case(self, found: Spelled) -> Node | None:
        """`C_{t-1}` for c_{t−1}, before the subscript is taken for an index."""
        if found.sub is None:
            return None
        key = found.key.casefold()
        entries = {e.name: e for k, e in self.vocabulary.entries.items() if k.casefold() == key}
        if len(entries) != 1:
            return None
        entry = next(iter(entries.values()))
        start = self.token
        return self._named(start, entry, found.key, found.after_sub, found)

    def _constant(self, found: Spelled) -> Node | None:
        column = self.token.column
        is_letter = found.base in self.bound or (found.base in self.letters and not self._is_of_names(found.base))
        if found.sub is None and is_letter:
            self.place = found.after_base
            return Name(column, letter(found.base), found.base)
        if found.key == "I" and (length := self._only_size()) is not None:
            self.place = found.after_base
            return Function(column, "eye", (Name(column, length.name, length.display),))
        if found.sub is None and found.base in _CONSTANTS:
            self._require_number(found.base)
            self.place = found.after_base
            return Number(column, _CONSTANTS[found.base], found.base)
        return None

    def _only_size(self) -> Entry | None:
        """The one size of the formula, which is also that of an identity matrix."""
        if self.vocabulary.find_loosely("I") is not None:
            return None  # another spelling of the input gate
        sizes = {entry.name: entry for entry in self.vocabulary.entries.values() if entry.role == "size"}
        return next(iter(sizes.values())) if len(sizes) == 1 else None

    def _require_number(self, text: str) -> None:
        """Fail at the e of `W e`: behind a symbol, Euler's number is not what is meant."""
        before = self.tokens[max(self.place - 4, 0) : self.place]
        is_word = bool(before) and before[-1].kind == "word" and before[-1].text not in WORDS
        is_behind = is_word or (len(before) == 4 and before[0].text in FONTS and before[-1].text == "}")
        if text == "e" and is_behind:
            _ = self.translate
            self.fail(_("e is Euler's number here: which symbol is meant?"))

    def _is_of_names(self, text: str) -> bool:
        """Whether only names have the letter in their subscripts, as d_k and W_k: k alone is no index then."""
        symbols = [spelled(self.tokens, place) for place in range(len(self.tokens) - 1)]
        keys = {symbol.key for symbol in symbols if symbol and symbol.sub and text in symbol.sub}
        return text not in ("i", "j") and bool(keys) and all(self.is_name(key) for key in keys)

    def _loose(self, found: Spelled) -> Node:
        start = self.token
        key = found.key
        entry = self.vocabulary.find_loosely(key)
        if entry is None and found.sub == "t":
            known = self.known(found.base)
            entry = known if isinstance(known, Entry) else None
        if entry is None and self.at(found.after_sub).text == "(":
            self._unknown_function(key)
        if entry is None or self._is_capital_of_count(key, entry) or self._is_beside_capital(key, entry):
            self._require_sum(found, entry)
            self._unknown(key)
        if entry.role == "asked":
            self._asked(entry, key)
        self.place = found.after_sub
        return self.applied(Name(start.column, entry.name, key), entry)

    def _require_sum(self, found: Spelled, entry: Entry | None) -> None:
        """Fail at `z_{t,y_t}` behind the end of the sum over t, and at the n of `n/N` where none runs over it."""
        known = self.known(found.base)
        below = {token.text for token in self.tokens[found.after_base : found.after_sub]}
        ended = (
            (bound_letters(self.tokens) & below) - set(self.bound) if isinstance(known, Entry) and known.axes else ()
        )
        if entry is not None and entry.role == "size" and found.key in LETTERS | {"t"}:
            ended = {found.key}
        if ended:
            self.fail(self.translate("no sum runs over {letter} here: which one is meant?").format(letter=min(ended)))

    def _is_capital_of_count(self, key: str, entry: Entry) -> bool:
        """Whether `H` was taken for the number of heads: beside matrices a capital is no number."""
        if entry.axes or len(key) > 1 or not key.isupper() or entry.role not in ("stray", "argument"):
            return False
        others = [other for other in self.vocabulary.entries.values() if other.role == "argument"]
        return entry.role == "stray" or any(len(other.axes or ()) == 2 for other in others)

    def _unknown_function(self, key: str) -> None:
        """Fail at the f of `f(X)`, which nothing gives."""
        _ = self.translate
        if self.vocabulary.nearest(key) is None:
            self.fail(_("{symbol} is no function here: write it out").format(symbol=printable(key)))

    def _is_beside_capital(self, key: str, entry: Entry) -> bool:
        """Whether `n` was taken for N in `n/N`, where it runs to N."""
        is_number = entry.role == "size" or not entry.axes
        return len(key) == 1 and key.islower() and is_number and any(t.text == key.upper() for t in self.tokens)

    def _unknown(self, key: str) -> NoReturn:
        _ = self.translate
        lines = self.vocabulary.lines
        if key in lines or key.partition("_")[0] in {line.partition("_")[0] for line in lines if "_" in line}:
            self.fail(_("no line defines {symbol}").format(symbol=printable(key)))
        near = self.vocabulary.nearest(key)
        if near is None:
            self.fail(_("{symbol} is not a name here").format(symbol=printable(key)))
        self.fail(_("{symbol} is not a name here; did you mean {near}?").format(symbol=printable(key), near=near))
