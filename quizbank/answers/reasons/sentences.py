"""What an edit says about an answer, in words."""

from collections.abc import Callable, Mapping

from quizbank.answers.echo import Printer
from quizbank.answers.reasons.edit import Edit, is_inverse
from quizbank.answers.reasons.neat import neat
from quizbank.answers.tree import Binary, Compare, Concat, Function, Node, Number, Reduction, Unary
from quizbank.answers.walk import children, walk

_SIGNS = {"-": "−", "!=": "≠"}
_NAMES = {"maximum": "max", "minimum": "min", "sigmoid": "σ", "relu": "ReLU", "sqrt": "√", "log2": "log_2"}


Translate = Callable[[str], str]


def sentence(edit: Edit, printer: Printer, translate: Translate) -> str:
    """One sentence: what stands where what belongs; the usual axis is told only where another one was typed."""
    said = _SENTENCES.get(edit.kind, _belongs)(edit, printer, translate)
    return said.replace(", dim=-1", "")


def within(edit: Edit, printer: Printer, translate: Translate) -> str:
    """What an edit says where another mistake is left: of a quotient, and of 1 − x, only the sign, since not all of it is right."""
    old, new = edit.old, edit.new
    is_quotient = edit.kind in ("quotient for product", "product for quotient")
    if is_quotient and isinstance(old, Binary) and isinstance(new, Binary) and not is_inverse(old):
        signs = ("·" if node.sign == " " else node.sign for node in (old, new))
        return translate("{old} where {new} belongs.").format(**dict(zip(("old", "new"), signs, strict=True)))
    if edit.kind == "complement not needed":
        return translate("{old} does not belong there.").format(old="1 −")
    return sentence(edit, printer, translate)


def _belongs(edit: Edit, printer: Printer, _: Translate) -> str:
    return _("{old} where {new} belongs.").format(old=printer.text(edit.old), new=printer.text(neat(edit.new)))


def _other_function(edit: Edit, printer: Printer, _: Translate) -> str:
    if not isinstance(edit.new, Function | Reduction):
        return _belongs(edit, printer, _)
    return _("{old} where {new} belongs.").format(old=_function(edit.old), new=_function(edit.new))


def _other_sign(edit: Edit, _printer: Printer, _: Translate) -> str:
    return _("{old} where {new} belongs.").format(old=_sign(edit.old), new=_sign(edit.new))


def _function_not_needed(edit: Edit, _printer: Printer, _: Translate) -> str:
    return _("{old} does not belong there.").format(old=_function(edit.old))


def _function_missing(edit: Edit, printer: Printer, _: Translate) -> str:
    return _("{new} around {old} is missing.").format(new=_function(edit.new), old=printer.text(edit.old))


def _axis(edit: Edit, printer: Printer, _: Translate) -> str:
    if isinstance(edit.old, Concat):
        return _("{old} run over the wrong axis.").format(old=_listed(edit.old, printer))
    return _("{old} runs over the wrong axis.").format(old=_function(edit.old))


def _variance(_edit: Edit, _printer: Printer, _: Translate) -> str:
    return _("The variance divides by the wrong number: n or n − 1.")


def _minus(edit: Edit, printer: Printer, _: Translate) -> str:
    if isinstance(edit.new, Number):
        return _belongs(edit, printer, _)
    operand = edit.old.operand if isinstance(edit.old, Unary) else edit.old
    return _("The sign of {old} is wrong.").format(old=printer.text(operand))


def _transposed_needlessly(edit: Edit, printer: Printer, _: Translate) -> str:
    return _("{old} must not be transposed.").format(old=printer.text(edit.new))


def _not_transposed(edit: Edit, printer: Printer, _: Translate) -> str:
    return _("{old} must be transposed.").format(old=printer.text(edit.old))


def _too_much(edit: Edit, printer: Printer, _: Translate) -> str:
    if edit.kind == "term not needed" and isinstance(_taken(edit), Number) and not _has_calls(edit.old):
        return _belongs(edit, printer, _)
    return _("{extra} does not belong there.").format(extra=_rest(edit, printer))


def _alone(edit: Edit, printer: Printer, _: Translate) -> str:
    return _("{part} alone is right, without what stands around it.").format(part=printer.text(edit.new))


def _upside_down(edit: Edit, printer: Printer, _: Translate) -> str:
    if isinstance(edit.old, Binary) and is_inverse(edit.old):
        return _("{old} is upside down.").format(old=printer.text(edit.old))
    return _belongs(edit, printer, _)


def _missing(edit: Edit, printer: Printer, _: Translate) -> str:
    if _takes_the_place(edit):
        return _belongs(edit, printer, _)
    return _("{new} is missing.").format(new=_added(edit, printer))


