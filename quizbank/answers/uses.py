"""Which lines use which, and lines in the order of their use."""

from collections.abc import Container, Sequence

from quizbank.answers.tree import Definition, Name
from quizbank.answers.walk import walk


def ordered_lines(definitions: Sequence[Definition], given: Container[str] = ()) -> Sequence[Definition]:
    """Lines after those that they use, as far as that can be; `given` are names that need no line."""
    names = {line.name for line in definitions if line.name and line.name not in given}
    rest, done, found = list(definitions), set[str | None](), []
    while rest:
        ready = next((line for line in rest if not ((used(line) & names) - done - {line.name})), rest[0])
        rest.remove(ready)
        done.add(ready.name)
        found.append(ready)
    return found


def used(line: Definition) -> set[str | None]:
    """The names in a line."""
    return {node.name for node in walk(line.body) if isinstance(node, Name)}
