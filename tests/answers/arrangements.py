"""The factors of a formula's products in every order, each of them transposed or not."""

import itertools
from collections.abc import Iterator, Sequence

from quizbank.answers.reasons.edit import Edit, places
from quizbank.answers.tree import Binary, Node, Unary

MOST_FACTORS = 3


def arranged(body: Node, _arguments: object) -> Iterator[Edit]:
    """The line with one product arranged otherwise."""
    for product, rebuild in _products(body):
        factors = _factors(product)
        for tree in _orders(factors) if len(factors) <= MOST_FACTORS else ():
            yield Edit("arranged", product, tree, rebuild(tree))


def _products(body: Node):
    """The products that are no part of another one."""
    inner: set[int] = set()
    for node, rebuild in places(body):
        if isinstance(node, Binary) and node.product == "free":
            inner |= {id(part) for part in (node.left, node.right)}
            if id(node) not in inner:
                yield node, rebuild


def _factors(node: Node) -> list[Node]:
    if isinstance(node, Binary) and node.product == "free":
        return [*_factors(node.left), *_factors(node.right)]
    return [node]


def _orders(factors: Sequence[Node]) -> Iterator[Node]:
    for order in itertools.permutations(factors):
        for turned in itertools.product((False, True), repeat=len(factors)):
            first, *others = (_turned(f) if turn else f for f, turn in zip(order, turned, strict=True))
            for other in others:
                first = Binary(first.column, " ", first, other, "free")
            yield first


def _turned(node: Node) -> Node:
    return node.operand if isinstance(node, Unary) and node.sign == "T" else Unary(node.column, "T", node)
