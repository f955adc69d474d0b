"""All questions there are: written ones from TOML, derived ones from each formula and each mistake.

Reading them imports neither torch nor the reference, so that the screen can show one at once.
"""

import difflib
import functools
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain
from typing import Any

from quizbank import axes, outline, packs
from quizbank.language import Text
from quizbank.language import in_both as _
from quizbank.outline import FormulaOutline, Outline
from quizbank.question import Question, Symbol

_DERIVED_TIER = 3
_LAST = 1000
_SECONDS = {"formula": 60, "system": 240, "shape": 20, "count": 60, "fix": 60}


@functools.cache
def questions() -> dict[str, Question]:
    """Every question by id: topic by topic along the path, those of its formulas first."""
    texts, found = topics(), dict[str, Question]()
    for name in dict.fromkeys([*texts, *(formula.topic for formula in formulas().values())]):
        text = texts.get(name, {})
        derived = (q for formula in formulas().values() if formula.topic == name for q in _derived(formula, text))
        found.update((question.id, question) for question in chain(derived, _own(name, text)))
    return found


@functools.cache
def formulas() -> dict[str, FormulaOutline]:
    """Every formula by id, with the names of its twins, mistakes and conventions."""
    found = {formula.id: formula for root in packs.roots("reference") for formula in outline.formulas(root)}
    for root in packs.roots("mistakes"):
        for mistake in outline.declarations(root, "mistake"):
            found[mistake.formula].mistakes.append(mistake)
    for root in packs.roots("conventions"):
        for convention in outline.declarations(root, "convention"):
            found[convention.formula].conventions.append(convention)
    return found


@functools.cache
def topics() -> dict[str, dict[str, Any]]:
    """The texts of each topic as its TOML file holds them, in the order of their `place` on the path.

    A ValueError names the file that cannot be read.
    """
    found = {}
    for path in chain.from_iterable(sorted(root.glob("*.toml")) for root in packs.roots("questions")):
        try:
            found[path.stem] = tomllib.loads(path.read_text("utf-8"))
        except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
            raise ValueError(f"{path}: {error}") from error
    return dict(sorted(found.items(), key=lambda topic: topic[1].get("topic", {}).get("place", _LAST)))


@functools.cache
def legend(topic: str) -> tuple[Symbol, ...]:
    """Every symbol of the topic, in the order of its file."""
    return tuple(_symbol(entry) for entry in topics().get(topic, {}).get("legend", ()))


def title(topic: str) -> Text:
    """The topic's name in both languages."""
    entry = topics().get(topic, {}).get("topic", {}).get("title")
    return _text(entry) if entry else Text(topic, topic)


_ALIKE = 0.7
"""So alike must two ids be that one may be a slip for the other."""


def nearest(name: str, known: Mapping[str, Any] | None = None) -> str | None:
    """The known id that looks most like `name`, if any does."""
    ids = list(known if known is not None else questions())
    names = {full.rpartition(".")[2]: full for full in reversed(ids)}  # `forget_gate` without its topic
    if name not in ids and name in names:
        return names[name]
    for cutoff in (1.0, 0.9, _ALIKE):  # the higher, the fewer are looked at closely
        if close := difflib.get_close_matches(name, ids, n=1, cutoff=cutoff):
            return close[0]
    close = difflib.get_close_matches(name.rpartition(".")[2], list(names), n=1, cutoff=_ALIKE)
    return names[close[0]] if close else None


def _derived(formula: FormulaOutline, topic: Mapping[str, Any]) -> Iterator[Question]:
    texts = topic.get("questions", {})
    text = texts.get(formula.name, {})
    if formula.lines is not None:
        yield _in_lines(formula, texts.get(f"{formula.name}_lines", {}))
    if formula.latex is None:
        return
    question = _typed(formula, text)
    yield question
    if len(formula.outputs) == 1 and formula.outputs[0].axes:
        yield _measured(question, "shape", _("{title}, given {shapes}: what is the shape of the result?"), formula)
    weights = [argument for argument in formula.arguments if argument.is_weight and argument.axes]
    if weights and not formula.name.endswith("_gradient"):  # a gradient has no parameters of its own
        yield _measured(question, "count", _("{title}, with the weights {shapes}: how many parameters?"), formula)
    for mistake in formula.mistakes:
        if mistake.facts.get("latex"):
            yield _fix(question, mistake, is_classic=mistake.name in text.get("classic", ()))


def _typed(formula: FormulaOutline, text: Mapping[str, Any]) -> Question:
    kind = "system" if r"\\" in (formula.latex or "") else "formula"
    name = formula.name.replace("_", " ")
    title = _text(text["title"]) if "title" in text else Text(name, name)
    asked = _("Write down the {title}.")
    prompt = _text(text["prompt"]) if "prompt" in text else _filled(asked, title=title)
    return Question(
        id=formula.id,
        kind=kind,  # type: ignore[arg-type]  # one of the two above
        title=title,
        prompt=prompt,
        legend=_lent(legend(formula.topic), text.get("also", {})),
        source=formula.source,
        formula=formula.id,
        **_common(text, kind),
    )


