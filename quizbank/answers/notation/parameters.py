"""Parameters that a called formula has in several places: γ_1 and β_1 of `LayerNorm_1(x)`."""

from quizbank.answers.notation.settings import Settings
from quizbank.answers.notation.spelling import printable
from quizbank.answers.notation.tokens import Token
from quizbank.answers.tree import Name, Node, Number


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
