"""What an edit says about an answer, in words."""

from collections.abc import Callable

from quizbank.answers.echo import Printer
from quizbank.answers.edits import Edit
from quizbank.answers.tree import Binary, Function, Node, Number, Unary

_NAMES = {"sigmoid": "σ", "relu": "ReLU", "sqrt": "√", "log2": "log_2"}


def sentence(edit: Edit, printer: Printer, translate: Callable[[str], str]) -> str:
    """One sentence: what stands where what belongs."""
    _ = translate
    old, new = printer.text(edit.old), printer.text(edit.new)
    name_old, name_new = _function(edit.old), _function(edit.new)
    match edit.kind:
        case "function":
            return _("{old} where {new} belongs.").format(old=name_old, new=name_new)
        case "function not needed":
            return _("{old} does not belong there.").format(old=name_old)
        case "function missing":
            return _("{new} around {old} is missing.").format(new=name_new, old=old)
        case "axis":
            return _("{old} runs over the wrong axis.").format(old=name_old)
        case "bias of the variance":
            return _("The variance divides by the wrong number: n or n − 1.")
        case "sign":
            return _("{old} where {new} belongs.").format(old=_sign(edit.old), new=_sign(edit.new))
        case "sum" | "product" | "concatenation" | "kind of product" | "product for quotient" | "order of factors":
            return _("{old} where {new} belongs.").format(old=old, new=new)
        case "order of parts" | "number" | "name" | "complement" | "complement not needed" | "part not needed":
            return _("{old} where {new} belongs.").format(old=old, new=new)
        case "minus not needed" | "minus missing":
            return _("The sign of {old} is wrong.").format(old=_operand(edit, printer))
        case "transpose not needed":
            return _("{old} must not be transposed.").format(old=new)
        case "transpose missing":
            return _("{old} must be transposed.").format(old=old)
        case "square missing" | "exponent not needed":
            return _("{old} where {new} belongs.").format(old=old, new=new)
        case "term not needed" | "factor not needed":
            return _("{extra} does not belong there.").format(extra=_rest(edit, printer))
        case "term missing" | "factor missing" | "divisor missing":
            return _("{new} is missing.").format(new=_added(edit, printer))
        case "names exchanged":
            return _("{old} and {new} are exchanged.").format(old=old, new=new)
    return _("{old} where {new} belongs.").format(old=old, new=new)


def _function(node: Node) -> str:
    return _NAMES.get(node.name, node.name) if isinstance(node, Function) else ""


def _sign(node: Node) -> str:
    return {"-": "−"}.get(node.sign, node.sign) if isinstance(node, Binary) else ""


def _operand(edit: Edit, printer: Printer) -> str:
    return printer.text(edit.old.operand if isinstance(edit.old, Unary) else edit.old)


def _rest(edit: Edit, printer: Printer) -> str:
    """What an edit took away."""
    if isinstance(edit.old, Binary):
        return printer.text(edit.old.right if edit.new == edit.old.left else edit.old.left)
    return printer.text(edit.old)


def _added(edit: Edit, printer: Printer) -> str:
    """What an edit put in."""
    if not isinstance(edit.new, Binary):
        return printer.text(edit.new)
    added = edit.new.left if isinstance(edit.new.left, Number) else edit.new.right
    text = printer.text(added)
    return {"+": f"+ {text}", "/": f"/ {text}"}.get(edit.new.sign, text)
