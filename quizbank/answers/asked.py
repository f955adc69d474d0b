"""The vocabulary of a formula's question, the same for the screen and for the judge."""

import functools
import re
from collections.abc import Sequence
from dataclasses import replace

from quizbank import bank
from quizbank.answers.notation.functions import CONCAT, NAMES
from quizbank.answers.notation.gates import is_joint
from quizbank.answers.notation.sources import Sources, vocabulary
from quizbank.answers.notation.vocabulary import Called, Vocabulary, key
from quizbank.answers.shapes import Shape, symbolic_sizes
from quizbank.axes import names, size
from quizbank.language import Language
from quizbank.outline import FormulaOutline
from quizbank.question import Symbol


@functools.cache
def vocabulary_of(formula: str, language: Language, legend: tuple[Symbol, ...] | None = None) -> Vocabulary:
    """Names, functions and formulas that an answer to this question may use."""
    outline = bank.formulas()[formula]
    shown = bank.legend(outline.topic) if legend is None else legend
    sources = Sources(
        {argument.name: argument.axes for argument in outline.arguments},
        [output.name for output in outline.outputs],
        {symbol.name: symbol for symbol in shown},
        outline.sizes,
        outline.extra,
        _biases(outline, shown),
        outline.symbols,
        frozenset(argument.name for argument in outline.arguments if argument.type == "Int"),
        _gates(outline.topic, shown),
    )
    found = vocabulary(
        sources,
        calls=_calls(outline),
        forbidden=_forbidden(outline),
        language=language,
        slope_of=_slope_of(outline),
    )
    return replace(found, counts=_counts(outline), lines=_lines(outline))


def _lines(outline: FormulaOutline) -> frozenset[str]:
    """The keys of what the lines of a system define."""
    several = [text for text in (outline.lines, outline.latex) if text and r"\\" in text]
    lefts = (line.partition("=")[0] for text in several for line in text.split(r"\\"))
    return frozenset(found for left in lefts if (found := key(left)))


def _gates(topic: str, legend: Sequence[Symbol]) -> dict[str, str]:
    """The output of the formula that has one joint weight alone, by this weight."""
    joint = {symbol.name for symbol in legend if is_joint(symbol)}
    found: dict[str, str] = {}
    for card in bank.formulas().values():
        weights = [a.name for a in card.arguments if a.name in joint] if card.topic == topic else []
        if len(weights) == 1 and len(card.outputs) == 1:
            found.setdefault(weights[0], card.outputs[0].name)
    return found


def _counts(outline: FormulaOutline) -> frozenset[str]:
    """Whole numbers, and those that are drawn between whole ones."""
    between = {name for name, domain in outline.domains.items() if _BETWEEN.fullmatch(domain)}
    return frozenset(between | {argument.name for argument in outline.arguments if argument.type == "int"})


@functools.cache
def sizes_of(vocabulary: Vocabulary) -> dict[str, int]:
    """A length for every size of the question, each told from the others."""
    found = [n for e in vocabulary.entries.values() for axis in e.axes or () for n in names(axis)]
    return symbolic_sizes(
        [*found, *(e.name for e in vocabulary.entries.values() if e.role == "size")], vocabulary.sizes
    )


@functools.cache
def shapes_of(vocabulary: Vocabulary) -> dict[str, Shape]:
    """The shapes of all names that have one, with these lengths."""
    lengths = sizes_of(vocabulary)
    found = {}
    for entry in vocabulary.entries.values():
        if entry.role in ("argument", "size", "extra") and not (entry.role == "extra" and entry.axes):
            found[entry.name] = Shape(tuple(size(axis, lengths) for axis in entry.axes or ()))
    return {**found, **_parts(vocabulary, lengths)}


def _parts(vocabulary: Vocabulary, lengths: dict[str, int]) -> dict[str, Shape]:
    found = {}
    for entry in vocabulary.entries.values():
        whole = vocabulary.by_name(entry.of) if entry.role in ("hidden", "input") else None
        if whole is None or whole.axes is None or whole.role != "argument":
            continue
        *rows, last = whole.axes
        blocks = last.split("+") if rows else [last]
        if entry.role == "hidden":
            last = blocks[0]
        elif rows:
            last = "+".join(blocks[1:]) or last
        found[entry.name] = Shape(tuple(size(axis, lengths) for axis in (*rows, last)))
    return found


_BETWEEN = re.compile(r"\d+\.\.\d+")
_SHORT = {
    "LayerNorm": ("LN", "Layernorm", "Norm", "layer_norm"),
    "Attention": ("Attn", "attention", "attn"),
    "MultiHead": ("MHA", "MultiHeadAttention", "MultiHeadAttn", "multihead"),
    "FFN": ("FeedForward", "MLP", "ffn", "feed_forward"),
}


def _calls(outline: FormulaOutline) -> dict[str, Called]:
    """The formulas with a notation, under their usual abbreviations too."""
    found = {
        other.notation: Called(
            other.id,
            tuple((a.name, a.axes) for a in other.arguments),
            tuple(o.axes for o in other.outputs),
            frozenset(a.name for a in other.arguments if a.is_batched),
        )
        for other in bank.formulas().values()
        if other.notation and other.notation not in NAMES and other.notation not in CONCAT
    }
    shorts = {short: found[n] for n, shorts in _SHORT.items() if n in found for short in shorts}
    if "LayerNorm" in found and any("LayerNorm" in (text or "") for text in (outline.latex, outline.lines)):
        shorts |= dict.fromkeys(("ln", "norm", "layernorm"), found["LayerNorm"])
    return {**found, **shorts}


def _biases(outline: FormulaOutline, legend: Sequence[Symbol]) -> dict[str, tuple[str, ...]]:
    """The biases that joint weights without one might have, which is a convention."""
    joint = {symbol.name for symbol in legend if is_joint(symbol)}
    taken = {argument.name for argument in outline.arguments}
    weights = [a for a in outline.arguments if a.name in joint and a.name[0] == "W" and "x" in taken]
    return {f"b{a.name[1:]}": (a.axes or ("",))[:1] for a in weights if f"b{a.name[1:]}" not in taken}


def _forbidden(outline: FormulaOutline) -> frozenset[str]:
    """What would be the whole answer: the formula under its own name."""
    own = {outline.notation or outline.name, outline.name, outline.name.partition("_from_")[0]}
    own |= set(_SHORT.get(outline.notation or "", ()))
    return frozenset(own | {key for key, name in NAMES.items() if name in own and own & {name}})


def _slope_of(outline: FormulaOutline) -> str | None:
    """Where a slope in one variable is asked, that variable: a bare σ is σ(x) there."""
    if outline.name.endswith("_gradient") and len(outline.arguments) == 1:
        return outline.arguments[0].name
    return None
