"""A flashcard: a formula's name on the front; LaTeX or code, symbols, source and typical mistakes on the back."""

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass

from quizbank import axes, bank
from quizbank.flashcards.code import code
from quizbank.language import Language, Text, words
from quizbank.outline import FormulaOutline, Shape
from quizbank.question import Symbol


@dataclass(frozen=True)
class Meaning:
    """One line of a card's legend; `latex` is None for a name that the topic's legend does not print."""

    name: str
    latex: str | None
    text: str


@dataclass(frozen=True)
class Card:
    """One card in one language; its texts are plain, `latex` has one entry a line."""

    id: str
    topic: str
    topic_title: str
    tier: int
    title: str
    front: str
    latex: tuple[str, ...]
    code: str | None
    legend: tuple[Meaning, ...]
    source: str
    note: str | None
    watch_out: tuple[str, ...]


def cards(
    language: Language,
    *,
    topics: Collection[str] = (),
    kinds: Collection[str] = (),
    tiers: Collection[int] = (),
    only: Collection[str] | None = None,
) -> list[Card]:
    """A card for every formula, topic by topic and the most asked first; `only` names the ids that are wanted.

    A formula without LaTeX is a loop: it has no typed question, so no kind, and shows its code.
    """
    made = [(_kind(formula), _card(formula, language)) for formula in bank.formulas().values()]
    found = [
        card
        for kind, card in made
        if (not topics or card.topic in topics)
        and (not kinds or kind in kinds)
        and (not tiers or card.tier in tiers)
        and (only is None or card.id in only)
    ]
    order = list(dict.fromkeys(card.topic for card in found))
    return sorted(found, key=lambda card: (order.index(card.topic), card.tier))


def _kind(formula: FormulaOutline) -> str | None:
    question = bank.questions().get(formula.id)
    return question.kind if question else None


def _card(formula: FormulaOutline, language: Language) -> Card:
    question = bank.questions().get(formula.id)
    title = question.title if question else _title(formula)
    return Card(
        id=formula.id,
        topic=formula.topic,
        topic_title=bank.title(formula.topic)[language],
        tier=question.tier if question else _LOOP_TIER,
        title=title[language],
        front=question.prompt[language] if question else _asked(formula, title[language], language),
        latex=_lines(formula.latex),
        code=None if formula.latex else code(formula.id),
        legend=tuple(_legend(formula, language)),
        source=formula.source,
        note=question.note[language] if question and question.note else None,
        watch_out=_watch_out(formula, language),
    )


_LOOP_TIER = 3


def _title(formula: FormulaOutline) -> Text:
    """The title that the topic's file gives a formula without a question, else its name in words."""
    name = formula.name.replace("_", " ")
    title = bank.topics().get(formula.topic, {}).get("questions", {}).get(formula.name, {}).get("title")
    return Text(title["en"], title["zh"]) if title else Text(name, name)


def _asked(formula: FormulaOutline, title: str, language: Language) -> str:
    _ = words(language)
    return _("{title}: from {arguments} compute {outputs}. Write the code.").format(
        title=title, arguments=_shapes(formula.arguments), outputs=_shapes(formula.outputs)
    )


def _shapes(shapes: Collection[Shape]) -> str:
    return ", ".join(f"{shape.name} {_axes(shape)}".rstrip() for shape in shapes)


def _axes(shape: Shape) -> str:
    return f"({', '.join(shape.axes)})" if shape.axes else ""


def _lines(latex: str | None) -> tuple[str, ...]:
    """The lines of a system; the rows of a matrix or of cases stay together."""
    if not latex:
        return ()
    return (latex.strip(),) if r"\begin" in latex else tuple(re.split(r"\s*\\\\\s*", latex.strip()))


def _legend(formula: FormulaOutline, language: Language) -> Iterator[Meaning]:
    known = {symbol.name: symbol for symbol in bank.legend(formula.topic)}
    shapes = {shape.name: shape for shape in (*formula.outputs, *formula.arguments)}
    sizes = (name for shape in shapes.values() for axis in shape.axes or () for name in axes.names(axis))
    for name in dict.fromkeys((*shapes, *sizes)):
        if name in known:
            yield _meaning(known[name], language)
        elif name in shapes and _axes(shapes[name]) and name != formula.name:
            yield Meaning(name, None, _axes(shapes[name]))


def _meaning(symbol: Symbol, language: Language) -> Meaning:
    return Meaning(symbol.name, symbol.symbol, symbol.meaning[language])


def _watch_out(formula: FormulaOutline, language: Language) -> tuple[str, ...]:
    hints = (mistake.facts.get(language) for mistake in formula.mistakes)
    return tuple(dict.fromkeys(hint for hint in hints if hint))
