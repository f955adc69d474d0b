"""Which lines use which, and lines in the order of their use."""

from collections.abc import Container, Iterable, Sequence

from quizbank.answers.notation.vocabulary import Vocabulary
from quizbank.answers.tree import Definition, Name
from quizbank.answers.unreadable import Unreadable
from quizbank.answers.walk import is_same, walk


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


def helpers(own: Container[str | None], before: Sequence[Definition], line: Definition) -> Sequence[Definition]:
    """The user's own lines that this one is made of; `own` are the names of the notes' lines."""
    needed, found = used(line), list[Definition]()
    for other in reversed(before):
        if other.name in needed and other.name not in own:
            needed |= used(other)
            found.insert(0, other)
    return found


def made_of(names: Iterable[str | None], definitions: Sequence[Definition]) -> set[str | None]:
    """These names and all those that the lines with such names are made of."""
    needed, before = set[str | None](), set(names)
    while before:
        needed |= before
        before = {name for line in definitions if line.name in before for name in used(line)} - needed
    return needed


def needed_lines(definitions: Sequence[Definition]) -> Sequence[Definition]:
    """The last line and those that it is made of."""
    needed, found = used(definitions[-1]), [definitions[-1]]
    for line in reversed(definitions[:-1]):
        if line.name in needed:
            needed |= used(line)
            found.append(line)
    return found[::-1]


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
        is_idle = line.name not in needed and not is_asked
        if is_idle and not _is_said_again(line, definitions[place:], vocabulary):
            raise Unreadable(line.column, _("this line is used nowhere: leave it out or use it"), line.line)
        needed = (needed - {line.name}) | used(line)
        named.add(line.name)


def _is_said_again(line: Definition, later: Sequence[Definition], vocabulary: Vocabulary) -> bool:
    """Whether a later line is the same, or holds what stands here under a name of the user's own."""
    if any(other.body == line.body for other in later):
        return True
    is_own = line.name is not None and vocabulary.find(line.name) is None and line.name not in vocabulary.targets
    return is_own and any(is_same(line.body, part) for other in later for part in walk(other.body))
