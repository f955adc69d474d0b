"""Typed formulas judged: in every reading, layout and convention, against certified draws of the reference."""

from collections.abc import Sequence
from typing import Any

import torch

from quizbank.answers.budget import Budget, Spent
from quizbank.answers.candidate import Candidate, candidates, with_symbols
from quizbank.answers.echo import echo
from quizbank.answers.parse import parse
from quizbank.answers.problem import Problem, problem
from quizbank.answers.shapes import Misfit
from quizbank.answers.tree import Definition
from quizbank.answers.unreadable import Unreadable
from quizbank.language import Language
from quizbank.question import Symbol
from quizbank.verdict import Verdict
from reference.formula import Formula


def judge_formula(
    formula: Formula[..., Any],
    lines: Sequence[str],
    legend: Sequence[Symbol],
    *,
    device: torch.device,
    language: Language,
    mistake: str | None = None,
) -> Verdict:
    """The verdict on a typed formula or system; never raises for anything that was typed."""
    asked = problem(formula, tuple(legend), device, language)
    try:
        definitions = parse(list(lines), asked.vocabulary)
        return _judged(asked, definitions, Budget())
    except Unreadable as error:
        return Verdict("unreadable", hint=error.message, column=error.column, line=error.line)


def answer_of(asked: Problem) -> str | None:
    """The right formula, as the echo prints it."""
    latex = asked.formula.latex
    try:
        return None if latex is None else echo(parse(latex, asked.vocabulary), asked.vocabulary)
    except Unreadable:
        return latex


def _judged(asked: Problem, definitions: Sequence[Definition], budget: Budget) -> Verdict:
    lines = with_symbols(asked, definitions)
    expected = [asked.expected(draw)[0] for draw in asked.draws]
    first: Candidate | None = None
    misfit: Misfit | None = None
    try:
        for candidate in candidates(asked, lines):
            if isinstance(candidate, Misfit):
                misfit = misfit or candidate
                continue
            first = first or candidate
            if candidate.agrees(expected, budget):
                note = candidate.variant.note
                return Verdict("right", note=note and note[asked.vocabulary.language], read_as=_read_as(asked, candidate))
    except Spent:
        return Verdict("undecided")
    return Verdict("wrong", hint=str(misfit) if first is None else None, read_as=first and _read_as(asked, first))


def _read_as(asked: Problem, candidate: Candidate) -> str:
    return echo([line for line in candidate.lines if line.line], asked.vocabulary)
