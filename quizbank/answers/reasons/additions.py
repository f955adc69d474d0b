"""Edits that put in what is missing: a term, a factor, a function around a part."""

import itertools
from dataclasses import replace

from quizbank.answers.reasons.edit import Found, Shapes
from quizbank.answers.tree import Binary, Compare, Concat, Function, Name, Node, Number, Unary

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


def added_again(node: Node, names: Shapes, body: Node) -> Found:
    """A term that stands elsewhere in the answer already."""
    for name, shape in names.items() if node is body else ():
        if shape.axes:
            other = Name(node.column, name, name)
            yield "term again", Binary(node.column, "+", other, node)
            yield "term again", Binary(node.column, "-", node, other)


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
    if isinstance(node, Name | Function | Compare) or (isinstance(node, Binary) and node.sign == "^"):
        for name in scalars:
            other = Name(node.column, name, name)
            yield "here too", Binary(node.column, "/", node, other)
            yield "here too", Binary(node.column, "⊙", node, other, "elementwise")


def more_factors(node: Node, arguments: Shapes, _body: Node) -> Found:
    """A matrix or a vector, in front or behind, that does not occur in the answer yet."""
    for name, shape in arguments.items():
        if shape.axes:
            other = Name(node.column, name, name)
            yield "factor missing", Binary(node.column, " ", node, other, "free")
            yield "part in front missing", Binary(node.column, " ", other, node, "free")


def more_parts(node: Node, arguments: Shapes, _body: Node) -> Found:
    """A part of a concatenation that does not occur in the answer yet; its parts in any order."""
    if isinstance(node, Concat) and len(node.parts) > 1:
        for name in arguments:
            for place in range(len(node.parts) + 1):
                part = Name(node.column, name, name)
                yield "part missing", replace(node, parts=(*node.parts[:place], part, *node.parts[place:]))
        for parts in itertools.permutations(node.parts) if len(node.parts) == 3 else ():
            yield "order of parts", replace(node, parts=parts)
