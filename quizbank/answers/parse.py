"""Text into trees, by precedence climbing over our own tokens; no interpreter ever sees what was typed."""

from collections.abc import Sequence
from dataclasses import replace

from quizbank.answers import functions
from quizbank.answers.brackets import Brackets
from quizbank.answers.lines import Line, lines
from quizbank.answers.methods import Methods, as_torch
from quizbank.answers.reader import Scope
from quizbank.answers.spelling import ACCENTS, FONTS, GREEK, spelled
from quizbank.answers.sums import Sums
from quizbank.answers.tokens import Token
from quizbank.answers.tree import Binary, Definition, Function, Index, Name, Node, Number, Unary
from quizbank.answers.unreadable import Unreadable
from quizbank.answers.vocabulary import Vocabulary
from quizbank.answers.walk import depth, free_letters, renamed, walk

DEEPEST_TREE = 110
"""Sums of so many terms are read; what walks a tree does so by recursion."""

_PRODUCTS = ("*", "·", "×", "•", "⊙", "@", "/")
_OPENING = ("(", "[", "{", "\\{", "|", "‖")


def parse(text: str | Sequence[str], vocabulary: Vocabulary) -> tuple[Definition, ...]:
    """The definitions that an answer consists of, one a line. Raises Unreadable."""
    found = lines([text] if isinstance(text, str) else text, vocabulary)
    scope = Scope(all={key: name for line in found for key, name in line.keys.items()})
    definitions = []
    for line in found:
        scope.own = frozenset(line.keys)
        try:
            body = _read(line, vocabulary, scope)
            if depth(body) > DEEPEST_TREE:
                raise RecursionError
        except RecursionError:
            _ = vocabulary.translate
            raise Unreadable(1, _("the formula is nested too deep"), line.number) from None
        indices = (*line.indices, *(name for name in free_letters(body) if name not in line.indices))
        definitions.append(Definition(line.tokens[0].column, line.name, body, indices, line.number))
        scope.earlier.update(line.keys)
        scope.letters.update({line.name: indices} if line.name else {})
    return _with_input_parts(definitions)


def _read(line: Line, vocabulary: Vocabulary, scope: Scope) -> Node:
    """The right side; read again where rows of something make other letters indices too, as in `α_j h_j`."""
    body = Node(1)
    bound: tuple[str, ...] = ()
    for _attempt in range(2):
        parser = Parser(list(line.tokens), vocabulary, scope, line.number, line.is_latex)
        parser.letters |= {name[1:] for name in line.indices}
        parser.bound += [name[1:] for name in bound]
        body = parser.whole()
        if not free_letters(body) or bound:
            break
        bound = free_letters(body)
    return body


def _with_input_parts(definitions: Sequence[Definition]) -> tuple[Definition, ...]:
    """`W_f` is the input part of the joint weight where the hidden part `U_f` stands beside it, or the other way."""
    names = {node.name for line in definitions for node in walk(line.body) if isinstance(node, Name)}
    weights = {name.partition(" ")[0] for name in names if " " in name and name[0] == "W"} & names
    parts = {w: f"{w} input" if f"{w} hidden" in names else f"{w} hidden" for w in weights}
    return tuple(replace(line, body=renamed(line.body, parts)) for line in definitions) if parts else tuple(definitions)


