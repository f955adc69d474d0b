"""The factors of a formula's products in every order, each of them transposed or not."""

import dataclasses
import itertools
from collections.abc import Iterator, Sequence

from quizbank.answers.meaning.problem import Problem
from quizbank.answers.parse import parse
from quizbank.answers.reasons.edit import places
from quizbank.answers.tree import Binary, Definition, Node, Unary

MOST_FACTORS = 3

Lines = Sequence[Definition]


def arrangements(asked: Problem, latex: str | None = None) -> Iterator[tuple[int, Lines]]:
    """The place of a line, and all lines with one product arranged otherwise."""
    plain = parse(latex or asked.formula.latex or "", asked.vocabulary)
    for place, line in enumerate(plain):
        for product, rebuild in _products(line.body):
            factors = _factors(product)
            for tree in _arranged(factors) if len(factors) <= MOST_FACTORS else ():
                changed = dataclasses.replace(line, body=rebuild(tree))
                yield place, (*plain[:place], changed, *plain[place + 1 :])


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


def _arranged(factors: Sequence[Node]) -> Iterator[Node]:
    for order in itertools.permutations(factors):
        for turned in itertools.product((False, True), repeat=len(factors)):
            first, *others = (_turned(f) if turn else f for f, turn in zip(order, turned, strict=True))
            for other in others:
                first = Binary(first.column, " ", first, other, "free")
            yield first


def _turned(node: Node) -> Node:
    return node.operand if isinstance(node, Unary) and node.sign == "T" else Unary(node.column, "T", node)
