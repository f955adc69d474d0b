"""Walking over trees."""

from collections.abc import Container, Iterator

from quizbank.answers.tree import Function, Index, Name, Node, Reduction


def walk(node: Node) -> Iterator[Node]:
    """The node and everything below it."""
    yield node
    for part in children(node):
        yield from walk(part)


def depth(node: Node) -> int:
    """How many nodes stand above the deepest one, itself included."""
    deepest, waiting = 0, [(node, 1)]
    while waiting:
        part, level = waiting.pop()
        deepest = max(deepest, level)
        waiting += [(child, level + 1) for child in children(part)]
    return deepest


def children(node: Node) -> Iterator[Node]:
    """The nodes directly below, keywords included."""
    for value in vars(node).values():
        if isinstance(value, Node):
            yield value
        elif isinstance(value, tuple):
            for part in value:
                if isinstance(part, Node):
                    yield part
                elif isinstance(part, tuple) and len(part) == 2 and isinstance(part[1], Node):
                    yield part[1]


def free_letters(node: Node, names: Container[str]) -> tuple[str, ...]:
    """The index letters that no sum binds, sorted; what has one of these `names` is no letter."""
    return tuple(sorted(_free(node, names)))


def _free(node: Node, names: Container[str]) -> set[str]:
    found: set[str] = set()
    for part in children(node):
        found |= _free(part, names)
    if isinstance(node, Index) or (isinstance(node, Function) and node.name == "block"):
        indices = node.indices if isinstance(node, Index) else node.arguments[1:]
        found |= {i.name for i in indices if isinstance(i, Name) and len(i.name) == 1 and i.name not in names}
    if isinstance(node, Reduction):
        found.discard(node.index or "")
    return found
