"""The names that may stand in the answer to one question, and what each of them is."""

import difflib
import functools
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from quizbank import axes
from quizbank.answers.characters import atoms
from quizbank.answers.spelling import key_of
from quizbank.answers.tokens import tokens
from quizbank.answers.unreadable import Unreadable
from quizbank.language import Language, words
from quizbank.question import Symbol

Role = Literal["argument", "size", "asked", "extra", "symbol", "hidden", "input", "stray"]


@dataclass(frozen=True)
class Entry:
    """One name: `name` as the reference has it, `display` as the echo prints it.

    `axes` is None for a number. `of` is the joint weight of which a `hidden` or `input` entry is a part,
    or the LaTeX that defines a `symbol`; `is_whole` marks a vector of whole numbers, which may pick rows.
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


@dataclass(frozen=True, eq=False)
class Vocabulary:
    """Entries by key (see `spelling.py`); `calls` by notation; `asked` names the quantity in question.

    `is_slope`: a derivative is asked, so that a bare σ is σ(x). `forbidden` are functions that would be
    the whole answer; `targets` are what a line may define, by key; `sizes` ties axes to others;
    `bare` are the keys that are only short for another.
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

    @property
    def translate(self) -> Callable[[str], str]:
        """The program's own sentences in the user's language."""
        return words(self.language)

    def find(self, key: str) -> Entry | None:
        """The entry of exactly this key."""
        return self.entries.get(key)

    def find_loosely(self, key: str) -> Entry | None:
        """An entry whose key differs in case or in `_`, `^` and `{}` only, where there is one alone."""
        for plain in (_squeezed, str.casefold, lambda text: _squeezed(text).casefold()):
            found = {entry.name: entry for known, entry in self.entries.items() if plain(known) == plain(key)}
            is_far = plain not in (_squeezed, str.casefold)
            if len(found) == 1 and not (is_far and next(iter(found.values())).role in ("stray", "asked")):
                return next(iter(found.values()))
        return None

    def target(self, key: str) -> Entry | None:
        """What a line with this left side defines, where the notes have a name for it."""
        if key in self.targets:
            return self.targets[key]
        found = {e.name: e for k, e in self.targets.items() if k.casefold() == key.casefold()}
        return next(iter(found.values())) if len(found) == 1 else None

    def by_name(self, name: str) -> Entry | None:
        """The entry of this name in the reference."""
        return self._by_name.get(name)

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
        close = difflib.get_close_matches(key, list(usable), n=1, cutoff=0.5)
        return usable[close[0]].display if close else None


def vocabulary(
    arguments: Iterable[tuple[str, tuple[str, ...] | None]],
    outputs: Iterable[str],
    legend: Sequence[Symbol],
    *,
    sizes: Mapping[str, str] | None = None,
    extra: Iterable[str] = (),
    biases: Mapping[str, tuple[str, ...]] | None = None,
    symbols: Mapping[str, str] | None = None,
    calls: Mapping[str, Called] | None = None,
    forbidden: Iterable[str] = (),
    language: Language = "en",
    slope_of: str | None = None,
    whole: Iterable[str] = (),
) -> Vocabulary:
    """Every name of one question: arguments first, so that their spellings win over a stray's."""
    arguments, outputs = tuple(arguments), tuple(outputs)
    lengths = dict.fromkeys(n for _, shape in arguments for axis in shape or () for n in axes.names(axis))
    lengths.update(dict.fromkeys(n for text in (sizes or {}).values() if text != "2**" for n in axes.names(text)))
    lengths.update(dict.fromkeys(sizes or {}))
    shown = {symbol.name: symbol for symbol in legend}
    found: dict[str, Entry] = {}
    targets: dict[str, Entry] = {}
    for entry, spellings in (
        *_entries("argument", dict(arguments), shown, frozenset(whole)),
        *_entries("size", dict.fromkeys(n for n in lengths if n not in dict(arguments)), shown),
        *_entries("extra", {**dict.fromkeys(extra), **(biases or {})}, shown),
        *_derived(symbols or {}, shown),
        *_parts(dict(arguments), biases or {}, shown),
        *_entries("asked", dict.fromkeys(outputs), shown),
        *_entries("stray", dict.fromkeys(n for n in shown if n not in outputs), shown),
    ):
        for key in spellings:
            found.setdefault(key, entry)
            if entry.role in ("asked", "stray", "symbol"):
                targets.setdefault(key, entry)
    bare = _bare(found)
    found.update(bare)
    return Vocabulary(
        found,
        calls or {},
        outputs,
        frozenset(forbidden),
        language,
        slope_of,
        dict(sizes or {}),
        targets,
        frozenset(bare),
    )


