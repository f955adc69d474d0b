"""What reference, mistakes and conventions declare, read as syntax: no model is imported to list it."""

import ast
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any


@dataclass(frozen=True)
class Shape:
    """A name and its axes as written, without `*batch`; `axes` is None for what is no tensor.

    `type` is the annotation without its shape: `Float`, `Int` and `Bool` are tensors. `is_batched` allows for
    batch axes in front.
    """

    name: str
    axes: tuple[str, ...] | None
    is_weight: bool = False
    type: str = ""
    is_batched: bool = False


@dataclass
class FormulaOutline:
    """A formula as its file declares it.

    `is_exercise` says whether code for it can be graded: what it returns is no function.
    """

    id: str
    arguments: tuple[Shape, ...]
    outputs: tuple[Shape, ...]
    latex: str | None
    source: str
    notation: str | None
    sizes: dict[str, str]
    doc: str
    symbols: dict[str, str] = field(default_factory=dict)
    extra: tuple[str, ...] = ()
    twins: list[str] = field(default_factory=list)
    mistakes: list["Outline"] = field(default_factory=list)
    conventions: list["Outline"] = field(default_factory=list)
    domains: dict[str, str] = field(default_factory=dict)
    is_exercise: bool = True
    lines: str | None = None

    @property
    def topic(self) -> str:
        """The first part of the id."""
        return self.id.partition(".")[0]

    @property
    def name(self) -> str:
        """The second part of the id."""
        return self.id.partition(".")[2]


@dataclass(frozen=True)
class Outline:
    """A declared mistake or convention of a formula, with the literal facts of its declaration."""

    formula: str
    name: str
    facts: dict[str, Any]
    line: int = 0
    file: Path | None = None


def formulas(folder: Path) -> Iterator[FormulaOutline]:
    """Every formula below a `reference` folder, in the order of files and lines."""
    for path in sorted(folder.rglob("*.py")):
        topic = path.relative_to(folder).with_suffix("").parts[0]
        tree = ast.parse(path.read_text("utf-8"), str(path))
        found = {}
        for node in tree.body:
            if isinstance(node, ast.FunctionDef):
                for call in _calls(node, "formula"):
                    found[node.name] = _formula(topic, node, _facts(call))
                for owner in _twin_of(node):
                    found[owner].twins.append(node.name)
        yield from found.values()


def declarations(folder: Path, decorator: str) -> Iterator[Outline]:
    """Every `@mistake(…)` or `@convention(…)` below the folder; loops over formulas are followed."""
    for path in sorted(folder.rglob("*.py")):
        topic = path.relative_to(folder).with_suffix("").parts[0]
        tree = ast.parse(path.read_text("utf-8"), str(path))
        yield from (replace(found, file=path) for found in _declared(tree.body, topic, decorator, {}))


def _declared(body: list[ast.stmt], topic: str, decorator: str, loops: dict[str, list[ast.expr]]) -> Iterator[Outline]:
    for node in body:
        if isinstance(node, ast.FunctionDef):
            for call in _calls(node, decorator):
                yield from _outlines(call, node.name, topic, loops)
        elif isinstance(node, ast.For) and isinstance(node.target, ast.Name):
            targets = node.iter.elts if isinstance(node.iter, ast.Tuple | ast.List) else []
            yield from _declared(node.body, topic, decorator, {**loops, node.target.id: targets})
        elif isinstance(node, ast.Expr | ast.Assign):
            yield from _applied(node, topic, decorator, loops)


def _applied(
    node: ast.Expr | ast.Assign, topic: str, decorator: str, loops: dict[str, list[ast.expr]]
) -> Iterator[Outline]:
    """A decorator applied as a call: `convention(gate, "xh", …)(unpack)`."""
    for call in ast.walk(node):
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Call):
            inner, wrapped = call.func, call.args[0]
            if isinstance(inner.func, ast.Name) and inner.func.id == decorator:
                yield from _outlines(inner, wrapped.id if isinstance(wrapped, ast.Name) else "", topic, loops)


