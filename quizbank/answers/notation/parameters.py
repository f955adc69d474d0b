"""Parameters that a called formula has in several places: γ_1 and β_1 of `LayerNorm_1(x)`."""

from quizbank.answers.notation.settings import Settings
from quizbank.answers.notation.spelling import printable
from quizbank.answers.notation.tokens import Token
from quizbank.answers.notation.vocabulary import Called
from quizbank.answers.tree import Compare, Name, Node, Number


class Parameters(Settings):
    """Reads which formula is called, and with which of the symbols that an answer leaves out."""

    def of_its_place(
        self, start: Token, key: str, arguments: tuple[Node, ...], index: Node | None
    ) -> tuple[tuple[Node, ...], Node | None]:
        """The arguments of a formula with the parameters that its number names, and the index that is left."""
        if key not in self.vocabulary.calls:
            return arguments, index
        if isinstance(index, Number):
            names = [f"{name}_{index.text}" for name in self._left_out(key, arguments)]
            numbered = (Name(start.column, name, key) for name in names if self._is_given(name))
            return (*arguments, *numbered), None
        self._require_known(start, key, arguments)
        return arguments, index

    def _left_out(self, key: str, arguments: tuple[Node, ...]) -> list[str]:
        return [name for name, _axes in self.vocabulary.calls[key].arguments[len(arguments) :]]

    def _require_known(self, start: Token, key: str, arguments: tuple[Node, ...]) -> None:
        """Fail where a formula is called without arguments of which this one has several, as γ_1 and γ_2."""
        several = [name for name in self._left_out(key, arguments) if self._is_given(f"{name}_1")]
        if several and not any(map(self._is_given, several)):
            _ = self.translate
            symbols = ", ".join(printable(f"{name}_1") for name in several)
            self.fail(
                _("{name} has its own parameters in each place: say which, as {symbols}").format(
                    name=start.text, symbols=symbols
                )
            )

    def _is_given(self, name: str) -> bool:
        entry = self.vocabulary.by_name(name)
        return entry is not None and entry.role == "argument"

    def attention_of_one_head(self, start: Token, arguments: tuple[Node, ...]) -> str:
        """What `SelfAttention` is: of queries, keys and values Attention. Fail where there are heads."""
        if len(arguments) == 3 and "Attention" in self.vocabulary.calls:
            return "Attention"
        if self._is_given("heads") and "MultiHead" not in self.vocabulary.forbidden:
            _ = self.translate
            self.fail(_("SelfAttention has one head here: write MultiHead(…)"), start.column)
        return "SelfAttention"


def in_order(arguments: tuple[Node, ...], called: Called) -> tuple[Node, ...]:
    """`LayerNorm(x, eps=1)`: what is given by name in its place, the symbols themselves in those left out before it."""
    names = [name for name, _axes in called.arguments]
    equal = [node for node in arguments if isinstance(node, Compare) and node.sign == "="]
    by_name = {node.left: node.right for node in equal if isinstance(node.left, Name)}
    of_paper = {left.text.upper(): right for left, right in by_name.items()}
    if called.takes_rows and of_paper.keys() == {*"QKV"} and len(arguments) == len(of_paper):
        return tuple(of_paper[text] for text in "QKV")
    told = {
        name: right
        for left, right in by_name.items()
        for name in (
            left.name,
            left.text,
            left.text.upper(),
        )  # the Q of `Attention(Q=…)` may be short for another symbol here
        if name in names
    }
    if not told:
        return arguments
    plain = [node for node in arguments if not (isinstance(node, Compare) and node.right in told.values())]
    last = max(map(names.index, told))
    rest = [told.get(name) or Name(arguments[0].column, name, name) for name in names[len(plain) : last + 1]]
    return (*plain, *rest)
