"""What is typed ahead of a verdict: it waits, and then means what it can mean there.

Whoever types ahead has not seen the verdict. So an Enter more than was needed passes over none, letters are text and never
commands, and what has no use is told.
"""

from textual.events import Key, Paste

from quizbank.attempt import Stage
from tui.keyboard import Pressed, is_one
from tui.keys import is_function_key
from tui.ratings import NAMES

UNSEEN = 0.25  # seconds in which nobody has read a verdict that has just come
PASSING = ("enter", "space")
"""The keys that go on from a verdict."""


class Ahead:
    """The keys typed ahead of one verdict after the other."""

    def __init__(self) -> None:
        self._keys: list[Pressed] = []
        self._let_go: list[Pressed] = []
        self._came = 0.0
        self._is_useless = False  # behind text that had no use, nothing has

    def comes(self, now: float) -> None:
        """A verdict comes."""
        self._came, self._is_useless = now, False

    def is_ahead(self, event: Pressed) -> bool:
        """Whether this was pressed before anybody could have seen the verdict, or behind what was."""
        if any(event is one for one in self._let_go):
            return False
        return bool(self._keys) or event.time < self._came + UNSEEN

    def keep(self, event: Pressed) -> None:
        """Keep one until the verdict has been seen."""
        self._let_go = [one for one in self._let_go if one is not event]
        self._keys.append(event)

    def taken(self, stage: Stage) -> tuple[list[Pressed], str]:
        """The keys to be pressed now that the verdict has led to this stage, and the text that has no use there."""
        keys, self._keys = self._keys, []
        while keys and is_one(keys[0], PASSING):
            keys.pop(0)
        self._is_useless |= stage == "rating" and bool(keys) and not is_command(keys[0])
        if self._is_useless:
            return [], "".join(map(_text, keys))
        self._let_go = keys
        return keys, ""


def is_command(event: Pressed) -> bool:
    """Whether this can be meant for the ratings by someone who does not see them yet."""
    return isinstance(event, Key) and (event.key in map(str, NAMES) or is_function_key(event.key))


def _text(event: Pressed) -> str:
    if isinstance(event, Paste):
        return event.text
    return event.character if event.character and event.is_printable else ""