def _takes_the_place(edit: Edit) -> bool:
    """Whether what is put in takes a number's place: 0 + b, 1 ⊙ b."""
    sign = edit.new.sign if isinstance(edit.new, Binary) else ""
    return isinstance(edit.old, Number) and (sign, edit.old.value) in (("⊙", 1), ("+", 0))


def _axis_missing(edit: Edit, printer: Printer, _: Translate) -> str:
    return _("{old}: the axis is missing, so that all entries are taken together.").format(
        old=_listed(edit.old, printer)
    )


def _axis_lost(edit: Edit, printer: Printer, _: Translate) -> str:
    return _("{old} loses its axis: with keepdims=True it stays, of length 1.").format(old=_listed(edit.old, printer))


def _wrong_signs(edit: Edit, printer: Printer, _: Translate) -> str:
    return _("The signs of {terms} are wrong.").format(terms=_listed(edit.old, printer))


def _functions_exchanged(edit: Edit, _printer: Printer, _: Translate) -> str:
    return _("{old} and {new} are exchanged.").format(old=_function(edit.old), new=_function(edit.new))


def _listed(node: Node, printer: Printer) -> str:
    parts = children(node) if isinstance(node, Concat) else [node]
    return ", ".join(map(printer.text, parts))


def _exchanged(edit: Edit, printer: Printer, _: Translate) -> str:
    old, new = (_listed(node, printer) for node in (edit.old, edit.new))
    return _("{old} and {new} are exchanged.").format(old=old, new=new)


def _branches(edit: Edit, printer: Printer, _: Translate) -> str:
    """The values of two cases; the second one may be that of a case of its own."""
    found = [node.arguments[1] for node in (edit.old, edit.new) if isinstance(node, Function)]
    old, new = map(printer.text, found)
    return _("{old} and {new} are exchanged.").format(old=old, new=new)


def _labels(edit: Edit, printer: Printer, _: Translate) -> str:
    old, new = (", ".join(map(printer.text, children(node))) for node in (edit.old, edit.new))
    return _("{old} where {new} belong.").format(old=old, new=new)


def _function(node: Node) -> str:
    if isinstance(node, Reduction):
        return {"sum": "Σ", "product": "Π"}.get(node.kind, node.kind)
    return _NAMES.get(node.name, node.name) if isinstance(node, Function) else ""


def _sign(node: Node) -> str:
    return _SIGNS.get(node.sign, node.sign) if isinstance(node, Binary | Compare) else ""


def _rest(edit: Edit, printer: Printer) -> str:
    return printer.text(_taken(edit))


def _taken(edit: Edit) -> Node:
    """What an edit took away."""
    if isinstance(edit.old, Binary):
        left, right = edit.old.left, edit.old.right
        if isinstance(left, Unary) and isinstance(edit.new, Unary) and edit.new.operand == right:
            left = left.operand  # −x y without x is −y
        return right if edit.new == left else left
    return edit.old


def _has_calls(node: Node) -> bool:
    return any(isinstance(part, Function | Reduction) for part in walk(node))


def _added(edit: Edit, printer: Printer) -> str:
    """What an edit put in, with its sign."""
    text = printer.text(_put_in(edit))
    sign = edit.new.sign if isinstance(edit.new, Binary) else ""
    return {"+": f"+ {text}", "-": f"− {text}", "/": f"/ {text}"}.get(sign, text)


def _put_in(edit: Edit) -> Node:
    """What an edit put in beside what was typed."""
    if not isinstance(edit.new, Binary):
        return edit.new
    is_in_front = isinstance(edit.new.left, Number) or edit.kind == "part in front missing"
    return edit.new.left if is_in_front else edit.new.right


def said_missing(edit: Edit) -> Node | None:
    """What the sentence calls missing; None where it says something else."""
    is_missing = _SENTENCES.get(edit.kind) is _missing and not _takes_the_place(edit)
    return _put_in(edit) if is_missing else None


_SENTENCES: Mapping[str, Callable[[Edit, Printer, Translate], str]] = {
    "function": _other_function,
    "sign": _other_sign,
    "other sign": _other_sign,
    "rest not needed": _alone,
    "product for quotient": _upside_down,
    "functions exchanged": _functions_exchanged,
    "signs": _wrong_signs,
    "axis missing": _axis_missing,
    "axis lost": _axis_lost,
    "own term missing": _missing,
    "own factor missing": _missing,
    "own divisor missing": _missing,
    "part in front missing": _missing,
    "one missing": _missing,
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
    "branches": _branches,
    "labels": _labels,
}
