"""Settings of calls that change the result: axes, orders, types of numbers and keywords that a function does not have."""

from collections.abc import Mapping
from collections.abc import Set as AbstractSet

from quizbank.answers.notation import functions
from quizbank.answers.notation.arguments import Arguments
from quizbank.answers.notation.signs import Keywords, is_literal, whole_number
from quizbank.answers.notation.tokens import Token
from quizbank.answers.tree import Compare, Concat, Function, Name, Node, Number, Unary
from quizbank.answers.walk import walk

_WRITTEN_OUT = frozenset({"dim", "keepdim", "unbiased", "correction"})
_TAKERS: Mapping[str, AbstractSet[str]] = {
    "alpha": frozenset({"add", "sub", "addmm", "addmv"}),
    **dict.fromkeys(("unbiased", "correction"), frozenset({"var", "std"})),
    **dict.fromkeys(("min", "max"), frozenset({"clamp"})),
    **dict.fromkeys(("p", "ord"), frozenset({"norm"})),
    **dict.fromkeys(("transpose_a", "transpose_b"), frozenset({"matmul"})),
    "num_classes": frozenset({"one_hot"}),
    "value": frozenset({"addcmul", "addcdiv", "masked_fill"}),
    "batch_dims": frozenset({"gather"}),
    "keepdim": functions.REDUCE,
    "base": frozenset(),
}
"""The functions that have a keyword."""

_LAST_TWO = ({0, 1}, {-1, -2}, {1, 2}, {2, 3}, {0, -1}, {1, -2})
"""The two axes of a matrix, and those of its batches and heads in front."""

_NO_AXIS = 99


class Settings(Arguments):
    """Checks what a call is told beside its arguments."""

    def require_settings(self, start: Token, name: str, arguments: tuple[Node, ...], keywords: Keywords) -> None:
        """Fail at keywords, types and axes with which the call is another one."""
        self.require_keywords(start, name, keywords)
        if name == "norm":
            told = dict(keywords)
            self.require_order(start, *arguments[1:2], *(told[key] for key in ("p", "ord") if key in told))
        if name in functions.CONTAINERS:
            self.require_fractions(start, start.text, arguments[0], arguments[1:])
        if name in ("take", "gather"):
            self._require_rows(start, name, arguments, keywords)

    def require_keywords(self, start: Token, name: str, keywords: Keywords) -> None:
        """Each keyword belongs to some functions only; axes, and what is True or False, are written out."""
        _ = self.translate
        for key, value in keywords:
            is_missing = key in _TAKERS and name not in _TAKERS[key]
            is_axis_of_none = key == "dim" and name in functions.ELEMENTWISE | functions.PAIR
            if is_missing or is_axis_of_none or (key in _WRITTEN_OUT and not is_literal(value)):
                self.fail(_("{name} has no {keyword} like this").format(name=start.text, keyword=key), start.column)
            if key == "dtype":
                self.require_fractions(start, start.text, None, (value,))

    def require_values(self, node: Node) -> None:
        """Fail at a type that stands where a number is needed."""
        _ = self.translate
        for part in walk(node):
            if isinstance(part, Number) and part.text in functions.TYPES | {"dtype", "device"}:
                self.fail(_("{name} is no number").format(name=part.text), part.column)

    def require_order(self, start: Token, *orders: Node) -> None:
        """Fail at the norm of another order than 2."""
        _ = self.translate
        if any(whole_number(order, 0) != 2 for order in orders):
            self.fail(_("only the norm of order 2 is read here: write another one out"), start.column)

    def require_fractions(self, start: Token, text: str, node: Node | None, settings: tuple[Node, ...] = ()) -> None:
        """Fail where values that may be fractions are made whole: by a method of this name, or a type."""
        _ = self.translate
        is_type = any(isinstance(part, Number) and part.text in functions.WHOLE_TYPES for part in settings)
        if (is_type or text in functions.WHOLE_TYPES) and not self.is_whole(node):
            self.fail(_("{name} makes whole numbers of fractions here").format(name=text), start.column)

    def is_whole(self, node: Node | None) -> bool:
        """Whether these are ids, labels, lengths and counts, conditions, or one-hot vectors."""
        entry = self.vocabulary.by_name(node.name) if isinstance(node, Name) else None
        is_size = entry is not None and (entry.role in ("size", "extra") or entry.name in self.vocabulary.counts)
        is_given = is_size or (entry is not None and entry.is_whole)
        return is_given or isinstance(node, Compare) or (isinstance(node, Function) and node.name == "one_hot")

    def _require_rows(self, start: Token, name: str, arguments: tuple[Node, ...], keywords: Keywords) -> None:
        """`take` without an axis picks from the flattened table, `gather` along an axis picks one entry of each row."""
        _ = self.translate
        table, *rest = arguments
        table = table.operand if isinstance(table, Unary) else table
        entry = self.vocabulary.by_name(table.name) if isinstance(table, Name) else None
        is_flat = name == "take" and len(rest) == 1 and "dim" not in dict(keywords)
        is_of_entries = name == "gather" and len(rest) == 2 and isinstance(rest[-1], Name)
        if entry is not None and len(entry.axes or ()) == 2 and (is_flat or is_of_entries):
            message = _("{name} picks single entries like this, not rows: use brackets, as in E[ids]")
            self.fail(message.format(name=start.text), start.column)

    def turns(self, start: Token, axes: tuple[Node, ...]) -> bool:
        """Whether a transpose with these axes exchanges the last two; without a difference where it does not."""
        _ = self.translate
        is_order = start.text == "permute" or (start.text == "transpose" and self.scope.is_numpy) or len(axes) > 2
        if len(axes) == 1 and isinstance(axes[0], Concat):
            is_order, axes = True, axes[0].parts
        if not axes:
            return True
        places = [whole_number(axis, _NO_AXIS) for axis in axes]
        found = _of_order(places) if is_order else _of_pair(places)
        if found is None:
            self.fail(_("{name} with these axes is not read: write .T").format(name=start.text), start.column)
        return found


def _of_order(places: list[int]) -> bool | None:
    """Whether the axes in this order are those with the last two exchanged; None where it is yet another order."""
    count = len(places)
    if not count or max(map(abs, places)) > count:
        return None
    order, usual = [place % count for place in places], list(range(count))
    if order == usual:
        return False
    return True if order == [*usual[:-2], *usual[:-3:-1]] else None


def _of_pair(places: list[int]) -> bool | None:
    if len(places) == 2 and places[0] == places[1] and abs(places[0]) < _NO_AXIS:
        return False
    return True if len(places) == 2 and {*places} in _LAST_TWO else None
