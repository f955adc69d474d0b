"""Edits that put in what is missing: a term, a factor, a function around a part."""

from quizbank.answers.reasons.edit import Found, Shapes
from quizbank.answers.tree import Binary, Function, Name, Node, Number, Unary

_INSERTED = ("tanh", "sigmoid", "softmax", "sqrt", "log", "exp", "relu")


def wrapped(node: Node, _arguments: Shapes, _body: Node) -> Found:
    """A function, a transpose, a minus or a square around this."""
    if isinstance(node, Number):
        return
    for name in _INSERTED:
        if not (isinstance(node, Function) and node.name == name):
            yield "function missing", Function(node.column, name, (node,))
    yield "transpose missing", Unary(node.column, "T", node)
    yield "minus missing", Unary(node.column, "-", node)
    yield "square missing", Binary(node.column, "^", node, Number(node.column, 2.0, "2"))


def added(node: Node, arguments: Shapes, _body: Node) -> Found:
    """A term, factor or exponent that does not occur in the answer yet."""
    for name, shape in arguments.items():
        other = Name(node.column, name, name)
        yield "term missing", Binary(node.column, "+", node, other)
        yield "term missing", Binary(node.column, "-", node, other)
        yield "factor missing", Binary(node.column, "⊙", node, other, "elementwise")
        yield "divisor missing", Binary(node.column, "/", node, other)
        root = Function(node.column, "sqrt", (other,))
        yield "divisor missing", Binary(node.column, "/", node, root)
        if not shape.axes and (isinstance(node, Name) or (isinstance(node, Binary) and node.sign == "/")):
            yield "exponent missing", Binary(node.column, "^", node, other)


def scaled(node: Node, sizes: Shapes, _body: Node) -> Found:
    """A size as a factor, or its root, that does not occur in the answer yet."""
    for name in sizes:
        size = Name(node.column, name, name)
        root = Function(node.column, "sqrt", (size,))
        yield "factor missing", Binary(node.column, "⊙", node, size, "elementwise")
        yield "divisor missing", Binary(node.column, "/", node, size)
        yield "divisor missing", Binary(node.column, "/", node, root)
        yield "factor missing", Binary(node.column, "⊙", node, root, "elementwise")


def scaled_again(node: Node, scalars: Shapes, _body: Node) -> Found:
    """A number that stands elsewhere in the answer, as a factor or divisor here too."""
    if isinstance(node, Name | Function):
        for name in scalars:
            other = Name(node.column, name, name)
            yield "here too", Binary(node.column, "/", node, other)
            yield "here too", Binary(node.column, "⊙", node, other, "elementwise")
