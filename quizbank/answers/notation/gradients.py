r"""The given gradient under its long names: `\nabla_w J(w)`, `\frac{\partial L}{\partial Y}`, `w.grad`."""

from collections.abc import Sequence
from typing import NoReturn

from quizbank.answers.notation.names import Names
from quizbank.answers.notation.spelling import key_of, spelled
from quizbank.answers.notation.tokens import END, Token
from quizbank.answers.notation.vocabulary import Entry
from quizbank.answers.tree import Name, Node


class Gradients(Names):
    """Reads derivatives of a loss that the formula is given."""

    def starts_gradient(self) -> bool:
        """Whether a derivative sign comes next, in a fraction too."""
        if self.token.kind == "word":
            return self._is_differential(self.token) and self.is_sign("/", ahead=1) and _is_d(self.at(self.place + 2))
        if self.token.text != "frac" or not self.is_sign("{", ahead=1):
            return self.token.kind == "command" and self.token.text in ("nabla", "partial")
        return self._is_differential(self.at(self.place + 2)) and _is_d(self.at(self.closing(1) + 2))

    def gradient(self) -> Node:
        """The gradient of anything with respect to a symbol."""
        start = self.take()
        if start.text == "nabla":
            key = self._script() if self.skip("_") else None
            self._skip_loss()
        elif start.text == "frac":
            above, below = self._braced(), self._braced()
            self._require_first_order(above)
            key = _differentiated(below)
            if [token.text for token in above] in (["partial"], ["d"]):
                self._skip_loss()
        elif start.kind == "word":
            self.take()
            key = _differentiated([self.take()])
        else:
            self._skip_loss()
            if not self.skip("/") or self.take().text != "partial":
                self.unexpected()
            found = spelled(self.tokens, self.place)
            key, self.place = (found.full_key, found.after_sup) if found else (None, self.place)
        return self.gradient_by(key, start)

    def gradient_by(self, key: str | None, start: Token) -> Node:
        """The gradient with respect to the symbol of this key: dY under the name dY, the one of a step in any other."""
        known = self.known(f"d{key}") if key else None
        if isinstance(known, str):
            return Name(start.column, known, f"d{key}")
        if known is None or known.role != "argument":
            known = self._of_step(key)
        if known is None:
            _ = self.translate
            self.fail(_("write out what this gradient is"), start.column)
        return Name(start.column, known.name, f"d{key or ''}")

    def _of_step(self, key: str | None) -> Entry | None:
        """The gradient that a step goes along, where this is the one of its weight."""
        found = (self.vocabulary.by_name(name) for name in ("grad", "g"))
        given = next((entry for entry in found if entry and entry.role == "argument" and entry.axes is not None), None)
        if given is None or any(name.startswith("d") for name in self.vocabulary.asked):
            return None
        by = self.known(key) if key else None
        weight = self.vocabulary.by_name("w")
        if weight is None or weight.role != "argument":
            return given if by is None else None
        return given if key is None or (isinstance(by, Entry) and by.name == weight.name) else None

    def _require_first_order(self, above: Sequence[Token]) -> None:
        """Fail at `∂²L/∂w²`, and at a fraction whose upper side is no loss."""
        if any(token.text == "^" for token in above[1:2]):
            self._not_written_out()
        if len(above) > 1:
            self._require_loss(self.known(_key(above[1:]) or ""))

    def _is_differential(self, token: Token) -> bool:
        """Whether a fraction's side starts with ∂ or with a d that is no symbol of its own."""
        known = self.known(token.text)
        is_free = known is None or (isinstance(known, Entry) and known.role in ("stray", "asked"))
        return token.text == "partial" or (_is_d(token) and is_free)

    def _braced(self) -> list[Token]:
        """The tokens in the braces that come next, used up."""
        if not self.is_sign("{"):
            self.unexpected()
        end = self.closing()
        found, self.place = self.tokens[self.place + 1 : end], min(end + 1, len(self.tokens) - 1)
        return found

    def _script(self) -> str | None:
        """The symbol that stands under the sign."""
        if self.is_sign("{"):
            return _key(self._braced())
        token = self.take()
        return _key([token])

    def _skip_loss(self) -> None:
        """Use up what is differentiated: a symbol that is no argument, and what it is of."""
        found = spelled(self.tokens, self.place)
        if found is None:
            self.unexpected()
        self._require_loss(self.known(found.key))
        self.place = found.after_sup
        if self.is_sign("(") and not self.token.spaced:
            end = self.closing()
            self._require_same_step(self.place + 1, end)
            self.place = end + 1

    def _require_loss(self, known: Entry | str | None) -> None:
        """Fail at `∂w/∂w`: what is differentiated is a loss."""
        if isinstance(known, Entry) and known.role == "argument" and known.axes is not None:
            self._not_written_out()

    def _require_same_step(self, first: int, end: int) -> None:
        """Fail at `θ_t - η ∇J(θ_{t-1})` and at `∇J(η)`: the gradient is the one at the weight that the step changes."""
        found = spelled(self.tokens, first)
        weight = self.vocabulary.by_name("w")
        if found is None or weight is None or weight.role != "argument":
            return
        known = self.known(found.key)
        symbols = [spelled(self.tokens, place) for place in range(len(self.tokens) - 1) if not first <= place < end]
        beside = {symbol.key for symbol in symbols if symbol and symbol.base == found.base}
        is_other = isinstance(known, Entry) and known.role != "stray" and known.name != weight.name
        if is_other or (beside and found.key not in beside):
            self._not_written_out()

    def _not_written_out(self) -> NoReturn:
        _ = self.translate
        self.fail(_("write out what this gradient is"))


def _is_d(token: Token) -> bool:
    return token.text == "partial" or (token.kind == "word" and token.text.startswith("d"))


def _key(tokens: Sequence[Token]) -> str | None:
    return key_of([*tokens, END]) if tokens else None


def _differentiated(below: Sequence[Token]) -> str | None:
    r"""The key of X in `\partial X`, `dX` or `d X`."""
    if below and below[0].text in ("partial", "d"):
        return _key(below[1:])
    if below and below[0].kind == "word" and below[0].text.startswith("d"):
        return _key([below[0]._replace(text=below[0].text[1:]), *below[1:]])
    return None
