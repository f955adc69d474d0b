"""A tree printed in one canonical form, which reads back as the same tree."""

import functools
from collections.abc import Callable, Sequence

from quizbank.answers.notation.characters import atoms
from quizbank.answers.notation.ones import ONES
from quizbank.answers.notation.pattern import put
from quizbank.answers.notation.spelling import ACCENTS, FONTS, PRINTED, printable
from quizbank.answers.notation.tokens import tokens
from quizbank.answers.notation.vocabulary import Vocabulary, key
from quizbank.answers.tree import (
    Binary,
    Compare,
    Concat,
    Definition,
    Function,
    Index,
    Name,
    Node,
    Number,
    Reduction,
    Unary,
    is_letter,
)
from quizbank.answers.unreadable import Unreadable

_SUM, _PRODUCT, _POWER, _ATOM = 1, 2, 3, 4
_NAMES = {"sigmoid": "σ", "relu": "ReLU", "log2": "log_2", "log10": "log_10", "maximum": "max", "minimum": "min"}
_SIGNS = {"-": "−", "!=": "≠", "<=": "≤", ">=": "≥"}
_RAISED = str.maketrans("0123456789-", "⁰¹²³⁴⁵⁶⁷⁸⁹⁻")


def echo(definitions: Sequence[Definition], vocabulary: Vocabulary) -> str:
    """The lines of an answer, divided by semicolons."""
    printer = Printer(vocabulary)
    lines = []
    for line in definitions:
        left = printer.symbol(line.name) if line.name else ""
        if left and line.indices and "_" not in left:
            left = f"{left}_{{{','.join(map(printer.symbol, line.indices))}}}"
        body = printer.text(line.body)
        lines.append(f"{left} = {body}" if left else body)
    return "; ".join(lines)


