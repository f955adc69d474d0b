"""Sizes of axes: `H+D`, `4*H`, `heads*d_k`, evaluated over named integers without the interpreter."""

import ast
import functools
import operator
from collections.abc import Callable, Mapping

_OPERATORS: dict[type[ast.operator], Callable[[int, int], int]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.FloorDiv: operator.floordiv,
    ast.Pow: operator.pow,
}


def size(axis: str, sizes: Mapping[str, int]) -> int:
    """The length of an axis; KeyError names a size that is not known."""
    return _value(_tree(axis).body, sizes)


def names(axis: str) -> tuple[str, ...]:
    """The names in an axis, in order of appearance."""
    found = [(node.col_offset, node.id) for node in ast.walk(_tree(axis)) if isinstance(node, ast.Name)]
    return tuple(name for _, name in sorted(found))


@functools.cache
def _tree(axis: str) -> ast.Expression:
    return ast.parse(axis.strip("{}"), mode="eval")


def _value(node: ast.expr, sizes: Mapping[str, int]) -> int:
    match node:
        case ast.Constant(value=int(number)):
            return number
        case ast.Name(id=name):
            return sizes[name]
        case ast.BinOp(left=left, op=op, right=right) if type(op) in _OPERATORS:
            return _OPERATORS[type(op)](_value(left, sizes), _value(right, sizes))
    raise ValueError(f"an axis may hold names, integers and + - * // **, got {ast.unparse(node)!r}")
