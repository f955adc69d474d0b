"""Whether what a function returns depends on a run of the reference, found by reading it."""

import ast
import itertools
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from importlib.util import find_spec
from pathlib import Path

COMPUTED = ("reference", "quizbank.measure", "quizbank.draw", "quizbank.training", "quizbank.mistakes", "torch.nn")
"""Where values come from that nobody typed."""

OWN = "quizbank.questions"

Scope = dict[str, list[ast.AST]]
"""What the names inside a function are made of."""


@dataclass
class Module:
    """A module's functions and constants, and where its imported names come from."""

    functions: dict[str, ast.FunctionDef] = field(default_factory=dict)
    constants: Scope = field(default_factory=dict)
    imports: dict[str, str] = field(default_factory=dict)


class Bank:
    """The modules of the questions as syntax; `sources` stand in for those on the disk."""

    def __init__(self, sources: Mapping[str, str] | None = None) -> None:
        self._sources = dict(sources or {})
        self._modules: dict[str, Module] = {}
        self._asked: set[tuple[str, str]] = set()

    def is_computed(self, module: str, name: str) -> bool:
        """Whether each value that the function may return, or that the constant holds, comes from the reference."""
        if (module, name) in self._asked:
            return False  # a call of itself computes nothing
        self._asked.add((module, name))
        try:
            return self._is_computed(module, name)
        finally:
            self._asked.discard((module, name))

    def _is_computed(self, module: str, name: str) -> bool:
        found = self._module(module)
        if name in found.functions:
            function = found.functions[name]
            scope = dict(_bound(function))
            ends = list(_ends(function.body, []))
            return bool(ends) and all(any(self._depends(part, module, scope) for part in end) for end in ends)
        if name in found.constants:
            return any(self._depends(value, module, {}) for value in found.constants[name])
        origin = found.imports.get(name, "")
        if origin.startswith(OWN):
            return self.is_computed(*origin.rsplit(".", 1))
        return origin.startswith(COMPUTED)

    def _depends(self, node: ast.AST, module: str, scope: Scope) -> bool:
        for part in ast.walk(node):
            if isinstance(part, ast.Attribute) and isinstance(part.value, ast.Name):
                origin = self._module(module).imports.get(part.value.id, "")
                if origin.startswith(OWN) and self.is_computed(origin, part.attr):
                    return True
            if isinstance(part, ast.Name) and self._name_depends(part.id, module, scope):
                return True
        return False

    def _name_depends(self, name: str, module: str, scope: Scope) -> bool:
        if name not in scope:
            return self.is_computed(module, name)
        rest = {other: parts for other, parts in scope.items() if other != name}
        return any(self._depends(part, module, rest) for part in scope[name])

    def _module(self, name: str) -> Module:
        if name not in self._modules:
            self._modules[name] = _read(ast.parse(self._source(name)))
        return self._modules[name]

    def _source(self, name: str) -> str:
        if name in self._sources:
            return self._sources[name]
        spec = find_spec(name)
        assert spec is not None, name
        assert spec.origin is not None, name
        return Path(spec.origin).read_text("utf-8")


def _read(tree: ast.Module) -> Module:
    module = Module()
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            module.functions[node.name] = node
        elif isinstance(node, ast.Import):
            module.imports |= {alias.asname or alias.name: alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            module.imports |= {alias.asname or alias.name: f"{node.module}.{alias.name}" for alias in node.names}
    outside = [node for node in tree.body if not isinstance(node, ast.FunctionDef | ast.ClassDef)]
    module.constants = _bound(ast.Module(outside, []))
    return module


def _bound(tree: ast.AST) -> Scope:
    """Each name with all that it is bound to, or that is put into it."""
    found: Scope = {}
    for node in ast.walk(tree):
        for target, value in _bindings(node):
            for part in ast.walk(target):
                if isinstance(part, ast.Name):
                    found.setdefault(part.id, []).append(value)
        for name, call in _filled_by_calls(node):
            found.setdefault(name, []).append(call)
    return found


def _filled_by_calls(node: ast.AST) -> Iterator[tuple[str, ast.AST]]:
    """What an inner function puts into a list comes from whoever is given that function, and calls it."""
    if not isinstance(node, ast.FunctionDef):
        return
    inner = [part for part in node.body if isinstance(part, ast.FunctionDef)]
    for function, call in itertools.product(inner, ast.walk(node)):
        if isinstance(call, ast.Call) and any(isinstance(a, ast.Name) and a.id == function.name for a in call.args):
            yield from ((name, call) for name in _bound(function) if name != function.name)


def _bindings(node: ast.AST) -> Iterator[tuple[ast.AST, ast.AST]]:
    match node:
        case ast.Assign(targets=targets, value=value):
            yield from ((target, value) for target in targets)
        case ast.AnnAssign(target=target, value=value) if value is not None:
            yield target, value
        case ast.AugAssign(target=target, value=value) | ast.NamedExpr(target=target, value=value):
            yield target, value
        case ast.For(target=target, iter=value) | ast.comprehension(target=target, iter=value):
            yield target, value
        case ast.withitem(optional_vars=target, context_expr=value) if target is not None:
            yield target, value
        case ast.Expr(value=ast.Call(func=ast.Attribute(value=target))):  # as rows.append(row)
            yield target, node.value
        case ast.arguments(args=arguments, defaults=defaults) if defaults:
            for argument, value in zip(arguments[-len(defaults) :], defaults, strict=True):
                yield ast.Name(argument.arg), value
        case ast.FunctionDef(name=name):
            yield ast.Name(name), ast.Module(node.body, [])


def _ends(body: list[ast.stmt], conditions: list[ast.AST]) -> Iterator[list[ast.AST]]:
    """Each value that may be returned, with the conditions on which it is."""
    for statement in body:
        if isinstance(statement, ast.Return):
            yield [*conditions, *([statement.value] if statement.value else [])]
        elif not isinstance(statement, ast.FunctionDef):
            inner = [*conditions, *_tests(statement)]
            found = [end for part in _bodies(statement) for end in _ends(part, inner)]
            yield from found
            if found:  # whatever follows is returned where these were not
                conditions = [*conditions, *(test for node in ast.walk(statement) for test in _tests(node))]


def _tests(node: ast.AST) -> list[ast.AST]:
    match node:
        case ast.If(test=test) | ast.While(test=test):
            return [test]
        case ast.For(iter=values):
            return [values]
        case ast.Try(body=body):  # it may fail
            return list(body)
    return []


def _bodies(statement: ast.stmt) -> Iterator[list[ast.stmt]]:
    for name in ("body", "orelse", "finalbody"):
        yield getattr(statement, name, [])
    for handler in getattr(statement, "handlers", []):
        yield handler.body
