"""Lines are broken where a reader of either language breaks them."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.cells import cell_len
from textual.content import Content

from tui.columns import cut
from tui.wrapping import CLOSING, OPENING, wrapped


def lines(text: str, width: int) -> list[str]:
    """The broken text, without its styles."""
    return [line.plain for line in wrapped(Content(text), width)]


@pytest.mark.parametrize(
    ("text", "width", "broken"),
    [
        ("one two three", 8, ["one two", "three"]),
        ("W_1 (f, d)、b_1、W_2 (f, d)、b_2。", 26, ["W_1 (f, d)、b_1、W_2", "(f, d)、b_2。"]),
        ("[ ] 解码器块重复六次：带掩码", 26, ["[ ] 解码器块重复六次：带掩", "码"]),
        ("均值 μ 和 σ² 按行", 10, ["均值 μ 和", "σ² 按行"]),
        ("值（见下）。对", 8, ["值（见", "下）。对"]),
        ("    a) one two three four", 16, ["    a) one two", "       three", "       four"]),
        ("写成 LayerNorm(x + F(x))。", 22, ["写成", "LayerNorm(x + F(x))。"]),
        ("a\n\nb", 5, ["a", "", "b"]),
        ("abcdefgh", 3, ["abc", "def", "gh"]),
    ],
)
def test_a_text_is_broken_between_words_and_between_chinese_characters(
    text: str, width: int, broken: list[str]
) -> None:
    """Not inside a shape, not before a stop, and not behind a box."""
    assert lines(text, width) == broken


@given(st.text("ab 字，。（）()[]_\n、x", max_size=60), st.integers(10, 30))
@settings(max_examples=500, deadline=None)
def test_nothing_is_lost_and_nothing_is_too_wide(text: str, width: int) -> None:
    """Whatever the text: only blanks at a break go."""
    broken = lines(text, width)
    assert "".join("".join(broken).split()) == "".join(text.split())
    for line in broken:
        assert cell_len(line.rstrip()) <= width


@pytest.mark.parametrize(
    ("text", "shown"),
    [("GRU", "GRU     "), ("Embeddings", "Embeddi…"), ("词嵌入表与词", "词嵌入… "), ("a b c d ef", "a b c d…")],
)
def test_what_is_cut_off_in_a_list_is_marked(text: str, shown: str) -> None:
    """The columns behind it stay where they are."""
    assert cut(text, 8) == shown


def test_styles_stay_with_their_words() -> None:
    """A line keeps the styles of what is on it."""
    first, second = wrapped(Content.assemble("one ", ("two", "bold")), 4)
    assert not first.spans
    assert [(span.start, span.end) for span in second.spans] == [(0, 3)]


def test_no_stop_begins_a_line_and_no_bracket_ends_one() -> None:
    """At every width at which that can be."""
    text = "注意力（见上文），再对每个 token 做前馈。然后：残差、归一化！"
    for width in range(10, 60):
        for line in lines(text, width):
            assert line[0] not in CLOSING
            assert line[-1] not in OPENING
