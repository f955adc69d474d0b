"""`quizbank show`: one question or formula, with everything that is asked about it but the answer."""

import json
from argparse import Namespace
from collections.abc import Iterator
from typing import Any

from quizbank import bank
from quizbank.answers.echo import display
from quizbank.commands.listing import formula_json, signature, table
from quizbank.commands.problem import Problem, unknown_formula, unknown_question
from quizbank.kinds import kind_name
from quizbank.language import Language, words
from quizbank.outline import FormulaOutline
from quizbank.question import Exercise, Question


def show(options: Namespace) -> int:
    """Print the question, or what the formula's mistakes or conventions are."""
    wants_formula = options.mistakes or options.conventions
    formula, question = bank.formulas().get(options.id), bank.questions().get(options.id)
    if formula is None and wants_formula:
        raise Problem(unknown_formula(options.id, options.language))
    if formula is None and question is None:
        raise Problem(unknown_question(options.id, options.language))
    if options.json:
        print(json.dumps(_json(question, formula, options), ensure_ascii=False, indent=1))
        return 0
    if formula is not None and wants_formula:
        lines = _mistakes(formula, options.language) if options.mistakes else _conventions(formula, options.language)
    elif question is not None:
        lines = question_text(Exercise(question, options.seed or 0), options.language)
    else:
        assert formula is not None
        lines = _formula_text(formula, options.language)
    print("\n".join(lines))
    return 0


def question_text(exercise: Exercise, language: Language) -> Iterator[str]:
    """The prompt and the legend, as lines of plain text."""
    yield from prompt_text(exercise, language)
    yield from legend_text(exercise.question, language)
    if exercise.question.source:
        yield words(language)("Source: {source}").format(source=exercise.question.source)


def prompt_text(exercise: Exercise, language: Language) -> Iterator[str]:
    """What is asked, under a line on what kind of question it is."""
    _ = words(language)
    question = exercise.question
    about = _("{id} · {kind} · tier {tier} · about {seconds} s · seed {seed}")
    yield about.format(
        id=question.id,
        kind=kind_name(question.kind, language),
        tier=question.tier,
        seconds=question.seconds,
        seed=exercise.seed,
    )
    yield exercise.prompt[language]


def legend_text(question: Question, language: Language) -> Iterator[str]:
    """Each symbol of the topic, how to type it, and what it means."""
    if question.legend:
        yield words(language)("Symbols, how to type them, and what they mean:")
        rows = [(f"  {display(symbol.symbol)}", symbol.type_as, symbol.meaning[language]) for symbol in question.legend]
        yield from table(rows)


def _formula_text(formula: FormulaOutline, language: Language) -> Iterator[str]:
    _ = words(language)
    yield f"{formula.id}: {signature(formula)}"
    if formula.doc:
        yield formula.doc
    yield _("Source: {source}").format(source=formula.source)


def _mistakes(formula: FormulaOutline, language: Language) -> Iterator[str]:
    yield from table([(each.name, str(each.facts.get(language) or "")) for each in formula.mistakes])


def _conventions(formula: FormulaOutline, language: Language) -> Iterator[str]:
    """Each convention's arguments and shapes, which only its own signature knows."""
    for name, arguments, note in _declared_conventions(formula):
        yield f"{name}: {note[language]}"
        yield "  " + ", ".join(
            argument["name"] if argument["shape"] is None else f"{argument['name']} ({', '.join(argument['shape'])})"
            for argument in arguments
        )


def _declared_conventions(formula: FormulaOutline) -> Iterator[tuple[str, list[dict[str, Any]], Any]]:
    from quizbank.convention import conventions_of
    from quizbank.formulas import reference

    for convention in conventions_of(reference(formula.id)):
        arguments = [
            {"name": argument.name, "shape": None if argument.axes is None else list(argument.axes)}
            for argument in convention.arguments
        ]
        yield convention.name, arguments, convention.note


def _json(question: Question | None, formula: FormulaOutline | None, options: Namespace) -> dict[str, Any]:
    found: dict[str, Any] = {}
    if formula is not None:
        found |= formula_json(formula)
    if question is not None:
        found |= question.as_json(options.seed or 0) | {"seed": options.seed or 0}
    if formula is not None and options.conventions:
        found["conventions"] = [
            {"name": name, "arguments": arguments, "text": vars(note)}
            for name, arguments, note in _declared_conventions(formula)
        ]
    if formula is not None and options.mistakes:
        found["mistakes"] = [
            {"name": each.name, "text": {"en": each.facts.get("en"), "zh": each.facts.get("zh")}}
            for each in formula.mistakes
        ]
    return found
