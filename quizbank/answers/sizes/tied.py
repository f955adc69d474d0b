"""Sizes that are tied to one another: d_model is heads·d_k, and who is asked for V−1 rows may speak of V."""

import ast
import functools
from collections.abc import Iterator, Mapping
from dataclasses import replace

from quizbank import bank
from quizbank.answers.tree import Binary, Function, Name, Node, Number, Unary
from quizbank.answers.walk import rebuilt

Nodes = Mapping[str, Node]

_SIGNS: Mapping[type[ast.operator], str] = {ast.Add: "+", ast.Sub: "-", ast.Mult: "·", ast.FloorDiv: "/", ast.Pow: "^"}
_INVERSE = {"+": "-", "-": "+", "·": "/", "/": "·"}

_GENERIC = 1.234375
"""The value of a size that may be anything where another one makes up for it, as m in n·m; exact as a float."""

_OTHER = 0.5

_WORD = 3
"""So many letters make a word."""


def ties(topic: str, symbols: frozenset[str]) -> Nodes:
    """Names that an answer in these symbols may also use, each as an expression in them."""
    return _tied(topic, symbols)[0]


def spelled_out(topic: str, symbols: frozenset[str]) -> Nodes:
    """Symbols that stand for a product or a difference, each as that: what the printed answer shows."""
    return _tied(topic, symbols)[1]


def replaced(node: Node, nodes: Nodes) -> Node:
    """The tree with expressions in place of names."""
    match node:
        case Name(name=name) if name in nodes:
            return nodes[name]
        case Unary(operand=operand):
            return replace(node, operand=replaced(operand, nodes))
        case Binary(left=left, right=right):
            return replace(node, left=replaced(left, nodes), right=replaced(right, nodes))
        case Function(arguments=arguments):
            return replace(node, arguments=tuple(replaced(argument, nodes) for argument in arguments))
    return node


@functools.cache
def _tied(topic: str, symbols: frozenset[str]) -> tuple[Nodes, Nodes]:
    found: dict[str, Node] = {}
    shown: dict[str, Node] = {}
    for whole, text in _sizes(topic):
        node = _node(ast.parse(text, mode="eval").body)
        if any(_is_inner(name, topic) for name in {whole, *_names(node)} - symbols):
            continue
        free = [name for name in _names(node) if name not in symbols]
        if not free and whole not in symbols:
            found[whole] = node
        elif free and whole in symbols:
            found |= _solved(node, Name(1, whole, whole), symbols)
            if len(free) == len(_names(node)):
                shown[whole] = node
    return {name: node for name, node in found.items() if name not in symbols}, shown


def _is_inner(name: str, topic: str) -> bool:
    """Whether this is a word that signatures alone have, as `pairs` for half a width."""
    return len(name) >= _WORD and name.isalpha() and name not in {symbol.name for symbol in bank.legend(topic)}


def _sizes(topic: str) -> Iterator[tuple[str, str]]:
    """Each tied size of a topic, once: where a formula asks for more, as an even d_k, the plain tie holds."""
    found: dict[str, list[str]] = {}
    for formula in bank.formulas().values():
        if formula.topic == topic:
            for whole, text in formula.sizes.items():
                found.setdefault(whole, []).append(text)
    for whole, texts in found.items():
        if (text := min(texts, key=len)) != "2**":
            yield whole, text


def _node(part: ast.expr) -> Node:
    match part:
        case ast.Constant(value=int(number)):
            return Number(1, float(number), str(number))
        case ast.Name(id=name):
            return Name(1, name, name)
        case ast.BinOp(left=left, op=op, right=right) if type(op) in _SIGNS:
            return _binary(_SIGNS[type(op)], _node(left), _node(right))
    raise ValueError(f"a size may hold names, integers and + - * // **, got {ast.unparse(part)!r}")


def _binary(sign: str, left: Node, right: Node) -> Node:
    return Binary(1, sign, left, right, "free" if sign == "·" else None)


def _names(node: Node) -> list[str]:
    match node:
        case Name(name=name):
            return [name]
        case Binary(left=left, right=right):
            return _names(left) + _names(right)
    return []


def _solved(node: Node, value: Node, symbols: frozenset[str]) -> dict[str, Node]:
    """The first free name such that `node` equals `value`; further ones are generic."""
    match node:
        case Name(name=name):
            return {name: value}
        case Binary(sign=sign, left=left, right=right) if sign in _INVERSE:
            if set(_names(left)) - symbols:
                pins = _pinned(right, symbols)
                return {**pins, **_solved(left, _binary(_INVERSE[sign], value, replaced(right, pins)), symbols)}
            if sign in "+·":
                return _solved(right, _binary(_INVERSE[sign], value, left), symbols)
            return _solved(right, _binary(sign, left, value), symbols)
    return {}


def with_other_sizes(node: Node) -> Node:
    """The tree with another value for every size that may be anything."""
    return rebuilt(node, _other_size)


def _other_size(node: Node) -> Node:
    if isinstance(node, Number) and node.value % 1 == _GENERIC % 1:
        return replace(node, value=node.value + _OTHER, text=str(node.value + _OTHER))
    return node


def _pinned(node: Node, symbols: frozenset[str]) -> dict[str, Node]:
    free = [name for name in _names(node) if name not in symbols]
    return {name: any_size(place) for place, name in enumerate(free)}


def any_size(place: int = 0) -> Node:
    """A size that may be anything."""
    return Number(1, _GENERIC + place, str(_GENERIC + place))
