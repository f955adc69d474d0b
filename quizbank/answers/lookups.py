"""Rows that an answer looks up where the product with one-hot rows is asked: `E[ids]` for onehot(ids, V) E."""

from collections.abc import Sequence
from dataclasses import replace

from quizbank.answers.meaning.problem import Problem
from quizbank.answers.notation.vocabulary import Vocabulary
from quizbank.answers.tree import Definition, Function, Index, Name, Node
from quizbank.answers.walk import walk
from quizbank.verdict import Verdict


def with_product_told(verdict: Verdict, asked: Problem, definitions: Sequence[Definition]) -> Verdict:
    """With a note that names the product, where the answer has the rows themselves."""
    typed = [node for line in definitions for node in walk(line.body)]
    is_asked = any(_is_one_hot(node) for body in asked.own_lines(None) for node in walk(body))
    if verdict.note or not is_asked or any(map(_is_one_hot, typed)):
        return verdict
    if not any(_is_lookup(node, asked.vocabulary) for node in typed):
        return verdict
    note = asked.vocabulary.translate("These are the rows themselves, looked up; as a product: {answer}.")
    return replace(verdict, note=note.format(answer=asked.answer))


def _is_one_hot(node: Node) -> bool:
    return isinstance(node, Function) and node.name in ("one_hot", "eye")


def _is_lookup(node: Node, vocabulary: Vocabulary) -> bool:
    """Whether all labels pick a row of something at once."""
    if not isinstance(node, Index):
        return False
    entries = (vocabulary.by_name(index.name) for index in node.indices if isinstance(index, Name))
    return any(entry is not None and entry.is_whole and bool(entry.axes) for entry in entries)
