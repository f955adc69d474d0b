"""The line of keys at the foot of a screen, and their table; both are made from the bindings and nothing else."""

from collections.abc import Iterator

from textual.app import ComposeResult
from textual.binding import Binding
from textual.widgets import Footer
from textual.widgets._footer import FooterKey

from quizbank.language import Language, words

NAMES = {
    "question_mark": "?",
    "escape": "Esc",
    "enter": "Enter",
    "space": "Space",
    "up": "↑",
    "down": "↓",
    "pageup": "PgUp",
    "pagedown": "PgDn",
}


def name_of(key: str) -> str:
    """A key as it is printed on the keyboard."""
    *modifiers, last = key.split("+")
    shown = NAMES.get(last, last.upper() if last[0] == "f" and last[1:].isdigit() else last)
    return "+".join([*(word.capitalize() for word in modifiers), shown.upper() if modifiers else shown])


class Keys(Footer):
    """The keys that work here and now, in the user's language; each is a button for the mouse too."""

    def compose(self) -> ComposeResult:
        """One entry for each action that has a key here."""
        seen: set[str] = set()
        language = getattr(self.app, "language", "en")
        for _node, binding, enabled, _tooltip in self.screen.active_bindings.values():
            if binding.show and binding.action not in seen and enabled:
                seen.add(binding.action)
                yield FooterKey(binding.key, name_of(binding.key), words(language)(binding.description), binding.action)


def table(owners: list[object], language: Language) -> Iterator[tuple[str, str]]:
    """(keys, what they do) for every binding of the given app, screen and widgets, each action once."""
    _ = words(language)
    for owner in owners:
        actions: dict[str, tuple[list[str], Binding]] = {}
        for binding in Binding.make_bindings(type(owner).__dict__.get("BINDINGS", ())):
            actions.setdefault(binding.action, ([], binding))[0].append(name_of(binding.key))
        for keys, binding in actions.values():
            yield ", ".join(keys), _(binding.description)
