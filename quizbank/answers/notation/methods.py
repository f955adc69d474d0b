"""What follows a dot: transposes, shapes and methods, as torch and numpy have them."""

from dataclasses import replace

from quizbank.answers.notation import functions
from quizbank.answers.notation.calls import Calls
from quizbank.answers.notation.signs import Keywords, along, whole_number
from quizbank.answers.notation.tokens import Token
from quizbank.answers.tree import Binary, Compare, Function, Index, Name, Node, Number, Unary


class Methods(Calls):
    """Reads attributes."""

    def gradient_by(self, key: str | None, start: Token) -> Node:
        """The given gradient with respect to the symbol of this key."""
        raise NotImplementedError

    def attribute(self, node: Node) -> Node:
        """`.T`, `.shape[-1]` or a method, after the dot."""
        _ = self.translate
        dot = self.take()
        name = self.token
        if name.kind != "word":
            self.fail(_("a method's name is expected after the dot"))
        self.take()
        text = name.text
        while self.is_sign("_") and self.at(self.place + 1).kind == "word":
            self.take()
            text = f"{text}_{self.take().text}"
        if text in ("T", "mT", "H", "mH"):
            return Unary(dot.column, "T", node)
        if isinstance(node, Name) and text in ("data", "weight") and not self.is_sign("("):
            return node
        if isinstance(node, Name) and text == "grad" and not self.is_sign("("):
            return self.gradient_by(node.text, name)
        if self.is_sign("_") and self.is_sign("(", ahead=1):
            self.take()  # in place
        if text in ("dtype", "device"):
            return Number(name.column, 0.0, text)
        if text == "shape":
            return self._shape(name, node)
        if not self.is_sign("("):
            self.fail(_("{name} is no method that a formula may use").format(name=text), name.column)
        return self._method(name, text, node)

    def _shape(self, name: Token, node: Node) -> Node:
        if not self.is_sign("["):
            self.unexpected()
        return self.axis_of(Function(name.column, "size", (node,)))

    def axis_of(self, size: Function) -> Node:
        """One length of a shape, as `x.shape[-1]` and `tf.shape(x)[-1]` pick it."""
        opened = self.take()
        axis = self.expression()
        self.close(opened, "]")
        return Function(size.column, "size", (*size.arguments, axis))

    def _method(self, name: Token, text: str, node: Node) -> Node:
        _ = self.translate
        if self.is_sign(")", ahead=1):
            self.place += 2
            arguments: tuple[Node, ...] = ()
            keywords: Keywords = ()
        else:
            arguments, keywords = self.arguments()
        if text in self.vocabulary.forbidden or functions.NAMES.get(text) in self.vocabulary.forbidden:
            self.whole_answer(text)
        if text == "bool":
            return Compare(name.column, "!=", node, Number(name.column, 0.0, "0"))
        if text in functions.PASSIVE:
            self.require_fractions(name, text, node, (*arguments, *(value for _key, value in keywords)))
            return node
        if text == "t":
            return Unary(name.column, "T", node)
        if text in ("reshape", "view") and _is_flat(arguments, of_rows=isinstance(node, Index)):
            told = (("length", arguments[-1]),) if isinstance(arguments[-1], Binary) else ()
            return Function(name.column, "flatten", (node,), told)
        if text in ("reshape", "view") and (axis := _new_axis(arguments)) is not None:
            return Function(name.column, "unsqueeze", (node,), along(name.column, axis))
        if text in functions.PICKED:
            return self.function(name, text, (node, *arguments), keywords)
        if not (text in functions.NAMES or text in functions.ARITHMETIC):
            self.fail(_("{name} is no method that a formula may use").format(name=text), name.column)
        found = self.function(name, functions.NAMES.get(text, text), (node, *arguments), keywords)
        return found if self.scope.is_numpy else as_torch(found)


def _is_flat(shape: tuple[Node, ...], *, of_rows: bool) -> bool:
    """`(-1)`, `(n * m)`, and of rows that were looked up `(-1, n * m)`, whose first axis is the batch's."""
    if not shape:
        return False
    if len(shape) == 1 and whole_number(shape[0], 0) == -1:
        return True
    is_product = isinstance(shape[-1], Binary) and shape[-1].product in ("free", "elementwise")
    is_of_batch = of_rows and len(shape) == 2 and whole_number(shape[0], 0) == -1
    return is_product and (len(shape) == 1 or is_of_batch)


def _new_axis(shape: tuple[Node, ...]) -> int | None:
    """`(-1, 1)` makes a column of a vector, `(1, -1)` a row."""
    sides = [whole_number(node, 0) for node in shape]
    return {(-1, 1): -1, (1, -1): 0}.get((sides[0], sides[1])) if len(sides) == 2 else None


def as_torch(node: Node) -> Node:
    """torch's variance divides by n − 1 unless it is told otherwise."""
    if not isinstance(node, Function) or node.name not in ("var", "std"):
        return node
    if any(key in ("unbiased", "correction") for key, _value in node.keywords):
        return node
    return replace(node, keywords=(*node.keywords, ("unbiased", Number(node.column, 1.0, "True"))))
