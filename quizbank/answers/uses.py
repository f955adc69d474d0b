"""Which lines use which, and lines in the order of their use."""

from collections.abc import Container, Sequence

from quizbank.answers.notation.vocabulary import Vocabulary
from quizbank.answers.tree import Definition, Name
from quizbank.answers.unreadable import Unreadable
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


def require_used(
    definitions: Sequence[Definition], asked: Container[str | None], vocabulary: Vocabulary, count: int = 0
) -> None:
    """Raise Unreadable at a line that nothing asked is made of: no verdict would say anything about it.

    The line of the number `count` is asked, whatever its name; of `h_t = h = x`, one name is enough.
    """
    _ = vocabulary.translate
    needed: set[str | None] = set()
    named: set[str | None] = set()
    for place, line in reversed(tuple(enumerate(definitions, 1))):
        is_asked = place == count or (line.name in asked and line.name not in named)
        if (
            line.name not in needed
            and not is_asked
            and not any(other.body == line.body for other in definitions[place:])
        ):
            raise Unreadable(line.column, _("this line is used nowhere: leave it out or use it"), line.line)
        needed = (needed - {line.name}) | used(line)
        named.add(line.name)