class Printer:
    """Prints nodes with the symbols of a vocabulary."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self._vocabulary = vocabulary
        self._kinds: dict[type[Node], Callable[..., str]] = {
            Number: self._number,
            Name: self._name,
            Unary: self._unary,
            Binary: self._binary,
            Function: self._function,
            Concat: self._concat,
            Index: self._index,
            Reduction: self._reduction,
            Compare: self._compare,
        }

    def text(self, node: Node) -> str:
        """The node without brackets around it."""
        return self._kinds[type(node)](node)

    def symbol(self, name: str) -> str:
        """The symbol of a name, as the notes print it, in Unicode."""
        if is_letter(name):
            return name[1:]
        entry = self._vocabulary.by_name(name)
        return display(entry.display) if entry else printable(self._as_typed(name))

    def _as_typed(self, name: str) -> str:
        """A name of the user's own without the prime that tells it from a symbol that is printed otherwise."""
        plain = name.removesuffix("′")
        entry = self._vocabulary.find(plain) if plain != name else None
        return plain if entry is not None and plain not in (entry.name, key(entry.display)) else name

    def _at(self, node: Node, level: int, *, is_right: bool = False) -> str:
        """The node, in brackets where it binds less than `level`."""
        text = self.text(node)
        loose = _level(node) < level or (is_right and isinstance(node, Unary) and node.sign in "+-")
        return f"({text})" if loose else text

    def _number(self, node: Number) -> str:
        return {"pi": "π"}.get(node.text, node.text)

    def _name(self, node: Name) -> str:
        return self.symbol(node.name)

    def _unary(self, node: Unary) -> str:
        if node.sign == "T":
            inner = self._at(node.operand, _ATOM)
            return f"({inner})ᵀ" if _is_open(inner) else f"{inner}ᵀ"
        if node.sign == "abs":
            inner = self.text(node.operand)
            return f"abs({inner})" if "|" in inner else f"|{inner}|"
        if node.sign in "!%":
            return self._at(node.operand, _ATOM) + node.sign
        return _SIGNS.get(node.sign, node.sign) + self._at(node.operand, _POWER, is_right=True)

    def _binary(self, node: Binary) -> str:
        match node:
            case Binary(sign="^"):
                return self._power(node)
            case Binary(sign="⊙", left=Compare(right=same) as one, right=Compare(left=middle, sign=sign) as other):
                if same == middle and sign[0] in "<>":
                    return self.text(one)[:-1] + self.text(other)[1:].removeprefix(self.text(middle))
        if node.sign in "+-":
            left = self._at(node.left, _SUM)
            return f"{left} {_SIGNS.get(node.sign, node.sign)} {self._at(node.right, _PRODUCT, is_right=True)}"
        left = self._at(node.left, _PRODUCT)
        right = self._at(node.right, _POWER, is_right=True)
        sign = _product(node)
        if _goes_on(node.left) or (sign in _TIGHT and _is_elementwise(node.left)):
            left = f"({left})"
        if sign == " " and right[:1].isdigit():
            right = f"({right})"
        return f"{left}{sign}{right}"

    def _power(self, node: Binary) -> str:
        base = self._at(node.left, _ATOM)
        if _is_open(base):
            base = f"({base})"
        exponent = self.text(node.right)
        plain = exponent.replace("−", "-")
        if isinstance(node.right, Number) and plain.isdigit():
            return base + plain.translate(_RAISED)
        return f"{base}^{{{exponent}}}"

    def _function(self, node: Function) -> str:
        keywords = dict(node.keywords)
        for reading in ("bare", "moment", ONES):
            keywords.pop(reading, None)
        if "block" in keywords:
            return self.text(node.arguments[0])  # the b of `[W b]`, as a column
        index = keywords.pop("index", None)
        if node.name == "block" and isinstance(node.arguments[0], Name):
            return _block(node.arguments[0].text)
        if node.name == "sqrt" and isinstance(node.arguments[0], Name | Number):
            inner = self.text(node.arguments[0])
            return f"√({inner})" if "^" in inner else f"√{inner}"
        name = "√" if node.name == "sqrt" else _NAMES.get(node.name, node.name)
        if node.name in ("maximum", "minimum") and isinstance(node.arguments[1], Unary):
            name = node.name  # max(x, −1) is the maximum over the last axis
        name += f"_{self.text(index)}" if index else ""
        parts = [*map(self.text, node.arguments), *(f"{key}={self._keyword(key, v)}" for key, v in keywords.items())]
        return f"{name}({', '.join(parts)})"

    def _keyword(self, key: str, node: Node) -> str:
        if key in ("keepdim", "unbiased") and isinstance(node, Number):
            return "True" if node.value else "False"
        return self.text(node)

    def _concat(self, node: Concat) -> str:
        inside = "; ".join(map(self.text, node.parts))
        if len(node.parts) == 1 and inside.startswith("Concat(") and node.axis != -1:
            return f"{inside[:-1]}, dim={node.axis})"  # heads below each other
        return f"[{inside}]" if node.axis == -1 else f"cat([{inside}], dim={node.axis})"

    def _index(self, node: Index) -> str:
        operand = self.text(node.operand)
        inside = ",".join(map(self.text, node.indices))
        is_base = isinstance(node.operand, Name) and "_" not in node.operand.text  # typed as h in `h_j`
        if is_base and node.first and _is_indexed(operand, node.indices):
            own = operand.endswith((f"_{inside}", f"_{{{inside}}}"))
            return operand if own else f"{operand.partition('_')[0]}_{{{inside}}}"
        if not isinstance(node.operand, Name) or "_" in operand or "^" in operand:
            operand = operand if isinstance(node.operand, Function) else f"({operand})"
        return f"{operand}_{{{inside}}}" if node.first else f"{operand}[{inside}]"

    def _reduction(self, node: Reduction) -> str:
        if node.kind == "concat":
            body = node.body.parts[0] if isinstance(node.body, Concat) else node.body
            if node.first is None or node.last is None:
                return f"[{self.text(body)} for {self.symbol(node.index or '')}]"
            first, last = (self.text(put(body, end)) for end in (node.first, node.last))
            return f"Concat({first}, …, {last})"
        sign = {"sum": "Σ", "product": "Π", "max": "max"}[node.kind]
        letter = self.symbol(node.index or "")
        below = f"{letter}={self.text(node.first)}" if node.first else letter
        limits = f"_{{{below}}}" if node.index else ""
        limits += f"^{{{self.text(node.last)}}}" if node.last else ""
        return f"{sign}{limits} {self._at(node.body, _PRODUCT, is_right=True)}"

    def _compare(self, node: Compare) -> str:
        return f"[{self.text(node.left)} {_SIGNS.get(node.sign, node.sign)} {self.text(node.right)}]"


