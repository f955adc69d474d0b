"""What a person starts from: a formula's signature with its shapes, and nothing of how it is computed."""

from collections.abc import Iterator, Sequence

from quizbank import axes, bank
from quizbank.answers.printed import printed
from quizbank.language import Language, words
from quizbank.outline import FormulaOutline, Shape

FREE = "…"
"""Stands for batch axes."""

_TYPES = {"Int": "int64", "Bool": "bool"}
_INDENT = "    "


def stub(formula: FormulaOutline, language: Language, *, shown: bool = False, module: bool = False) -> str:
    """The file to start from; `shown` adds the formula, `module` makes a class of it."""
    body = _module(formula, language, shown) if module else _function(formula, language, shown)
    imports = ["import torch", *(["from torch import nn"] if module else []), "from quizbank import solves"]
    return "\n".join([*_head(formula, language), "", *imports, "", "", f'@solves("{formula.id}")', *body, ""])


def _head(formula: FormulaOutline, language: Language) -> Iterator[str]:
    _ = words(language)
    question = bank.questions().get(formula.id)
    title = question.title[language] if question else formula.name.replace("_", " ")
    yield f"# {formula.id}: {title}"
    if any(argument.is_batched for argument in formula.arguments):
        yield "# " + _("{free} stands for batch axes: there may be none, or some.").format(free=FREE)


def _function(formula: FormulaOutline, language: Language, shown: bool) -> Iterator[str]:
    yield f"def {formula.name}("
    yield from _parameters(formula.arguments, formula, language, _INDENT)
    yield "):"
    yield from _body(formula, language, shown, _INDENT)


def _module(formula: FormulaOutline, language: Language, shown: bool) -> Iterator[str]:
    weights = [argument for argument in formula.arguments if argument.is_weight]
    numbers = [argument for argument in formula.arguments if argument.type in ("int", "float")]
    inputs = [argument for argument in formula.arguments if argument not in (*weights, *numbers)]
    sizes = dict.fromkeys(name for weight in weights for axis in weight.axes or () for name in axes.names(axis))
    given = [*sizes, *(number.name for number in numbers if number.name not in sizes)]
    yield f"class {class_name(formula)}(nn.Module):"
    yield f"{_INDENT}def __init__({', '.join(['self', *given])}):"
    yield f"{_INDENT * 2}super().__init__()"
    for number in numbers:
        yield f"{_INDENT * 2}self.{number.name} = {number.name}"
    for weight in weights:
        shape = ", ".join(axis.replace("+", " + ").replace("*", " * ") for axis in weight.axes or ())
        yield f"{_INDENT * 2}self.{weight.name} = nn.Parameter(torch.empty({shape or '()'}))"
    yield ""
    yield f"{_INDENT}def forward("
    yield f"{_INDENT * 2}self,"
    yield from _parameters(inputs, formula, language, _INDENT * 2)
    yield f"{_INDENT}):"
    yield from _body(formula, language, shown, _INDENT * 2)


def class_name(formula: FormulaOutline) -> str:
    """`lstm_cell` as a class: `LstmCell`."""
    return "".join(word.capitalize() for word in formula.name.split("_"))


def _parameters(arguments: Sequence[Shape], formula: FormulaOutline, language: Language, indent: str) -> Iterator[str]:
    for argument in arguments:
        yield f"{indent}{argument.name},  # {_described(argument, formula, language)}"


def _described(argument: Shape, formula: FormulaOutline, language: Language) -> str:
    _ = words(language)
    if argument.axes is not None:
        return shape(argument)
    kind, _blank, word = formula.domains.get(argument.name, "").partition(" ")
    if kind in ("layers", "weights"):
        *count, name = word.split()
        names = ", ".join(a.name for a in bank.formulas()[name].arguments if a.is_weight)
        each = _("{count} times ({weights}), as in {formula}") if count else _("({weights}), as in {formula}")
        return each.format(count=" ".join(count), weights=names, formula=name)
    if argument.type == "Step":
        return _("a function: the ids so far, bos first → log-probabilities of the next one (V)")
    if argument.type == "Tree":
        return _("for each word its path from the root: pairs (inner node, turn), +1 left, −1 right")
    return argument.type


def shape(named: Shape) -> str:
    """`(…, T, d)`, with the dtype where it holds no floats."""
    leading = [FREE] if named.is_batched else []
    return " ".join([f"({', '.join([*leading, *(named.axes or ())])})", *filter(None, [_TYPES.get(named.type)])])


def _body(formula: FormulaOutline, language: Language, shown: bool, indent: str) -> Iterator[str]:
    _ = words(language)
    outputs = [f"{output.name} {_described(output, formula, language)}" for output in formula.outputs]
    told = [_("Return {outputs}.").format(outputs=", ".join(outputs))]
    if formula.latex is None:  # an algorithm: what it returns is no equation
        told += ["", *formula.doc.splitlines()]
    elif shown:
        told += ["", *printed(formula.latex, formula.id)]
    if len(told) == 1:
        yield f'{indent}"""{told[0]}"""'
    else:
        mark = "r" if any("\\" in line for line in told) else ""
        yield f'{indent}{mark}"""{told[0]}'
        yield from (f"{indent}{line}".rstrip() for line in told[1:])
        yield f'{indent}"""'
    yield f"{indent}raise NotImplementedError"
