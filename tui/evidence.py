"""A judgement in rows: what it says, the right answer, a counterexample, and what ran where."""

from collections.abc import Iterator, Mapping
from typing import Any

from textual.content import Content

from quizbank.answers.readable import readable
from quizbank.language import Language, words
from tui import marks
from tui.columns import Row
from tui.spans import measured

GAP: Row = ("", Content(""))


def reason(reply: Mapping[str, Any], language: Language, *, is_final: bool, is_long: bool = False) -> Content:
    """The mark, the word, and the one sentence that belongs to them; a first wrong answer is only not right yet.

    In an answer of several lines an arrow alone does not say which line is meant.
    """
    sentence = readable(reply.get("hint") or reply.get("note") or "")
    place = _place(reply, language) if is_long and reply.get("verdict") == "unreadable" else ""
    result = marks.result(str(reply.get("verdict")), language, is_final=is_final)
    return Content.assemble(result, "  ", sentence, (place, "$muted"))


def _place(reply: Mapping[str, Any], language: Language) -> str:
    line = reply.get("line")
    return f"  ({words(language)('line {line}').format(line=line)})" if line and reply.get("column") else ""


def rows(reply: Mapping[str, Any], typed: str, language: Language) -> Iterator[Row]:
    """Label and value for everything that is known once the verdict stands."""
    _ = words(language)
    if typed:
        yield _("you"), Content(typed)
    if (read := reply.get("read_as")) and read != typed and "\n" not in typed:
        yield _("read as"), Content.styled(readable(str(read)), "$muted")
    if answer := reply.get("answer"):
        yield _("answer"), Content.styled(readable("\n".join(equations(str(answer)))), "bold")
    if example := reply.get("counterexample"):
        yield GAP
        yield from _counterexample(example, language)
    if reply.get("device"):
        yield GAP
        seed = _("seed {seed}").format(seed=reply.get("seed"))
        yield _("judged"), Content.styled(f"{where(reply)}, {seed}", "$muted")


def _counterexample(example: Mapping[str, Any], language: Language) -> Iterator[Row]:
    _ = words(language)
    inputs = (Content(f"{readable(name)} = {value}") for name, value in example.get("inputs", {}).items())
    yield _("for"), tuple(inputs)
    yield _("yours"), Content.styled(str(example.get("yours")), "$error")
    yield _("right"), Content.styled(str(example.get("reference")), "$success")


def equations(text: str) -> list[str]:
    """The equations of a system, which semicolons outside brackets divide."""
    found, depth = [""], 0
    for character in text:
        depth += (character in "([{") - (character in ")]}")
        if character == ";" and not depth:
            found.append("")
        else:
            found[-1] += character
    return [equation.strip() for equation in found]


def where(reply: Mapping[str, Any]) -> str:
    """The device and the time."""
    return f"{reply.get('device')}, {measured(float(reply.get('seconds') or 0))}"
