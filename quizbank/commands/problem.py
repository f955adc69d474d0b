"""Why a command ends early, and the exit codes."""

from collections.abc import Mapping
from typing import Any

from quizbank import bank
from quizbank.language import Language, listed, sentences, words

RIGHT = 0
WRONG = 1
USAGE = 2
BROKEN = 3
UNDECIDED = 4
INTERRUPTED = 130

OF_VERDICT = {"right": RIGHT, "wrong": WRONG, "unreadable": USAGE, "undecided": UNDECIDED}


class Problem(Exception):
    """One plain sentence for the user, and the exit code that goes with it."""

    def __init__(self, sentence: str, code: int = USAGE) -> None:
        super().__init__(sentence)
        self.code = code


def unknown_question(name: str, language: Language) -> str:
    """The sentence on an id that no question has."""
    _ = words(language)
    return _unknown(
        _("There is no question {id}."), name, bank.questions(), _("`quizbank list` shows them all."), language
    )


def unknown_formula(name: str, language: Language) -> str:
    """The sentence on an id that no formula has."""
    _ = words(language)
    return _unknown(
        _("There is no formula {id}."), name, bank.formulas(), _("`quizbank list --formulas` shows them all."), language
    )


def unknown_topic(name: str, known: Mapping[str, Any], language: Language) -> str:
    """The sentence on a name that no topic has."""
    _ = words(language)
    return _unknown(
        _("There is no topic {id}."),
        name,
        known,
        _("There are {names}.").format(names=listed(known, language)),
        language,
    )


def _unknown(sentence: str, name: str, known: Mapping[str, Any], listing: str, language: Language) -> str:
    _ = words(language)
    nearest = bank.nearest(name, known)
    said = [sentence.format(id=name)]
    if nearest:
        said.append(_("Did you mean {id}?").format(id=nearest))
    else:
        said.append(listing)
    return sentences(said, language)