Spelt = tuple[Entry, list[str]]


def key(text: str) -> str | None:
    """The key of a symbol as it is spelled in a legend; None where it is no single symbol."""
    try:
        return key_of(tokens(atoms(text.strip().strip("$"), str), str))
    except (Unreadable, IndexError):
        return None


def _entries(
    role: Role,
    named: Mapping[str, tuple[str, ...] | None],
    legend: Mapping[str, Symbol],
    whole: frozenset[str] = frozenset(),
) -> Iterator[Spelt]:
    for name, shape in named.items():
        symbol = legend.get(name)
        written = [symbol.symbol, symbol.type_as, *symbol.also] if symbol else []
        keys = [k for text in (name, *written) if (k := key(text))]
        keys += [_ALIASES[k] for k in keys if k in _ALIASES]
        keys += [variant for k in keys[:1] for variant in _raised(k)]
        yield Entry(name, role, symbol.symbol if symbol else name, shape, is_whole=name in whole), keys


_ALIASES = {"eps": "epsilon", "epsilon": "eps", "varepsilon": "epsilon"}


def _raised(plain: str) -> Iterator[str]:
    """`W_q` is also printed `W^Q` and `W_Q`."""
    base, _, sub = plain.partition("_")
    if len(sub) == 1 and sub.isalpha():
        yield from (f"{base}_{sub.upper()}", f"{base}^{sub.upper()}", f"{base}^{sub}")


def _derived(symbols: Mapping[str, str], legend: Mapping[str, Symbol]) -> Iterator[Spelt]:
    for entry, keys in _entries("symbol", dict.fromkeys(symbols), legend):
        yield replace(entry, of=symbols[entry.name]), keys


def _parts(
    arguments: Mapping[str, tuple[str, ...] | None],
    biases: Mapping[str, tuple[str, ...]],
    legend: Mapping[str, Symbol],
) -> Iterator[Spelt]:
    """The hidden and input blocks of joint weights, and the two biases that stand for one."""
    shapes = {**arguments, **biases}
    for name in arguments:
        symbol = legend.get(name)
        if symbol is None or not (symbol.hidden or symbol.input):
            continue
        bias = f"b{name[1:]}"
        roles: tuple[tuple[Role, tuple[str, ...]], ...] = (("hidden", symbol.hidden), ("input", symbol.input))
        for role, spellings in roles:
            shown = {k: text for text in spellings if (k := key(text)) and k != key(name)}
            if shown:
                yield Entry(f"{name} {role}", role, next(iter(shown.values())), None, name), list(shown)
            if bias in shapes and name[0] == "W":
                keys = [f"b{k[1:]}" for k in shown if k.startswith("W_")]
                display = f"b_{{{keys[0][2:]}}}" if keys else bias
                yield Entry(f"{bias} {role}", role, display, shapes[bias], bias), keys


_TIMES = frozenset({"t", "t-1", "i-1", "i", "prev", "0", "j"})


def _bare(entries: Mapping[str, Entry]) -> dict[str, Entry]:
    """`h` alone is `h_{t-1}` where that is the only argument of this letter."""
    spelled = [(known.partition("_"), entry) for known, entry in entries.items() if entry.role == "argument"]
    owners: dict[str, set[str]] = {}
    for (base, _, sub), entry in spelled:
        if sub in _TIMES:
            owners.setdefault(base, set()).add(entry.name)
    found = {}
    for (base, _, sub), entry in spelled:
        holder = entries.get(base)
        is_free = holder is None or holder.role in ("asked", "stray", "hidden", "input")
        if sub in _TIMES and is_free and owners.get(base) == {entry.name}:
            found[base] = entry
    return found


def _squeezed(text: str) -> str:
    """Without underscores and the signs of superscripts, but with its hat, which is another symbol."""
    raised = re.sub(r"\^(?=[A-Za-z0-9])", "", text.replace("_", ""))
    return raised.replace("tilde", "~").replace("hat", "^")
