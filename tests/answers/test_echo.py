"""The echo: what it prints reads back as the same tree."""

import re

import pytest
from hypothesis import assume, given, settings

from quizbank import bank
from quizbank.answers.asked import vocabulary_of
from quizbank.answers.echo import display, echo
from quizbank.answers.notation.ones import idle_row
from quizbank.answers.notation.signs import summed
from quizbank.answers.parse import parse
from quizbank.answers.tree import Binary, Definition, Node
from quizbank.answers.walk import walk
from tests.answers.trees import plain, trees

VOCABULARY = vocabulary_of("lstm.forget_gate", "en")


@given(trees)
@settings(max_examples=300, deadline=None)
def test_what_is_printed_reads_back_as_the_same_tree(tree: Node) -> None:
    """Whatever the tree: brackets, signs and scripts are printed so that nothing changes.

    Beside @ a star is that of code, elementwise: no text becomes a tree with @ and an open star, nor one that the
    reader makes a sum of, as `1ᵀ x`, or refuses, as a `1ᵀ` alone.
    """
    binaries = [node for node in walk(tree) if isinstance(node, Binary)]
    products = {(node.sign, node.product) for node in binaries}
    assume(not {("@", "matrix"), ("*", "free")} <= products)
    assume(all(node.sign != " " or summed(node) is node for node in binaries) and idle_row(tree) is None)
    text = echo([Definition(1, None, tree)], VOCABULARY)
    (line,) = parse(text, VOCABULARY)
    assert plain(line.body) == plain(tree), text


@pytest.mark.parametrize(
    ("symbol", "shown"),
    [
        ("h_{t-1}", "h_{t−1}"),
        (r"\tilde{c}_t", "c̃_t"),
        ("W^Q", "W^Q"),
        (r"\gamma", "γ"),
        (r"\mathrm{head}", "head"),
        ("d_{model}", "d_{model}"),
    ],
)
def test_a_symbol_is_shown_in_unicode(symbol: str, shown: str) -> None:
    """Legends print their LaTeX as it can stand in a terminal."""
    assert display(symbol) == shown


@pytest.mark.parametrize("symbol", sorted({entry.symbol for topic in bank.topics() for entry in bank.legend(topic)}))
def test_no_legend_symbol_shows_a_latex_command(symbol: str) -> None:
    """Whatever a legend writes with a backslash has a character of its own, but for fonts."""
    commands = set(re.findall(r"\\([a-zA-Z]+)", symbol)) - {"mathrm", "text", "operatorname", "mathbf"}
    assert not [command for command in commands if command in display(symbol)]