def _in_lines(formula: FormulaOutline, text: Mapping[str, Any]) -> Question:
    question = _typed(replace(formula, latex=formula.lines), text)
    return replace(question, id=f"{formula.id}_lines", is_in_lines=True)


def _measured(question: Question, kind: str, asked: Text, formula: FormulaOutline) -> Question:
    """A shape or a parameter count of the formula, in the sizes of its arguments."""
    shapes = ", ".join(
        f"{a.name} ({', '.join(a.axes)})" for a in formula.arguments if a.axes and (kind == "shape" or a.is_weight)
    )
    about = formula.outputs if kind == "shape" else tuple(a for a in formula.arguments if a.is_weight)
    symbols = dict.fromkeys(name for shape in about for axis in shape.axes or () for name in axes.names(axis))
    return Question(
        id=f"{formula.id}_{'shape' if kind == 'shape' else 'parameters'}",
        kind=kind,  # type: ignore[arg-type]  # the callers pass literals
        tier=min(question.tier + 1, _DERIVED_TIER),
        seconds=_SECONDS[kind],
        title=question.title,
        prompt=_filled(asked, title=_first(question.title), shapes=Text(shapes, shapes)),
        legend=question.legend,
        source=question.source,
        formula=question.formula,
        needs=(question.id,),
        symbols=tuple(symbols),
    )


def _fix(question: Question, mistake: Outline, *, is_classic: bool) -> Question:
    asked = _("These notes on the {title} contain one error. Type the line as it should be.")
    return Question(
        id=f"{question.id}_fix_{mistake.name}",
        kind="fix",
        tier=question.tier if is_classic else min(question.tier + 1, _DERIVED_TIER),
        seconds=_SECONDS["fix"],
        title=question.title,
        prompt=_filled(asked, title=question.title),
        legend=question.legend,
        source=question.source,
        formula=question.formula,
        mistake=mistake.name,
        shown=mistake.facts["latex"],
        needs=(question.id,),
    )


def _own(topic: str, text: Mapping[str, Any]) -> Iterator[Question]:
    for name, entry in text.get("questions", {}).items():
        if "kind" not in entry:
            continue
        asked = formulas().get(entry.get("formula", "")) if entry["kind"] == "fix" else None
        yield Question(
            id=f"{topic}.{name}",
            kind=entry["kind"],
            title=_text(entry["title"]) if "title" in entry else _text(entry["prompt"]),
            prompt=_text(entry["prompt"]),
            legend=legend(asked.topic if asked else topic),
            source=entry.get("source", ""),
            formula=entry.get("formula"),
            shown=entry.get("shown"),
            symbols=tuple(entry.get("symbols", ())),
            powers_of_two=tuple(entry.get("powers_of_two", ())),
            given=entry.get("given", {}),
            tolerance=entry.get("tolerance"),
            points=tuple(Text(*pair) for pair in _pairs(entry.get("points", {}))),
            follow_up=_text(entry["follow_up"]) if "follow_up" in entry else None,
            options=tuple(Text(*pair) for pair in _pairs(entry.get("options", {}))),
            settled=tuple(entry.get("settled", ())),
            is_own=entry["kind"] != "fix",
            is_opt_in=text.get("topic", {}).get("opt_in", False),
            **_common(entry, entry["kind"]),
        )


def _common(text: Mapping[str, Any], kind: str) -> dict[str, Any]:
    return {
        "tier": text.get("tier", _DERIVED_TIER),
        "seconds": text.get("seconds", _SECONDS.get(kind, 60)),
        "hints": tuple(Text(*pair) for pair in _pairs(text.get("hints", {}))),
        "note": _text(text["note"]) if "note" in text else None,
        "needs": tuple(text.get("needs", ())),
    }


def _pairs(entry: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """The texts of a list in both languages, side by side; they must be as many."""
    return zip(entry.get("en", ()), entry.get("zh", ()), strict=True)


def _symbol(entry: Mapping[str, Any]) -> Symbol:
    lists = {key: tuple(entry.get(key, ())) for key in ("also", "hidden", "input")}
    misuse = _text(entry["misuse"]) if "misuse" in entry else None
    return Symbol(entry["name"], entry["symbol"], entry["type_as"], _text(entry["meaning"]), misuse=misuse, **lists)


def _lent(symbols: tuple[Symbol, ...], also: Mapping[str, Sequence[str]]) -> tuple[Symbol, ...]:
    """The symbols, some of them with spellings that are others' own in the topic's other questions."""
    return tuple(replace(s, borrowed=tuple(also[s.name])) if s.name in also else s for s in symbols)


def _text(entry: Mapping[str, str]) -> Text:
    return Text(entry["en"], entry["zh"])


def _first(title: Text) -> Text:
    """The title as it begins a sentence."""
    return Text(title.en[:1].upper() + title.en[1:], title.zh)


def _filled(sentence: Text, **parts: Text) -> Text:
    return Text(
        sentence.en.format(**{name: part.en for name, part in parts.items()}),
        sentence.zh.format(**{name: part.zh for name, part in parts.items()}),
    )
