"""A formula's code as text, for the cards of formulas that are loops rather than equations."""

import ast
import functools
from pathlib import Path

from quizbank import packs


def code(formula: str) -> str:
    """The function of this id without its decorators and docstring."""
    topic, _, name = formula.partition(".")
    return _functions(topic)[name]


@functools.cache
def _functions(topic: str) -> dict[str, str]:
    roots = packs.roots("reference")
    files = [file for root in roots for file in (root / f"{topic}.py", *sorted((root / topic).glob("**/*.py")))]
    found: dict[str, str] = {}
    for path in filter(Path.exists, files):
        text = path.read_text("utf-8")
        functions = (node for node in ast.parse(text).body if isinstance(node, ast.FunctionDef))
        found |= {node.name: _bare(node, text.splitlines()) for node in functions}
    return found


def _bare(function: ast.FunctionDef, lines: list[str]) -> str:
    first = function.body[0]
    body = function.body[1:] if ast.get_docstring(function) is not None else function.body
    head = lines[function.lineno - 1 : first.lineno - 1]
    rest = lines[body[0].lineno - 1 : function.end_lineno] if body else ["    ..."]
    return "\n".join([*head, *rest])
