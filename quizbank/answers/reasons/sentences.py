"""What an edit says about an answer, in words."""

from collections.abc import Callable, Mapping

from quizbank.answers.echo import Printer
from quizbank.answers.reasons.edit import Edit
from quizbank.answers.tree import Binary, Function, Node, Number, Reduction, Unary
from quizbank.answers.walk import children

_NAMES = {"sigmoid": "σ", "relu": "ReLU", "sqrt": "√", "log2": "log_2"}


Translate = Callable[[str], str]


def sentence(edit: Edit, printer: Printer, translate: Translate) -> str:
    """One sentence: what stands where what belongs; the usual axis is told only where another one was typed."""
    said = _SENTENCES.get(edit.kind, _belongs)(edit, printer, translate)
    return said.replace(", dim=-1", "")


def _belongs(edit: Edit, printer: Printer, _: Translate) -> str:
    return _("{old} where {new} belongs.").format(old=printer.text(edit.old), new=printer.text(edit.new))


def _other_function(edit: Edit, _printer: Printer, _: Translate) -> str:
    return _("{old} where {new} belongs.").format(old=_function(edit.old), new=_function(edit.new))


def _other_sign(edit: Edit, _printer: Printer, _: Translate) -> str:
    return _("{old} where {new} belongs.").format(old=_sign(edit.old), new=_sign(edit.new))


def _function_not_needed(edit: Edit, _printer: Printer, _: Translate) -> str:
    return _("{old} does not belong there.").format(old=_function(edit.old))


def _function_missing(edit: Edit, printer: Printer, _: Translate) -> str:
    return _("{new} around {old} is missing.").format(new=_function(edit.new), old=printer.text(edit.old))


def _axis(edit: Edit, _printer: Printer, _: Translate) -> str:
    return _("{old} runs over the wrong axis.").format(old=_function(edit.old))


def _variance(_edit: Edit, _printer: Printer, _: Translate) -> str:
    return _("The variance divides by the wrong number: n or n − 1.")


def _minus(edit: Edit, printer: Printer, _: Translate) -> str:
    operand = edit.old.operand if isinstance(edit.old, Unary) else edit.old
    return _("The sign of {old} is wrong.").format(old=printer.text(operand))


def _transposed_needlessly(edit: Edit, printer: Printer, _: Translate) -> str:
    return _("{old} must not be transposed.").format(old=printer.text(edit.new))


def _not_transposed(edit: Edit, printer: Printer, _: Translate) -> str:
    return _("{old} must be transposed.").format(old=printer.text(edit.old))


def _too_much(edit: Edit, printer: Printer, _: Translate) -> str:
    return _("{extra} does not belong there.").format(extra=_rest(edit, printer))


def _missing(edit: Edit, printer: Printer, _: Translate) -> str:
    if isinstance(edit.old, Number) and isinstance(edit.new, Binary) and _is_put_in(edit.old, edit.new):
        return _("{old} where {new} belongs.").format(old=printer.text(edit.old), new=printer.text(edit.new.right))
    return _("{new} is missing.").format(new=_added(edit, printer))


def _is_put_in(old: Number, new: Binary) -> bool:
    """Whether a symbol takes a number's place: 0 + b, 1 ⊙ b."""
    return (new.sign, old.value) in (("⊙", 1), ("+", 0))


def _exchanged(edit: Edit, printer: Printer, _: Translate) -> str:
    return _("{old} and {new} are exchanged.").format(old=printer.text(edit.old), new=printer.text(edit.new))


def _labels(edit: Edit, printer: Printer, _: Translate) -> str:
    old, new = (", ".join(map(printer.text, children(node))) for node in (edit.old, edit.new))
    return _("{old} where {new} belong.").format(old=old, new=new)


def _function(node: Node) -> str:
    if isinstance(node, Reduction):
        return {"sum": "Σ", "product": "Π"}.get(node.kind, node.kind)
    return _NAMES.get(node.name, node.name) if isinstance(node, Function) else ""


def _sign(node: Node) -> str:
    return {"-": "−"}.get(node.sign, node.sign) if isinstance(node, Binary) else ""


def _rest(edit: Edit, printer: Printer) -> str:
    """What an edit took away."""
    if isinstance(edit.old, Binary):
        left, right = edit.old.left, edit.old.right
        if isinstance(left, Unary) and isinstance(edit.new, Unary) and edit.new.operand == right:
            left = left.operand  # −x y without x is −y
        return printer.text(right if edit.new == left else left)
    return printer.text(edit.old)


def _added(edit: Edit, printer: Printer) -> str:
    """What an edit put in."""
    if not isinstance(edit.new, Binary):
        return printer.text(edit.new)
    added = edit.new.left if isinstance(edit.new.left, Number) else edit.new.right
    text = printer.text(added)
    return {"+": f"+ {text}", "-": f"− {text}", "/": f"/ {text}"}.get(edit.new.sign, text)


_SENTENCES: Mapping[str, Callable[[Edit, Printer, Translate], str]] = {
    "function": _other_function,
    "sign": _other_sign,
    "function not needed": _function_not_needed,
    "function missing": _function_missing,
    "axis": _axis,
    "bias of the variance": _variance,
    "exponent missing": _belongs,
    "minus not needed": _minus,
    "minus missing": _minus,
    "transpose not needed": _transposed_needlessly,
    "transpose missing": _not_transposed,
    "term not needed": _too_much,
    "factor not needed": _too_much,
    "term missing": _missing,
    "factor missing": _missing,
    "divisor missing": _missing,
    "names exchanged": _exchanged,
    "labels": _labels,
}
