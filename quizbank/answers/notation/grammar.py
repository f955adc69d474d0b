"""The grammar of one line, by precedence climbing over our own tokens."""

from dataclasses import replace

from quizbank.answers.notation import functions
from quizbank.answers.notation.brackets import Brackets
from quizbank.answers.notation.dots import Dots
from quizbank.answers.notation.einsum import Contractions
from quizbank.answers.notation.gradients import Gradients
from quizbank.answers.notation.libraries import Libraries
from quizbank.answers.notation.methods import Methods
from quizbank.answers.notation.ones import idle_row, raised, summed_behind, with_ones
from quizbank.answers.notation.slices import Slices
from quizbank.answers.notation.spelling import ACCENTS, FONTS, GREEK, spelled
from quizbank.answers.notation.sums import Sums, over_sum
from quizbank.answers.notation.tokens import Token
from quizbank.answers.notation.transposes import Transposes
from quizbank.answers.tree import Binary, Function, Index, Name, Node, Number, Unary, letter

_PRODUCTS = ("*", "·", "×", "•", "⊙", "⊗", "@", "/", "//")

_SUMMING = ("sum", "mean", "prod")

_OPENING = ("(", "[", "{", "\\{", "|", "‖")


class Parser(Sums, Transposes, Brackets, Gradients, Methods, Libraries, Contractions, Slices, Dots):
    """The grammar: sums of products of powers."""

    def whole(self) -> Node:
        """The whole line, to its end."""
        node = self.condition()
        if self.token.kind != "end":
            self.unexpected()
        self.require_values(node)
        row = idle_row(node)
        if row is not None:
            self.fail(
                self.translate("1ᵀ sums what stands behind it, with numbers only in front: write the sum out"),
                row.column,
            )
        return node

    def expression(self) -> Node:
        """Terms with + and − between them."""
        with self.deeper():
            node = self.term()
            while self.is_sign("+", "-", "⊕"):
                sign = self.take()
                node = (
                    self.dotted(sign, node) if self.is_sign("…") else Binary(sign.column, sign.text, node, self.term())
                )
            if self.is_sign("…") and isinstance(node, Binary) and node.sign == "⊕":
                node = self.joined(self.take(), node)
            if self.token.kind == "command" and self.token.text == "over":
                node = Binary(self.take().column, "/", node, self.expression())
        return node

    def _is_spaced_dot(self) -> bool:
        r"""Whether the dot that comes next is a product sign, as in `\omega . t` and `W.[h, x]`."""
        return (self.token.spaced and self.at(self.place + 1).spaced) or self.at(self.place + 1).text in ("[", "(")

    def term(self) -> Node:
        """Factors with products or divisions between them; ⊙ binds less than other products: r ⊙ U h is r ⊙ (U h)."""
        node = self._factor()
        while True:
            if self.is_sign(*_PRODUCTS) or (self.is_sign(".") and self._is_spaced_dot()):
                sign = self.take()
                sign = sign._replace(text="·") if sign.text == "." else sign
                if self.is_sign("…"):
                    node = self.multiplied(sign, node)
                    continue
                if sign.text == "/" and self.starts_sum():
                    node = over_sum(sign, node, self._factor())
                    continue
                node = _product(
                    self._as_coded(sign), node, self._matrix_product() if sign.text == "⊙" else self._factor()
                )
            elif self._is_beside(node):
                node = self._beside(node)
            else:
                return node

    def _as_coded(self, sign: Token) -> Token:
        """The sign; the star of code as `.*`, which has one reading."""
        return sign._replace(text=".*") if sign.text == "*" and self.scope.is_code else sign

    def _matrix_product(self) -> Node:
        node = self._factor()
        while True:
            if self.is_sign("·", "@"):
                node = _product(self.take(), node, self._factor())
            elif self._is_beside(node):
                node = self._beside(node)
            else:
                return node

    def _is_beside(self, node: Node) -> bool:
        return self.starts_factor() and not (self.token.kind == "number" and isinstance(node, Number))

    def _beside(self, node: Node) -> Node:
        column, is_number = self.token.column, self.token.kind == "number"
        product = Binary(column, " ", node, self.power(), "free")
        behind = summed_behind(product, self.vocabulary)
        if behind is not product or self.is_sign("/"):
            return behind
        is_vector = is_number and not self.is_sign("{", "\\{", "[", "(")  # no `p 1{i = j}`, nor the `(1)` behind all
        return with_ones(product) if is_vector else product

    def _factor(self) -> Node:
        if self.is_sign("-", "+"):
            sign = self.take()
            with self.deeper():
                return Unary(sign.column, sign.text, self._factor())
        return self.power()

    def power(self) -> Node:
        """A factor without a sign: an atom with its indices, transposes and exponent."""
        node = self.atom()
        while (found := self._raised(node) or self._picked_from(node)) is not None:
            node = found
        return node

    def _raised(self, node: Node) -> Node | None:
        """With the exponent, transpose, factorial or percent sign that comes next."""
        if self._skip_positive_part():
            return Function(node.column, "relu", (node,))
        if self.is_sign("^"):
            caret = self.take()
            if self.skip_transpose():
                return self.turned(caret.column, node)
            return raised(caret.column, node, self.exponent())
        if self.is_sign("'") or (self.token.kind == "command" and self.token.text == "top"):
            return Unary(self.take().column, "T", node)
        if self.is_sign("!"):
            return Unary(self.take().column, "!", node)
        if self.is_sign("%") and not self._factor_follows():
            return Unary(self.take().column, "%", node)
        return None

    def _picked_from(self, node: Node) -> Node | None:
        """With the method or the indices that come next."""
        if self.is_sign(".") and self.at(self.place + 1).kind == "word" and not self._is_spaced_dot():
            return self.attribute(node)
        if self.is_sign("_"):
            return self._lowered(node)
        if not self.is_sign("[") or self.token.spaced:
            return self.picked_by_label(node)
        if isinstance(node, Function) and node.name == "size" and len(node.arguments) == 1:
            return self.axis_of(node)
        return self.sliced(node) or (self._bracketed_index(node) if self._is_index() else None)

    def _skip_positive_part(self) -> bool:
        """Use up the plus of `(x)_+` and `[x]^+`, behind which nothing stands that it could be added to."""
        if not self.is_sign("_", "^"):
            return False
        braced = self.is_sign("{", ahead=1)
        behind = self.at(self.place + 2 + 2 * braced)
        is_alone = behind.kind == "end" or behind.text == ")"  # `x^+`
        if not (is_alone or self.at(self.place - 1).text in (")", "]")):
            return False
        if not self.is_sign("+", ahead=1 + braced) or (braced and not self.is_sign("}", ahead=3)):
            return False
        start, self.place = self.place, self.place + 2 + 2 * braced
        is_glued = not braced and self.at(start).text == "^" and not self.token.spaced  # `(x)^+y`
        if is_glued and self.starts_factor():
            self.place = start
        return self.place > start

    def _factor_follows(self) -> bool:
        self.place += 1
        found = self.starts_factor()
        self.place -= 1
        return found

    def exponent(self) -> Node:
        """What a caret binds: a group, a signed atom, a call."""
        if self.is_sign("-", "+"):
            sign = self.take()
            with self.deeper():
                return Unary(sign.column, sign.text, self.exponent())
        if self.is_sign("{"):
            node = self._group()
        elif self.token.kind == "word" and self._word_power():
            node = self.symbol()
        else:
            node = self.atom()
        while self.is_sign(".") and self.at(self.place + 1).kind == "word":
            node = self.attribute(node)
        if self.is_sign("^"):
            caret = self.take()
            with self.deeper():
                return Binary(caret.column, "^", node, self.exponent())
        return node

    def _word_power(self) -> bool:
        return self.function_key() is None and not self.is_prefix()

    def _group(self) -> Node:
        opened = self.take()
        with self.deeper():
            node = self.condition()
        self.close(opened, "}")
        return node

    def starts_factor(self) -> bool:
        """Whether a factor may start here."""
        token = self.token
        if token.kind == "sign":
            is_closed = token.text in "|‖" and (self._bars or token.text == self._separator)
            return (token.text in _OPENING and not is_closed) or token.text == "~"
        if token.kind == "command":
            return token.text in _STARTING
        return token.kind == "number" or (token.kind == "word" and token.text not in ("if", "else", "otherwise", "for"))

    def atom(self) -> Node:
        """A number, a symbol, a call, or something in brackets."""
        token = self.token
        if token.kind == "number":
            return self.number()
        if token.kind == "sign":
            return self.bracket()
        if self.starts_gradient():
            return self.gradient()
        if token.kind == "command" and token.text in ("frac", "sqrt", "begin", "infty", "langle"):
            return self.inner_product() if token.text == "langle" else self.command()
        if self.is_prefix():
            return self.prefixed()
        if self._is_exponential():
            self.place += 2
            return Function(token.column, "exp", (self.exponent(),))
        if self.is_indicator():
            return self.indicator()
        return self.sum() if self.starts_sum() else self._called_or_symbol()

    def _called_or_symbol(self) -> Node:
        function = self.function_key()
        if self.token.text == "lg" and self.token.kind == "word":
            self.fail(self.translate("lg is read in two ways: write log_2 or log_10"))
        if function is None:
            return self.infinity() or self.type_of_numbers() or self.symbol()
        if function[0] in functions.EINSUM:
            return self.contraction(function[1])
        return self.module(*function) or self._called(*function)

    def _called(self, key: str, end: int) -> Node:
        """A call; `sum(α_j h_j)` with the letter over which it runs."""
        is_over_letter = functions.NAMES.get(key, key) in _SUMMING and self.at(end).text == "("
        if not is_over_letter or self.scope.is_code:
            return self.called(key, end)
        letters, node = self.over_implied(self.token, lambda: self.called(key, end))
        is_told = isinstance(node, Function) and any(name != "moment" for name, _value in node.keywords)
        if len(letters) != 1 or is_told or not isinstance(node, Function):
            return node
        return replace(node, keywords=(("index", Name(node.column, letter(letters), letters)),))

    def _is_exponential(self) -> bool:
        """`e^…` is the exponential function, also where `e` is a symbol, unless a whole number follows."""
        found = spelled(self.tokens, self.place)
        if found is None or found.base != "e" or found.after_base != self.place + 1 or not self.is_sign("^", ahead=1):
            return False
        exponent = self.at(self.place + 2)
        if exponent.text == "{" and self.at(self.place + 4).text == "}":
            exponent = self.at(self.place + 3)
        return self.known("e") is None or exponent.kind != "number"

    def _lowered(self, node: Node) -> Node:
        """`(…)_k`, `softmax(z)_{target}`: an index of something that is no symbol."""
        return Index(node.column, node, self.subscript())

    def _is_index(self) -> bool:
        """Whether a bracket directly after something holds indices and not a concatenation."""
        return self.indices_of(self.place + 1, self.closing()) is not None and not self._holds_tensor()

    def _holds_tensor(self) -> bool:
        inside = self.tokens[self.place + 1 : self.closing()]
        entries = [self.known(t.text) for t in inside if t.kind == "word"]
        return any(isinstance(e, str) or (e is not None and bool(e.axes) and not e.is_whole) for e in entries)

    def _bracketed_index(self, node: Node) -> Node:
        end = self.closing()
        indices = self.indices_of(self.place + 1, end)
        if indices is None or self.at(end).kind == "end":
            self.unexpected()
        self.place = end + 1
        return self.own_block(node, indices) or Index(node.column, node, indices, 0)


_COMMANDS = frozenset({"langle", "nabla", "partial", "frac", "sqrt", "begin", "infty", "sum", "prod", *ACCENTS})
_STARTING = FONTS | GREEK | _COMMANDS


def _product(sign: Token, left: Node, right: Node) -> Node:
    if sign.text == "/":
        return Binary(sign.column, "/", left, right)
    if sign.text == "//":
        return Function(sign.column, "floor", (Binary(sign.column, "/", left, right),))
    if sign.text == "@":
        return Binary(sign.column, "@", left, right, "matrix")
    return Binary(sign.column, sign.text, left, right, "elementwise" if sign.text in ("⊙", ".*") else "free")
