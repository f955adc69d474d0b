"""A verdict as lines of plain text."""

import shutil
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from quizbank.answers.readable import readable
from quizbank.language import Language, labelled, words
from quizbank.pointer import pointer

INDENT = "  "
WHOLE = 1_000_000
"""Columns of what is no terminal."""


def verdict_text(found: Mapping[str, Any], lines: Sequence[str], language: Language) -> Iterator[str]:
    """What `check --json` says, as a person reads it; `lines` is the answer that was typed."""
    _ = words(language)
    result = {
        "right": _("right"),
        "wrong": _("wrong"),
        "unreadable": _("not readable"),
        "undecided": _("undecided"),
    }[found["verdict"]]
    reason = found["note"] or found["hint"]
    yield labelled(result, readable(reason), language) if reason else result
    if found["column"] is not None:
        yield from _pointer(lines, found)
    yield from _named(found, language)
    if found["counterexample"]:
        yield from _example(found["counterexample"], language)
    if found["seconds"] is not None:
        judged = _("judged on {device} in {seconds} s, seed {seed}")
        yield "  " + judged.format(device=found["device"], seconds=f"{found['seconds']:.3f}", seed=found["seed"])


def _named(found: Mapping[str, Any], language: Language) -> Iterator[str]:
    _ = words(language)
    is_judged = found["verdict"] != "unreadable"  # which costs no attempt, so it must not give the answer away
    answer = found["answer"] if is_judged else None
    named = {_("mistake"): found["mistake"], _("read as"): found["read_as"], _("the answer"): answer}
    for label, text in named.items():
        if text:
            first, *rest = (str(text) if text is found["mistake"] else readable(str(text))).split("\n")
            yield "  " + labelled(label, first, language)
            yield from (f"    {line}" for line in rest)


def _example(example: Mapping[str, Any], language: Language) -> Iterator[str]:
    _ = words(language)
    yield "  " + _("for example, with")
    yield from (f"    {readable(name)} = {value}" for name, value in example["inputs"].items())
    yield "  " + _("yours is {value}").format(value=example["yours"])
    yield "  " + _("right is {value}").format(value=example["reference"])


def _pointer(lines: Sequence[str], found: Mapping[str, Any]) -> Iterator[str]:
    """The line that could not be read, as much of it as fits into the terminal, with a caret below the column."""
    typed = [line for text in lines for line in text.split("\n")]
    number = (found.get("line") or 1) - 1
    if number < len(typed):
        room = shutil.get_terminal_size((WHOLE, 0)).columns - len(INDENT)
        seen, before = pointer(typed[number], found["column"], room)
        yield INDENT + seen
        yield INDENT + " " * before + "^"