def _is_open(text: str) -> bool:
    """Whether a superscript behind this would be read as part of it."""
    return text[-1:] in "ᵀ⁰¹²³⁴⁵⁶⁷⁸⁹" or (not text.endswith(")") and ("^" in text or text.startswith("√")))


def _level(node: Node) -> int:
    match node:
        case Binary(sign="+" | "-"):
            return _SUM
        case Binary(sign="^"):
            return _POWER
        case Binary() | Reduction(kind="sum" | "product" | "max"):
            return _PRODUCT
        case Unary(sign="+" | "-"):
            return _PRODUCT
        case Unary(sign="T" | "!" | "%"):
            return _POWER
    return _ATOM


def _product(node: Binary) -> str:
    """The sign of a product: as it was read, where that is decided, else as it was typed."""
    if node.sign == "/":
        return "/"
    if node.product in ("matrix", "dot", "outer"):
        return " @ " if node.sign == "@" else "·"
    if node.product == "elementwise":
        return " ⊙ "
    if node.product == "scalar":
        return " " if node.sign in (" ", "*", ".*") else "·"
    return {"·": "·", " ": " "}.get(node.sign, f" {node.sign} ")


_TIGHT = (" ", "·", " @ ")
"""Products that bind more than ⊙ does."""


def _goes_on(node: Node) -> bool:
    """Whether what is multiplied from the right would be read as a part of it, as under a sum."""
    return isinstance(node, Reduction) and node.kind != "concat"


def _is_elementwise(node: Node) -> bool:
    return isinstance(node, Binary) and node.sign != "/" and _product(node).strip() == "⊙"


@functools.cache
def display(symbol: str) -> str:
    r"""A symbol's LaTeX in Unicode: `\tilde{c}_{t-1}` as c̃_{t−1}."""
    try:
        read = tokens(atoms(symbol.strip("$ "), str), str)[:-1]
    except Unreadable:
        return symbol
    text, accent = "", ""
    for token in read:
        piece = token.text
        if token.kind == "command":
            if piece in ACCENTS:
                accent = _MARKS[piece]
                continue
            piece = "" if piece in FONTS else _LETTERS.get(piece, piece)
        if piece == "{" and accent:
            continue
        if accent and piece.isalpha():
            text, accent = text + piece + accent, ""
            continue
        text += _SIGNS.get(piece, piece)
    return _unbraced(text)


def _unbraced(text: str) -> str:
    """Without the braces around fonts and accents; those of a script of several characters stay."""
    found, kept = "", []
    for place, character in enumerate(text):
        if character == "{":
            end = text.find("}", place)
            kept.append(text[place - 1 : place] in ("_", "^") and end - place > 2)
            found += character if kept[-1] else ""
        elif character == "}":
            found += character if kept and kept.pop() else ""
        else:
            found += character
    return found


def _is_indexed(operand: str, indices: Sequence[Node]) -> bool:
    """Whether the symbol's own subscript consists of as many letters as there are indices, as in `h_j`, `A_{nt}`."""
    sub = operand.partition("_")[2].strip("{}")
    return (
        sub.isalpha() and len(sub) == len(indices) and all(isinstance(i, Name) and is_letter(i.name) for i in indices)
    )


def _block(key: str) -> str:
    """`W_i^Q` with its braces, and `Q_i`."""
    base, _, rest = key.partition("_")
    sub, _, sup = rest.partition("^")
    return f"{base}_{{{sub}}}" + (f"^{{{sup}}}" if sup else "")


_LETTERS = {**PRINTED, "partial": "∂", "top": "T"}
_MARKS = {
    "tilde": "\u0303",
    "hat": "\u0302",
    "bar": "\u0304",
    "vec": "",
    "overrightarrow": "\u20d7",
    "overleftarrow": "\u20d6",
}
