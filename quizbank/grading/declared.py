"""Submissions that a file declares, read as syntax: nothing is imported to find them."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from quizbank.grading.library import own_calls

MARK = b"solves"


@dataclass(frozen=True)
class Declared:
    """One solution as its file's text shows it: the function's name, its formula and its parameters.

    `parameters` are those without a default; of a class, those of its `__init__` and `forward`. `own` names
    library calls that are the answer itself.
    """

    function: str
    formula: str
    line: int
    parameters: tuple[str, ...] = ()
    convention: str | None = None
    arguments: tuple[str, ...] | None = None
    is_module: bool = False
    adapted: bool = False
    has_backward: bool = False
    is_stub: bool = False
    library: str = "torch"
    own: tuple[str, ...] = ()


class Unparsable(Exception):
    """The file is no Python; the message and the line say where."""

    def __init__(self, message: str, line: int | None) -> None:
        super().__init__(message)
        self.line = line


def mentions(path: Path) -> bool:
    """Whether the file may hold a submission: cheap enough for every file of a foreign project."""
    try:
        text = path.read_bytes()
    except OSError:
        return False
    return MARK in text and b"quizbank" in text


def declared(path: Path, named: dict[str, str] | None = None) -> list[Declared]:
    """The file's submissions in the order of their lines, `named` (function → formula) added; raises Unparsable."""
    try:
        tree = ast.parse(path.read_bytes(), str(path))
    except (SyntaxError, ValueError, RecursionError) as error:
        raise Unparsable(str(error), getattr(error, "lineno", None)) from error
    names, library, found = _names(tree), _library(tree), []
    for node in _definitions(tree.body):
        calls = [c for c in node.decorator_list if isinstance(c, ast.Call) and ast.unparse(c.func) in names]
        found += [_declared(node, call, library) for call in calls]
        if named and node.name in named:
            found.append(_declared(node, _claim(named[node.name]), library))
    found += [one for node in tree.body for one in _applied(node, names, library)]
    return sorted(found, key=lambda one: one.line)


def _applied(node: ast.stmt, names: set[str], library: str) -> Iterator[Declared]:
    """`mine = solves("…", adapt=…)(theirs)` hands in code of another file; its parameters show when it runs."""
    match node:
        case ast.Assign(targets=[ast.Name(id=name)], value=ast.Call(func=ast.Call(func=called) as call)):
            if ast.unparse(called) in names:
                stand_in = ast.parse(f"def {name}(*arguments): return arguments").body[0]
                assert isinstance(stand_in, ast.FunctionDef)
                yield replace(_declared(stand_in, call, library), line=node.lineno)


def has_tests(path: Path) -> bool:
    """Whether the file also holds tests of its owner, which pytest then collects as ever."""
    tree = ast.parse(path.read_bytes(), str(path))
    return any(node.name.startswith(("test", "Test")) for node in _definitions(tree.body))


Definition = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef


def _definitions(body: list[ast.stmt]) -> list[Definition]:
    """Definitions at the top of the module, also below `if` and `try`."""
    found: list[Definition] = []
    for node in body:
        if isinstance(node, Definition):
            found.append(node)
        for part in ("body", "orelse", "finalbody"):
            if isinstance(node, ast.If | ast.Try | ast.With):
                found += _definitions(getattr(node, part, []))
    return found


def _names(tree: ast.Module) -> set[str]:
    """How the file calls `solves`: under its own name, another one, or as an attribute of the package."""
    names = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module == "quizbank":
            names |= {alias.asname or alias.name for alias in node.names if alias.name == "solves"}
            names |= {"solves" for alias in node.names if alias.name == "*"}
        if isinstance(node, ast.Import):
            names |= {f"{alias.asname or alias.name}.solves" for alias in node.names if alias.name == "quizbank"}
    return names


def _library(tree: ast.Module) -> str:
    """A file that imports numpy and not torch brings arrays; any other tensors."""
    roots = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            roots |= {alias.name.partition(".")[0] for alias in node.names}
        if isinstance(node, ast.ImportFrom) and node.module:
            roots.add(node.module.partition(".")[0])
    return "numpy" if "numpy" in roots and "torch" not in roots else "torch"


def _claim(formula: str) -> ast.Call:
    return ast.Call(ast.Name("solves"), [ast.Constant(formula)], [])


def _declared(node: Definition, call: ast.Call, library: str) -> Declared:
    facts = {keyword.arg: keyword.value for keyword in call.keywords if keyword.arg}
    formula = _literal(call.args[0]) if call.args else _literal(facts.get("formula"))
    arguments = facts.get("arguments")
    listed = [_literal(part) or "" for part in arguments.elts] if isinstance(arguments, ast.List | ast.Tuple) else None
    return Declared(
        function=node.name,
        formula=formula or "",
        line=node.lineno,
        parameters=_parameters(node),
        convention=_literal(facts.get("convention")),
        arguments=None if listed is None else tuple(listed),
        is_module=_is_module(node),
        adapted="adapt" in facts,
        is_stub=_is_stub(node),
        has_backward="backward" in facts or _defines(node, "backward"),
        library=_literal(facts.get("library")) or library,
        own=own_calls(node, formula or ""),
    )


def _literal(node: ast.expr | None) -> str | None:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None


def _defines(node: Definition, name: str) -> bool:
    return isinstance(node, ast.ClassDef) and any(isinstance(n, Definition) and n.name == name for n in node.body)


def _is_stub(node: Definition) -> bool:
    """Whether nothing is written yet: a docstring, `pass`, `...`, or NotImplementedError."""
    if isinstance(node, ast.ClassDef):
        methods = [n for n in node.body if isinstance(n, ast.FunctionDef) and n.name in ("forward", "__call__")]
        return bool(methods) and all(_is_stub(method) for method in methods)
    return all(
        isinstance(statement, ast.Pass)
        or (isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant))
        or (isinstance(statement, ast.Raise) and "NotImplementedError" in ast.unparse(statement))
        for statement in node.body
    )


def _is_module(node: Definition) -> bool:
    return isinstance(node, ast.ClassDef) and any(ast.unparse(base).endswith("Module") for base in node.bases)


def _parameters(node: Definition) -> tuple[str, ...]:
    """Those without a default; of a class, those of `__init__` and `forward`."""
    if isinstance(node, ast.ClassDef):
        methods = {n.name: n for n in node.body if isinstance(n, ast.FunctionDef)}
        named = [methods[name] for name in ("__init__", "forward") if name in methods]
        return tuple(name for method in named for name in _parameters(method)[1:])
    positional = [a.arg for a in (*node.args.posonlyargs, *node.args.args)]
    required = positional[: len(positional) - len(node.args.defaults)]
    keywords = zip(node.args.kwonlyargs, node.args.kw_defaults, strict=True)
    return (*required, *(a.arg for a, default in keywords if default is None))
