"""Walking over trees."""

from collections.abc import Iterator
from dataclasses import fields

from quizbank.answers.tree import Node


def walk(node: Node) -> Iterator[Node]:
    """The node and everything below it."""
    yield node
    for part in children(node):
        yield from walk(part)


def children(node: Node) -> Iterator[Node]:
    """The nodes directly below, keywords included."""
    for field in fields(node):
        value = getattr(node, field.name)
        if isinstance(value, Node):
            yield value
        elif isinstance(value, tuple):
            for part in value:
                if isinstance(part, Node):
                    yield part
                elif isinstance(part, tuple) and len(part) == 2 and isinstance(part[1], Node):
                    yield part[1]
