"""`quizbank list`: the questions, formulas, mistakes or conventions there are."""

import json
from argparse import Namespace
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any

from quizbank import bank
from quizbank.commands.problem import Problem, unknown_topic
from quizbank.language import Language
from quizbank.outline import FormulaOutline, Outline, Shape
from quizbank.pointer import width
from quizbank.question import Exercise, Question

Entries = Iterator[tuple[Callable[[], Any], tuple[str, ...]]]
"""What there is, each entry as a function that gives its data, and as the cells of a table."""


def listing(options: Namespace) -> int:
    """Print what the options ask for, as a table or as one JSON array."""
    entries = _entries(options)
    if options.json:
        print(json.dumps([data() for data, _ in entries], ensure_ascii=False, indent=1))
    else:
        for line in table([cells for _, cells in entries]):
            print(line)
    return 0


def chosen(options: Namespace) -> list[Question]:
    """The questions that the filters leave, in the bank's order."""
    check_topics(options.topic, options.language)
    return [
        question
        for question in bank.questions().values()
        if (not options.topic or question.topic in options.topic)
        and (not options.kind or question.kind in options.kind)
        and (not options.tier or question.tier in options.tier)
    ]


def check_topics(topics: Sequence[str], language: Language) -> None:
    """A topic that does not exist is a mistyped one: say so, with the nearest."""
    for topic in topics:
        if topic not in topic_names():
            raise Problem(unknown_topic(topic, topic_names(), language))


def topic_names() -> dict[str, None]:
    """Every topic with a question or a formula, in the bank's order."""
    asked, defined = bank.questions().values(), bank.formulas().values()
    return dict.fromkeys([*(question.topic for question in asked), *(formula.topic for formula in defined)])


def table(rows: Sequence[tuple[str, ...]]) -> Iterator[str]:
    """The rows with their cells below one another; the last cell may be of any length."""
    widths = [max(map(width, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        cells = [cell + " " * (wide - width(cell)) for cell, wide in zip(row[:-1], widths, strict=False)]
        yield "  ".join([*cells, row[-1]]).rstrip()


def formula_json(formula: FormulaOutline) -> dict[str, Any]:
    """The public fields of `list --formulas --json`."""
    return {
        "id": formula.id,
        "arguments": [_shape_json(argument) for argument in formula.arguments],
        "outputs": [_shape_json(output) for output in formula.outputs],
        "latex": formula.latex,
        "source": formula.source,
        "mistakes": [mistake.name for mistake in formula.mistakes],
        "conventions": [convention.name for convention in formula.conventions],
        "twin": bool(formula.twins),
        "exercise": formula.is_exercise,
    }


def signature(formula: FormulaOutline) -> str:
    """The formula's arguments and outputs with their shapes, on one line."""
    return f"{shapes(formula.arguments)} → {shapes(formula.outputs)}"


def shapes(named: Sequence[Shape]) -> str:
    """Names with their shapes, as `x (D), heads`."""
    return ", ".join(shape.name if shape.axes is None else f"{shape.name} ({', '.join(shape.axes)})" for shape in named)


def _shape_json(shape: Shape) -> dict[str, Any]:
    return {"name": shape.name, "shape": None if shape.axes is None else list(shape.axes)}


def _entries(options: Namespace) -> Entries:
    if not (options.formulas or options.mistakes or options.conventions):
        yield from ((question.as_json, _question_cells(question, options.language)) for question in chosen(options))
        return
    check_topics(options.topic, options.language)
    formulas = [f for f in bank.formulas().values() if not options.topic or f.topic in options.topic]
    if options.formulas:
        yield from ((partial(formula_json, formula), (formula.id, signature(formula))) for formula in formulas)
        return
    for each in (d for f in formulas for d in (f.mistakes if options.mistakes else f.conventions)):
        yield partial(_declared_json, each), (each.formula, each.name, _sentence(each, options.language))


def _question_cells(question: Question, language: Language) -> tuple[str, ...]:
    sentence = " ".join(Exercise(question, 0).sentence[language].split())
    return question.id, question.kind, str(question.tier), sentence


def _declared_json(declared: Outline) -> dict[str, Any]:
    return {
        "formula": declared.formula,
        "name": declared.name,
        "text": {"en": declared.facts.get("en"), "zh": declared.facts.get("zh")},
    }


def _sentence(declared: Outline, language: Language) -> str:
    return str(declared.facts.get(language) or "")