def _outlines(call: ast.Call, function: str, topic: str, loops: dict[str, list[ast.expr]]) -> Iterator[Outline]:
    first = call.args[0]
    targets = loops.get(first.id, [first]) if isinstance(first, ast.Name) else [first]
    facts = _facts(call)
    named = [argument.value for argument in call.args[1:] if isinstance(argument, ast.Constant)]
    for target in targets:
        yield Outline(_formula_id(target, topic), str(named[0]) if named else function, facts, call.lineno)


def _formula_id(node: ast.expr, topic: str) -> str:
    parts = ast.unparse(node).split(".")
    return f"{topic}.{parts[-1]}" if len(parts) == 1 else f"{parts[0]}.{parts[-1]}"


def _calls(node: ast.FunctionDef, name: str) -> Iterator[ast.Call]:
    for decorator in node.decorator_list:
        if isinstance(decorator, ast.Call) and ast.unparse(decorator.func).rpartition(".")[2] == name:
            yield decorator


def _twin_of(node: ast.FunctionDef) -> Iterator[str]:
    for decorator in node.decorator_list:
        if isinstance(decorator, ast.Attribute) and decorator.attr == "twin" and isinstance(decorator.value, ast.Name):
            yield decorator.value.id


def _facts(call: ast.Call) -> dict[str, Any]:
    return {keyword.arg: _literal(keyword.value) for keyword in call.keywords if keyword.arg}


def _literal(node: ast.expr) -> Any:
    try:
        return ast.literal_eval(node)
    except ValueError:
        return None


def _formula(topic: str, node: ast.FunctionDef, facts: dict[str, Any]) -> FormulaOutline:
    names = facts.get("outputs") or (node.name,)
    returns = _results(node.returns)
    named = [*names, *(f"{node.name}_{place}" for place in range(len(names), len(returns)))]
    return FormulaOutline(
        id=f"{topic}.{node.name}",
        arguments=tuple(_arguments(node.args, facts.get("domains") or ())),
        outputs=tuple(_shape(name, part) for name, part in zip(named, returns, strict=False)),
        latex=facts.get("latex"),
        lines=facts.get("lines"),
        source=facts.get("source") or "",
        notation=facts.get("notation"),
        sizes=facts.get("sizes") or {},
        symbols=facts.get("symbols") or {},
        extra=tuple(facts.get("extra") or ()),
        domains=facts.get("domains") or {},
        doc=ast.get_docstring(node) or "",
        is_exercise=_is_comparable(node.returns),
    )


_FUNCTIONS = {"Callable", "Step"}


def _is_comparable(returns: ast.expr | None) -> bool:
    """Whether two results of this type can be compared: functions cannot."""
    names = set() if returns is None else {part.id for part in ast.walk(returns) if isinstance(part, ast.Name)}
    return bool(names) and not names & _FUNCTIONS


def _arguments(declared: ast.arguments, domains: Collection[str]) -> Iterator[Shape]:
    """Those that a draw gives: one with a default only where a domain says how it is drawn."""
    required = len(declared.args) - len(declared.defaults)
    for place, argument in enumerate(declared.args):
        if place < required or argument.arg in domains:
            yield _shape(argument.arg, argument.annotation, domains)


def _results(annotation: ast.expr | None) -> list[ast.expr | None]:
    if isinstance(annotation, ast.Subscript) and ast.unparse(annotation.value) == "tuple":
        inner = annotation.slice
        return list(inner.elts) if isinstance(inner, ast.Tuple) else [inner]
    return [annotation]


def _shape(name: str, annotation: ast.expr | None, domains: Collection[str] = ()) -> Shape:
    if isinstance(annotation, ast.BinOp):
        annotation = annotation.left
    if not (isinstance(annotation, ast.Subscript) and isinstance(annotation.slice, ast.Tuple)):
        return Shape(name, None, type="" if annotation is None else ast.unparse(annotation))
    text = annotation.slice.elts[1]
    axes = tuple(text.value.split()) if isinstance(text, ast.Constant) and isinstance(text.value, str) else ()
    leading = bool(axes) and axes[0].startswith("*")
    kind = ast.unparse(annotation.value)
    is_weight = kind == "Float" and not leading and name not in domains
    return Shape(name, tuple(axis.strip("{}") for axis in axes[leading:]), is_weight, kind, leading)
