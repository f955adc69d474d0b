"""Calls of functions and methods, with brackets or without, in the forms of mathematics, torch and numpy."""

from collections.abc import Sequence
from typing import NoReturn

from quizbank.answers.notation import functions
from quizbank.answers.notation.means import Means
from quizbank.answers.notation.parameters import Parameters, in_order
from quizbank.answers.notation.pattern import LETTER, is_dots, ranged
from quizbank.answers.notation.signs import Keywords, along, as_sign, in_base, turned, whole_number, without_idle
from quizbank.answers.notation.slopes import has_bare, is_bare
from quizbank.answers.notation.tokens import Token
from quizbank.answers.tree import (
    Binary,
    Concat,
    Function,
    Index,
    Name,
    Node,
    Number,
    Reduction,
    Unary,
    is_letter,
    is_transposed,
)
from quizbank.answers.walk import free_letters

_STATISTICS = {"mean": "mu", "std": "sigma", "var": "sigma"}


class Calls(Parameters, Means):
    """Reads what follows the name of a function, and methods."""

    def called(self, key: str, end: int) -> Node:
        """A call of the function whose name ends at `end`."""
        start = self.token
        statistic = self._statistic(key, end)
        if statistic is not None:
            self.place = end
            return statistic
        if key in self.vocabulary.forbidden or (key in functions.LIBRARY and key not in self.vocabulary.calls):
            self.whole_answer(key)
        index = None
        self.place = end
        base = key if key in self.vocabulary.calls else functions.NAMES.get(key, key)
        if self.is_sign("_") and key in functions.CONCAT:
            return self.over_letters(start, "concat")
        if base == "mean" and (letters := self.letters_below()):
            return self.mean_over(start, letters)
        if self.is_sign("_"):
            index = self._index_of_function()
        power = self._power_of_function()
        with self.binding([index.text] if isinstance(index, Name) and is_letter(index.name) else []):
            arguments, keywords = self._given(start, key, base)
        arguments, index = self.of_its_place(start, key, arguments, index)
        if index is not None and base == "log":
            arguments = (*arguments, index)
        elif index is not None:
            keywords = (*keywords, ("index", index))
        if self.vocabulary.slope_of and has_bare(arguments) and not is_bare(keywords):
            bare = self.function(start, base, (Name(start.column, self.vocabulary.slope_of, key),), ())
            return Binary(start.column, " ", bare, arguments[0], "free")
        if base == "SelfAttention":
            base = self.attention_of_one_head(start, arguments)
        node = self.function(start, base, arguments, keywords)
        return node if power is None else Binary(start.column, "^", node, power)

    def _statistic(self, key: str, end: int) -> Node | None:
        """`mean`, `std` and `var` alone, where the notes have μ and σ for them."""
        base, column = functions.NAMES.get(key, key), self.token.column
        name = _STATISTICS.get(base)
        follows = self.at(end)
        is_alone = follows.kind == "end" or (follows.kind == "sign" and follows.text in "+-*/)]},=⊙·^")
        if name is None or not is_alone or self.vocabulary.by_name(name) is None:
            return None
        symbol = Name(column, name, key)
        return Binary(column, "^", symbol, Number(column, 2.0, "2")) if base == "var" else symbol

    def _given(self, start: Token, key: str, base: str) -> tuple[tuple[Node, ...], Keywords]:
        """What the function is called with, in brackets or without; the variable itself where nothing stands."""
        if self.vocabulary.slope_of and self._is_bare():
            bare = Name(start.column, self.vocabulary.slope_of, key)
            return (bare,), (("bare", Number(start.column, 1.0, "")),)
        if not self.is_sign("(", "[", "\\{", "{"):
            if key in functions.CONCAT:
                self.unexpected()
            if base in _STATISTICS and not self.starts_factor():
                self.fail(self.translate("of what? write {name}(x)").format(name=key), start.column)
            return (self._unbracketed(base),), ()
        is_moment = base in ("mean", "var") and (self.is_sign("[") or self._is_over_batch(start))
        arguments, keywords = self.arguments()
        is_moment |= base == "mean" and self._is_of_rows(start, arguments)
        if is_moment and len(arguments) == 1 and not keywords:
            keywords = (("moment", Number(start.column, 1.0, "")),)
        if key == "vec" and is_transposed(arguments[0]):
            arguments = (arguments[0].operand,)  # mathematics stacks columns, and `flatten` rows
        if key in self.vocabulary.calls:
            arguments = in_order(self._of_one_head(arguments), self.vocabulary.calls[key])
        return arguments, keywords

    def _is_of_rows(self, start: Token, arguments: tuple[Node, ...]) -> bool:
        """Whether `mean(C[w])` without a library in front is the mean of vectors that are looked up."""
        picked = arguments[0] if len(arguments) == 1 else None
        is_looked_up = isinstance(picked, Index) and not free_letters(picked)
        return is_looked_up and not self._follows_dot(start)

    def _is_over_batch(self, start: Token) -> bool:
        """Whether `mean(x)` without a library in front is the mean over a batch, whose rows are examples."""
        shapes = [e.axes for e in self.vocabulary.entries.values() if e.role == "argument" and len(e.axes or ()) == 2]
        return not self._follows_dot(start) and bool(shapes) and all(axes[0] == "B" for axes in shapes if axes)

    def _follows_dot(self, start: Token) -> bool:
        """Whether a library or a value stands in front of the function, as in `torch.mean`."""
        place = next((place for place, token in enumerate(self.tokens) if token is start), 0)
        return place > 0 and self.at(place - 1).text == "."

    def _of_one_head(self, arguments: tuple[Node, ...]) -> tuple[Node, ...]:
        """`Attention(Q, K, V)` after `Q = X W_i^Q`: the names of lines stand for their values of head i."""
        found = []
        for node in arguments:
            letters = self.scope.letters.get(node.name, ()) if isinstance(node, Name) else ()
            indices = tuple(Name(node.column, name, name[1:]) for name in letters)
            found.append(Index(node.column, node, indices) if indices else node)
        return tuple(found)

    def require_formula(self) -> None:
        """A library's own `F.layer_norm(x, (d,), …)`, with its own arguments, is no call of the notes' formula."""
        found = self.function_key()
        if found is not None and found[0] in functions.LIBRARY:
            self.whole_answer(found[0])

    def whole_answer(self, key: str) -> NoReturn:
        """Fail at a call that is what is asked."""
        _ = self.translate
        self.fail(_("{name} would be the whole answer: write it out").format(name=key))

    def over_letters(self, start: Token, kind: str) -> Node:
        """What runs over the letters that stand below, the name of the function used up."""
        raise NotImplementedError

    def _index_of_function(self) -> Node | None:
        """`softmax_j`, `mean_t`: the index over which it runs."""
        if self.at(self.place + 1).text == "t" and self.vocabulary.by_name("T") is not None:
            with self.binding(["t"]):
                return self.subscript()[0]
        return self.subscript()[0]

    def _power_of_function(self) -> Node | None:
        """`tanh^2 x` is (tanh x)²."""
        _ = self.translate
        if not self.is_sign("^"):
            return None
        self.take()
        column = self.token.column
        power = self.exponent()
        if isinstance(power, Unary):
            self.fail(_("write the inverse of a function out"), column)
        return power

    def _is_bare(self) -> bool:
        return not self.is_sign("(", "[", "\\{", "{") and not (
            self.token.kind in ("word", "command") and self.starts_factor()
        )

    def _unbracketed(self, base: str) -> Node:
        """The argument of a function without brackets: the product that follows."""
        if self.is_sign("-", "+"):
            sign = self.take()
            return Unary(sign.column, sign.text, self._unbracketed(base))
        if not self.starts_factor():
            self.unexpected()
        is_function = self.function_key() is not None
        node = self.power()
        while not is_function and self.starts_factor() and self.function_key() is None:
            if self.is_sign("(") and base not in functions.GREEDY:
                break
            column = self.token.column
            node = Binary(column, " ", node, self.power(), "free")
        return node

    def function(self, start: Token, name: str, arguments: tuple[Node, ...], keywords: Keywords) -> Node:
        """The node of a call; calls that are signs or brackets in disguise become those."""
        if arguments:
            self.require_settings(start, name, arguments, keywords)
        keywords = tuple((key, value) for key, value in keywords if key != "dtype")
        simple = self._simple(start, name, arguments)
        if simple is not None:
            return simple
        if any(key == "for" for key, _value in keywords) or self._is_of_list(start, name, arguments, keywords):
            return self.reduced_over_range(start, name, arguments)
        if name in functions.CONCAT:
            if name in functions.ROWS and not any(key == "dim" for key, _value in keywords):
                keywords = (*keywords, *along(start.column, 0))
            return self._concat(start.column, arguments, keywords)
        arguments = turned(start.column, name, arguments, keywords)
        sign = as_sign(start.column, name, arguments)
        if sign is not None:
            return sign
        if name in ("max", "min") and len(arguments) == 2 and not _is_axis(arguments[1], keywords):
            return Function(start.column, f"{name}imum", arguments)
        arguments, keywords = without_idle(name, arguments, keywords)
        if name in functions.REDUCE | functions.SOFTMAX | {"unsqueeze"} and len(arguments) == 2:
            keywords, arguments = (*keywords, ("dim", arguments[1])), arguments[:1]
        self.require_keywords(start, name, keywords)
        self._count(start, name, arguments)
        return Function(start.column, name, arguments, keywords)

    def _in_base(self, start: Token, argument: Node, base: Node) -> Node:
        if isinstance(base, Name) and is_letter(base.name):
            self.fail(self.translate("{symbol} is not a name here").format(symbol=base.text), base.column)
        return in_base(start.column, argument, base)

    def _simple(self, start: Token, name: str, arguments: tuple[Node, ...]) -> Node | None:
        """What is its first argument, perhaps transposed, the same number everywhere, or a logarithm in a base."""
        if name in functions.CONTAINERS and arguments:
            return arguments[0]
        if name == "log" and len(arguments) == 2:
            return self._in_base(start, *arguments)
        if name == "exp2" and len(arguments) == 1:
            return Binary(start.column, "^", Number(start.column, 2.0, "2"), arguments[0])
        if name in functions.FILLED:
            return Number(start.column, functions.FILLED[name], f"{functions.FILLED[name]:.0f}")
        if name != "transpose" or not arguments:
            return None
        is_turned = self.turns(start, arguments[1:])
        return Unary(start.column, "T", arguments[0]) if is_turned else arguments[0]

    def _is_of_list(self, start: Token, name: str, arguments: tuple[Node, ...], keywords: Keywords) -> bool:
        """Python's `sum([… for j in range(K)])`, or numpy's over axis 0: entry by entry."""
        if name not in ("sum", "mean", "max", "prod") or not arguments or not isinstance(arguments[0], Reduction):
            return False
        axis = arguments[1] if len(arguments) == 2 else dict(keywords).get("dim")
        is_python = axis is None and not self._follows_dot(start)
        return arguments[0].kind == "concat" and (is_python or (axis is not None and whole_number(axis, -1) == 0))

    def _count(self, start: Token, name: str, arguments: Sequence[Node]) -> None:
        _ = self.translate
        wanted = 1 if name in functions.ELEMENTWISE | functions.SOFTMAX | functions.REDUCE else None
        if name in functions.PAIR:
            wanted = 2
        if wanted is not None and len(arguments) != wanted:
            message = _("{name} takes {n} arguments").format(name=start.text, n=wanted)
            self.fail(message, start.column)

    def _concat(self, column: int, arguments: tuple[Node, ...], keywords: Keywords) -> Node:
        axis = dict(keywords).get("dim")
        arguments = tuple(map(self._every, arguments))
        is_list = len(arguments) == 2 and isinstance(arguments[0], Concat | Reduction)
        if is_list and isinstance(arguments[1], Number | Unary):
            axis, arguments = arguments[1], arguments[:1]
        parts = arguments[0].parts if isinstance(arguments[0], Concat) else arguments
        if any(map(is_dots, parts)) and len(parts) > 1:
            return self.ellipsis(column, parts)
        running = [name for name in free_letters(parts[0]) if name[1:] not in self.bound] if len(parts) == 1 else []
        if len(running) == 1:
            return Reduction(column, "concat", running[0], None, None, parts[0])  # `Concat(head_i)`
        if len(parts) == 1 and isinstance(parts[0], Index):
            return Function(column, "flatten", parts)  # `concat(C[ids])`
        return Concat(column, parts, whole_number(axis, -1))

    def _every(self, node: Node) -> Node:
        """`heads` where a line defines head_i, as all of them side by side; anything else as it is."""
        name = node.text.removesuffix("s") if isinstance(node, Name) and node.text.endswith("s") else ""
        letters = self.scope.letters.get(name, ())
        if len(letters) != 1:
            return node
        indices = (Name(node.column, letters[0], letters[0][1:]),)
        return Reduction(
            node.column, "concat", letters[0], None, None, Index(node.column, Name(node.column, name, name), indices)
        )

    def ellipsis(self, column: int, parts: Sequence[Node]) -> Node:
        """`head_1, …, head_h`: a concatenation over an index."""
        _ = self.translate
        *before, dots, last = parts
        found = ranged(before, last) if before and is_dots(dots) else None
        if found is None or not isinstance(found[0], Index):
            self.fail(_("these dots could not be understood"), column)
        body, start, stop = found
        return Reduction(column, "concat", LETTER, start, stop, body)


def _is_axis(node: Node, keywords: Keywords) -> bool:
    negative = isinstance(node, Unary) and node.sign == "-" and isinstance(node.operand, Number)
    return negative or any(name == "keepdim" for name, _ in keywords)
