"""What stands in a call's brackets: arguments, keywords, conditions and what runs behind a `for`."""

from quizbank.answers.notation.names import Names
from quizbank.answers.notation.signs import Keywords, along
from quizbank.answers.notation.tokens import Token
from quizbank.answers.tree import Binary, Compare, Function, Name, Node, Number

_BRACKETS = {"(": ")", "[": "]", "{": "}", "\\{": "\\}"}
_RENAMED = {
    **dict.fromkeys(("axis", "dims"), "dim"),
    **dict.fromkeys(("keepdims", "keep_dims"), "keepdim"),
    "ddof": "correction",
    "a_min": "min",
    "a_max": "max",
    "depth": "num_classes",
}
_KEYWORDS = frozenset(
    "dim keepdim alpha unbiased correction min max base out input num_classes p ord dtype inplace transpose_a transpose_b "
    "batch_dims value".split()
)
_WORDS = {"True": 1.0, "False": 0.0, "None": 0.0}


class Arguments(Names):
    """Reads arguments."""

    def arguments(self) -> tuple[tuple[Node, ...], Keywords]:
        """The bracketed arguments that come next."""
        opened = self.take()
        if opened.text not in _BRACKETS:
            self.place -= opened.kind != "end"
            self.unexpected()
        found: list[Node] = []
        keywords: list[tuple[str, Node]] = []
        with self.deeper(), self.without_bars():
            while not self.is_sign(_BRACKETS[opened.text]):
                if self._is_keyword():
                    keywords.append(self._keyword())
                elif self._is_open_axis():
                    keywords += along(self.take().column, -1)
                elif self.token[:2] == ("word", "None"):
                    found.append(self._value())
                elif self.is_sign("…"):
                    dots = self.take()
                    found.append(Name(dots.column, "…", "…"))
                else:
                    with self.binding(self.ranging()):
                        found.append(self.condition())
                    if self.token.text == "for":
                        found[-1] = self.over_ranges(opened.column, found[-1])
                        keywords.append(("for", found[-1]))
                if not self.skip(",", ";") and not self._is_beside_dots():
                    break
            self.close(opened, _BRACKETS[opened.text])
        if not found and not keywords:
            self.place -= 1
            self.unexpected()
        return tuple(found), tuple(keywords)

    def _is_beside_dots(self) -> bool:
        """Whether dots stand here or in front, as in `head_1 … head_h`."""
        return self.is_sign("…") or (self.is_sign("…", ahead=-1) and not self.is_sign(")", "]"))

    def condition(self) -> Node:
        """An expression, or two with a comparison between them; `0 < x < 1` is both at once."""
        left = self.expression()
        if self.is_sign("=", "==", "!=", "<", ">", "<=", ">="):
            sign = self.take()
            left = Compare(sign.column, sign.text.replace("==", "="), left, self.expression())
            if self.is_sign("<", ">", "<=", ">="):
                sign = self.take()
                other = Compare(sign.column, sign.text, left.right, self.expression())
                left = Binary(sign.column, "⊙", left, other, "elementwise")
        return self._choice(left)

    def _choice(self, left: Node) -> Node:
        """`x if x > 0 else 0`, or as C has it, `x > 0 ? x : 0`."""
        if self.is_sign("?"):
            start, yes = self.take(), self.condition()
            if not self.skip(":"):
                self.unexpected()
            return Function(start.column, "where", (left, yes, self.condition()))
        if self.token[:2] != ("word", "if") or self.known("if") is not None:
            return left
        start = self.take()
        condition = self.condition()
        if self.token.kind == "end":
            self.fail(self.translate("what is it otherwise? write … if … else …"))
        if self.token.text != "else":
            self.unexpected()
        self.take()
        return Function(start.column, "where", (condition, left, self.condition()))

    def ranging(self) -> list[str]:
        """The letters that a `for` behind what comes next, in the same bracket, lets run."""
        raise NotImplementedError

    def over_ranges(self, column: int, body: Node) -> Node:
        """The sum over what one `for` or more name."""
        raise NotImplementedError

    def reduced_over_range(self, start: Token, name: str, arguments: tuple[Node, ...]) -> Node:
        """The call of `sum` or `max` around such a sum."""
        raise NotImplementedError

    def _is_keyword(self) -> bool:
        return self.token.kind == "word" and self._keyword_name()[0] in _KEYWORDS

    def _is_open_axis(self) -> bool:
        """`softmax(x, axis)`, as documentation leaves the axis open: the usual one, the last."""
        is_word = self.token.text in ("axis", "dim") and self.known(self.token.text) is None
        return is_word and self.is_sign(")", ",", ahead=1) and self.is_sign(",", ahead=-1)

    def _keyword_name(self) -> tuple[str, int]:
        """The words before the equals sign and how many tokens they are, as `num_classes`; nothing where none stands."""
        count = 1
        while self.is_sign("_", ahead=count) and self.at(self.place + count + 1).kind == "word":
            count += 2
        name = "".join(token.text for token in self.tokens[self.place : self.place + count])
        return (_RENAMED.get(name, name), count) if self.is_sign("=", ahead=count) else ("", 0)

    def _keyword(self) -> tuple[str, Node]:
        name, count = self._keyword_name()
        self.place += count + 1
        return name, self._value()

    def _value(self) -> Node:
        column = self.token.column
        if self.token.kind == "word" and self.token.text in _WORDS:
            text = self.take().text
            return Number(column, _WORDS[text], text)
        return self.expression()
