"""The names that may stand in the answer to one question, and what each of them is."""

import difflib
import functools
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Literal

from quizbank.answers.notation.characters import atoms
from quizbank.answers.notation.spelling import key_of
from quizbank.answers.notation.tokens import tokens
from quizbank.answers.unreadable import Unreadable
from quizbank.language import Language, words

_ALIKE = 0.6
"""So alike must two symbols be that one may be a slip for the other."""

Role = Literal["argument", "size", "asked", "extra", "symbol", "hidden", "input", "stray"]


@dataclass(frozen=True)
class Entry:
    """One name: `name` as the reference has it, `display` as the echo prints it.

    `axes` is None for a number. `of` is the joint weight of which a `hidden` or `input` entry is a part,
    or the LaTeX that defines a `symbol`; `is_whole` marks labels and vectors of them, which may pick rows.
    """

    name: str
    role: Role
    display: str
    axes: tuple[str, ...] | None = None
    of: str = ""
    is_whole: bool = False

    @property
    def is_timed(self) -> bool:
        """Whether the notes print it with the step as its subscript."""
        return (key(self.display) or "").partition("_")[2] in ("t", "t-1")


@dataclass(frozen=True)
class Called:
    """A formula that an answer may call by its notation; `batched` arguments may have more axes in front."""

    formula: str
    arguments: tuple[tuple[str, tuple[str, ...] | None], ...]
    outputs: tuple[tuple[str, ...] | None, ...]
    batched: frozenset[str] = frozenset()

    @property
    def takes_rows(self) -> bool:
        """Whether it is given who asks and who is asked, where its paper writes queries, keys and values."""
        return [name for name, _axes in self.arguments[:2]] == ["X_q", "X_kv"]


@dataclass(frozen=True, eq=False)
class Vocabulary:
    """Entries by key (see `spelling.py`); `calls` by notation; `asked` names the quantity in question.

    `is_slope`: a derivative is asked, so that a bare σ is σ(x). `forbidden` are functions that would be
    the whole answer; `targets` are what a line may define, by key; `sizes` ties axes to others;
    `bare` are the keys that are only short for another, `counts` the names of numbers that are whole in use, as pos;
    `ungated` are the keys without a gate's letter, with what they name where one gate alone is asked.
    `lines` are the keys of what the notes' own lines define, where there are several.
    `lent` are the names, by key, of lines that the question shows, in their order, `lent_letters` the index letters of
    these lines; `corrected` names the line that is shown wrong.
    """

    entries: Mapping[str, Entry]
    calls: Mapping[str, Called] = field(default_factory=dict)
    asked: tuple[str, ...] = ()
    forbidden: frozenset[str] = frozenset()
    language: Language = "en"
    slope_of: str | None = None
    sizes: Mapping[str, str] = field(default_factory=dict)
    targets: Mapping[str, Entry] = field(default_factory=dict)
    bare: frozenset[str] = frozenset()
    counts: frozenset[str] = frozenset()
    ungated: Mapping[str, str] = field(default_factory=dict)
    lines: frozenset[str] = frozenset()
    lent: Mapping[str, str] = field(default_factory=dict)
    lent_letters: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    corrected: str | None = None

    @property
    def translate(self) -> Callable[[str], str]:
        """The program's own sentences in the user's language."""
        return words(self.language)

    def find(self, key: str) -> Entry | None:
        """The entry of exactly this key."""
        return self.entries.get(key)

    def find_loosely(self, key: str) -> Entry | None:
        """An entry whose key differs in case or in `_`, `^` and `{}` only, where there is one alone."""
        return _loosely(self, key)

    def target(self, key: str) -> Entry | None:
        """What a line with this left side defines, where the notes have a name for it; no line defines a size."""
        entry = self.find(key)
        is_size = entry is not None and entry.role == "size"
        if key in self.targets and not is_size:
            return self.targets[key]
        alike = {k: e for k, e in self.targets.items() if k.casefold() == key.casefold() and not self._is_other(k, e)}
        found = {e.name: e for e in alike.values() if e.role == "asked" or not is_size}
        return next(iter(found.values())) if len(found) == 1 else self.targets.get(key)

    def _is_other(self, key: str, entry: Entry) -> bool:
        """Whether the same letter in the other case is something else: `h` is no size H, `G` no gradient g."""
        known = self.find(key)
        return len(key) == 1 and (entry.role == "stray" or (known is not None and known.role == "size"))

    def gradient(self, key: str | None) -> Entry | None:
        """The asked gradient with respect to the symbol of this key: dX where X is meant."""
        entry = self.find(key) if key else None
        found = {e.name: e for e in self.targets.values() if e.role == "asked"}
        return found.get(f"d{entry.name}") if entry else None

    def by_name(self, name: str) -> Entry | None:
        """The entry of this name in the reference."""
        return self._by_name.get(name)

    @functools.cached_property
    def has_parts(self) -> bool:
        """Whether a weight acts on [h; x] and has parts."""
        return any(entry.role == "input" for entry in self.entries.values())

    @functools.cached_property
    def _by_name(self) -> dict[str, Entry]:
        found: dict[str, Entry] = {}
        for entry in self.entries.values():
            found.setdefault(entry.name, entry)
        return found

    def nearest(self, key: str) -> str | None:
        """The display of the known symbol most like this key; a symbol with the same base comes first."""
        usable = {k: e for k, e in self.entries.items() if e.role in ("argument", "size", "hidden", "input")}
        base = key.partition("_")[0]
        akin = [e for k, e in usable.items() if k.partition("_")[0] == base and k != key]
        if akin:
            return akin[0].display
        close = difflib.get_close_matches(key, list(usable), n=1, cutoff=_ALIKE)
        return usable[close[0]].display if close else None


@functools.lru_cache(maxsize=4096)
def key(text: str) -> str | None:
    """The key of a symbol as it is spelled in a legend; None where it is no single symbol."""
    try:
        return key_of(tokens(atoms(text.strip().strip("$"), str), str))
    except (Unreadable, IndexError):
        return None


@functools.lru_cache(maxsize=4096)
def _loosely(vocabulary: Vocabulary, key: str) -> Entry | None:
    for plain in (_squeezed, str.casefold, lambda text: _squeezed(text).casefold()):
        found = {entry.name: entry for known, entry in vocabulary.entries.items() if plain(known) == plain(key)}
        is_far = plain not in (_squeezed, str.casefold)
        if len(key) == 1 and any(entry.role == "stray" and not entry.axes for entry in found.values()):
            continue  # H is no number of heads h
        if len(found) == 1 and not (is_far and next(iter(found.values())).role in ("stray", "asked")):
            return next(iter(found.values()))
    return None


def _squeezed(text: str) -> str:
    """Without underscores and the signs of superscripts, but with its hat, which is another symbol."""
    raised = re.sub(r"\^(?=[A-Za-z0-9])", "", text.replace("_", ""))
    return raised.replace("tilde", "~").replace("hat", "^")
