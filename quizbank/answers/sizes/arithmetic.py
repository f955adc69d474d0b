"""The value of a typed number: a tree of literals, known names and functions, in floats, so that a tower overflows."""

import math
from collections.abc import Callable, Mapping

from quizbank.answers.tree import Binary, Function, Name, Node, Number, Unary

_FACTORIALS = 170
"""The largest whole number whose factorial is a float."""


class NoNumber(ValueError):
    """A part of the tree that is no number; `column` says where."""

    def __init__(self, column: int) -> None:
        super().__init__(column)
        self.column = column


def evaluate(node: Node, names: Mapping[str, float]) -> float:
    """The value of a tree, NaN where it has none (1/0, log of a negative number). Raises NoNumber."""
    match node:
        case Number(value=value):
            return value
        case Name(name=name) if name in names:
            return names[name]
        case Unary(sign=sign, operand=operand) if sign in UNARY:
            return _safely(UNARY[sign], evaluate(operand, names))
        case Binary(sign=sign, left=left, right=right, product=product):
            operation = _BINARY["*" if product else sign]
            return _safely(operation, evaluate(left, names), evaluate(right, names))
        case Function(name=name, arguments=arguments) if is_known(node):
            values = [evaluate(argument, names) for argument in arguments]
            return _safely(FUNCTIONS[name], *values)
    raise NoNumber(node.column)


def is_known(call: Function) -> bool:
    """Whether a call has a value."""
    return call.name in FUNCTIONS and not call.keywords


def _safely(operation: Callable[..., float], *values: float) -> float:
    try:
        result = operation(*values)
    except OverflowError:
        return math.inf
    except (ValueError, ZeroDivisionError, TypeError):
        return math.nan
    return math.nan if isinstance(result, complex) else float(result)


def _factorial(x: float) -> float:
    if x > _FACTORIALS:
        return math.inf
    return float(math.factorial(int(x))) if x >= 0 and x == int(x) else math.nan


def _sigmoid(x: float) -> float:
    return (1 + math.tanh(x / 2)) / 2


def _relu(x: float) -> float:
    return max(x, 0.0)


UNARY: Mapping[str, Callable[[float], float]] = {
    "-": lambda x: -x,
    "+": lambda x: x,
    "abs": abs,
    "!": _factorial,
    "%": lambda x: x / 100,
}
_BINARY: Mapping[str, Callable[[float, float], float]] = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
    "/": lambda a, b: a / b,
    "^": lambda a, b: a**b,
}
FUNCTIONS: Mapping[str, Callable[..., float]] = {
    "log": math.log,
    "log2": math.log2,
    "log10": math.log10,
    "exp": math.exp,
    "sqrt": math.sqrt,
    "abs": abs,
    "sin": math.sin,
    "cos": math.cos,
    "tan": math.tan,
    "square": lambda x: x * x,
    "root": lambda x, n: x ** (1 / n),
    "tanh": math.tanh,
    "sigmoid": _sigmoid,
    "relu": _relu,
    "maximum": max,
    "minimum": min,
    "floor": math.floor,
    "ceil": math.ceil,
    "round": round,
}
