"""Which edits say something beside a known mistake: not those that put in what the formula does not have."""

import re
from collections.abc import Sequence

from quizbank.answers.echo import Printer
from quizbank.answers.reasons.edit import Edit, is_inverse
from quizbank.answers.tree import Binary, Function, Name, Node, Number, Reduction, Unary, is_letter
from quizbank.answers.walk import walk
from quizbank.language import Text


def is_plain(edit: Edit, latex: str) -> bool:
    """Whether an edit says something beside a known mistake: not where it puts in what the formula does not have."""
    if edit.kind in ("function", "function missing"):
        name = edit.new.name if isinstance(edit.new, Function) else ""
        return any(written in latex for written in _WRITTEN.get(name, (name,)))
    if edit.kind == "factor missing":
        return (
            isinstance(edit.new, Binary) and isinstance(edit.new.right, Name) and not isinstance(edit.new.left, Number)
        )
    if edit.kind == "complement not needed":
        return isinstance(edit.new, Function)  # a symbol of the wrong form need not be that of the formula
    return edit.kind in _BESIDES


_WRITTEN = {
    "sigmoid": (r"\sigma", "sigmoid"),
    "relu": (r"\max", "ReLU"),
    "exp": ("e^", r"\exp"),
    "mean": (r"\frac{1}",),
}
"""How a formula writes a function."""

_BESIDES = frozenset(
    "axis|axis missing|axis lost|sign|name|brackets|index|comparison|bias of the variance|minus missing|minus not needed|transpose missing"
    "|transpose not needed|square missing|term missing|term not needed|factor not needed|part not needed"
    "|function not needed|divisor missing|exponent missing|names exchanged|quotient for product|product for quotient".split(
        "|"
    )
)


def contradicts(
    edit: Edit, hint: Text, typed: Sequence[Node], mended: Sequence[Node], right: Sequence[Node], printer: Printer
) -> bool:
    """Whether the two sentences together are false: the edit leads to the mistake, and not from it to what is right.

    No edit that mends takes away what the formula has, puts in what it has not, or comes to a mistake that says
    to be missing what was typed.
    """
    own = _parts(right)
    lost = _parts(typed) - _parts(mended)
    calls = (_calls(typed, printer) & _calls(right, printer)) - _calls(mended, printer)
    if lost & own or calls or not _has(edit, right) or _again(edit, typed, right) or _denies(edit, hint):
        return True
    if edit.kind == "names exchanged" and not _is_in_order(edit, mended, right):
        return True
    missed = re.match(r"(.*?) (?:is|are) missing", hint.en)
    if missed is None:
        return False
    symbols = {printer.text(part) for node in typed for part in walk(node) if isinstance(part, Name)}
    said = {_BARE.sub("", symbol) for symbol in symbols} | {name for name in _parts(typed) if len(name) > 2}
    lacking = _BARE.sub("", missed[1])
    return edit.kind in ("sign", "square missing", "exponent missing") or any(
        re.search(rf"(?<!\w){re.escape(word)}(?!\w)", lacking, re.IGNORECASE) for word in said if word
    )


def _is_in_order(edit: Edit, mended: Sequence[Node], right: Sequence[Node]) -> bool:
    """Whether two symbols that were exchanged come one after the other as in the formula."""
    names = {part.name for node in (edit.old, edit.new) for part in walk(node) if isinstance(part, Name)}
    first, second = (
        list(dict.fromkeys(p.name for node in nodes for p in walk(node) if isinstance(p, Name) and p.name in names))
        for nodes in (mended, right)
    )
    return first == second


def _denies(edit: Edit, hint: Text) -> bool:
    """Whether the hint asks for what the edit takes away, or tells of something typed that the edit says is missing."""
    if edit.kind.endswith("not needed"):
        gone = _parts([edit.old]) - _parts([edit.new])
        return any(len(name) > 2 and re.search(rf"(?<!\w){re.escape(name)}(?!\w)", hint.en) for name in gone)
    if edit.kind == "function missing" and isinstance(edit.new, Function):
        denied = " ".join(re.findall(r"\bnot ([^,.;:]+)", hint.en))
        return any(written.strip("\\") in denied for written in _WRITTEN.get(edit.new.name, (edit.new.name,)))
    return False


def _calls(nodes: Sequence[Node], printer: Printer) -> set[str]:
    """The calls in these trees as they are printed, whatever the signs of their products."""
    calls = (part for node in nodes for part in walk(node) if isinstance(part, Function))
    return {re.sub(r"[\s·⊙@]", "", printer.text(call).replace(", dim=-1", "")) for call in calls}


