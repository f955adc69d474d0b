"""Symbols that a formula's LaTeX derives from its arguments, such as μ and σ²."""

import dataclasses
from collections.abc import Sequence

from quizbank.answers.meaning.problem import Problem
from quizbank.answers.parse import parse
from quizbank.answers.tree import Definition, Name, Node
from quizbank.answers.walk import walk


def with_symbols(problem: Problem, definitions: Sequence[Definition], *, every: bool = False) -> tuple[Definition, ...]:
    """The lines, preceded by the definitions of derived symbols that they use, or of every one."""
    found: dict[str, Definition | None] = {line.name: None for line in definitions if line.name}

    def define(names: Sequence[str]) -> None:
        for name in names:
            if name not in found:
                line = _defined(problem, name)
                found[name] = None
                define(_symbols(problem, line.body))
                del found[name]
                found[name] = line

    define(
        list(problem.formula.symbols) if every else [n for line in definitions for n in _symbols(problem, line.body)]
    )
    return (*(line for line in found.values() if line is not None), *definitions)


def _defined(problem: Problem, name: str) -> Definition:
    entry = problem.vocabulary.by_name(name)
    (line,) = parse(entry.of if entry else "", problem.vocabulary)
    return dataclasses.replace(line, name=name, line=0)


def _symbols(problem: Problem, body: Node) -> list[str]:
    return [
        node.name
        for node in walk(body)
        if isinstance(node, Name) and (e := problem.vocabulary.by_name(node.name)) and e.role == "symbol"
    ]