class Parser(Sums, Brackets, Methods):
    """The grammar: sums of products of powers."""

    def whole(self) -> Node:
        """The whole line, to its end."""
        node = self.condition()
        if self.token.kind != "end":
            self.unexpected()
        return node

    def expression(self) -> Node:
        """Terms with + and − between them."""
        with self.deeper():
            node = self.term()
            while self.is_sign("+", "-"):
                sign = self.take()
                node = Binary(sign.column, sign.text, node, self.term())
        return node

    def term(self) -> Node:
        """Factors with products or divisions between them; juxtaposition binds as a sign does."""
        node = self._factor()
        while True:
            if self.is_sign(*_PRODUCTS):
                sign = self.take()
                node = _product(sign, node, self._factor())
            elif self.starts_factor() and not (self.token.kind == "number" and isinstance(node, Number)):
                column = self.token.column
                node = Binary(column, " ", node, self.power(), "free")
            else:
                return node

    def _factor(self) -> Node:
        if self.is_sign("-", "+"):
            sign = self.take()
            with self.deeper():
                return Unary(sign.column, sign.text, self._factor())
        return self.power()

    def power(self) -> Node:
        """A factor without a sign: an atom with its indices, transposes and exponent."""
        node = self.atom()
        while True:
            if self.is_sign("^"):
                caret = self.take()
                if self._skip_transpose():
                    node = Unary(caret.column, "T", node)
                else:
                    node = Binary(caret.column, "^", node, self.exponent())
            elif self.is_sign("'"):
                node = Unary(self.take().column, "T", node)
            elif self.is_sign(".") and self.at(self.place + 1).kind == "word":
                node = self.attribute(node)
            elif self.is_sign("_"):
                node = self._lowered(node)
            elif self.is_sign("[") and not self.token.spaced and self._is_index():
                node = self._bracketed_index(node)
            elif self.is_sign("!"):
                node = Unary(self.take().column, "!", node)
            elif self.is_sign("%") and not self._factor_follows():
                node = Unary(self.take().column, "%", node)
            else:
                return node

    def _factor_follows(self) -> bool:
        self.place += 1
        found = self.starts_factor()
        self.place -= 1
        return found

    def _skip_transpose(self) -> bool:
        r"""Use up `T`, `\top`, `{T}`, `\mathsf{T}` or `\prime` after a caret."""
        place, closers = self.place, 0
        while self.at(place).text in ("{", "(") or (self.at(place).text in FONTS and closers < 4):
            closers += self.at(place).kind == "sign"
            place += 1
        token = self.at(place)
        if token.kind == "word" and token.text.startswith("T") and len(token.text) > 1 and not closers:
            self._split_transpose(place)
            token = self.at(place)
        if token.text not in ("T", "top", "'"):
            return False
        place += 1
        for _closer in range(closers):
            if self.at(place).text not in ("}", ")"):
                return False
            place += 1
        self.place = place
        return True

    def _split_transpose(self, place: int) -> None:
        """`K^TV` is Kᵀ V where V is a symbol and TV is none."""
        word = self.at(place).text
        if self.known(word) is None and self.is_product(word[1:], ""):
            self.split(place, 1)

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
        return self.function_key() is None and not self._is_prefix()

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
            return (token.text in _OPENING and (token.text not in "|‖" or not self._bars)) or token.text == "~"
        if token.kind == "command":
            return token.text in FONTS | GREEK | _COMMANDS
        return token.kind == "number" or (token.kind == "word" and token.text not in ("if", "else", "otherwise"))

    def atom(self) -> Node:
        """A number, a symbol, a call, or something in brackets."""
        token = self.token
        if token.kind == "number":
            return self.number()
        if token.kind == "sign":
            return self.bracket()
        if token.kind == "command" and token.text in ("frac", "sqrt", "begin", "infty"):
            return self.command()
        if self._is_prefix():
            self.place += 2
            return as_torch(self.atom()) if token.text == "torch" else self.atom()
        if self._is_exponential():
            self.place += 2
            return Function(token.column, "exp", (self.exponent(),))
        if self.token.text in FONTS and self.is_indicator():
            return self.indicator()
        if self.starts_sum():
            return self.sum()
        if token.kind == "word" and token.text == "lg":
            self.fail(self.translate("lg is read in two ways: write log_2 or log_10"))
        function = self.function_key()
        if function is not None:
            return self.called(*function)
        return self.symbol()

    def _is_prefix(self) -> bool:
        """`torch.`, `np.`, `F.` in front of a function."""
        return (
            self.token.kind == "word"
            and self.token.text in functions.PREFIXES
            and self.is_sign(".", ahead=1)
            and self.at(self.place + 2).kind == "word"
            and self.at(self.place + 2).text not in ("T", "mT", "shape", "size", "t")
        )

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
        first = self.place + 1
        after = self.closing(1) + 1 if self.is_sign("{", ahead=1) else first + 1
        indices = self.indices_of(first, after)
        if indices is None:
            self.unexpected()
        self.place = after
        return Index(node.column, node, indices)

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
        return Index(node.column, node, indices, 0)


_COMMANDS = frozenset({"frac", "sqrt", "begin", "infty", "sum", "prod", *ACCENTS})


def _product(sign: Token, left: Node, right: Node) -> Binary:
    if sign.text == "/":
        return Binary(sign.column, "/", left, right)
    if sign.text == "@":
        return Binary(sign.column, "@", left, right, "matrix")
    return Binary(sign.column, sign.text, left, right, "elementwise" if sign.text == "⊙" else "free")
