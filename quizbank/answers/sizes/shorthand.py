"""Names that an answer may use because of how the question is put: k where it says V = 2^k, d for its only width."""

import re
from collections.abc import Iterator, Mapping

from quizbank.answers.sizes.tied import Nodes, any_size
from quizbank.answers.tree import Binary, Function, Name, Node, Number
from quizbank.question import Exercise

_POWER = re.compile(r"\b([A-Za-z]) = 2\^([A-Za-z])\b")
_EQUAL = re.compile(r"(?<![\w^])([A-Za-z]\w*(?: = [A-Za-z]\w*)+)(?: = (\d+))?(?![\w^/·*+−(-])")
_SHARE = re.compile(r"\b(\w+)/h\b")
_OF_TORCH = re.compile(r"\btorch\b|\bnn\.")
_WIDTHS = {"d": "d_model"}
_TORCH = {
    "E": "d_model",
    "embed_dim": "d_model",
    "num_heads": "heads",
    "hidden_size": "H",
    "input_size": "D",
    "num_layers": "L",
}
"""What torch's documentation calls the sizes of its layers."""


def shorthands(exercise: Exercise, tied: Nodes) -> Nodes:
    """Each such name as an expression in the question's own; `tied` are those that the model's sizes give."""
    known: dict[str, Node] = {name: Name(1, name, name) for name in exercise.question.symbols}
    known |= tied
    known |= {name: node for name, node in _heads(exercise) if name not in known}
    found: dict[str, Node] = {}
    for name, node in (*_heads(exercise), *_powers(exercise), *_other_names(exercise, known), *_equal(exercise, known)):
        if name not in tied and name not in exercise.question.symbols and name not in exercise.given:
            found.setdefault(name, node)
    return found


def _heads(exercise: Exercise) -> Iterator[tuple[str, Node]]:
    """`heads of width d/h`: d is the width of the model, and h may be any number."""
    for width in _SHARE.findall(exercise.sentence.en):
        if width in exercise.question.symbols:
            whole, heads = Name(1, width, width), any_size()
            yield "d_model", whole
            yield "heads", heads
            yield "d_k", Binary(1, "/", whole, heads)


def _powers(exercise: Exercise) -> Iterator[tuple[str, Node]]:
    for size, exponent in _POWER.findall(exercise.sentence.en):
        if size in exercise.question.powers_of_two:
            yield exponent, Function(1, "log2", (Name(1, size, size),))


def _other_names(exercise: Exercise, known: Mapping[str, Node]) -> Iterator[tuple[str, Node]]:
    others = _TORCH if _OF_TORCH.search(exercise.sentence.en) else {}
    for other, name in (*_WIDTHS.items(), *others.items()):
        if name in known:
            yield other, known[name]


def _equal(exercise: Exercise, known: Mapping[str, Node]) -> Iterator[tuple[str, Node]]:
    """`d_k = d_v = d_model/h`: both are what one of them is, or the number behind them."""
    for chain, number in _EQUAL.findall(exercise.sentence.en):
        names = chain.split(" = ")
        node = next((known[name] for name in names if name in known), None)
        if node is None and number:
            node = Number(1, float(number), number)
        if node is not None:
            yield from ((name, node) for name in names)
    if "d_k" in known and "d_k" not in exercise.question.symbols:
        yield "d_v", known["d_k"]  # the heads of one layer are of one width
