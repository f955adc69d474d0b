"""Sums that name no index letter: `Σ α_j h_j` runs over j."""

from collections.abc import Callable, Iterator, Sequence

from quizbank.answers.notation.indices import LETTERS
from quizbank.answers.notation.names import Names
from quizbank.answers.notation.rewriting import scripted
from quizbank.answers.notation.tokens import END, Token
from quizbank.answers.notation.vocabulary import Vocabulary
from quizbank.answers.tree import Function, Index, Name, Node, letter
from quizbank.answers.unreadable import Unreadable
from quizbank.answers.walk import free_letters, walk


class Implied(Names):
    """Finds the letters over which a sum runs below the symbols behind it."""

    def over_implied(self, start: Token, read: Callable[[], Node]) -> tuple[str, Node]:
        """What stands behind the sum sign `start`, read with the letters bound that run in it, which are told too.

        Of several letters that one runs which alone stands below more than one symbol, else all.
        """
        place = self.place
        if id(start) in self.implied:
            _sign, letters = self.implied[id(start)]
        else:
            letters = self._letters_behind(read)
            self.implied[id(start)] = start, letters  # what is read again asks no second time
        self.place = place
        with self.binding([*letters]):
            return letters, read()

    def _letters_behind(self, read: Callable[[], Node]) -> str:
        place, tokens = self.place, list(self.tokens)
        try:
            read()
        except Unreadable:  # the n of `n/N` has a meaning only where it is bound
            self.place, self.tokens = place, list(tokens)
            with self.binding([*dict.fromkeys(_below(self.tokens[place:], self.vocabulary))]):
                read()
        below = list(_below(self.tokens[place : self.place], self.vocabulary))
        found = [text for text in dict.fromkeys(below) if text not in self.bound and text not in self.left]
        running = [text for text in found if self._run([text], read, place, tokens)]
        if not running and len(found) > 1 and self._run(found, read, place, tokens):
            running = found  # `A_{nt}`, which is the whole matrix unless both are bound
        self.tokens = tokens
        several = [text for text in running if below.count(text) > 1]
        return "".join(several if len(several) == 1 else running)

    def _run(self, letters: list[str], read: Callable[[], Node], place: int, tokens: list[Token]) -> bool:
        """Whether rows or entries of something are picked by these letters once they are bound."""
        self.place, self.tokens = place, list(tokens)
        try:
            with self.binding(letters):
                node = read()
        except Unreadable:
            return False
        names = {letter(text) for text in letters}
        return names <= {*free_letters(node)} and any(names & set(self._picked_by(part)) for part in walk(node))

    def _picked_by(self, node: Node) -> Iterator[str]:
        """The index letters of axes that are there; those in front of them tell a step, as i of `e_{ij}` does."""
        if isinstance(node, Index):
            entry = self.vocabulary.by_name(node.operand.name) if isinstance(node.operand, Name) else None
            rank = len(node.indices) if entry is None else len(entry.axes or ())
            yield from (index.name for index in node.indices[-rank:] if isinstance(index, Name))
        elif isinstance(node, Function) and node.name == "block":
            yield from (index.name for index in node.arguments[1:] if isinstance(index, Name))


def _below(tokens: Sequence[Token], vocabulary: Vocabulary) -> Iterator[str]:
    """The letters below symbols and in code's brackets, each once for a symbol."""
    yield from (tokens[place + 1].text for place in range(len(tokens) - 2) if _is_bracketed(tokens[place : place + 3]))
    for _place, symbol in scripted([*tokens, END]):
        sub, entry = symbol.sub or "", vocabulary.find(symbol.key)
        is_step = sub == "t" and entry is not None and entry.is_timed
        usual = LETTERS if is_step or vocabulary.by_name("T") is None else LETTERS | {"t"}
        yield from dict.fromkeys(sub if all(text in usual for text in sub) else "")


def _is_bracketed(tokens: Sequence[Token]) -> bool:
    return (tokens[0].text, tokens[2].text) == ("[", "]") and tokens[1].text in LETTERS
