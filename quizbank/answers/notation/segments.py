"""Where one symbol ends and the next begins: `QK` is Q K, `p o s` is pos, and `W_fx` in LaTeX is W_f x."""

from quizbank.answers.notation.indices import LETTERS, Indices
from quizbank.answers.notation.spelling import Spelled, subscript
from quizbank.answers.notation.vocabulary import Entry

_LONGEST_WORD = 40


class Segments(Indices):
    """Cuts and joins words."""

    def join_letters(self) -> None:
        """`p o s`, as some notes come out of a web page, is `pos`."""
        end = self.place
        while (
            self.at(end).kind == "word" and len(self.at(end).text) == 1 and (end == self.place or self.at(end).spaced)
        ):
            end += 1
        if self.known(self.token.text) is not None:
            return
        for last in range(end, self.place + 1, -1):
            joined = "".join(token.text for token in self.tokens[self.place : last])
            if self.known(joined) is not None:
                self.tokens[self.place : last] = [self.token._replace(text=joined)]
                return

    def is_cut_short(self, found: Spelled) -> bool:
        """In LaTeX `W_fx + …` is W_f x, although W_{fx} has a meaning too: a weight is not left without its factor."""
        place = found.after_sub
        follows = self.at(place)
        ends = follows.kind == "end" or (follows.kind == "sign" and follows.text in "+-)]}")
        unbraced = place == found.after_base + 2
        return ends and unbraced and not self._follows_factor() and self._cut_subscript(found)

    def _follows_factor(self) -> bool:
        """Whether something stands directly in front that the next symbol multiplies, as in rows `x W_xh`."""
        before = self.at(self.place - 1) if self.place else self.at(len(self.tokens))
        return before.kind in ("word", "number") or before.text in (")", "]", "}", "'", "top")

    def cut(self, found: Spelled) -> bool:
        """Cut a word of several symbols, as `QK`, in front of the first one's end."""
        if self.token.kind != "word":
            return self._cut_subscript(found)
        word = self.token.text
        raised = f"^{found.sup}" if found.sup else ""  # `QW_i^Q`: the block i of W^Q
        tails = {"", found.key[len(found.base) :], found.full_key[len(found.base) :], raised}
        for length in range(len(word) - 1, 0, -1):
            if self._is_symbol(word[:length]) and any(self.is_product(word[length:], tail) for tail in tails):
                self.split(self.place, length)
                return True
        return self._cut_subscript(found) or self._cut_capitals(word)

    def _cut_capitals(self, word: str) -> bool:
        """`QK` where Q and K are symbols of the topic that do not belong here: that can be told of each."""
        is_product = len(word) == 2 and word.isalpha() and word.isupper()
        if not is_product or not all(isinstance(self.known(text), Entry) for text in word):
            return False
        self.split(self.place, 1)
        return True

    def _cut_subscript(self, found: Spelled) -> bool:
        """In LaTeX `W_fx` is W_f x: only one character is bound; everywhere in `X_qW_i`, where a capital follows."""
        place = found.after_base + 1
        if found.sub is None or self.at(place).kind != "word":
            return False
        text = self.at(place).text
        if len(text) < 2 or not (self.is_latex or (text[0].islower() and text[1].isupper())):
            return False
        after, end = subscript(self.tokens, place + 1)
        tail = "" if after is None else f"_{after}"
        raised = f"^{self.at(end + 1).text}" if self.at(end).text == "^" else ""  # `X_qW_i^Q`
        is_index = self.known(found.base) is not None and text[0] in LETTERS
        if self.known(f"{found.base}_{text[0]}") is None and not is_index:
            return False
        if any(self.is_product(text[1:], behind) for behind in dict.fromkeys((tail, "", raised))):
            self.split(place, 1)
            return True
        return False

    def _is_symbol(self, key: str) -> bool:
        known = self.known(key)
        is_other = isinstance(known, Entry) and known.role in ("stray", "asked")
        return known is not None and (not is_other or key in self.vocabulary.lines)

    def is_product(self, word: str, tail: str) -> bool:
        """Whether the word can be cut into symbols, the last of them with the subscript `tail`."""
        if len(word) > _LONGEST_WORD:
            return False
        ends = {len(word)}  # places from which the rest can be cut
        for start in range(len(word) - 1, -1, -1):
            pieces = ((word[start:end], end) for end in range(start + 1, len(word) + 1) if end in ends)
            if any(self._is_piece(piece, tail if end == len(word) else "") for piece, end in pieces):
                ends.add(start)
        return 0 in ends

    def _is_piece(self, piece: str, tail: str) -> bool:
        return self._is_symbol(piece + tail) or (bool(tail) and self._is_symbol(piece))
