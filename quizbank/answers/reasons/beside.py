"""Which edits say something beside a known mistake: not those that put in what the formula does not have."""

import re

from quizbank.answers.echo import Printer
from quizbank.answers.reasons.edit import Edit
from quizbank.answers.tree import Binary, Function, Name, Number
from quizbank.answers.walk import walk
from quizbank.language import Text


def is_plain(edit: Edit, latex: str) -> bool:
    """Whether an edit says something beside a known mistake: not where it puts in what the formula does not have."""
    if edit.kind in ("function", "function missing"):
        name = edit.new.name if isinstance(edit.new, Function) else ""
        return any(text in latex for text in _WRITTEN.get(name, (name,)))
    if edit.kind == "factor missing":
        return (
            isinstance(edit.new, Binary) and isinstance(edit.new.right, Name) and not isinstance(edit.new.left, Number)
        )
    return edit.kind in _BESIDES


_WRITTEN = {
    "sigmoid": (r"\sigma", "sigmoid"),
    "relu": (r"\max", r"\min", "ReLU"),
    "exp": ("e^", r"\exp"),
    "mean": (r"\frac{1}",),
}
"""How a formula writes a function."""

_BESIDES = frozenset(
    "axis|sign|name|brackets|index|comparison|bias of the variance|minus missing|minus not needed|transpose missing"
    "|transpose not needed|square missing|term missing|term not needed|factor not needed|part not needed"
    "|function not needed|divisor missing|exponent missing|names exchanged|quotient for product|product for quotient".split(
        "|"
    )
)


def contradicts(edit: Edit, hint: Text, printer: Printer) -> bool:
    """Whether the mistake's sentence misses what is there: "β is missing", "β does not belong there".

    A sign or a power changed until nothing is left of a part is no slip of its own beside a missing part.
    """
    if "missing" not in hint.en:
        return False
    if not edit.kind.endswith("not needed"):
        return edit.kind in ("sign", "square missing", "exponent missing")
    taken = [part for part in walk(edit.old) if part not in [*walk(edit.new)]]
    symbols = {printer.text(part) for part in taken if isinstance(part, Name)}
    functions = {part.name for part in (edit.old, *taken) if isinstance(part, Function)}
    return any(re.search(rf"(?<!\w){re.escape(text)}(?!\w)", hint.en) for text in symbols | functions)


def rank(edit: Edit) -> bool:
    """Beside a known mistake, an edit that takes a part away explains least."""
    return edit.kind.endswith("not needed")
