"""Names in a formula: which symbol is meant, where one word ends and the next begins, and indices."""

import re
import unicodedata
from typing import NoReturn

from quizbank.answers.notation.functions import (
    ARITHMETIC,
    CONCAT,
    CONTAINERS,
    EINSUM,
    FILLED,
    LIBRARY,
    NAMES,
    PICKED,
    WEIGHTED,
)
from quizbank.answers.notation.indices import LETTERS
from quizbank.answers.notation.segments import Segments
from quizbank.answers.notation.spelling import GREEK, Spelled, closing, plain_text, spelled
from quizbank.answers.notation.tokens import Token
from quizbank.answers.notation.vocabulary import Entry
from quizbank.answers.tree import Compare, Function, Index, Name, Node, Number, letter

_CONSTANTS = {"pi": 3.141592653589793, "e": 2.718281828459045, "inf": float("inf")}
_FUNCTIONS = (
    NAMES.keys() | CONCAT | CONTAINERS | ARITHMETIC.keys() | LIBRARY | FILLED.keys() | PICKED | EINSUM | WEIGHTED
)


_MARKS = {"~": "\u0303", "^": "\u0302", "-": "\u0304", ">": "\u20d7", "<": "\u20d6"}
_LONG_WORD = 6


class Names(Segments):
    """Reads one symbol."""

    def symbol(self) -> Node:
        """The symbol that comes next, with its subscript; its transpose or power is left."""
        self.join_letters()
        found = self._spelled()
        start = self.token
        if self.is_cut_short(found):
            found = self._spelled()
        for key, end in ((found.full_key, found.after_sup), (found.key, found.after_sub)):
            known = self.known(key)
            if known is not None:
                return self._named(start, known, key, end, found)
        node = self._other_case(found) or self._block(found) or self._indexed(found) or self._constant(found)
        if node is not None:
            return node
        if self.cut(found):
            return self.symbol()
        return self._loose(found)

    def function_key(self) -> tuple[str, int] | None:
        """The name of a function that comes next and where the name ends, unless it is a symbol here."""
        found = spelled(self.tokens, self.place)
        if found is None or (found.sub is not None and isinstance(self.known(found.key), str)):
            return None  # `exp_z`, where a line defines it
        for key, end in ((found.key, found.after_sub), (found.base, found.after_base)):
            is_call = end < len(self.tokens) and self.at(end).text in ("(", "[", "\\{") and (key not in ("E", "e"))
            known = self.known(key)
            if isinstance(known, Entry) and known.role == "stray" and key in NAMES:
                known = None
            is_formula = key in self.vocabulary.calls and is_call and not isinstance(known, str)
            if is_formula or (known is None and (key in _FUNCTIONS or key in self.vocabulary.calls)):
                return key, end
            if known is None and key.isupper() and len(key) > 2 and key.lower() in NAMES:
                return key.lower(), end
        return None

    def _spelled(self) -> Spelled:
        found = spelled(self.tokens, self.place)
        if found is None:
            self.unexpected()
        return found

    def _named(self, start: Token, known: Entry | str, key: str, end: int, found: Spelled) -> Node:
        text = found.full_key if end == found.after_sup else found.key
        if isinstance(known, str):
            is_bound = bool(found.sub) and all(text in self.bound for text in found.sub or "")
            fixed = self._of_fixed_step(found, known)
            if fixed is not None:
                return fixed
            if found.sub and (is_bound or len(self.scope.letters.get(known, ())) == len(found.sub)):
                row = self._with_indices(found, known)
                if row is not None:
                    return row
            self.place = end
            return Name(start.column, known, text)
        if known.role in ("stray", "argument", "symbol"):
            indexed = self._row(found, known)
            if indexed is not None:
                return indexed
        if known.role == "asked":
            self._asked(known, key)
        if known.role == "stray" and self._takes_several(end):
            _ = self.translate
            self.fail(_("{symbol} is no function").format(symbol=_printable(key)))
        self.place = end
        if known.role == "argument" and self._is_of_argument(key, end):
            self.place = self.closing() + 1  # `Sublayer(x)` is what the sublayer makes of x
        return Name(start.column, known.name, text)

    def _of_fixed_step(self, found: Spelled, known: Entry | str | None) -> Node | None:
        """`α_{ij}` where a line defines all α of step i: the first letter only tells the step."""
        sub = found.sub or ""
        if not isinstance(known, str) or len(sub) != 2 or len(self.scope.letters.get(known, ())) > 1:
            return None
        if sub[1] not in self.bound or sub[0] in self.bound or not sub[0].isalpha():
            return None
        column, self.place = self.token.column, found.after_sub
        return Index(column, Name(column, known, found.base), (Name(column, letter(sub[1]), sub[1]),))

    def _is_of_argument(self, key: str, place: int) -> bool:
        """Whether a long word stands in front of one symbol in brackets, as a function does."""
        is_word = len(key) > _LONG_WORD and key.isalpha() and key not in GREEK
        closed = self.closing(place - self.place) if is_word and self.at(place).text == "(" else 0
        return closed == place + 2 and not self.at(place).spaced and self.at(place + 1).kind == "word"

    def _takes_several(self, place: int) -> bool:
        """Whether a bracket with a comma follows directly, as behind a function's name."""
        if self.at(place).text != "(" or self.at(place).spaced:
            return False
        return any(token.text == "," for token in self.tokens[place : closing(self.tokens, place)])

    def _asked(self, entry: Entry, key: str) -> None:
        _ = self.translate
        near = self.vocabulary.nearest(key)
        if near is None:
            self.fail(_("{symbol} is what is asked").format(symbol=entry.display))
        self.fail(_("{symbol} is what is asked; did you mean {near}?").format(symbol=entry.display, near=near))

    def _row(self, found: Spelled, known: Entry) -> Node | None:
        """`h_j` where the argument holds all h: row j of it."""
        sub = found.sub or ""
        if not sub or not all(text in LETTERS or text in self.bound for text in sub):
            return None
        if known.role != "stray":
            if found.key == known.name:
                return None
            rank = len(known.axes or ())
            is_bound = rank > 0 and all(text in self.bound for text in sub[-rank:])
            is_row = rank > len(sub) or (is_bound and rank <= len(sub))
            return self._with_indices(found, known) if is_row else None
        whole = None if found.base in self.vocabulary.bare else self.vocabulary.find(found.base)
        if whole is None or whole.role == "stray":
            spellings = (found.base.casefold(), f"{found.base.casefold()}s")
            arguments = [(key, e) for key, e in self.vocabulary.entries.items() if e.role == "argument"]
            candidates = {entry.name: entry for key, entry in arguments if key.casefold() in spellings}
            whole = next(iter(candidates.values())) if len(candidates) == 1 else None
        if whole is None or whole.role != "argument" or not whole.axes:
            return None
        return self._with_indices(found, whole)

    def _indexed(self, found: Spelled) -> Node | None:
        if found.sub is None:
            return None
        if found.base == "delta" and self.known("delta") is None and len(found.sub) == 2:
            column = self.token.column
            self.place = found.after_sub
            return Compare(column, "=", *self._sides(found.sub))
        partly = self._partly(found) or self._of_fixed_step(found, self.known(found.base))
        if partly is not None:
            return partly
        known = self.known(found.base) or self._capital(found)
        if known is None or (isinstance(known, Entry) and known.role in ("asked", "size")):
            return None
        if isinstance(known, Entry) and known.role == "symbol" and self._is_label(found):
            column, self.place = self.token.column, found.after_sub
            return Name(column, known.name, found.key)
        if isinstance(known, Entry) and known.role == "stray":
            return self._row(found, known)
        if isinstance(known, Entry) and not known.axes and known.role != "symbol":
            return None
        if isinstance(known, Entry) and len(known.axes or ()) == len(found.sub) == 2 and found.sub.islower():
            return self._entry(found, known)
        if isinstance(known, Entry) and known.is_timed and found.sub in LETTERS and found.sub not in self.bound:
            self.place, column = found.after_sub, self.token.column  # `h_i` for h_t: the step has another letter
            return Name(column, known.name, found.key)
        return self._with_indices(found, known)

    def _entry(self, found: Spelled, known: Entry) -> Node | None:
        """`Z_{tk}`: any two letters at a matrix are its indices."""
        row = self._with_indices(found, known)
        if row is not None or not (found.sub or "").isalpha():
            return row
        column, self.place = self.token.column, found.after_sub
        letters = tuple(Name(column, letter(text), text) for text in found.sub or "")
        return Index(column, Name(column, known.name, found.base), letters)

    def _capital(self, found: Spelled) -> Entry | None:
        """`q_i` where the argument is Q: row i of it."""
        entry = self.vocabulary.find(found.base.upper())
        is_row = len(found.base) == 1 and entry is not None and entry.role == "argument" and len(entry.axes or ()) == 2
        letters = found.sub or ""
        return entry if is_row and len(letters) == 1 and (letters in LETTERS or letters in self.bound) else None

    def _is_label(self, found: Spelled) -> bool:
        r"""`\mu_B`, the mean over the batch of B: the size is no index of it."""
        entry = self.known(found.sub or "")
        return isinstance(entry, Entry) and entry.role == "size" and found.sub not in self.bound

    def _partly(self, found: Spelled) -> Node | None:
        """`v_{a,k}`: the k-th entry of v_a."""
        first = found.after_base + 1
        commas = [p for p in range(first, found.after_sub) if self.at(p).text == ","]
        if not commas or self.at(first).text != "{":
            return None
        known = self.known(f"{found.base}_{plain_text(self.tokens[first : commas[0]])}")
        indices = self.indices_of(commas[0] + 1, found.after_sub) if known is not None else None
        if known is None or indices is None:
            return None
        if isinstance(known, Entry) and len(known.axes or ()) > len(commas):
            return self._with_indices(found, known)
        column = self.token.column
        self.place = found.after_sub
        name = known if isinstance(known, str) else known.name
        return Index(column, Name(column, name, f"{found.base}_"), indices)

    def _sides(self, sub: str) -> list[Name]:
        """The two indices of a Kronecker delta: letters, or arguments that are labels."""
        column = self.token.column
        known = [self.known(text) for text in sub]
        return [
            Name(column, k.name, text)
            if isinstance(k, Entry) and not k.axes and k.role == "argument" and text not in self.bound
            else Name(column, letter(text), text)
            for k, text in zip(known, sub, strict=True)
        ]

    def _with_indices(self, found: Spelled, known: Entry | str) -> Node | None:
        start = self.token
        indices = self.indices_of(found.after_base + 1, found.after_sub)
        if indices is None:
            return None
        self.place = found.after_sub
        name = Name(start.column, known if isinstance(known, str) else known.name, found.base)
        return Index(start.column, name, indices)

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

    def _block(self, found: Spelled) -> Node | None:
        """`W_i^Q`: the columns of head i."""
        if found.sub is None or found.sup is None or len(found.sub) > 1:
            return None
        known = self.known(f"{found.base}^{found.sup}")
        sub = self.index(Token("number" if found.sub.isdigit() else "word", found.sub, self.token.column))
        if not isinstance(known, Entry) or sub is None or len(known.axes or ()) != 2:
            return None
        column = self.token.column
        self.place = found.after_sup
        return Function(column, "block", (Name(column, known.name, found.full_key), sub[0]))

    def _constant(self, found: Spelled) -> Node | None:
        column = self.token.column
        is_letter = found.base in self.bound or found.base in self.letters
        if found.sub is None and is_letter:
            self.place = found.after_base
            return Name(column, letter(found.base), found.base)
        if found.sub is None and found.base in _CONSTANTS:
            self.place = found.after_base
            return Number(column, _CONSTANTS[found.base], found.base)
        return None

    def _loose(self, found: Spelled) -> Node:
        start = self.token
        key = found.key
        entry = self.vocabulary.find_loosely(key)
        if entry is None and found.sub == "t":
            known = self.known(found.base)
            entry = known if isinstance(known, Entry) else None
        if entry is None:
            self._unknown(key)
        if entry.role == "asked":
            self._asked(entry, key)
        self.place = found.after_sub
        return Name(start.column, entry.name, key)

    def _unknown(self, key: str) -> NoReturn:
        _ = self.translate
        near = self.vocabulary.nearest(key)
        if near is None:
            self.fail(_("{symbol} is not a name here").format(symbol=_printable(key)))
        self.fail(_("{symbol} is not a name here; did you mean {near}?").format(symbol=_printable(key), near=near))


def _printable(key: str) -> str:
    """The key as it is read by people: its accent over the letter."""
    shown = re.sub(r"^([A-Za-z]+)([~^<>-])(?=_|$)", lambda found: found[1] + _MARKS[found[2]], key)
    return "".join(c for c in shown if c.isprintable() or unicodedata.combining(c))[:40]
