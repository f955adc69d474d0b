"""Symbols with a subscript: a row, an entry, the block of a head, the value of a step."""

import re

from quizbank.answers.notation.indices import LETTERS
from quizbank.answers.notation.labels import Labels
from quizbank.answers.notation.signs import along
from quizbank.answers.notation.spelling import Spelled, plain_text, printable, spelled
from quizbank.answers.notation.tokens import Token
from quizbank.answers.notation.vocabulary import Entry, key
from quizbank.answers.tree import Compare, Function, Index, Name, Node, Number, letter

_SHIFTED = re.compile(r"[a-z][+-]\d")
_MIXING = "W_o"
"""The weight that is multiplied with all heads side by side, so that each head has some of its rows."""


class Subscripts(Labels):
    """Reads what stands under a symbol whose name has another meaning alone."""

    def indexed(self, found: Spelled) -> Node | None:
        """The entries that the subscript picks; None where the base has none."""
        if found.sub is None:
            return None
        unit = self._delta(found) or self._basis(found)
        if unit is not None:
            return unit
        known = self._whole_of_rows(found) or self.known(found.base)
        self._require_line(found, known)
        self._require_step(found, known)
        partly = (
            self.below(found, known)
            or self._partly(found)
            or self._behind_word(found)
            or self.of_fixed_step(found, known)
            or self._of_head(found, known)
        )
        if partly is not None:
            return partly
        known = known or self._capital(found)
        if known is None or self._has_no_entries(found, known):
            return None
        if isinstance(known, Entry) and known.role == "symbol" and (part := self._of_symbol(found, known)) is not None:
            return part
        if isinstance(known, Entry) and known.role == "stray":
            return self.row(found, known)
        if isinstance(known, Entry) and not known.axes and not known.is_whole and known.role != "symbol":
            return None  # but a label may be meant as a one-hot vector
        if isinstance(known, Entry) and len(known.axes or ()) == len(found.sub) == 2 and found.sub.islower():
            return self._entry(found, known)
        if isinstance(known, Entry) and known.is_timed and found.sub in LETTERS and found.sub not in self.bound:
            self.place, column = found.after_sub, self.token.column  # `h_i` for h_t: the step has another letter
            return Name(column, known.name, found.key)
        return self.with_indices(found, known)

    def _has_no_entries(self, found: Spelled, known: Entry | str) -> bool:
        """What is asked and a size have none; W_cf is none of W_f, though W alone may be short for it."""
        if not isinstance(known, Entry):
            return False
        is_short = found.base.isupper() and (key(known.display) or "").startswith(f"{found.base}_")
        is_bound = any(text in self.bound for text in found.sub or "")
        return known.role in ("asked", "size") or (is_short and len(known.axes or ()) == 2 and not is_bound)

    def _delta(self, found: Spelled) -> Node | None:
        """`δ_{ij}`, and an entry of the identity."""
        sub, column = found.sub or "", self.token.column
        if found.base not in ("delta", "I") or self.known(found.base) is not None or len(sub) != 2:
            return None
        self.place = found.after_sub
        return Compare(column, "=", *self._sides(sub))

    def _basis(self, found: Spelled) -> Node | None:
        """`e_y`: 1 at the label, 0 elsewhere."""
        label = self.known(found.sub or "") if found.base == "e" and self.known("e") is None else None
        if not isinstance(label, Entry) or not label.is_whole or label.axes:
            return None
        column, self.place = self.token.column, found.after_sub
        return Function(column, "one_hot", (Name(column, label.name, found.sub or ""),))

    def _require_line(self, found: Spelled, known: Entry | str | None) -> None:
        """Fail at Q_i where Q is only what the paper calls the rows X: no line says what one head's queries are."""
        heads = self.vocabulary.by_name("heads")
        is_lent = isinstance(known, Entry) and known.role == "argument" and not known.display.startswith(found.base)
        is_open = is_lent and found.sub in LETTERS and found.base not in self.scope.all
        if heads is not None and heads.role == "argument" and is_open:
            _ = self.translate
            self.fail(
                _("{symbol} is defined nowhere: add the line that says what it is").format(symbol=printable(found.key))
            )

    def _require_step(self, found: Spelled, known: Entry | str | None) -> None:
        """Fail at `s_{i-2}` and `y_i` where s_{i-1} and y_{i-1} are given: another step's state is no entry of this one."""
        own = (key(known.display) or "").partition("_")[2] if isinstance(known, Entry) else ""
        is_shifted = bool(_SHIFTED.fullmatch(found.sub or "")) or (own[1:] == "-1" and found.sub == own[:1])
        if own[:1] in ("i", "j") and own[1:] in ("", "-1") and is_shifted and isinstance(known, Entry):
            _ = self.translate
            message = _("{symbol} is not a name here; did you mean {near}?")
            self.fail(message.format(symbol=printable(found.key), near=known.display))

    def _whole_of_rows(self, found: Spelled) -> Entry | None:
        """All noise words' vectors for `u_i` where the legend has u_k for one of them; where v_i stands beside, an entry."""
        if len(found.sub or "") != 1 or found.sub not in self.bound:
            return None
        symbols = [spelled(self.tokens, place) for place in range(len(self.tokens) - 1)]
        beside = {symbol.base for symbol in symbols if symbol and symbol.sub == found.sub and symbol.base}
        known = {text: self.vocabulary.find(f"{found.base}_{text}") for text in sorted(LETTERS)}
        rows = [e for text, e in known.items() if e and e.role == "argument" and (e.axes or ())[:1] == (text,)]
        return rows[0] if rows and beside == {found.base} else None

    def row(self, found: Spelled, known: Entry) -> Node | None:
        """`h_j` or `h_1` where the argument holds all h: row j of it."""
        sub = found.sub or ""
        is_number = sub.isdigit() and known.role == "stray"
        if not sub or not (is_number or all(text in LETTERS or text in self.bound for text in sub)):
            return None
        if self._is_matrix(found):
            return None
        if known.role != "stray":
            if found.key == known.name:
                return None
            rank = len(known.axes or ())
            is_bound = rank > 0 and all(text in self.bound for text in sub[-rank:])
            is_row = rank > len(sub) or (is_bound and rank <= len(sub))
            return self.with_indices(found, known) if is_row else None
        whole = None if found.base in self.vocabulary.bare else self.vocabulary.find(found.base)
        if whole is None or whole.role == "stray":
            spellings = (found.base.casefold(), f"{found.base.casefold()}s")
            entries = self.vocabulary.entries.items()
            arguments = [(key, e) for key, e in entries if e.role == "argument" and key not in self.vocabulary.bare]
            candidates = {entry.name: entry for key, entry in arguments if key.casefold() in spellings}
            whole = next(iter(candidates.values())) if len(candidates) == 1 else None
        if whole is None or whole.role != "argument" or not whole.axes:
            return None
        if len(whole.axes) <= len(sub) and not any(text in self.bound for text in sub):
            return None  # `s_i`, a state that does not belong here, is no entry of s_{i-1}
        return self.with_indices(found, whole)

    def _is_matrix(self, found: Spelled) -> bool:
        """`W_a` as the legend spells it is a whole matrix, unless the letter is bound."""
        is_listed = isinstance(self.known(found.key), Entry) and found.base[:1].isupper()
        return is_listed and not any(text in self.bound for text in found.sub or "")

    def with_indices(self, found: Spelled, known: Entry | str) -> Node | None:
        """The value with all of its subscript as indices; None where that is no list of indices."""
        start = self.token
        indices = self.indices_of(found.after_base + 1, found.after_sub)
        if indices is None:
            return None
        self.place = found.after_sub
        name = Name(start.column, known if isinstance(known, str) else known.name, found.base)
        return Index(start.column, name, indices)

    def _entry(self, found: Spelled, known: Entry) -> Node | None:
        """`Z_{tk}`: any two letters at a matrix are its indices."""
        row = self.with_indices(found, known)
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

    def _of_symbol(self, found: Spelled, known: Entry) -> Node | None:
        r"""`x_1`, a row of X, and `\mu_B`, whose B is no index; None where the subscript picks an entry."""
        rows = self._joined_rows(found)
        if rows is not None:
            return self.with_indices(found, rows)
        if not self._is_label(found):
            return None
        column, self.place = self.token.column, found.after_sub
        return Name(column, known.name, found.key)

    def _joined_rows(self, found: Spelled) -> Entry | None:
        """The X of which x_1 and x_n are rows, where x is all of them joined."""
        entry, last = self.vocabulary.find(found.base.upper()), self.vocabulary.find(found.sub or "")
        is_matrix = entry is not None and entry.role == "argument" and len(entry.axes or ()) == 2
        is_number = (found.sub or "").isdigit() or (last is not None and last.role == "size")
        return entry if is_matrix and is_number and found.base.islower() else None

    def _is_label(self, found: Spelled) -> bool:
        r"""`\mu_B`, the mean over the batch of B: the size is no index of it."""
        entry = self.known(found.sub or "")
        is_number = isinstance(entry, Entry) and entry.role in ("size", "stray") and not entry.axes
        is_statistic = found.base in ("mu", "sigma")
        return is_statistic and is_number and (found.sub or "").isupper() and found.sub not in self.bound

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
        is_bound = all(token.text in self.bound for token in self.tokens[first + 1 : commas[0]])
        is_letter = len(self.at(first + 1).text) == 1  # the `neg` of `u_{neg,i}` is a word
        is_part = isinstance(known, Entry) and (len(known.axes or ()) > len(commas) or known.is_whole)
        if is_bound or (is_part and is_letter):
            return self.with_indices(found, known)
        column = self.token.column
        self.place = found.after_sub
        name = known if isinstance(known, str) else known.name
        return Index(column, Name(column, name, f"{found.base}_"), indices)

    def _behind_word(self, found: Spelled) -> Node | None:
        """`u_neg_j`: row j of u_neg."""
        word, _, last = (found.sub or "").rpartition("_")
        known = self.known(f"{found.base}_{word}") if len(word) > 1 else None
        if not isinstance(known, Entry) or not known.axes or last not in self.bound:
            return None
        column, self.place = self.token.column, found.after_sub
        return Index(column, Name(column, known.name, found.base), (Name(column, letter(last), last),))

    def of_fixed_step(self, found: Spelled, known: Entry | str | None) -> Node | None:
        """`α_{ij}` where a line defines all α of step i: the first letter only tells the step."""
        sub = found.sub or ""
        if not isinstance(known, str) or len(sub) != 2 or len(self.scope.letters.get(known, ())) > 1:
            return None
        if sub[1] not in self.bound or sub[0] in self.bound or not sub[0].isalpha() or sub[0] in self.left:
            return None
        column, self.place = self.token.column, found.after_sub
        return Index(column, Name(column, known, found.base), (Name(column, letter(sub[1]), sub[1]),))

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

    def block(self, found: Spelled) -> Node | None:
        """`W_i^Q`: the columns of head i, and `W_i^O`, its rows."""
        known = self.known(f"{found.base}^{found.sup}") if found.sup is not None else None
        if not isinstance(known, Entry) or len(known.axes or ()) != 2:
            return None
        return self._columns(found, known.name, found.full_key, found.after_sup)

    def _of_head(self, found: Spelled, known: Entry | str | None) -> Node | None:
        """`Q_i` where there are heads and a line defines Q for all of them: the columns of head i."""
        heads = self.vocabulary.by_name("heads")
        has_heads = heads is not None and heads.role == "argument"
        is_whole = known in self.scope.earlier.values() and not self.scope.letters.get(str(known))
        if not has_heads or not isinstance(known, str) or not is_whole:
            return None
        return self._columns(found, known, found.key, found.after_sub)

    def own_block(self, node: Node, indices: tuple[Node, ...]) -> Node | None:
        """`W_q[i]` as code has one weight for each head: the block i, which code counts from 0."""
        heads = self.vocabulary.by_name("heads")
        entry = self.vocabulary.by_name(node.name) if isinstance(node, Name) else None
        has_heads = heads is not None and heads.role == "argument" and entry is not None and "^" in entry.display
        if not has_heads or len(indices) != 1 or not isinstance(node, Name) or node.name == _MIXING:
            return None
        (index,) = indices
        if isinstance(index, Number):
            index = Number(index.column, index.value + 1, f"{index.value + 1:g}")
        name = Name(node.column, node.name, f"{node.text.partition('_')[0]}_{_text(index)}^{node.name[-1].upper()}")
        return Function(node.column, "block", (name, index))

    def _columns(self, found: Spelled, name: str, text: str, end: int) -> Node | None:
        sub, column = found.sub or "", self.token.column
        token = Token("number" if sub.isdigit() else "word", sub, column)
        index = self.index(token) if len(sub) == 1 else None
        if index is None:
            return None
        self.place = end
        axis = along(column, 0) if name == _MIXING else ()
        return Function(column, "block", (Name(column, name, text), index[0]), axis)


def _text(index: Node) -> str:
    return index.text if isinstance(index, Name | Number) else ""