def _again(edit: Edit, typed: Sequence[Node], right: Sequence[Node]) -> bool:
    """Whether a function is put in, or a symbol taken away, that stands as often in the answer as in the formula."""
    if edit.kind == "function missing" and isinstance(edit.new, Function):
        return 0 < _count(edit.new.name, right) <= _count(edit.new.name, typed)
    if edit.kind == "name" and isinstance(edit.old, Name):
        name = edit.old.name.partition(" ")[0]
        return 0 < _count(name, typed) <= _count(name, right)
    return False


def _count(name: str, nodes: Sequence[Node]) -> int:
    """How often a symbol or a function stands in these trees."""
    every = (part for node in nodes for part in walk(node) if isinstance(part, Name | Function))
    return sum(part.name.partition(" ")[0] == name for part in every)


_BARE = re.compile(r"[{}-]")


def _parts(nodes: Sequence[Node]) -> set[str]:
    """The symbols and functions in these trees; a column block of a weight counts as the weight."""
    every = [part for node in nodes for part in walk(node)]
    names = {part.name.partition(" ")[0] for part in every if isinstance(part, Name) and not is_letter(part.name)}
    sums = {part.kind for part in every if isinstance(part, Reduction)}
    powers = {_power(part) for part in every if isinstance(part, Binary) and part.sign == "^"} - {""}
    return names | sums | powers | {_ALIKE.get(part.name, part.name) for part in every if isinstance(part, Function)}


def _power(node: Binary) -> str:
    """A symbol raised to a number."""
    exponent = node.right.operand if isinstance(node.right, Unary) else node.right
    if not isinstance(node.left, Name) or not isinstance(exponent, Number):
        return ""
    return f"{node.left.name}^{exponent.value if node.right is exponent else -exponent.value:g}"


_ALIKE = {"max": "relu", "maximum": "relu", "minimum": "min"}


def _has(edit: Edit, right: Sequence[Node]) -> bool:
    """Whether the formula has what the edit puts in, in such a place."""
    every = [part for node in right for part in walk(node)]
    powers = [part for part in every if isinstance(part, Binary) and part.sign == "^"]
    match edit.kind, edit.new:
        case "square missing", _:
            return any(isinstance(power.right, Number) and power.right.value == 2 for power in powers)
        case "exponent missing", Binary(right=exponent):
            return any(_parts([exponent]) <= _parts([power.right]) for power in powers)
        case "term missing", Binary(sign="-", right=term):
            taken = [part.right for part in every if isinstance(part, Binary) and part.sign == "-"]
            taken += [part.operand for part in every if isinstance(part, Unary) and part.sign == "-"]
            return any(_parts([term]) <= _parts([part]) for part in taken)
        case "factor missing", Binary(right=added):
            factors = [part for part in every if isinstance(part, Binary) and (part.product or part.sign == "/")]
            return _parts([added]) - {"sqrt"} <= _outside_powers(factors)
        case "minus missing", _ if not _is_negative(edit.old):
            taken = [part.right for part in every if isinstance(part, Binary) and part.sign == "-"]
            is_taken = any(_parts([part]) == _parts([edit.old]) for part in taken)
            return is_taken or any(isinstance(part, Unary) and part.sign == "-" for part in every)
        case "term missing" | "divisor missing", Binary(right=added):
            return _parts([added]) - {"sqrt"} <= _parts(right)
        case "quotient for product", Binary(right=divisor):
            divisors = [part.right for part in every if isinstance(part, Binary) and part.sign == "/"]
            return any(_parts([divisor]) - {"sqrt"} <= _parts([part]) for part in divisors)
        case "product for quotient", Binary(right=factor) if not is_inverse(edit.old):
            factors = [part for part in every if isinstance(part, Binary) and part.product]
            return _parts([factor]) <= _outside_powers(factors)
        case "name", Name() as new:
            return _parts([new]) <= _parts(right)
    return True


def _is_negative(node: Node) -> bool:
    """Whether a minus stands in front: to put another there takes it away."""
    while isinstance(node, Binary) and node.product is not None:
        node = node.left
    return isinstance(node, Unary) and node.sign == "-"


def _outside_powers(nodes: Sequence[Node]) -> set[str]:
    """The symbols and functions in these trees that do not stand in an exponent."""
    powers = [part.right for node in nodes for part in walk(node) if isinstance(part, Binary) and part.sign == "^"]
    return _parts(nodes) - _parts(powers)


def rank(edit: Edit) -> bool:
    """Beside a known mistake, an edit that takes a part away explains least."""
    return edit.kind.endswith("not needed")
