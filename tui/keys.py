"""The line of keys at the foot of a screen, and their table; both are made from the bindings and nothing else."""

from collections.abc import Iterator

from rich.cells import cell_len
from textual.app import ComposeResult
from textual.binding import Binding
from textual.widgets import Footer
from textual.widgets._footer import FooterKey

from quizbank.language import Language, words

HELP = "help"
GAP = 2  # columns between two keys, as in the styles
MARGINS = 6  # columns beside the line, as in the styles, before it has a size
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
    shown = NAMES.get(last, last.upper() if is_function_key(last) else last)
    return "+".join([*(word.capitalize() for word in modifiers), shown.upper() if modifiers else shown])


def is_function_key(key: str) -> bool:
    """Whether this is F1, F2 and so on."""
    return key[0] == "f" and key[1:].isdigit()


class Keys(Footer):
    """The keys that work here and now, in the user's language; each is a button for the mouse too."""

    _drawn_for = -1

    def compose(self) -> ComposeResult:
        """One entry for each action that has a key here, as many as fit; the way to all of them is always there."""
        language = getattr(self.app, "language", "en")
        entries = [(one, name_of(one.key), words(language)(one.description)) for one in self._shown()]
        self._drawn_for = self.size.width
        room = (self.content_size.width or self.app.size.width - MARGINS) + GAP  # none is needed after the last
        last = sum(_width(name, does) for one, name, does in entries if one.action == HELP)
        for binding, name, does in entries:
            width = last if binding.action == HELP else _width(name, does)
            if binding.action == HELP or width + last <= room:
                room -= width
                last = 0 if binding.action == HELP else last
                yield FooterKey(binding.key, name, does, binding.action)
            else:
                room = 0  # what comes later matters less

    def _shown(self) -> list[Binding]:
        """The bindings that are enabled, by action: the first key of each stands for it."""
        found: dict[str, Binding] = {}
        for _node, binding, enabled, _tooltip in self.screen.active_bindings.values():
            if binding.show and enabled:
                found.setdefault(binding.action, binding)
        return list(found.values())

    async def on_resize(self) -> None:
        """Another width has room for more or fewer keys."""
        if self.size.width != self._drawn_for:
            await self.recompose()


def _width(name: str, does: str) -> int:
    return cell_len(name) + 1 + cell_len(does) + GAP


def table(owners: list[object], language: Language) -> Iterator[tuple[str, str]]:
    """(keys, what they do) for every binding of the given app, screen and widgets, each action once."""
    _ = words(language)
    for owner in owners:
        actions: dict[tuple[str, str], list[str]] = {}
        for binding in described(type(owner)):
            named = binding.action.partition("(")[0], binding.description  # the points to tick are one row
            actions.setdefault(named, []).append(name_of(binding.key))
        for (_action, description), keys in actions.items():
            yield ", ".join(keys), _(description)


def described(kind: type) -> list[Binding]:
    """The bindings that our classes declare; Textual's editing keys are those of every field."""
    ours = [one for one in kind.__mro__ if one.__module__.startswith("tui.")]
    return list(Binding.make_bindings(binding for one in ours for binding in one.__dict__.get("BINDINGS", ())))
