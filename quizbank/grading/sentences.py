"""Sentences that are made in one process and said in another, in the user's language."""

from collections.abc import Callable
from typing import Any

Sentence = dict[str, Any]


def later(sentence: str) -> str:
    """The sentence as it is: it is translated where it is shown, and this marks it for the catalogue."""
    return sentence


def sentence(text: str, **facts: Any) -> Sentence:
    """A sentence with what fills its places, as it travels."""
    return {"text": text, "facts": facts}


def said(one: Sentence, _: Callable[[str], str]) -> str:
    """The sentence in the language of `_`."""
    return _(one["text"]).format(**one["facts"])


class Misfit(Exception):
    """A submission cannot take the formula's arguments: its signature is at fault, not its arithmetic."""

    def __init__(self, text: str, **facts: Any) -> None:
        super().__init__(text.format(**facts))
        self.sentence = sentence(text, **facts)
